/**
 * Guess the planner: at each own turn of a seat, which room and cards, or an accusation?
 *
 *   const guess = new Guess(element, data, {go: (number) => ..., picked: () => ..., seek: (kind) => ...});
 *   guess.limit;           the last moment that may be shown: the next question
 *   guess.isAsking(n);     whether a guess is asked for at moment n
 *   guess.hides(n);        whether plans have to be hidden then: all of them before the first guess
 *   guess.isBlank;         whether nothing was guessed yet
 *   guess.pick("rope");    choose a card, where a guess is asked for; then it calls `picked`
 *   guess.cards;           the cards that are chosen
 *   guess.show(n);
 *
 * `data` is described in pages/forecasts.py; `seek` shows where a card of a kind can be chosen.
 */
class Guess {
  /** The most turns by which a guess that counts as right is worse than the planner's choice. */
  static right = 0.1;
  #element;
  #data;
  #calls;
  #questions;
  /** The suspect, weapon and room that are chosen, or null. */
  #three = [null, null, null];
  #made = [];
  #areFew = new URLSearchParams(location.search).has("abc");
  #shown = "";
  #name;

  constructor(element, data, calls) {
    this.#element = element;
    this.#data = data;
    this.#calls = calls;
    this.#questions = data.guesses;
    this.#name = data.seats[data.view.seat].token;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  get limit() {
    return this.#questions[this.#made.length]?.at ?? Infinity;
  }

  isAsking(number) {
    return number >= this.limit;
  }

  get isBlank() {
    return !this.#made.length;
  }

  get cards() {
    return this.#three.filter(Boolean);
  }

  pick(card) {
    if (this.#isOver || this.#areFew) return;
    this.#three[this.#data.categories.findIndex(([, cards]) => cards.includes(card))] = card;
    this.#calls.picked();
  }

  hides(number) {
    return this.isBlank || this.isAsking(number);
  }

  show(number) {
    const key = JSON.stringify([this.#made, this.#three, this.#areFew, this.isAsking(number), number >= this.#data.frames.length - 1]);
    if (key === this.#shown) return;
    this.#shown = key;
    const parts = this.isAsking(number) ? this.#question() : [this.#last() ?? this.#rule(), this.#isOver ? this.#sum() : this.#onward()];
    Dom.fill(this.#element, ...parts);
  }

  get #isOver() {
    return this.#made.length === this.#questions.length;
  }

  // -- what a guess is worth ---------------------------------------------------------------------

  /** Return the cost of a suggestion, in turns; null stands for an accusation. */
  #cost(question, three) {
    if (!three) return question.accuse;
    const [[, suspects], [, weapons]] = this.#data.categories;
    const place = suspects.indexOf(three[0]) * weapons.length + weapons.indexOf(three[1]);
    return question.ways[three[2]] + question.left[three[2]][place];
  }

  /** Return the own turns and the probability to win that a suggestion or accusation is forecast. */
  #worth(question, three) {
    const { forecasts, chance } = question;
    const halves = Math.min(2 * this.#cost(question, three), forecasts.length - 1.001);
    const [below, above] = [forecasts[Math.floor(halves)], forecasts[Math.floor(halves) + 1]];
    const [turns, win] = below.map((value, place) => value + (halves % 1) * (above[place] - value));
    return { turns, win: three ? win : chance };
  }

  #worse(question, three) {
    const worse = this.#worth(question, three).turns - this.#worth(question, question.choice).turns;
    return Math.max(0, Math.round(10 * worse) / 10);
  }

  /** Return the planner's choice and the two best other ways to begin, in the order of the rooms. */
  #choices({ choice, best }) {
    const rooms = this.#data.categories[2][1];
    const others = best.filter((three) => three[2] !== choice?.[2]).slice(0, 2);
    const place = (three) => (three ? rooms.indexOf(three[2]) : rooms.length);
    return [choice, ...others].sort((one, other) => place(one) - place(other));
  }

  /** Return the moment at which the plan of that turn is made: some are made after the roll. */
  #plannedAt({ opens, turn }) {
    const made = this.#data.plans[this.#data.view.seat].decisions.find(({ made }) => made.turn === turn && made.kind === "replan");
    return Math.max(opens, made?.at ?? 0);
  }

