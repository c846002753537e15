/**
 * Cards with their pictures, and choices among them.
 *
 *   const cards = new Cards({plum: "M10 14...", "": "..."});   the data of a path per card
 *   cards.face("plum", {note: "yours"});   a card; null is one that is not seen
 *   cards.choice("weapon", ["rope", ...], statusOf, "rope");   a group of radio buttons
 */
class Cards {
  #signs;

  constructor(signs) {
    this.#signs = signs;
  }

  /** Return the picture of a card. */
  sign(card) {
    const make = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);
    const svg = make("svg");
    const path = make("path");
    path.setAttribute("d", this.#signs[card] ?? this.#signs[""]);
    for (const [name, value] of Object.entries({ viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" })) svg.setAttribute(name, value);
    svg.append(path);
    return svg;
  }

  /** Return a card; `kind` is what one knows of it: own, located, case or open. */
  face(card, { note = "", kind = "", tag = "span" } = {}) {
    const name = Dom.make("b", { class: /[^-]{11}/.test(card) ? "long" : null }, card ?? "a card");
    const below = note ? Dom.make("small", {}, note) : null;
    const face = Dom.make(tag, { class: `face ${card ? kind : "back"}`, "data-card": card }, this.sign(card), Dom.make("span", {}, name, below));
    return Dom.dress(face, card);
  }

  /** Return radio buttons for the cards of a category; `statusOf(card)` gives note and kind. */
  choice(name, all, statusOf, chosen, id) {
    const choices = all.map((card) => {
      const input = Dom.make("input", { type: "radio", name: id, value: card, class: "spoken" });
      input.checked = card === chosen;
      const label = this.face(card, { ...statusOf(card), tag: "label" });
      label.prepend(input);
      return label;
    });
    return Dom.make("fieldset", { class: "choice-of", id }, Dom.make("legend", { class: "spoken" }, name), ...choices);
  }

  /** Return the card that is chosen in a group. */
  static chosen(group) {
    return group.querySelector("input:checked")?.value ?? null;
  }
}
