/**
 * A detective notebook: a table of who holds which card, certainly or probably.
 *
 *   const notebook = new Notebook(element, categories, holders);
 *   notebook.show({cards: {rope: [0, 1000, 0, 0], ...}, best: [...], files: 41, about: false});
 *
 * `categories` are pairs of a name and its cards; `holders` are names, the case file last. The
 * second argument of show() may say more:
 *
 *   {caption: "...", truth: {rope: 1}, certain: false, case: {rope: 312}, marks: {...},
 *    chosen: {cards: ["rope"], holders: [1]}}
 *
 * `truth` has the true holder of cards, by place; `certain: false` says that 0 and 1000 are
 * only rounded; `case` adds a column. A chance of null leaves a cell empty. `onMark(callback)`
 * lets cells be chosen, and `marks` has what to write there by hand: {rope: {1: "?"}};
 * `onCard(callback)` and `onHolder(callback)` let names be chosen, and `chosen` has those that are.
 * Then the table is a grid: one stop of the tab key, and arrow keys inside.
 */
class Notebook {
  #element;
  #categories;
  #holders;
  #mark = null;
  #pickCard = null;
  #pickHolder = null;
  /** Row and column of the cell at which the tab key stops. */
  #at = [1, 0];
  /** What is shown, part by part, as JSON. */
  #shown = {};

