/**
 * The log of a game, turn by turn.
 *
 *   const log = new Log(element, (number) => `turn of ...`);   newest: true: the last turn on top
 *   log.append(number, turn, content, kind);   adds an event; text or elements
 *   log.cut(number);                           takes away events from this number on
 *   log.filter((number) => true);              hides the events that do not pass
 *   log.onPick((number) => ...);               somebody chose an event
 *
 * The tab key stops at one event; arrow keys go on from there.
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
  /** The event that happens now, and the one at which the tab key stops. */
  #present = null;
  #stop = null;

  constructor(element, heading, { newest = false } = {}) {
    this.#element = element;
    this.#heading = heading;
    this.#newest = newest;
    element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#reveal()).observe(element);
  }

  /** Call back with the number of an event that somebody chose. */
  onPick(callback) {
    this.#pick = callback;
  }

  /** Add an event at the end. */
  append(number, turn, content, kind) {
    if (turn !== this.#turn) this.#begin(turn, number);
    const button = Dom.make("button", { type: "button", class: `event ${kind}`, tabindex: -1 }, ...[content].flat());
    button.addEventListener("click", () => {
      this.#stopAt(button);
      this.#pick(number);
    });
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
    this.#stopAt(this.#stop);
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
    const last = this.#entries.at(-1)?.item.firstElementChild;
    if (!last || last === this.#present) return;
    this.#present?.removeAttribute("aria-current");
    this.#present = last;
    last.setAttribute("aria-current", "step");
    if (!this.#element.contains(document.activeElement)) this.#stopAt(last);
    this.#reveal();
  }

  #reveal() {
    this.#element.scrollTop = this.#newest ? 0 : this.#element.scrollHeight;
  }

  /** Let the tab key stop at an event, or at the last one that is shown where it is not. */
  #stopAt(button) {
    const isShown = button?.isConnected && !button.closest("[hidden]");
    const stop = isShown ? button : this.#entries.findLast(({ item }) => !item.hidden)?.item.firstElementChild;
    if (this.#stop) this.#stop.tabIndex = -1;
    this.#stop = stop ?? null;
    if (stop) stop.tabIndex = 0;
    return stop;
  }

  #key(event) {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const all = [...this.#element.querySelectorAll(".event")].filter((one) => !one.closest("[hidden]"));
    const next = all[all.indexOf(event.target.closest(".event")) + way];
    if (next) this.#stopAt(next).focus();
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
