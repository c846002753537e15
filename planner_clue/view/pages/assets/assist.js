/** The page of notes at a real table: puts the parts together. The state is described in assist/. */
(() => {
  const entry = Dom.byId("entry");
  const complaint = Dom.byId("complaint");
  const lines = new NoteLines(Dom.byId("lines"), {
    write: (number, before, text) => post("write", { number, before, text }),
    remove: async (number, before) => complainOfClick(await post("delete", { number, before })),
  });
  const taps = new NoteTaps(Dom.byId("taps"), writeTapped, () => state?.known && showNotebook(state.known));
  const setup = new NoteSetup(Dom.byId("setup"), async (text) => complainOf(await post("write", { text }), text));
  let isAdding = false;
  let notebook = null;
  let notebookOf = "";
  let state = null;
  let board = null;
  let boardName = null;
  let checking = 0;

  // -- talking with the program -------------------------------------------------------------

  async function post(path, body = {}) {
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      return await answer.json();
    } catch {
      Dom.gone(true);
      return { error: "the program cannot be reached" };
    }
  }

  function listen() {
    const live = new EventSource("live");
    live.addEventListener("message", (event) => {
      Dom.gone(false);
      show(JSON.parse(event.data));
    });
    live.addEventListener("error", () => {
      live.close();
      Dom.gone(true);
    });
  }

  // -- writing lines ------------------------------------------------------------------------

  async function add(keep = false) {
    const text = entry.value.trim();
    if (!text || isAdding) return;
    checking += 1;
    isAdding = true;
    const answer = await post("write", { text, keep });
    isAdding = false;
    if (answer.error) {
      complainOf(answer, text);
      return;
    }
    entry.value = "";
    Dom.fill(complaint);
    entry.focus();
  }

  /** Write a line that was tapped; return what is wrong with one that is refused, and the remedies. */
  async function writeTapped(text, keep = false) {
    const answer = await post("write", { text, keep });
    if (!answer.error) return null;
    const asText = () => {
      taps.clear();
      entry.value = text;
      entry.focus();
      check();
    };
    return [told(answer), ways(answer, () => taps.finish(text, true), asText)];
  }

  /** Say what is wrong with a line while it is written, once the person pauses. */
  function check() {
    checking += 1;
    const number = checking;
    setTimeout(async () => {
      if (number !== checking || state?.question) return;
      const text = entry.value;
      const answer = await post("check", { text });
      if (number !== checking) return;
      if (answer.said) complainOf({ error: answer.said.message, ...answer.said }, text);
      else Dom.fill(complaint);
    }, 500);
  }

  /** Show what is wrong with a typed line, the words it is about, and what can be done. */
  function complainOf(answer, text = "") {
    if (!answer.error) return Dom.fill(complaint);
    return Dom.fill(complaint, marked(answer, text), told(answer), ways(answer, () => add(true)));
  }

  /** Say in the bar what could not be done with a button or on the board. */
  function complainOfClick(answer) {
    if (!state.known) return complainOf(answer);
    return answer.error ? taps.complain(told(answer)) : taps.complain();
  }

  const told = (answer) => Dom.make("p", { role: "alert" }, `${Dom.sentence(answer.error)}.`);

  function marked(answer, text) {
    if (typeof answer.start !== "number" || !text) return null;
    const { start, end } = answer;
    const words = Dom.make("mark", {}, text.slice(start, end) || "\u00a0");
    return Dom.make("p", {}, text.slice(0, start), words, text.slice(end));
  }

  /** Return buttons: correct a line that contradicts this one, keep this one, edit it as text. */
  function ways(answer, keep, asText = null) {
    const made = (answer.against ?? []).map((number) => [`Correct line ${number}`, () => lines.edit(number)]);
    if (answer.against) made.push(["Write it down all the same", keep]);
    if (asText) made.push(["Edit as text", asText]);
    for (const text of answer.readings ?? []) made.push([text, () => ((entry.value = text), add())]);
    if (!made.length) return "";
    const buttons = made.map(([label, action]) => {
      const button = Dom.make("button", { type: "button" }, label);
      button.addEventListener("click", action);
      return button;
    });
    return Dom.make("div", { class: "ways" }, ...buttons);
  }

  // -- showing ------------------------------------------------------------------------------

  function show(now) {
    state = now;
    const { known, question } = now;
    Dom.byId("file").textContent = `Every line is saved in ${now.file} at once.`;
    Dom.byId("entry-label").textContent = question ? question.text : "Next line";
    entry.placeholder = known ? example(known) : "";
    setup.ask(question);
    lines.show(now.lines);
    for (const id of ["board-card", "next-card", "notebook-card", "news"]) {
      Dom.byId(id).hidden = !known;
    }
    if (!known) return;
    Dom.fill(Dom.byId("news"), ...known.news.map((said) => Dom.make("li", {}, said)));
    taps.offer(known);
    showNotebook(known);
    showNext(known);
    showBoard(known);
  }

  /** Return a line as it could be written at this table. */
  function example({ categories, players, me }) {
    const [asker, shower = "I"] = players.filter((_, seat) => seat !== me);
    return `${asker}: ${categories.map(([, cards]) => cards[0]).join(", ")}, ${shower} showed`;
  }

  function showNotebook(known) {
    const made = JSON.stringify([known.categories, known.holders]);
    if (made !== notebookOf) {
      notebookOf = made;
      Dom.writeCards(known.categories);
      Dom.fill(Dom.byId("notebook"));
      const element = Dom.make("div");
      Dom.byId("notebook").append(element);
      notebook = new Notebook(element, known.categories, known.holders);
      notebook.onCard((card) => taps.tap(card, null));
      notebook.onHolder((seat) => taps.tap(null, seat));
      notebook.onMark(async (card, holder) => {
        const answer = await post("why", { card, holder });
        const said = answer.error ? [answer.error] : answer.said;
        Dom.fill(Dom.byId("why"), ...said.map((sentence) => Dom.make("p", {}, sentence)));
      });
    }
    notebook.show(known.notebook, { chosen: taps.chosen });
  }

  /** Show one advice, that of the plan, and the table of rooms with what it is sorted by. */
  function showNext(known) {
    const { plan, advice } = known;
    const accuse = known.accuse ? Dom.make("p", { class: "flag" }, known.accuse) : null;
    if (!advice.length) {
      Dom.fill(Dom.byId("next"), accuse ?? Dom.make("p", {}, "The case file is certain."));
      return;
    }
    const step = plan?.next;
    const headline = step ? `${Dom.sentence(Dom.prose(step.how))}, and suggest ${step.suggestion.join(", ")}.` : "The planner is planning …";
    Dom.fill(
      Dom.byId("next"),
      accuse,
      Dom.make("p", { class: "do" }, headline),
      Dom.make("p", { class: "small" }, known.place),
      ...(plan ? planned(plan) : []),
      step ? table(advice, step) : null,
    );
  }

  function table(advice, step) {
    const heads = ["room", "suggest", "turns until then", "from then to the solution"];
    const head = Dom.make("tr", {}, ...heads.map((name, place) => Dom.make("th", { scope: "col", class: place > 1 ? "turns" : null }, name)));
    const rows = advice.map(({ suggestion: [suspect, weapon, room], way, left }) => {
      const isPlanned = room === step.suggestion[2];
      return Dom.make(
        "tr",
        { class: isPlanned ? "planned" : null },
        Dom.make("th", { scope: "row" }, room, isPlanned ? " (plan)" : ""),
        Dom.make("td", {}, `${suspect}, ${weapon}`),
        Dom.make("td", { class: "turns" }, way.toFixed(1)),
        Dom.make("td", { class: "turns" }, `+ ${left.toFixed(1)}`),
      );
    });
    const caption = Dom.make("caption", {}, step.why);
    return Dom.make("table", {}, caption, Dom.make("thead", {}, head), Dom.make("tbody", {}, ...rows));
  }

  function planned(plan) {
    const steps = plan.steps.map((step) => Dom.make("li", {}, Dom.sentence(step)));
    const said = [Dom.make("h3", {}, "Plan"), Dom.make("ol", {}, ...steps), Dom.make("p", {}, plan.assumes)];
    if (!plan.more.length) return said;
    const why = plan.more.map((sentence) => Dom.make("p", {}, sentence));
    return [...said, Dom.make("details", {}, Dom.make("summary", {}, "Why this plan"), ...why)];
  }

  // -- the board ------------------------------------------------------------------------------

  async function showBoard(known) {
    Dom.byId("board-card").hidden = !known.board;
    if (!known.board) return;
    if (boardName !== known.board) {
      boardName = known.board;
      const { said } = await post("board");
      if (!said?.svg) return;
      const parsed = new DOMParser().parseFromString(said.svg, "image/svg+xml");
      const svg = document.importNode(parsed.documentElement, true);
      Dom.fill(Dom.byId("board"), svg);
      board = new Board(svg, said.spots);
      board.onPick(put);
      svg.addEventListener("click", (event) => {
        const token = event.target.closest(".token");
        if (token) choose(token.dataset.suspect);
      });
      const suspects = state.known.categories[0][1];
      Dom.options(Dom.byId("token"), [["", "none"], ...suspects.map((name) => [name, name])]);
    }
    drawBoard();
  }

  function drawBoard() {
    if (!board || !state?.known) return;
    board.show(state.known.tokens);
    const hot = Dom.byId("heat").checked ? state.known.heat : null;
    board.heat(hot);
    Dom.fill(Dom.byId("legend"), hot ? "Probability that the room is in the case file: " : null, hot ? Board.legend(Object.keys(hot).length) : null);
    board.route(Dom.byId("route").checked ? (state.known.plan?.route ?? []) : []);
  }

  function choose(suspect) {
    Dom.byId("token").value = suspect;
    for (const token of document.querySelectorAll("#board .token")) {
      token.classList.toggle("chosen", token.dataset.suspect === suspect);
    }
    board.highlight(suspect ? Object.keys(state.known.heat) : []);
  }

  async function put(place) {
    const suspect = Dom.byId("token").value;
    if (!suspect) return;
    choose("");
    const where = typeof place === "string" ? place : place.join(",");
    complainOfClick(await post("write", { text: `${suspect} at ${where}` }));
  }

  // -- buttons --------------------------------------------------------------------------------

  Dom.byId("form").addEventListener("submit", (event) => {
    event.preventDefault();
    add();
  });
  entry.addEventListener("input", check);
  entry.addEventListener("paste", async (event) => {
    const text = event.clipboardData.getData("text").trim();
    if (!text.includes("\n")) return;
    event.preventDefault();
    complainOf(await post("paste", { text }));
  });
  Dom.byId("undo").addEventListener("click", async () => complainOfClick(await post("undo")));
  Dom.byId("help-button").addEventListener("click", () => Dom.byId("help").showModal());
  Dom.byId("again").addEventListener("click", listen);
  Dom.byId("token").addEventListener("change", (event) => choose(event.target.value));
  for (const id of ["heat", "route"]) Dom.byId(id).addEventListener("change", drawBoard);
  Dom.themeButton(Dom.byId("theme"));
  listen();
  entry.focus();
})();
