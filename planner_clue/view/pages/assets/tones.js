/**
 * Short tones for what happens, made by the browser; silent until `tones.on` is set.
 *
 *   tones.play("show");
 */
class Tones {
  static #notes = { roll: [220, 262], move: [330], passage: [330, 247], suggest: [392, 494], pass: [196], show: [523, 659], accuse: [262, 330, 392], turn: [587, 784], won: [523, 659, 784, 1047], lost: [392, 330, 262] };
  #audio = null;
  on = false;

  play(kind) {
    const notes = Tones.#notes[kind];
    if (!this.on || !notes) return;
    this.#audio ??= new AudioContext();
    const start = this.#audio.currentTime;
    notes.forEach((frequency, number) => {
      const [at, tone, volume] = [start + 0.11 * number, this.#audio.createOscillator(), this.#audio.createGain()];
      tone.type = "triangle";
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
      tone.connect(volume).connect(this.#audio.destination);
      tone.start(at);
      tone.stop(at + 0.17);
    });
  }
}
