/**
 * The log of a game, turn by turn.
 *
 *   const log = new Log(element, (number) => `turn of ...`);   newest: true: the last turn on top
 *   log.append(number, turn, content, kind);   adds an event; text or elements
 *   log.cut(number);                           takes away events from this number on
 *   log.filter((number) => true);              hides the events that do not pass
 *   log.onPick((number) => ...);               somebody chose an event
 */
class Log {
  #element;
  #heading;
  #newest;
  #entries = [];
  #turn = null;
  #list = null;
  #passes = () => true;
  #pick = () => {};

  constructor(element, heading, { newest = false } = {}) {
    this.#element = element;
    this.#heading = heading;
    this.#newest = newest;
  }

  /** Call back with the number of an event that somebody chose. */
  onPick(callback) {
    this.#pick = callback;
  }

  /** Add an event at the end. */
  append(number, turn, content, kind) {
    if (turn !== this.#turn) this.#begin(turn, number);
    const button = Dom.make("button", { type: "button", class: `event ${kind}` }, ...[content].flat());
    button.addEventListener("click", () => this.#pick(number));
    const item = Dom.make("li", {}, button);
    this.#list.append(item);
    const entry = { number, turn, item, list: this.#list };
    this.#entries.push(entry);
    this.#hide(entry);
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

  /** Show only the events whose number passes. */
  filter(passes) {
    this.#passes = passes;
    this.#entries.forEach((entry) => this.#hide(entry));
  }

  #hide(entry) {
    entry.item.hidden = !this.#passes(entry.number);
    entry.list.parentElement.hidden = [...entry.list.children].every((item) => item.hidden);
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
    this.#element.scrollTop = this.#newest ? 0 : this.#element.scrollHeight;
  }

  #begin(turn, number) {
    this.#turn = turn;
    this.#list = Dom.make("ol");
    const heading = Dom.make("h3", {}, ...[this.#heading(turn, number)].flat());
    const block = Dom.make("div", { class: "turn" }, heading, this.#list);
    if (this.#newest) this.#element.prepend(block);
    else this.#element.append(block);
  }
}
