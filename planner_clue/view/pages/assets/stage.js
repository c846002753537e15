/**
 * What happens at the table now: who asks, the cards as cards, who passes and who shows.
 *
 *   const stage = new Stage(element, cards, names, me);
 *   stage.show(story, frames, 12);      the moment after frame 12
 *   stage.summary(story, from, to);     the suggestions between two frames, as a list
 */
class Stage {
  /** The cells of the pips of each number, as row and column. */
  static #pips = (() => {
    const [a, b, c, d, e, f, g] = ["1 / 1", "1 / 3", "2 / 1", "2 / 2", "2 / 3", "3 / 1", "3 / 3"];
    return [[], [d], [a, g], [a, d, g], [a, b, f, g], [a, b, d, f, g], [a, b, c, e, f, g]];
  })();
  #element;
  #cards;
  #names;
  #me;
  #pick;

  constructor(element, cards, names, me, pick) {
    this.#element = element;
    this.#cards = cards;
    this.#names = names;
    this.#me = me;
    this.#pick = pick;
  }

  clear() {
    Dom.fill(this.#element);
  }

  show(story, frames, at) {
    const frame = frames[at];
    const asked = story.around(at);
    if (asked) return Dom.fill(this.#element, ...this.#question(story, asked, at));
    const three = frame.cards ? this.#three(frame.cards, null) : null;
    Dom.fill(this.#element, frame.dice ? Stage.dice(frame.dice) : null, three);
  }

  /** Return dice with pips. */
  static dice(dice) {
    const all = dice.map((number) => Dom.make("span", { class: "die" }, ...Stage.#pips[number].map((cell) => Dom.make("i", { style: `grid-area: ${cell}` }))));
    return Dom.make("span", { class: "dice", role: "img", "aria-label": `Dice: ${dice.join(" and ")}` }, ...all);
  }

  #three(cards, shown) {
    const faces = cards.map((card) => this.#cards.face(card, card === shown ? { kind: "shown", note: "shown" } : {}));
    return Dom.make("div", { class: "faces" }, ...faces);
  }

  #question(story, asked, at) {
    const answers = [];
    for (let next = 1; next < this.#names.length; next += 1) {
      const seat = (asked.seat + next) % this.#names.length;
      if (asked.shower !== null && asked.shownAt <= at && seat !== asked.shower && !asked.passes.some((pass) => pass.seat === seat)) continue;
      const passed = asked.passes.some((pass) => pass.seat === seat && pass.at <= at);
      const shows = asked.shower === seat && asked.shownAt <= at;
      const said = passed ? "✗ passes" : shows ? `✓ shows ${asked.card ?? "a card"}` : "…";
      const kind = passed ? "passed" : shows ? "showed" : "waits";
      answers.push(Dom.make("li", { class: kind }, Dom.dot(this.#names[seat]), `${story.name(seat)} ${said}`));
    }
    const nobody = asked.nobody && at >= asked.end ? Dom.make("p", { class: "nobody" }, "Nobody could show a card!") : null;
    return [this.#three(asked.cards, at >= asked.end ? asked.card : null), Dom.make("ol", { class: "answers" }, ...answers), nobody];
  }

  summary(story, asked, heading) {
    if (!asked.length) return this.clear();
    const lines = asked.map((one) => {
      const signs = one.cards.map((card) => Dom.make("span", { class: "mini" }, this.#cards.sign(card), card));
      const nobody = one.nobody ? "nobody" : null;
      const outcome = Dom.make("span", { class: nobody }, Dom.sentence(story.outcome(one)));
      const who = Dom.make("b", {}, Dom.dot(this.#names[one.seat]), Dom.sentence(story.name(one.seat)));
      const button = Dom.make("button", { type: "button", class: "event" }, who, " ", ...signs, " — ", outcome);
      button.addEventListener("click", () => this.#pick(one.end));
      return Dom.make("li", {}, button);
    });
    Dom.fill(this.#element, Dom.make("h3", {}, heading), Dom.make("ul", { class: "summary" }, ...lines));
  }
}
