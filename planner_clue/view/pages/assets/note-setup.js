/**
 * The header of notes by tapping: who plays in which order, and the cards of one's hand.
 *
 *   const setup = new NoteSetup(element, (text) => ...);
 *   setup.ask(question);     {field, text, categories, edition, editions}; null when all is known
 *
 * The function is called with the answer as it would be written.
 */
class NoteSetup {
  #element;
  #write;
  #asked = "";
  /** One's own suspect, where its player has a name: the answer to the next question. */
  #seat = "";

  constructor(element, write) {
    this.#element = element;
    this.#write = write;
  }

  /** Offer what the question is about; the same question keeps what was tapped. */
  ask(question) {
    const asked = question ? `${question.field} ${question.text} ${question.edition}` : "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (question) Dom.writeCards(question.categories);
    if (question?.field === "me" && this.#seat) this.#write(this.#seat);
    this.#seat = "";
    const parts = {
      players: () => [...this.#editions(question.editions), ...this.#players(question.categories[0][1])],
      pile: () => [this.#group([4, 5, 6].map((count) => this.#button(`${count}`, () => this.#write(`pile: ${count}`))))],
      "face up": () => this.#hand(question.categories, "These lie face up"),
      hand: () => this.#hand(question.categories),
    };
    Dom.fill(this.#element, ...(parts[question?.field]?.() ?? []));
  }

  #editions(names) {
    if (!names.length) return [];
    const buttons = names.map((name) => this.#button(name, () => this.#write(`edition: ${name}`)));
    return [Dom.make("p", { class: "small" }, "If it is not the classic edition, choose it."), this.#group(buttons)];
  }

  #players(suspects) {
    const chosen = [];
    const rows = Dom.make("ol", { class: "round-table", "aria-label": "Players round the table, clockwise" });
    const said = Dom.make("p", { class: "small", role: "status" });
    const own = () => chosen.find(({ me }) => me.checked);
    const missing = () => (chosen.length < 2 ? "Tap at least two." : own() ? "" : "Which of them are you? Choose “me” in your row.");
    const done = this.#button("Done", () => {
      said.textContent = missing();
      if (missing()) return;
      const name = own().name.value.trim();
      this.#seat = name && own().suspect;
      this.#send(done, chosen.map((one) => `${one.suspect} ${one.name.value.trim() || (one.me.checked ? "me" : "")}`.trim()).join(", "));
    });
    const check = () => {
      said.textContent = "";
      rows.hidden = !chosen.length;
      chosen.forEach(({ row }, place) => {
        const angle = (2 * Math.PI * place) / chosen.length;
        row.style.left = `${50 + 36 * Math.sin(angle)}%`;
        row.style.top = `${50 - 38 * Math.cos(angle)}%`;
      });
      done.setAttribute("aria-disabled", Boolean(missing()));
    };
    const buttons = suspects.map((suspect) => {
      const button = this.#button(suspect, () => {
        const place = chosen.findIndex((one) => one.suspect === suspect);
        button.setAttribute("aria-pressed", place < 0);
        if (place < 0) {
          chosen.push(this.#row(suspect, check));
          rows.append(chosen.at(-1).row);
        } else chosen.splice(place, 1)[0].row.remove();
        check();
      });
      return Dom.dress(button, suspect);
    });
    check();
    return [Dom.make("p", { class: "small" }, "Or tap the suspects as they sit round the table, clockwise. Begin with the player who was dealt the first card."), this.#group(buttons), rows, this.#group([done]), said];
  }

  /** Return the row of a player, with its name and whether it is oneself. */
  #row(suspect, changed) {
    const name = Dom.make("input", { type: "text", maxlength: 20, placeholder: "name", "aria-label": `Name of who plays ${suspect}` });
    const me = Dom.make("input", { type: "radio", name: "me" });
    me.addEventListener("change", changed);
    return { suspect, name, me, row: Dom.dress(Dom.make("li", {}, Dom.make("b", {}, suspect), name, Dom.make("label", {}, me, " me")), suspect) };
  }

  /** Write an answer once; the button says so until it is written or refused. */
  async #send(button, text) {
    const label = button.textContent;
    button.disabled = true;
    button.textContent = "Writing …";
    await this.#write(text);
    button.disabled = false;
    button.textContent = label;
  }

  #hand(categories, said = "That is my hand") {
    const chosen = new Set();
    const done = this.#button(said, () => this.#send(done, [...chosen].join(", ")));
    const say = () => {
      done.textContent = `${said}: ${chosen.size}`;
      done.disabled = !chosen.size;
    };
    const groups = categories.map(([, cards]) => this.#group(cards.map((card) => {
      const button = this.#button(card, () => {
        if (!chosen.delete(card)) chosen.add(card);
        button.setAttribute("aria-pressed", chosen.has(card));
        say();
      });
      button.setAttribute("aria-pressed", "false");
      return Dom.dress(button, card);
    })));
    say();
    return [Dom.make("p", { class: "small" }, "Or tap them."), ...groups, done];
  }

  #group(buttons) {
    return Dom.make("div", { class: "tap-buttons" }, ...buttons);
  }

  #button(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }
}
