/**
 * The dialog in which a person accuses, and says that it is sure.
 *
 *   const accusation = new Accusation(cards, categories, {statusOf, accuse});
 *   accusation.open(["plum", "rope", "hall"]);   what is chosen at first; null for open cards
 *
 * `accuse([...])` is called with the three cards; `statusOf(card)` says what is known of a card.
 */
class Accusation {
  #cards;
  #categories;
  #calls;
  #three = Dom.byId("accuse-three");
  #sure = Dom.byId("accuse-sure");
  #go = Dom.byId("accuse-go");
  #dialog = Dom.byId("accuse");

  constructor(cards, categories, calls) {
    this.#cards = cards;
    this.#categories = categories;
    this.#calls = calls;
    this.#three.addEventListener("change", () => this.#say());
    this.#sure.addEventListener("change", () => this.#go.setAttribute("aria-disabled", !this.#sure.checked));
    Dom.byId("accuse-cancel").addEventListener("click", () => this.#dialog.close());
    this.#go.addEventListener("click", () => this.#accuse());
  }

  open(best) {
    const { statusOf } = this.#calls;
    const groups = this.#categories.map(([name, all], place) => {
      const chosen = best?.[place] ?? all.find((card) => statusOf(card).kind === "open");
      return this.#cards.choice(name, all, statusOf, chosen, `accuse-${name}`);
    });
    Dom.fill(this.#three, ...groups);
    this.#sure.checked = false;
    this.#go.setAttribute("aria-disabled", "true");
    this.#say();
    this.#dialog.showModal();
  }

  #accused() {
    return [...this.#three.children].map(Cards.chosen);
  }

  #say() {
    const [suspect, weapon, room] = this.#accused();
    Dom.byId("accuse-said").textContent = Dom.prose(`it was ${suspect} with the ${weapon} in the ${room}.`);
  }

  #accuse() {
    if (!this.#sure.checked) return;
    this.#dialog.close();
    this.#calls.accuse(this.#accused());
  }
}
