/**
 * The log of a game, turn by turn.
 *
 *   const log = new Log(element, (number) => `turn of ...`);
 *   log.append(number, turn, text, kind);   adds an event
 *   log.cut(number);                        takes away events from this number on
 *   log.onPick((number) => ...);            somebody chose an event
 */
class Log {
  #element;
  #heading;
  #entries = [];
  #turn = null;
  #list = null;
  #pick = () => {};

  constructor(element, heading) {
    this.#element = element;
    this.#heading = heading;
  }

  /** Call back with the number of an event that somebody chose. */
  onPick(callback) {
    this.#pick = callback;
  }

  /** Add an event at the end. */
  append(number, turn, text, kind) {
    if (turn !== this.#turn) this.#begin(turn, number);
    const button = Dom.make("button", { type: "button", class: `event ${kind}` }, text);
    button.addEventListener("click", () => this.#pick(number));
    const item = Dom.make("li", {}, button);
    this.#list.append(item);
    this.#entries.push({ number, turn, item, list: this.#list });
  }

  /** Take away the events from `number` on. */
  cut(number) {
    while (this.#entries.length && this.#entries.at(-1).number >= number) {
      const { item, list } = this.#entries.pop();
      item.remove();
      if (!list.children.length) list.parentElement.remove();
    }
    const last = this.#entries.at(-1);
    this.#turn = last ? last.turn : null;
    this.#list = last ? last.list : null;
  }

  /** The number of the last event that is shown; -1 if none is. */
  get last() {
    return this.#entries.length ? this.#entries.at(-1).number : -1;
  }

  /** Mark the last event as the present one, and bring it into sight inside the log. */
  settle() {
    this.#element.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const last = this.#entries.at(-1);
    if (!last) return;
    last.item.firstElementChild.setAttribute("aria-current", "step");
    this.#element.scrollTop = this.#element.scrollHeight;
  }

  #begin(turn, number) {
    this.#turn = turn;
    this.#list = Dom.make("ol");
    const heading = Dom.make("h3", {}, ...[this.#heading(turn, number)].flat());
    this.#element.append(Dom.make("div", { class: "turn" }, heading, this.#list));
  }
}
