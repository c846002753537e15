/**
 * Shows the frames of a game one after the other, at a speed that a person chooses.
 *
 *   const pace = new Pace({show: (n) => ..., done: () => ...});
 *   pace.follow(frames, from);   frames that came since, or fewer after an undo
 *   pace.on();                   show the next frame at once
 *   pace.speed = "slow";         instant, normal or slow
 */
class Pace {
  static speeds = { instant: 0, normal: 1, slow: 2.2 };
  static #milliseconds = { roll: 500, move: 1000, passage: 900, suggest: 1500, pass: 600, show: 1100, accuse: 2200, eliminated: 900, forfeit: 1500 };
  #calls;
  #frames = [];
  #timer = null;
  #speed = "normal";
  at = -1;

  constructor(calls) {
    this.#calls = calls;
  }

  get speed() {
    return this.#speed;
  }

  set speed(name) {
    this.#speed = name in Pace.speeds ? name : "normal";
    if (this.#speed === "instant" && this.busy) this.skip();
  }

  /** Whether frames are still to be shown, or the last was not looked at for long enough. */
  get busy() {
    return this.#timer !== null || this.at < this.#frames.length - 1;
  }

  follow(frames, from) {
    this.#frames = frames;
    if (from < this.at || this.at < 0) this.at = Math.max(from, 0);
    if (this.#timer === null) this.#go();
  }

  /** Do not wait for the frame that is shown. */
  on() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#go();
  }

  /** Show all frames that there are. */
  skip() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.at = this.#frames.length - 1;
    this.#calls.done();
  }

  /** How many milliseconds the present frame is shown. */
  get duration() {
    return (Pace.#milliseconds[this.#frames[this.at].kind] ?? 0) * Pace.speeds[this.#speed];
  }

  #go() {
    if (Pace.speeds[this.#speed] === 0) return this.skip();
    if (this.at >= this.#frames.length - 1) return this.#calls.done();
    this.at += 1;
    this.#calls.show(this.at);
    this.#timer = setTimeout(() => this.on(), this.duration);
  }
}
