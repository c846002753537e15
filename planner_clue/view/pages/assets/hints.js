/**
 * The hint in three depths: a nudge; what the planner would do; its plan and route, and what
 * each answer would tell.
 *
 *   const hints = new Hints(cards, {follow: (choice) => ..., route: (legs) => ...});
 *   hints.show(state.hint);      see planner_clue/people/play/hint.py; null takes it away
 */
class Hints {
  #cards;
  #calls;
  #shown = "";
  #closed = null;
  #depth = 0;
  isAsked = false;

  constructor(cards, calls) {
    this.#cards = cards;
    this.#calls = calls;
  }

  show(given) {
    const key = JSON.stringify(given);
    const card = Dom.byId("hint-card");
    if (this.isAsked) this.#closed = null;
    card.hidden = !given || key === this.#closed;
    if (card.hidden) return this.#calls.route([]);
    if (key === this.#shown && !this.isAsked) return;
    if (key !== this.#shown) this.#depth = given.nudge ? 0 : 2;
    this.#shown = key;
    this.#calls.route(this.#depth > 1 ? (given.route ?? []) : []);
    if (given.thinking) return Dom.fill(Dom.byId("hint"), Dom.make("p", { class: "thinking" }, "The planner is thinking"));
    Dom.fill(Dom.byId("hint"), ...this.#parts(given));
    if (this.isAsked) card.scrollIntoView({ block: "nearest" });
    this.isAsked = false;
  }

  close() {
    this.#closed = this.#shown;
    Dom.byId("hint-card").hidden = true;
    this.#calls.route([]);
  }

  /** Show the hint one depth further. */
  #deeper(given, depth) {
    this.#depth = depth;
    this.#calls.route(depth > 1 ? (given.route ?? []) : []);
    Dom.fill(Dom.byId("hint"), ...this.#parts(given));
  }

  #button(given, depth, id, label) {
    const button = Dom.make("button", { type: "button", id }, label);
    button.addEventListener("click", () => this.#deeper(given, depth));
    return button;
  }

  #parts(given) {
    if (this.#depth === 0) return [Dom.make("p", { class: "nudge" }, given.nudge), this.#button(given, 1, "hint-move", "What would the planner do?")];
    const [does, ...why] = given.sentences.map((sentence) => Dom.make("p", {}, Dom.sentence(sentence)));
    const follow = Dom.make("button", { type: "button", id: "do-so", class: "strong" }, "Follow this advice");
    follow.addEventListener("click", () => this.#calls.follow(given.choice));
    const [asked, ...answers] = given.answers ?? [];
    const lists = [
      this.#list("ol", "The plan", given.steps),
      this.#list("ul", `What you would learn from each answer ${asked}`, answers),
      this.#list("ul", "Alternatives", given.others),
      this.#list("ul", "Most probable case files, with suggestions as evidence", given.best),
    ];
    const move = [does, Object.keys(given.choice).length ? follow : null];
    return this.#depth === 1 ? [...move, this.#button(given, 2, "hint-plan", "Why?")] : [...move, ...why, ...lists];
  }

  #list(kind, heading, lines) {
    if (!lines?.length) return null;
    return Dom.make("div", {}, Dom.make("h3", {}, heading), Dom.make(kind, {}, ...lines.map((line) => Dom.make("li", {}, line))));
  }
}
