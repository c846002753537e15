/** The page of a game that is being played. Its data is described in planner_clue/play/server.py. */
(() => {
  const data = JSON.parse(Dom.byId("data").textContent);
  const { names, seat: me } = data;
  const holders = [...names.map((name, seat) => (seat === me ? `${name} (you)` : name)), "case file"];
  const svg = document.querySelector("#board svg");
  const board = svg ? new Board(svg, data.spots) : null;
  const notebook = new Notebook(Dom.byId("notebook"), data.categories, holders);
  const log = new Log(Dom.byId("log"), headingOf);
  const decision = new Decision(Dom.byId("decision"), data.categories, { choose, accuse: openAccusation });
  const undo = always("Undo", () => post("undo", { number: state.number }));
  const hint = always("Hint", () => {
    asksHint = true;
    post("hint", { number: state.number });
  });
  const more = Dom.make("span", { class: "always" }, hint, undo);
  let state = null;
  let shown = [];
  let offered = "";
  let peek = null;
  let busy = false;
  let hinted = "";
  let asksHint = false;
  let wasOver = false;

  // -- talking with the program ---------------------------------------------------------------

  /** Send something; say what is wrong if it is refused. */
  async function post(path, body) {
    try {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
      const said = await answer.json();
      complain(said.error ? `${Dom.sentence(said.error)}.` : "");
      return said;
    } catch {
      Dom.gone(true);
      return { error: "unreachable" };
    }
  }

  async function choose(choice) {
    if (busy || !state?.options) return;
    busy = true;
    await post("choose", { number: state.number, choice });
    busy = false;
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

  function complain(text) {
    Dom.byId("complaint").textContent = text;
    Dom.byId("complaint").hidden = !text;
  }

  // -- showing ----------------------------------------------------------------------------------

  function show(now) {
    const changed = !state || state.number !== now.number;
    state = now;
    if (changed) peekAt(null);
    Dom.byId("trouble").hidden = !now.trouble;
    Dom.byId("trouble").textContent = now.trouble ? `The game cannot go on: ${now.trouble}. It is saved.` : "";
    showLog();
    showBoard();
    showNotebook();
    showDecision();
    showHint();
    showOver();
    document.body.dataset.number = now.number;
  }

  function placesAt(number) {
    return state.frames.slice(0, number + 1).reduce((now, frame) => ({ ...now, ...frame.moves }), {});
  }

  function headingOf(turn, number) {
    if (!turn) return "Before the first turn";
    const whose = names[state.frames[number].whose];
    const dot = Dom.make("span", { class: "dot", "aria-hidden": "true" });
    dot.dataset.suspect = whose;
    return [dot, `Turn ${turn}, ${whose}${state.frames[number].whose === me ? " (you)" : ""}`];
  }

  /** Add what is new; after an undo, take away what is no longer so. */
  function showLog() {
    const texts = state.frames.map((frame) => frame.text);
    let same = 0;
    while (same < shown.length && shown[same] === texts[same]) same += 1;
    if (same < shown.length) log.cut(same);
    for (let next = same; next < texts.length; next += 1) {
      log.append(next, state.frames[next].turn, texts[next], state.frames[next].kind);
    }
    shown = texts;
    log.settle();
  }

  function showBoard() {
    if (!board) return;
    board.show(placesAt(peek ?? state.frames.length - 1));
    const options = state.options;
    const moves = peek === null && options?.decision === "move" ? [...options.rooms, ...options.squares] : [];
    board.highlight(moves);
    const rooms = data.categories.at(-1)[1];
    const hot = Dom.byId("heat").checked && state.notebook;
    board.heat(hot ? Object.fromEntries(rooms.map((room) => [room, state.notebook.cards[room].at(-1)])) : null);
  }

  /** Show the board as it was after an event; null: as it is. */
  function peekAt(number) {
    peek = number;
    Dom.byId("peek").hidden = number === null;
    if (number !== null) Dom.byId("peek-text").textContent = `The board after: ${state.frames[number].text}.`;
    if (number !== null) showBoard();
  }

  function showNotebook() {
    Dom.byId("by-hand").checked = state.by_hand;
    Dom.byId("heat").closest("label").hidden = !board || state.by_hand;
    const focused = document.activeElement?.closest("#notebook") ? document.activeElement.getAttribute("aria-label") : null;
    if (state.by_hand) notebook.show(...marked());
    else notebook.show(state.notebook, { caption: `What follows from what ${names[me]} has seen: ✓ has the card, – does not have it, else the probability in percent. Choose a cell to see why.` });
    if (focused) Dom.byId("notebook").querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Return the notebook with nothing but the person's own hand and marks. */
  function marked() {
    const cards = {};
    const marks = {};
    for (const card of data.categories.flatMap(([, all]) => all)) {
      const own = data.hand.includes(card);
      cards[card] = holders.map((_, place) => (own ? (place === me ? 1000 : 0) : place === me ? 0 : null));
    }
    for (const [card, holder, mark] of state.marks) {
      const place = holder === "case" ? names.length : Number(holder);
      cards[card][place] = { yes: 1000, no: 0 }[mark] ?? null;
      if (mark === "maybe") (marks[card] ??= {})[place] = "?";
    }
    const caption = "Your own notes: choose a cell to mark it ✓, –, ?, or nothing.";
    return [{ cards }, { caption, marks }];
  }

  async function chosenCell(card, place) {
    const holder = place === names.length ? "case" : `${place}`;
    if (!state.by_hand) {
      const answer = await post("why", { card, holder });
      Dom.fill(Dom.byId("why"), ...(answer.said ?? []).map((sentence) => Dom.make("p", {}, Dom.sentence(sentence))));
      return;
    }
    const old = state.marks.find(([c, h]) => c === card && h === holder)?.[2] ?? null;
    const next = { null: "yes", yes: "no", no: "maybe", maybe: null };
    await post("note", { card, holder, mark: next[`${old}`] });
  }

  function showDecision() {
    const last = state.frames.at(-1);
    Dom.byId("now").textContent = asked();
    Dom.byId("now-where").textContent = last.turn ? `Turn ${last.turn}` : "Start";
    hint.hidden = !state.options;
    undo.setAttribute("aria-disabled", Boolean(state.undo));
    undo.title = state.undo ? `Nothing to undo: ${state.undo}` : "";
    undo.hidden = Boolean(state.over);
    const key = JSON.stringify([state.number, state.options]);
    if (key === offered) return;
    const first = offered === "";
    const inside = Dom.byId("decision").contains(document.activeElement) || document.activeElement === document.body;
    offered = key;
    complain("");
    decision.show(state.options, more);
    if (state.options && inside && !first) decision.focus();
  }

  /** Say what the person has to decide, or what the others do, and what happened last. */
  function asked() {
    const last = state.frames.at(-1);
    if (state.over) return `The game is over. ${state.over.text}`;
    const options = state.options;
    if (!options) {
      const waits = last.kind === "suggest" ? "the others answer" : "the others play";
      return `${Dom.sentence(last.text)} — ${waits} …`;
    }
    const heard = last.whose === me && last.seat === me ? "" : `${Dom.sentence(last.text)}. `;
    switch (options.decision) {
      case "begin":
        return `${heard}Your turn.`;
      case "move":
        return `You rolled ${options.dice.join(" + ")}. Where to?`;
      case "suggest":
        return `You are in the ${options.room}: suggest whom, with what?`;
      case "show":
        return `${Dom.sentence(names[options.to])} suggests ${options.suggestion.join(", ")}. Which card do you show?`;
      default:
        return `${heard}Accuse, or end your turn?`;
    }
  }

  function showHint() {
    const given = state.hint;
    Dom.byId("hint-card").hidden = !given;
    if (!given) return;
    if (given.thinking) {
      hinted = "";
      Dom.fill(Dom.byId("hint"), Dom.make("p", { class: "thinking" }, "planner is thinking"));
      return;
    }
    const key = JSON.stringify(given);
    if (key === hinted) return;
    hinted = key;
    const [does, ...why] = given.sentences.map((sentence) => Dom.make("p", {}, Dom.sentence(sentence)));
    const follow = Dom.make("button", { type: "button", id: "do-so" }, "Do so");
    follow.addEventListener("click", () => choose(given.choice));
    const rest = why.length > 2 ? Dom.make("details", {}, Dom.make("summary", {}, "More"), ...why.slice(2)) : null;
    Dom.fill(Dom.byId("hint"), does, ...why.slice(0, 2), rest, Object.keys(given.choice).length ? follow : null);
    if (asksHint) Dom.byId("hint-card").scrollIntoView({ block: "nearest" });
    asksHint = false;
  }

  function showOver() {
    const over = state.over;
    Dom.byId("over").hidden = !over;
    if (!over || wasOver) return;
    wasOver = true;
    more.hidden = true;
    const rows = [["case file", over.deal.case_file], ...names.map((name, seat) => [`${name} (${data.agents[seat]})`, over.deal.hands[seat]])];
    const table = Dom.make("table", {}, ...rows.map(([who, cards]) => Dom.make("tr", {}, Dom.make("th", { scope: "row" }, who), Dom.make("td", {}, cards.join(", ")))));
    const link = Dom.make("a", { href: "replay", target: "_blank", rel: "noopener" }, "See the game again, with everybody's cards and plans");
    Dom.fill(Dom.byId("over-text"), Dom.make("p", {}, over.text), table, Dom.make("p", {}, link));
    Dom.byId("over").scrollIntoView({ block: "start" });
  }

  // -- accusing -----------------------------------------------------------------------------------

  function openAccusation() {
    const [best] = state.notebook?.best ?? [];
    ["suspect", "weapon", "room"].forEach((name, place) => {
      const select = Dom.byId(`accuse-${name}`);
      Dom.options(select, data.categories[place][1].map((card) => [card, card]));
      if (best) select.value = best[0][place];
    });
    Dom.byId("accuse-sure").checked = false;
    Dom.byId("accuse-go").setAttribute("aria-disabled", "true");
    Dom.byId("accuse").showModal();
  }

  function accuse() {
    if (!Dom.byId("accuse-sure").checked) return;
    Dom.byId("accuse").close();
    choose({ accuse: ["suspect", "weapon", "room"].map((name) => Dom.byId(`accuse-${name}`).value) });
  }

  // -- buttons --------------------------------------------------------------------------------------

  function always(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }

  function setUpPage() {
    Dom.byId("title").textContent = `You are ${names[me]}`;
    const players = names.map((name, seat) => `${name} (${seat === me ? "you" : data.agents[seat]}, ${data.hand_sizes[seat]} cards)`);
    Dom.byId("subtitle").textContent = `${players.join(", ")}. The game is saved in ${data.file}.`;
    Dom.byId("resume").textContent = `planner-clue play --resume ${data.file}`;
    Dom.byId("board-card").hidden = !board;
    document.body.classList.toggle("no-board", !board);
    Dom.fill(Dom.byId("hand"), ...data.hand.map((card) => Dom.make("li", {}, card)));
  }

  function setUpButtons() {
    board?.onPick((place) => {
      const options = state?.options;
      if (peek !== null || options?.decision !== "move") return;
      const places = [...options.rooms, ...options.squares].map(String);
      if (places.includes(`${place}`)) choose({ move: place });
      else complain("That place is out of reach.");
    });
    log.onPick((number) => board && peekAt(number));
    notebook.onMark(chosenCell);
    Dom.byId("peek-end").addEventListener("click", () => {
      peekAt(null);
      showBoard();
    });
    Dom.byId("heat").addEventListener("change", showBoard);
    Dom.byId("by-hand").addEventListener("change", (event) => {
      Dom.fill(Dom.byId("why"));
      post("note", { by_hand: event.target.checked });
    });
    Dom.byId("again").addEventListener("click", listen);
    Dom.byId("accuse-cancel").addEventListener("click", () => Dom.byId("accuse").close());
    Dom.byId("accuse-go").addEventListener("click", accuse);
    Dom.byId("accuse-sure").addEventListener("change", (event) => {
      Dom.byId("accuse-go").setAttribute("aria-disabled", !event.target.checked);
    });
    Dom.byId("help-button").addEventListener("click", () => Dom.byId("help").showModal());
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector("dialog[open]") || event.target.closest("select, input")) return;
      if (event.key === "?") Dom.byId("help").showModal();
      if (event.key.toLowerCase() === "h" && !hint.hidden) hint.click();
      if (event.key.toLowerCase() === "u") undo.click();
    });
  }

  setUpPage();
  Dom.themeButton(Dom.byId("theme"));
  setUpButtons();
  listen();
})();
