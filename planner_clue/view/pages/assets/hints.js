/**
 * The hint: what planner would do, its plan, its route, what each answer would tell.
 *
 *   const hints = new Hints(cards, {follow: (choice) => ..., route: (legs) => ...});
 *   hints.show(state.hint);      see planner_clue/people/play/hint.py; null takes it away
 */
class Hints {
  #cards;
  #calls;
  #shown = "";
  #closed = null;
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
    this.#shown = key;
    this.#calls.route(given.route ?? []);
    if (given.thinking) return Dom.fill(Dom.byId("hint"), Dom.make("p", { class: "thinking" }, "planner is thinking"));
    Dom.fill(Dom.byId("hint"), ...this.#parts(given));
    if (this.isAsked) card.scrollIntoView({ block: "nearest" });
    this.isAsked = false;
  }

  close() {
    this.#closed = this.#shown;
    Dom.byId("hint-card").hidden = true;
    this.#calls.route([]);
  }

  #parts(given) {
    const [does, ...why] = given.sentences.map((sentence) => Dom.make("p", {}, Dom.sentence(sentence)));
    const follow = Dom.make("button", { type: "button", id: "do-so", class: "strong" }, "Do so");
    follow.addEventListener("click", () => this.#calls.follow(given.choice));
    const lists = [
      this.#list("ol", "The plan", given.steps),
      this.#list("ul", "What each answer would tell", given.answers),
      this.#list("ul", "Why not otherwise", given.others),
      this.#list("ul", "Most probable case files, with suggestions as evidence", given.best),
    ];
    return [does, Object.keys(given.choice).length ? follow : null, ...why, ...lists];
  }

  #list(kind, heading, lines) {
    if (!lines?.length) return null;
    return Dom.make("div", {}, Dom.make("h3", {}, heading), Dom.make(kind, {}, ...lines.map((line) => Dom.make("li", {}, line))));
  }
}
