/**
 * What the person has to decide: buttons and lists, all of which can be used with the keyboard.
 *
 *   const decision = new Decision(element, deck, choose);   deck: categories with their cards
 *   decision.show(options, extras);   options as in planner_clue.play.choices
 *
 * `choose({...})` is called with what the person chose; `extras` are further elements.
 */
class Decision {
  #element;
  #deck;
  #choose;
  #accuse;

  constructor(element, deck, { choose, accuse }) {
    this.#element = element;
    this.#deck = deck;
    this.#choose = choose;
    this.#accuse = accuse;
  }

  /** Show what can be decided; null for nothing. */
  show(options, always) {
    const parts = options ? this[`_${options.decision}`](options) : [];
    Dom.fill(this.#element, ...parts, always);
  }

  /** Put the focus on the first thing to choose. */
  focus() {
    const first = this.#element.querySelector("select, button");
    (first ?? this.#element).focus({ preventScroll: true });
  }

  _begin(options) {
    const names = { roll: "Roll the dice", passage: "Take the passage", stay: "Stay and suggest here" };
    const ways = options.openings.map((opening) =>
      this.#button(names[opening], { opening }, opening === "roll"),
    );
    const rooms = options.rooms.length ? this.#list("room", options.rooms, "Go there", (move) => ({ move })) : [];
    return [...ways, ...rooms, this.#accusation()];
  }

  _move(options) {
    const dice = options.dice.map((number) => Dom.make("span", { class: "die" }, number));
    const sum = options.dice.reduce((one, other) => one + other, 0);
    const rolled = Dom.make("span", { class: "dice", role: "img", "aria-label": `You rolled ${options.dice.join(" and ")}` }, ...dice);
    const stay = typeof options.here === "string" ? [`stay in ${options.here}`, options.here] : ["stay here", options.here];
    const isHere = (place) => `${place}` === `${options.here}`;
    const squares = options.squares.filter((square) => !isHere(square));
    const places = [
      ...options.rooms.map((room) => [room, room]),
      ...squares.map((square) => [`square ${square.join(",")}`, square]),
      stay,
    ];
    const chosen = places.map(([name, place]) => [JSON.stringify(place), name]);
    const go = this.#listOf("where to", chosen, "Go", (value) => ({ move: JSON.parse(value) }));
    return [rolled, Dom.make("p", { class: "small" }, `Choose on the board, up to ${sum} steps, or here:`), ...go];
  }

  _suggest(options) {
    const [suspects, weapons] = this.#deck;
    const suspect = this.#select("suspect", suspects[1]);
    const weapon = this.#select("weapon", weapons[1]);
    const room = Dom.make("p", {}, `in the ${options.room}`);
    const ask = this.#press("Suggest", () =>
      this.#choose({ suggest: [suspect.querySelector("select").value, weapon.querySelector("select").value, options.room] }),
    );
    ask.classList.add("strong");
    return [suspect, weapon, room, ask, this.#button("Suggest nothing", { suggest: null })];
  }

  _show(options) {
    return options.cards.map((card) => this.#button(`Show ${card}`, { show: card }, true));
  }

  _accuse() {
    return [this.#button("End your turn", { accuse: null }, true), this.#accusation()];
  }

  #accusation() {
    const button = this.#press("Accuse …", this.#accuse);
    button.classList.add("danger");
    button.setAttribute("aria-haspopup", "dialog");
    return button;
  }

  #list(name, values, label, choice) {
    return this.#listOf(name, values.map((value) => [value, value]), label, choice);
  }

  #listOf(name, pairs, label, choice) {
    const select = Dom.make("select", { "aria-label": name });
    Dom.options(select, pairs);
    const go = this.#press(label, () => this.#choose(choice(select.value)));
    go.classList.add("strong");
    return [select, go];
  }

  #select(name, cards) {
    const select = Dom.make("select", { id: `suggest-${name}` });
    Dom.options(select, cards.map((card) => [card, card]));
    return Dom.make("label", {}, name, select);
  }

  #button(label, choice, strong = false) {
    const button = this.#press(label, () => this.#choose(choice));
    if (strong) button.classList.add("strong");
    return button;
  }

  #press(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }
}
