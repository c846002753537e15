/**
 * The header of notes by tapping: who plays in which order, and the cards of one's hand.
 *
 *   const setup = new NoteSetup(element, (text) => ...);
 *   setup.ask(question);     {field, text, categories}; null when all is known
 *
 * The function is called with the answer as it would be written.
 */
class NoteSetup {
  #element;
  #write;
  #asked = "";

  constructor(element, write) {
    this.#element = element;
    this.#write = write;
  }

  /** Offer what the question is about; the same question keeps what was tapped. */
  ask(question) {
    const asked = question ? `${question.field} ${question.text}` : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    const parts = { players: () => this.#players(question.categories[0][1]), hand: () => this.#hand(question.categories) };
    Dom.fill(this.#element, ...(parts[question?.field]?.() ?? []));
  }

  #players(suspects) {
    const chosen = [];
    const rows = Dom.make("ol", { class: "setup-rows" });
    const done = this.#button("That is all", () => this.#write(text()));
    const text = () => chosen.map(({ suspect, name, me }) => `${suspect} ${me.checked ? "me" : name.value.trim()}`.trim()).join(", ");
    const check = () => (done.disabled = chosen.length < 3 || !chosen.some(({ me }) => me.checked));
    const buttons = suspects.map((suspect) => {
      const button = this.#button(suspect, () => {
        const name = Dom.make("input", { type: "text", maxlength: 20, placeholder: "name", "aria-label": `Name of who plays ${suspect}` });
        const me = Dom.make("input", { type: "radio", name: "me" });
        me.addEventListener("change", check);
        const row = Dom.make("li", {}, Dom.make("b", {}, suspect), name, Dom.make("label", {}, me, " me"));
        chosen.push({ suspect, name, me });
        rows.append(row);
        button.disabled = true;
        check();
      });
      return button;
    });
    check();
    const again = this.#button("Clear", () => {
      this.#asked = "";
      this.ask({ field: "players", text: "", categories: [["suspect", suspects]] });
    });
    return [Dom.make("p", { class: "small" }, "Or tap the suspects that are played, clockwise; names as you like."), this.#row(buttons), rows, this.#row([done, again])];
  }

  #hand(categories) {
    const chosen = new Set();
    const done = this.#button("That is my hand", () => this.#write([...chosen].join(", ")));
    const say = () => {
      done.textContent = `That is my hand: ${chosen.size}`;
      done.disabled = !chosen.size;
    };
    const groups = categories.map(([, cards]) => this.#row(cards.map((card) => {
      const button = this.#button(card, () => {
        if (!chosen.delete(card)) chosen.add(card);
        button.setAttribute("aria-pressed", chosen.has(card));
        say();
      });
      button.setAttribute("aria-pressed", "false");
      return button;
    })));
    say();
    return [Dom.make("p", { class: "small" }, "Or tap them."), ...groups, done];
  }

  #row(buttons) {
    return Dom.make("div", { class: "tap-buttons" }, ...buttons);
  }

  #button(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }
}
