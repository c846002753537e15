/**
 * Steps through moments by buttons, keys, a slider, and the address of the page.
 *
 *   new Stepper({count, turnOf, isShown, describe, show});
 *
 * `turnOf(n)` is the turn of moment n; `isShown(n)` says whether the viewpoint notices it;
 * `limit()`, if there, is the last moment that may be shown now; `describe(n)` is the moment in words; `show(n)` is called whenever the moment changes.
 */
class Stepper {
  #about;
  #at = 0;
  #slider = Dom.byId("slider");

  constructor(about) {
    this.#about = about;
    this.#slider.max = about.count - 1;
    const on = (id, step) => Dom.byId(id).addEventListener("click", step);
    on("first", () => this.go(0));
    on("last", () => this.go(about.count - 1));
    on("back", () => this.event(-1));
    on("next", () => this.event(1));
    on("turn-back", () => this.turn(-1));
    on("turn-next", () => this.turn(1));
    this.#slider.addEventListener("input", () => this.#slide());
    document.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("hashchange", () => this.#follow());
    this.#follow();
  }

  /** The number of the moment that is shown. */
  get at() {
    return this.#at;
  }

  /** Go to a moment, or the nearest before it that is noticed. */
  go(number) {
    let at = Math.min(Math.max(number, 0), this.#about.count - 1, this.#about.limit?.() ?? Infinity);
    while (at > 0 && !this.#about.isShown(at)) at -= 1;
    this.#at = at;
    this.#slider.value = at;
    this.#slider.setAttribute("aria-valuetext", this.#about.describe(at));
    const address = `#e=${at}`;
    if (location.hash !== address) history.replaceState(null, "", address);
    this.#mute("first", at === 0);
    this.#mute("back", at === 0);
    this.#mute("turn-back", at === 0);
    const end = this.#next(at) === at;
    this.#mute("last", end);
    this.#mute("next", end);
    this.#mute("turn-next", end);
    this.#about.show(at);
  }

  /** Go an event on (1) or back (-1). */
  event(way) {
    this.go(way > 0 ? this.#next(this.#at) : this.#at - 1);
  }

  /** Go to the end of the next turn (1), or of the turn before (-1). */
  turn(way) {
    const { count, turnOf } = this.#about;
    let at = this.#at;
    if (way > 0) {
      at = this.#next(at);
      const turn = turnOf(at);
      while (at + 1 < count && turnOf(at + 1) === turn) at += 1;
    } else {
      const turn = turnOf(at);
      while (at > 0 && turnOf(at) === turn) at -= 1;
    }
    this.go(at);
  }

  #next(at) {
    const { count, isShown } = this.#about;
    if (at >= (this.#about.limit?.() ?? Infinity)) return at;
    for (let next = at + 1; next < count; next += 1) if (isShown(next)) return next;
    return at;
  }

  #slide() {
    const wanted = Number(this.#slider.value);
    // One to the right of a moment that is not noticed: go on to the next, not back again.
    this.go(wanted === this.#at + 1 ? this.#next(this.#at) : wanted);
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.target.closest("select, textarea, input[type=text], pre")) return;
    const steps = {
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.event(1)),
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.event(-1)),
      PageDown: () => this.turn(1),
      PageUp: () => this.turn(-1),
      Home: () => this.go(0),
      End: () => this.go(this.#about.count - 1),
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    steps[event.key]();
  }

  /** A button at the end of its way stays where it is, so that the focus does too. */
  #mute(id, muted) {
    Dom.byId(id).setAttribute("aria-disabled", muted);
  }

  #follow() {
    const found = /^#e=(\d+)$/.exec(location.hash);
    this.go(found ? Number(found[1]) : this.#at);
  }
}