  constructor(element, categories, holders) {
    this.#element = element;
    this.#categories = categories;
    this.#holders = holders;
    element.addEventListener("click", (event) => this.#choose(event.target.closest(".choosable")));
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Call back with a card and the place of a holder when somebody chooses a cell. */
  onMark(callback) {
    this.#mark = callback;
  }

  /** Call back with a card when somebody chooses its name. */
  onCard(callback) {
    this.#pickCard = callback;
  }

  /** Call back with the place of a holder when somebody chooses its name. */
  onHolder(callback) {
    this.#pickHolder = callback;
  }

  /** Show one moment. */
  show(moment, more = {}) {
    const hadFocus = this.#element.contains(document.activeElement) && document.activeElement !== this.#element;
    this.#lay(more);
    for (const card of this.#categories.flatMap(([, cards]) => cards)) {
      const key = [moment.cards[card], more.marks?.[card], more.chosen?.cards.includes(card), more.case?.[card]];
      if (this.#isNew(card, [...key, more.truth?.[card], more.certain])) {
        const row = this.#row(card, moment.cards[card], more);
        this.#element.querySelector(`tr[data-card="${CSS.escape(card)}"]`).replaceWith(row);
      }
    }
    if (this.#isNew("below", [moment.best, moment.files, moment.chooses, moment.about])) {
      const parts = [this.#best(moment), this.#chooses(moment), this.#about(moment)];
      Dom.fill(this.#element.lastElementChild, ...parts);
    }
    if (!this.#mark && !this.#pickCard) return;
    this.#stopAt(...this.#at);
    if (hadFocus) this.#element.querySelector('[tabindex="0"]')?.focus();
  }

  /** Return whether a part of the notebook is not what is shown. */
  #isNew(part, data) {
    const now = JSON.stringify(data);
    const isNew = this.#shown[part] !== now;
    this.#shown[part] = now;
    return isNew;
  }

  /** Make the table without what is in its rows, unless it is there. */
  #lay(more) {
    const columns = this.#holders.length + (more.case ? 1 : 0);
    const isThere = this.#element.querySelector("table.notebook");
    if (!this.#isNew("table", [columns, more.caption, more.chosen?.holders]) && isThere) return;
    this.#shown = { table: this.#shown.table };
    const table = Dom.make("table", { class: "notebook" });
    table.dataset.columns = columns;
    if (more.caption) table.append(Dom.make("caption", {}, more.caption));
    table.append(this.#head(more));
    for (const [category, cards] of this.#categories) {
      const rows = cards.map((card) => Dom.make("tr", { "data-card": card }));
      const name = Dom.make("th", { scope: "rowgroup", colspan: columns + 1 }, `${category}s`);
      table.append(Dom.make("tbody", {}, Dom.make("tr", { class: "category" }, name), ...rows));
    }
    Dom.fill(this.#element, table, Dom.make("div", { class: "below" }));
    if (!this.#mark && !this.#pickCard) return;
    table.setAttribute("role", "grid");
    table.setAttribute("aria-label", "Notebook: arrow keys go from cell to cell, Enter chooses one");
  }

  // -- choosing ----------------------------------------------------------------------------------

  /** Return the cells in rows, without the names of categories. */
  #rows() {
    return [...this.#element.querySelectorAll("table.notebook tr:not(.category)")].map((row) => [...row.cells]);
  }

  /** Let the tab key stop at a cell that can be chosen, and at no other. */
  #stopAt(row, column) {
    for (const cell of this.#element.querySelectorAll(".choosable")) cell.tabIndex = -1;
    const cell = this.#rows()[row]?.[column];
    const stop = cell?.matches(".choosable") ? cell : this.#element.querySelector(".choosable");
    if (!stop) return null;
    this.#at = [row, column];
    stop.tabIndex = 0;
    return stop;
  }

  #key(event) {
    const cell = event.target.closest(".choosable");
    if (!cell || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = this.#rows();
    const row = rows.findIndex((cells) => cells.includes(cell));
    const column = rows[row].indexOf(cell);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key in steps) {
      const [down, across] = steps[event.key];
      const next = rows[row + down]?.[column + across];
      if (next?.matches(".choosable")) this.#stopAt(row + down, column + across).focus();
    } else if (event.key === "Enter" || event.key === " ") this.#choose(cell);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #choose(cell) {
    if (!cell) return;
    const rows = this.#rows();
    const row = rows.findIndex((cells) => cells.includes(cell));
    this.#stopAt(row, rows[row].indexOf(cell));
    const card = cell.closest("tr").dataset.card ?? null;
    const holder = cell.dataset.holder === undefined ? null : Number(cell.dataset.holder);
    if (card !== null && holder !== null) this.#mark?.(card, holder);
    else if (card !== null) this.#pickCard?.(card);
    else this.#pickHolder?.(holder);
  }

  // -- the table -----------------------------------------------------------------------------------

  #head(more) {
    const names = this.#holders.map((holder, place) => {
      const last = place === this.#holders.length - 1;
      const few = holder.endsWith("(you)") ? "you" : holder.slice(0, last ? 4 : 3);
      const short = Dom.make("span", { class: "short", "aria-hidden": "true" }, few);
      const long = Dom.make("span", { class: "long" }, holder);
      const head = Dom.make("th", { scope: "col", class: last ? "case" : null }, long, short);
      if (this.#pickHolder && !last) this.#choosable(head, more.chosen?.holders.includes(place)).dataset.holder = place;
      return head;
    });
    const extra = more.case ? Dom.make("th", { scope: "col" }, "plays as") : null;
    const card = Dom.make("th", { scope: "col" }, "card");
    return Dom.make("thead", {}, Dom.make("tr", {}, card, ...names, extra));
  }

  #row(card, chances, more) {
    const name = Dom.make("th", { scope: "row" }, card);
    if (this.#pickCard) this.#choosable(name, more.chosen?.cards.includes(card));
    const row = Dom.dress(Dom.make("tr", { "data-card": card }, name), card);
    if (more.certain !== false && chances.includes(1000)) row.classList.add("located");
    chances.forEach((chance, place) => row.append(this.#cell(card, place, chance, more)));
    if (more.case) row.append(this.#number(more.case[card]));
    return row;
  }

  #cell(card, place, chance, more) {
    const cell = more.certain === false ? this.#number(chance) : this.#judged(chance);
    if (place === this.#holders.length - 1) cell.classList.add("case");
    if (more.truth && more.truth[card] === place) {
      cell.classList.add("true");
      cell.append(Dom.spoken(", where it really is"));
    }
    const mark = more.marks?.[card]?.[place];
    if (mark) cell.append(Dom.make("span", { class: "mark" }, mark));
    if (this.#mark) this.#choosable(cell).dataset.holder = place;
    return cell;
  }

  #choosable(cell, isChosen = false) {
    cell.classList.add("choosable");
    if (isChosen) cell.setAttribute("aria-selected", "true");
    return cell;
  }

  /** Return a cell that tells what is certain from what is probable. */
  #judged(chance) {
    if (chance === 1000) {
      const tick = Dom.make("span", { "aria-hidden": "true" }, "✓");
      return Dom.make("td", { class: "yes" }, tick, Dom.spoken("has it"));
    }
    if (chance === null) return Dom.make("td", {});
    if (chance === 0) {
      const dash = Dom.make("span", { "aria-hidden": "true" }, "–");
      return Dom.make("td", { class: "no" }, dash, Dom.spoken("no"));
    }
    return this.#number(chance);
  }

  #number(chance) {
    const cell = Dom.make("td", { class: "maybe" }, Dom.percent(chance), Dom.spoken(" percent"));
    cell.style.setProperty("--chance", chance / 1000);
    return cell;
  }

  #best(moment) {
    if (!moment.best) return null;
    const rows = moment.best.map(([cards, chance]) => {
      const bar = Dom.make("span", { class: "bar", "aria-hidden": "true" });
      bar.style.setProperty("--chance", chance / 1000);
      const number = chance === 1000 ? "certain" : `${Dom.percent(chance, 1)} %`;
      const sum = Dom.make("span", { class: "number" }, number);
      return Dom.make("li", {}, bar, Dom.make("span", {}, cards.join(", ")), sum);
    });
    const left = moment.files - moment.best.length;
    const others = `and ${left} other case file${left === 1 ? "" : "s"}`;
    const more = left > 0 ? Dom.make("p", { class: "small" }, others) : null;
    const heading = Dom.make("h3", {}, "Most probable case files");
    return Dom.make("div", { class: "best" }, heading, Dom.make("ol", {}, ...rows), more);
  }

  /** Say how each other player seems to choose what it suggests. */
  #chooses(moment) {
    if (!moment.chooses) return null;
    const said = ([name, chance]) => `${name} (${Dom.percent(chance)} %)`;
    const rows = Object.entries(moment.chooses).map(([seat, [cards, rooms]]) => {
      const text = ` – suspects and weapons: ${said(cards)}; rooms: ${said(rooms)}`;
      return Dom.make("li", {}, Dom.make("b", {}, this.#holders[seat]), text);
    });
    const heading = Dom.make("h3", {}, "How the others seem to choose their suggestions");
    return Dom.make("div", { class: "chooses" }, heading, Dom.make("ul", {}, ...rows));
  }

  #about(moment) {
    if (!moment.about) return null;
    const said = "Probabilities are those of an earlier event; certain facts are up to date.";
    return Dom.make("p", { class: "small note" }, said);
  }
}
