/**
 * A detective notebook: a table of who holds which card, certainly or probably.
 *
 *   const notebook = new Notebook(element, categories, holders);
 *   notebook.show({cards: {rope: [0, 1000, 0, 0], ...}, best: [...], files: 41, about: false});
 *
 * `categories` are pairs of a name and its cards; `holders` are names, the case file last. The
 * second argument of show() may say more:
 *
 *   {caption: "...", truth: {rope: 1}, certain: false, case: {rope: 312}, marks: {...}}
 *
 * `truth` has the true holder of cards, by place; `certain: false` says that 0 and 1000 are
 * only rounded; `case` adds a column. `onMark(callback)` makes cells buttons, for marks by hand,
 * and `marks` has what to write there: {rope: {1: "?"}}. A chance of null leaves a cell empty.
 */
class Notebook {
  #element;
  #categories;
  #holders;
  #mark = null;
  #pick = null;

  constructor(element, categories, holders) {
    this.#element = element;
    this.#categories = categories;
    this.#holders = holders;
  }

  /** Call back with a card and the place of a holder when somebody chooses a cell. */
  onMark(callback) {
    this.#mark = callback;
  }

  /** Call back with a card when somebody chooses its name. */
  onCard(callback) {
    this.#pick = callback;
  }

  /** Show one moment. */
  show(moment, more = {}) {
    const table = Dom.make("table", { class: "notebook" });
    table.dataset.columns = this.#holders.length + (more.case ? 1 : 0);
    if (more.caption) table.append(Dom.make("caption", {}, more.caption));
    table.append(this.#head(more));
    for (const [category, cards] of this.#categories) {
      const rows = cards.map((card) => this.#row(card, moment.cards[card], more));
      const width = this.#holders.length + 1 + (more.case ? 1 : 0);
      const name = Dom.make("th", { scope: "rowgroup", colspan: width }, `${category}s`);
      table.append(Dom.make("tbody", {}, Dom.make("tr", { class: "category" }, name), ...rows));
    }
    const parts = [this.#best(moment), this.#chooses(moment), this.#about(moment)];
    Dom.fill(this.#element, table, ...parts);
  }

  #head(more) {
    const names = this.#holders.map((holder, place) => {
      const last = place === this.#holders.length - 1;
      const few = holder.slice(0, last ? 4 : 3);
      const short = Dom.make("span", { class: "short", "aria-hidden": "true" }, few);
      const long = Dom.make("span", { class: "long" }, holder);
      return Dom.make("th", { scope: "col", class: last ? "case" : null }, long, short);
    });
    const extra = more.case ? Dom.make("th", { scope: "col" }, "plays as") : null;
    const card = Dom.make("th", { scope: "col" }, "card");
    return Dom.make("thead", {}, Dom.make("tr", {}, card, ...names, extra));
  }

  #row(card, chances, more) {
    const name = Dom.make("th", { scope: "row" }, this.#pick ? this.#name(card) : card);
    const row = Dom.make("tr", {}, name);
    row.dataset.card = card;
    if (more.certain !== false && chances.includes(1000)) row.classList.add("located");
    chances.forEach((chance, place) => row.append(this.#cell(card, place, chance, more)));
    if (more.case) row.append(this.#number(more.case[card]));
    return row;
  }

  #name(card) {
    const button = Dom.make("button", { type: "button", class: "name" }, card);
    button.addEventListener("click", () => this.#pick(card));
    return button;
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
    if (!this.#mark) return cell;
    const label = `${card}, ${this.#holders[place]}`;
    const button = Dom.make("button", { type: "button", "aria-label": label });
    button.append(...cell.childNodes);
    button.addEventListener("click", () => this.#mark(card, place));
    Dom.fill(cell, button);
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
