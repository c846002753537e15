/**
 * What the person has to decide: buttons, cards and lists, all of which can be used by keyboard.
 *
 *   const decision = new Decision(element, {cards, categories, statusOf, choose, accuse});
 *   decision.show(options, extras, {last: ["plum", "rope"]});
 *                               options as in planner_clue.people.play.choices; null for nothing
 *   decision.pick("rope");      choose a card for the suggestion; false if none is made now
 *
 * `choose({...})` is called with what the person chose; `statusOf(card)` says what is known of it.
 */
class Decision {
  #element;
  #calls;

  constructor(element, calls) {
    this.#element = element;
    this.#calls = calls;
  }

  show(options, always, more = {}) {
    const parts = options ? this[`_${options.decision}`](options, more) : [];
    Dom.fill(this.#element, ...parts, always);
  }

  /** Put the focus on the first thing to choose; or before it, where a key just pressed must not
   * choose it. */
  focus(before = false) {
    if (before) return this.#element.focus({ preventScroll: true });
    const first = this.#element.querySelector("input:checked, select, button");
    (first ?? this.#element).focus({ preventScroll: true });
  }

  pick(card) {
    const input = this.#element.querySelector(`input[type=radio][value="${CSS.escape(card)}"]`);
    if (!input) return false;
    input.checked = true;
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  _begin(options) {
    const names = { roll: "Roll the dice", passage: "Take the passage", stay: "Stay and suggest here" };
    const ways = options.openings.map((opening) =>
      this.#button(names[opening], { opening }, opening === "roll"),
    );
    const rooms = options.rooms.map((room) => this.#to(room));
    return [...ways, ...rooms, this.#accusation()];
  }

  _move(options) {
    const isHere = (place) => `${place}` === `${options.here}`;
    const rooms = options.rooms.filter((room) => !isHere(room)).map((room) => this.#to(room));
    const stay = this.#button(typeof options.here === "string" ? `Stay in the ${options.here}` : "Stay here", { move: options.here });
    const squares = options.squares.filter((square) => !isHere(square));
    if (!rooms.length && !squares.length) stay.classList.add("strong");
    return [Stage.dice(options.dice), ...rooms, ...(squares.length ? this.#squares(options, squares) : []), stay];
  }

  /** A list of squares by their names on the board, those near a room first. */
  #squares(options, squares) {
    const near = (square) => options.near[square.join(",")] ?? [];
    const distance = (square) => near(square)[0]?.[1] ?? 99;
    const named = [...squares].sort((one, other) => distance(one) - distance(other)).map((square) => {
      const rooms = near(square).map(([room, steps]) => `${room} ${steps}`);
      return [JSON.stringify(square), `square ${square.join(",")}${rooms.length ? ` (${rooms.join(", ")})` : ""}`];
    });
    const select = Dom.make("select", { "aria-label": "square, with the steps from there to the nearest rooms" });
    Dom.options(select, named);
    const go = this.#press("Go", () => this.#calls.choose({ move: JSON.parse(select.value) }));
    if (!options.rooms.length) go.classList.add("strong");
    return [select, go];
  }

  _suggest(options, { last = [] }) {
    const [suspects, weapons] = this.#calls.categories;
    const groups = [suspects, weapons].map(([name, all], place) =>
      this.#calls.cards.choice(name, all, this.#calls.statusOf, this.#first(all, last[place]), `suggest-${name}`),
    );
    const ask = this.#press("Suggest", () => this.#calls.choose({ suggest: [...groups.map(Cards.chosen), options.room] }));
    ask.classList.add("strong");
    const said = () => (ask.textContent = Dom.prose(`Suggest ${groups.map(Cards.chosen).join(", ")}`));
    groups.forEach((group) => group.addEventListener("change", said));
    said();
    return [...groups, ask, this.#button("Suggest nothing", { suggest: null })];
  }

  /** Return the card that was chosen last if it is still open, else the most probable one. */
  #first(all, last) {
    const open = all.filter((card) => ["open", "case"].includes(this.#calls.statusOf(card).kind));
    if (open.includes(last)) return last;
    const chance = (card) => this.#calls.statusOf(card).chance ?? 0;
    return open.toSorted((one, other) => chance(other) - chance(one))[0] ?? all[0];
  }

  _show(options) {
    return options.cards.map((card) => {
      const button = this.#button("", { show: card }, true);
      Dom.fill(button, this.#calls.cards.sign(card), `Show ${card}`);
      return button;
    });
  }

  _accuse() {
    return [this.#button("End your turn", { accuse: null }, true), this.#accusation()];
  }

  #to(room) {
    const button = this.#button("", { move: room }, true);
    Dom.fill(button, this.#calls.cards.sign(room), room);
    button.classList.add("to-room");
    return button;
  }

  #accusation() {
    const button = this.#press("Accuse …", this.#calls.accuse);
    button.classList.add("danger");
    button.setAttribute("aria-haspopup", "dialog");
    return button;
  }

  #button(label, choice, strong = false) {
    const button = this.#press(label, () => this.#calls.choose(choice));
    if (strong) button.classList.add("strong");
    return button;
  }

  #press(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }
}