  static #words(three) {
    return three ? `${three[2]}: ${three[0]}, ${three[1]}` : "an accusation";
  }

  // -- what is shown -----------------------------------------------------------------------------

  #rule() {
    const said = `Before each of its turns, guess what ${this.#name} (the planner) will do: go to a room and suggest a suspect and a weapon there, or accuse. Then you see its choice, and by how many turns your guess is worse.`;
    return Dom.make("p", {}, said);
  }

  #question() {
    const question = this.#questions[this.#made.length];
    const count = this.#data.puzzle ? "Your guess" : `Guess ${this.#made.length + 1} of ${this.#questions.length}`;
    const heading = Dom.make("h3", {}, `${count}: what will ${this.#name} do?`);
    const hand = Dom.make("p", { class: "small" }, `It has these cards: ${this.#data.seats[this.#data.view.seat].hand.join(", ")}.`);
    const few = Dom.make("input", { type: "checkbox", id: "guess-few", checked: this.#areFew });
    few.addEventListener("change", () => {
      this.#areFew = few.checked;
      this.show(this.limit);
      Dom.byId("guess-few").focus();
    });
    const mode = Dom.make("label", {}, few, " Offer three choices: A, B, C");
    return [heading, hand, this.#areFew ? this.#letters(question) : this.#form(), mode];
  }

  #letters(question) {
    const buttons = this.#choices(question).map((three, place) => {
      const letter = Dom.make("kbd", {}, "ABC"[place]);
      return this.#button([letter, ` ${Guess.#words(three)}`], () => this.#guess(three));
    });
    return Dom.make("div", { class: "guess-letters" }, ...buttons);
  }

  /** Three places for cards, which are chosen on the board and in the notebook. */
  #form() {
    const kinds = this.#data.categories.map(([kind]) => kind);
    const slots = [2, 0, 1].map((place) => {
      const card = this.#three[place];
      const slot = this.#button(card ?? kinds[place], () => this.#calls.seek(kinds[place]), `slot${card ? "" : " empty"}`);
      slot.setAttribute("aria-label", `${kinds[place]}: ${card ? Dom.prose(card) : "not chosen"}`);
      return Dom.dress(slot, card);
    });
    const said = Dom.make("span", { class: "small", role: "alert" });
    const ask = this.#button("Guess", () => {
      const open = [2, 0, 1].filter((place) => !this.#three[place]).map((place) => kinds[place]);
      if (!open.length) return this.#guess([...this.#three]);
      said.textContent = `Choose a ${open.join(" and a ")}.`;
      this.#calls.seek(open[0]);
    }, "strong");
    const what = this.#data.board ? "its room on the board, and the suspect and the weapon of its suggestion" : "the room, suspect and weapon of its suggestion";
    const how = Dom.make("p", { class: "small" }, `Choose ${what} in the notebook.`);
    return Dom.make("div", { class: "guess-form" }, how, ...slots, ask, said, this.#button("It accuses", () => this.#guess(null)));
  }

  #button(label, action, kind = null) {
    const button = Dom.make("button", { type: "button", class: kind }, ...[label].flat());
    button.addEventListener("click", action);
    return button;
  }

  #guess(three) {
    const question = this.#questions[this.#made.length];
    this.#made.push({ three, worse: this.#worse(question, three) });
    this.#three.fill(null);
    this.#calls.go(this.#plannedAt(question));
    this.#element.querySelector("button")?.focus();
  }

  #last() {
    const made = this.#made.at(-1);
    if (!made) return null;
    const question = this.#questions[this.#made.length - 1];
    const isSame = JSON.stringify(made.three) === JSON.stringify(question.choice);
    const [own, its] = [made.three, question.choice].map((three) => `${Dom.percent(1000 * this.#worth(question, three).win)} %`);
    const plans = this.#data.plans[this.#data.view.seat].decisions.filter(({ made }) => made.turn === question.turn);
    const moved = plans.some(({ made }) => made.trigger === "moved") ? " The dice then made it go elsewhere, by the plan below." : "";
    const worse = isSame ? `The planner chose the same: ${its} to win.` : `${made.worse < 0.05 ? "As good as" : `${made.worse.toFixed(1)} turns worse than`} the planner's choice, ${Guess.#words(question.choice)}. Your guess: ${own} to win; the planner's choice: ${its}.`;
    return Dom.make("p", { class: "guess-result" }, Dom.make("b", {}, `Turn ${question.turn}: you guessed ${Guess.#words(made.three)}. `), worse, moved);
  }

  #onward() {
    return this.#button(this.#made.length ? "To the next guess" : "To the first guess", () => this.#calls.go(this.limit), "strong");
  }

  /** Return how much worse the guesses of the puzzle's pages up to this one were, in turns. */
  #puzzled() {
    const before = new URLSearchParams(location.search).get("worse")?.split(",").map(Number) ?? [];
    return [...before.filter((worse) => worse >= 0).slice(0, this.#data.puzzle.place - 1), this.#made[0].worse];
  }

  #sum() {
    const { puzzle } = this.#data;
    const all = puzzle ? this.#puzzled() : this.#made.map(({ worse }) => worse);
    if (puzzle?.next) return Dom.make("p", {}, Dom.make("a", { href: `${puzzle.next}?${this.#areFew ? "abc&" : ""}worse=${all}` }, "To the next position"));
    const right = all.filter((worse) => worse <= Guess.right).length;
    const lost = all.reduce((sum, worse) => sum + worse, 0);
    const marks = puzzle ? ` ${all.map((worse) => (worse <= Guess.right ? "■" : "□")).join("")}` : "";
    const title = puzzle ? `Clue puzzle ${puzzle.name}` : `Guess the planner, game ${this.#data.game}`;
    const line = `${title}: ${right} of ${all.length}, ${lost.toFixed(1)} turns lost${marks}`;
    const worst = this.#made.reduce((one, other, place) => (other.worse > this.#made[one].worse ? place : one), 0);
    const copy = this.#button("Copy", async () => {
      await navigator.clipboard?.writeText(line);
      copy.textContent = navigator.clipboard ? "Copied" : "Select the line";
    });
    const look = lost > 0 && !puzzle ? this.#button(`Worst: turn ${this.#questions[worst].turn}`, () => this.#calls.go(this.#plannedAt(this.#questions[worst]))) : null;
    const rule = `Right: at most ${Guess.right} turns worse.`;
    return Dom.make("div", { class: "guess-sum" }, Dom.make("output", {}, line), copy, look, Dom.make("p", { class: "small" }, rule));
  }

  #key(event) {
    const place = "abc".indexOf(event.key.toLowerCase());
    if (place < 0 || !this.#areFew || event.ctrlKey || event.altKey || event.metaKey) return;
    const button = this.#element.querySelectorAll(".guess-letters button")[place];
    if (!button) return;
    event.stopImmediatePropagation();
    button.click();
  }
}
