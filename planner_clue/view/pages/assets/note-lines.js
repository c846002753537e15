/**
 * The lines of notes, each of which can be corrected in place or deleted.
 *
 *   const lines = new NoteLines(element, {
 *     write: async (number, before, text) => answer,
 *     remove: async (number, before) => answer,
 *   });
 *   lines.show([{number, text, kind, problem}, ...]);     see planner_clue.people.assist.server
 *   lines.edit(5);                                        open line 5
 *
 * Both functions return {said} or {error}.
 */
class NoteLines {
  #element;
  #calls;
  #lines = [];
  #made = new Map();
  #editing = null;

  constructor(element, calls) {
    this.#element = element;
    this.#calls = calls;
  }

  /** Show these lines; a line that is being corrected stays as it is. */
  show(lines) {
    const grew = lines.length > this.#lines.length;
    this.#lines = lines;
    const open = this.#editing;
    if (open && lines[open.number - 1]?.text !== open.before) this.#editing = null;
    this.#put(lines.map((line) => this.#row(line)));
    if (grew) this.#element.scrollTop = this.#element.scrollHeight;
  }

  /** Open a line to be corrected. */
  edit(number) {
    const line = this.#lines[number - 1];
    if (!line) return;
    this.#editing = { number, before: line.text, row: this.#editor(line) };
    this.show(this.#lines);
    const input = this.#editing.row.querySelector("input");
    input.scrollIntoView({ block: "nearest" });
    input.focus();
  }

  /** Put rows in their places; those that stay are not moved, which would lose their focus and their clicks. */
  #put(rows) {
    for (const row of [...this.#element.children]) {
      if (!rows.includes(row)) row.remove();
    }
    rows.forEach((row, place) => {
      const found = this.#element.children[place];
      if (found !== row) this.#element.insertBefore(row, found ?? null);
    });
  }

  #row(line) {
    if (this.#editing?.number === line.number) return this.#editing.row;
    const told = JSON.stringify(line);
    if (this.#made.has(told)) return this.#made.get(told);
    const row = Dom.make("li", { class: `${line.kind}${line.problem ? " wrong" : ""}` });
    row.dataset.number = line.number;
    this.#made.set(told, row);
    row.append(
      Dom.make("span", { class: "line-number" }, `${line.number}`),
      Dom.make("span", { class: "line-text" }, line.text || "\u00a0"),
      this.#tools(line),
    );
    if (line.problem) {
      row.append(Dom.make("p", { class: "what" }, `Does not count: ${line.problem.message}.`), this.#readings(line));
    }
    return row;
  }

  /** Return a button for each line that a wrong one may mean. */
  #readings(line) {
    const buttons = (line.problem.readings ?? []).map((text) => {
      const button = Dom.make("button", { type: "button" }, text);
      button.addEventListener("click", () => this.#calls.write(line.number, line.text, text));
      return button;
    });
    return Dom.make("div", { class: "ways" }, ...buttons);
  }

  #tools(line) {
    const tools = Dom.make("span", { class: "line-tools" });
    const edit = Dom.make("button", { type: "button", "aria-label": `Correct line ${line.number}` }, "Correct");
    edit.addEventListener("click", () => this.edit(line.number));
    tools.append(edit);
    if (line.kind !== "head") {
      const remove = Dom.make("button", { type: "button", "aria-label": `Delete line ${line.number}` }, "Delete");
      remove.addEventListener("click", () => this.#calls.remove(line.number, line.text));
      tools.append(remove);
    }
    return tools;
  }

  #editor(line) {
    const input = Dom.make("input", { type: "text", maxlength: 1000, "aria-label": `Line ${line.number}` });
    input.value = line.text;
    const said = Dom.make("p", { class: "what", role: "alert" });
    const cancel = Dom.make("button", { type: "button" }, "Cancel");
    const form = Dom.make("form", {}, input, Dom.make("button", { type: "submit", class: "strong" }, "Save"), cancel);
    const close = () => {
      this.#editing = null;
      this.show(this.#lines);
    };
    cancel.addEventListener("click", close);
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") close();
    });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await this.#calls.write(line.number, line.text, input.value);
      if (answer.error) said.textContent = `${answer.error}.`;
      else close();
    });
    return Dom.make("li", {}, Dom.make("span", { class: "line-number" }, `${line.number}`), form, said);
  }
}
