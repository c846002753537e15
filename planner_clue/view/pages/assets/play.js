/** The page of a game that is being played. Its data is described in planner_clue/people/play/server.py. */
(async () => {
  const data = await Dom.data();
  const { names, called, labels, seat: me } = data;
  const isBoard = me < 0;
  if (!isBoard) labels[me] = `${called[me]} (you)`;
  const holders = [...called.map((name, seat) => (seat === me ? "you" : name)), "case file"];
  Dom.writeCards(data.categories);
  const rooms = data.categories.at(-1)[1];
  const cards = new Cards(data.signs);
  const svg = document.querySelector("#board svg");
  const board = svg ? new Board(svg, data.spots) : null;
  const notebook = new Notebook(Dom.byId("notebook"), data.categories, holders);
  const log = new Log(Dom.byId("log"), headingOf, { newest: true });
  const stage = new Stage(Dom.byId("scene"), cards, names, me, peekAt);
  const decision = new Decision(Dom.byId("decision"), { cards, categories: data.categories, statusOf, choose, accuse: () => accusation.open(state.notebook?.best[0]?.[0] ?? null) });
  const hints = new Hints(cards, { follow, route: (legs) => board?.route(legs) });
  const tones = new Tones();
  const program = new Program({ take, complain });
  const ending = new Ending(Dom.byId("over-text"), cards, data, program, peekAt);
  const accusation = new Accusation(cards, data.categories, { statusOf, accuse: (three) => choose({ accuse: three }) });
  const pace = new Pace({ show: present, done: settle });
  const undo = always("Undo", () => program.post("undo", { number: state.number }));
  const hint = always("Hint", () => {
    hints.isAsked = true;
    program.post("hint", { number: state.number });
  });
  const more = Dom.make("span", { class: "always" }, hint, undo);
  const standIns = Dom.make("div", { class: "stand-ins" });
  if (isBoard) Dom.byId("saved").after(standIns);
  const on = Dom.make("button", { type: "button", id: "on" }, "On ", Dom.make("kbd", {}, "Space"));
  const toNow = Dom.make("button", { type: "button", id: "to-now" }, "All at once");
  const going = Dom.make("span", { class: "always" }, on, toNow);
  let state = null;
  let story = null;
  let texts = [];
  let offered = "";
  let peek = null;
  let busy = false;
  let wasOver = false;
  let spaced = -1000;
  /** The seat that goes on, or null. */
  let acting = null;
  const only = { seat: null, card: "" };
  const { title } = document;

  // -- talking with the program ---------------------------------------------------------------

  async function choose(choice) {
    if (busy || !state?.options || pace.busy) return;
    busy = true;
    await program.post("choose", { number: state.number, choice });
    busy = false;
  }

  /** Do what was chosen elsewhere; the focus goes to what is to be decided next. */
  function follow(choice) {
    Dom.byId("decision").focus({ preventScroll: true });
    return choose(choice);
  }

  function complain(text) {
    Dom.byId("complaint").textContent = text;
    Dom.byId("complaint").hidden = !text;
  }

  // -- the state, and the events that lead to it -------------------------------------------------

  /** Take a state: show what came since the last one event by event, then what is to be decided. */
  function take(now) {
    if (now.table !== data.table) return location.reload();
    const first = state === null;
    if (!first && state.number !== now.number) peekAt(null);
    state = now;
    story = new Story(now.frames, called, me);
    Dom.byId("trouble").hidden = !now.trouble;
    Dom.byId("trouble").textContent = now.trouble ? `The game cannot go on: ${now.trouble}. It is saved.` : "";
    document.body.dataset.number = now.number;
    muteUndo();
    const fresh = now.frames.map(said);
    let same = 0;
    while (same < texts.length && texts[same] === fresh[same]) same += 1;
    if (same < texts.length) log.cut(same);
    texts = texts.slice(0, same);
    const isOld = first && (now.number > 0 || now.over);
    if (first || now.by_hand) showNotebook();
    if (isOld || same === 0) write(isOld ? fresh.length - 1 : 0);
    pace.follow(now.frames, isOld ? fresh.length - 1 : Math.max(texts.length - 1, 0));
  }

  /** Write the events up to frame `last` into the log. */
  function write(last) {
    for (let next = texts.length; next <= last; next += 1) {
      const frame = state.frames[next];
      texts.push(said(frame));
      log.append(next, frame.turn, wordsOf(frame), frame.kind);
      for (const remark of frame.remarks ?? []) log.append(next, frame.turn, remark, "remark");
    }
    log.settle();
  }

  /** Show one event, as it happens. */
  function present(number) {
    const frame = state.frames[number];
    write(number);
    tones.play(frame.kind);
    offered = "";
    complain("");
    board?.route([]);
    showBoard();
    if (frame.way) board?.walk(names[frame.seat], frame.way, pace.duration);
    sayNow(`${said(frame)}.`);
    Dom.byId("now-where").textContent = turnOf(frame);
    stage.show(story, state.frames, number);
    if (!state.undo) going.append(undo);
    muteUndo();
    decision.show(null, going);
    acting = frame.turn ? frame.whose : null;
    showPlayers();
  }

  /** Return an event in words, with who then left or came back. */
  function said(frame) {
    return [frame.text.replace(/\.$/, ""), ...(frame.remarks ?? [])].map(Dom.sentence).join(". ");
  }

  const sayNow = (text, kind = null) => Dom.fill(Dom.byId("now"), Dom.make("span", { class: kind }, text));

  /** Show what has to be decided now, or who is thought to go on. */
  function settle() {
    write(state.frames.length - 1);
    acting = state.waits ?? acting;
    showPlayers();
    document.title = state.options ? "Your turn - Clue" : title;
    showNotebook();
    showDecision();
    showBoard();
    hints.show(state.hint, data);
    showOver();
  }

  function placesAt(number) {
    return state.frames.slice(0, number + 1).reduce((now, frame) => ({ ...now, ...frame.moves }), {});
  }

  function turnOf(frame) {
    return frame.turn ? `Turn ${frame.turn}, ${frame.whose === me ? "yours" : called[frame.whose]}` : "Start";
  }

  /** Return whether a suggestion still waits for answers after a frame. */
  function isAsking(frame) {
    return ["suggest", "pass"].includes(frame.kind);
  }

  /** Return the turn that another player has begun after the person's own one; null if none has. */
  function begunBy(last) {
    const { waits, options, over } = state;
    if (options || over || waits === null || waits === me || last.whose !== me || isAsking(last)) return null;
    return `Turn ${last.turn + 1}, ${called[waits]}`;
  }

  function headingOf(turn, number) {
    if (!turn) return "Before the first turn";
    const whose = state.frames[number].whose;
    return [Dom.dot(names[whose]), `Turn ${turn}, ${whose === me ? "yours" : called[whose]}`];
  }

  /** Return an event for the log; the cards of a suggestion with their pictures. */
  function wordsOf(frame) {
    if (!["suggest", "accuse"].includes(frame.kind)) return frame.text;
    const asked = frame.cards.map((card) => Dom.make("span", { class: "mini" }, cards.sign(card), card));
    const does = frame.kind === "accuse" ? "accuse" : "suggest";
    const before = frame.seat === me ? `you ${does} ` : `${called[frame.seat]} ${does}s `;
    const after = frame.kind === "accuse" ? `: ${frame.correct ? "right" : "wrong"}` : "";
    return [before, ...asked, after];
  }

  // -- showing ----------------------------------------------------------------------------------

  function showBoard() {
    if (!board) return;
    const at = peek ?? pace.at;
    board.show(placesAt(at));
    board.asked(story.around(at)?.cards[2] ?? null);
    const options = state.options;
    const chooses = peek === null && !pace.busy && options?.decision === "move";
    board.highlight(chooses ? [...options.rooms, ...options.squares] : []);
    const hot = Dom.byId("heat").checked && state.notebook;
    board.heat(hot ? Object.fromEntries(rooms.map((room) => [room, state.notebook.cards[room].at(-1)])) : null);
    Dom.fill(Dom.byId("legend"), hot ? Board.legend(rooms.length) : null);
    if (Dom.byId("board").classList.contains("zoomed")) board.centre(Dom.byId("board"));
  }

  /** Show the board as it was after an event; null: as it is. */
  function peekAt(number) {
    peek = number;
    Dom.byId("peek").hidden = number === null;
    if (number === null) return;
    if (document.body.dataset.tab === "notebook") Dom.showTab("table");
    Dom.byId("peek-text").textContent = Dom.prose(`The board after: ${state.frames[number].text}.`);
    showBoard();
    Dom.byId("board-card").scrollIntoView({ block: "nearest" });
  }

  function backToNow() {
    peekAt(null);
    showBoard();
  }

  function showPlayers() {
    for (const button of Dom.byId("players").querySelectorAll("button")) {
      const seat = Number(button.dataset.seat);
      button.classList.toggle("turn", acting === seat);
      button.querySelector(".who").textContent = state.left.includes(seat) ? `planner for ${called[seat]}` : labels[seat];
      button.classList.toggle("out", state.out.includes(seat));
      button.setAttribute("aria-pressed", only.seat === seat);
    }
  }

  function filterLog() {
    log.filter((number) => {
      const frame = state.frames[number];
      const asked = story.around(number);
      const isOf = only.seat === null || [frame.seat, frame.whose, frame.to].includes(only.seat);
      return isOf && (!only.card || (frame.cards ?? asked?.cards ?? []).includes(only.card));
    });
    showPlayers();
  }

  function showNotebook() {
    if (isBoard) return;
    Dom.byId("by-hand").checked = state.by_hand;
    Dom.byId("heat").closest("label").hidden = !board || state.by_hand;
    if (state.by_hand) notebook.show(...marked());
    else notebook.show(state.notebook, { caption: "✓ has it, – does not, otherwise percent. Choose a cell to see why." });
    markAsked();
  }

  /** Return the notebook with nothing but the person's own hand and marks. */
  function marked() {
    const rows = {};
    const marks = {};
    for (const card of data.categories.flatMap(([, all]) => all)) {
      const own = data.hand.includes(card);
      rows[card] = holders.map((_, place) => (own ? (place === me ? 1000 : 0) : place === me ? 0 : null));
    }
    for (const [card, holder, mark] of state.marks) {
      const place = holder === "case" ? names.length : Number(holder);
      rows[card][place] = { yes: 1000, no: 0 }[mark] ?? null;
      if (mark === "maybe") (marks[card] ??= {})[place] = "?";
    }
    const caption = "Your own notes: choose a cell to mark it ✓, –, ?, or nothing.";
    return [{ cards: rows }, { caption, marks }];
  }

  /** Say what is known of a card: as far as the notebook does, also where it is kept by hand. */
  function statusOf(card) {
    if (data.hand.includes(card)) return { kind: "own", note: "yours" };
    const row = state.by_hand ? marked()[0].cards[card] : state.notebook.cards[card];
    if (row.at(-1) === 1000) return { kind: "case", note: "case file", chance: 1000 };
    const holder = row.indexOf(1000);
    if (holder >= 0) return { kind: "located", note: `${called[holder]} has it` };
    if (state.by_hand) return { kind: "open", note: "" };
    return { kind: "open", note: `${Dom.percent(row.at(-1))} %`, chance: row.at(-1) };
  }

  /** Mark the cards that are chosen for a suggestion in the notebook. */
  function markAsked() {
    const chosen = [...document.querySelectorAll("#decision input:checked")].map((input) => input.value);
    for (const row of document.querySelectorAll("#notebook tr[data-card]")) {
      if (chosen.includes(row.dataset.card)) row.cells[0].setAttribute("aria-selected", "true");
      else row.cells[0].removeAttribute("aria-selected");
    }
  }

  async function chosenCell(card, place) {
    const holder = place === names.length ? "case" : `${place}`;
    if (!state.by_hand) {
      const answer = await program.post("why", { card, holder });
      Dom.fill(Dom.byId("why"), ...(answer.said ?? []).map((sentence) => Dom.make("p", {}, Dom.sentence(sentence))));
      return;
    }
    const old = state.marks.find(([c, h]) => c === card && h === holder)?.[2] ?? null;
    const next = { null: "yes", yes: "no", no: "maybe", maybe: null };
    await program.post("note", { card, holder, mark: next[`${old}`] });
  }

  function showDecision() {
    const last = state.frames.at(-1);
    hint.hidden = !state.options;
    more.append(undo);
    muteUndo();
    showStandIns();
    const key = JSON.stringify([state.number, state.options, said(last), state.waits, beginsNow() && state.by_hand, state.join]);
    if (key === offered) return;
    sayNow(asked(), state.options || state.over ? null : "waits");
    const isMine = state.options && state.options.decision !== "show";
    Dom.byId("now-where").textContent = isMine ? `Turn ${state.turn}, yours` : begunBy(last) ?? turnOf(last);
    showScene();
    const first = offered === "" && document.activeElement === document.body;
    const inside = Dom.byId("turn").contains(document.activeElement) || document.activeElement === document.body;
    offered = key;
    complain("");
    const mine = story.asked.findLast((one) => one.seat === me);
    decision.show(state.options, Dom.make("span", { class: "always" }, isBoard ? null : standIns, more), { last: mine?.cards });
    markAsked();
    if (!state.options) return;
    if (["begin", "show"].includes(state.options.decision)) tones.play("turn");
    const isFresh = first && state.number === 0 && (data.persons.length === 1 || data.own_screens);
    if (inside && !isFresh) decision.focus(performance.now() - spaced < 1000);
  }

  function muteUndo() {
    undo.setAttribute("aria-disabled", Boolean(state.undo));
    undo.title = state.undo ? `Nothing to undo: ${state.undo}` : "";
    undo.hidden = Boolean(state.over) || isBoard;
  }

  /** Offer to have an agent play on for somebody, or the person again: for all on the screen for all. */
  function showStandIns() {
    const seats = data.own_screens && !state.over ? data.persons.filter((seat) => isBoard || (seat === me && state.left.includes(me))) : [];
    const buttons = seats.map((seat) => {
      const hasLeft = state.left.includes(seat);
      const label = isBoard ? (hasLeft ? `${called[seat]} is back` : `${called[seat]} left? Let the planner take over`) : "Play on yourself";
      const question = `Let planner play for ${called[seat]}? ${Dom.sentence(called[seat])} can come back until the game is over.`;
      return always(label, () => (hasLeft || confirm(question)) && program.post(hasLeft ? "return" : "leave", { seat }));
    });
    Dom.fill(standIns, seats.length && !isBoard ? "planner plays for you." : null, ...buttons);
  }

  /** Show what the decision is about: the suggestion, or what happened since one's own last turn. */
  function showScene() {
    const end = state.frames.length - 1;
    const kind = state.options?.decision;
    if (kind === "begin") {
      const own = state.frames.findLastIndex((frame) => frame.turn && frame.whose === me);
      stage.summary(story, story.since(own + 1), own < 0 ? "So far" : "Since your last turn");
      if (beginsNow()) Dom.byId("scene").append(whoKeepsTheNotebook());
    } else if (kind === "move" || kind === "suggest") stage.clear();
    else stage.show(story, state.frames, end);
    if (state.join?.length) return Dom.fill(Dom.byId("scene"), ...state.join.map(wayIn));
    if (state.options || state.over) return;
    const isOut = state.out.includes(me) ? " You take no more turns, and only show cards." : "";
    Dom.byId("scene").prepend(Dom.make("p", { class: "small" }, `${said(state.frames[end])}.${isOut}`));
  }

  /** Return how a person joins the game: the QR code of its page, for the screen that all see. */
  function wayIn({ seat, address, code }) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const size = Math.max(...code.match(/\d+(?= \d)/g).map(Number)) + 5;
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR code of ${address}` })) svg.setAttribute(name, value);
    path.setAttribute("d", code);
    svg.append(path);
    return Dom.make("figure", { class: "way-in" }, svg, Dom.make("figcaption", {}, Dom.dot(names[seat]), `${called[seat]}: scan to join`));
  }

  /** Return whether the person has not decided anything yet in this game. */
  function beginsNow() {
    return !isBoard && !state.frames.some((frame) => frame.turn && frame.whose === me);
  }

  /** Let the person choose, before its first decision, whether to keep the notebook by hand. */
  function whoKeepsTheNotebook() {
    const ways = [["The program keeps my notebook", false], ["I keep it by hand, checked at the end", true]];
    const buttons = ways.map(([label, byHand]) => {
      const button = always(label, () => program.post("note", { by_hand: byHand }));
      button.setAttribute("aria-pressed", state.by_hand === byHand);
      return button;
    });
    return Dom.make("div", { class: "start", role: "group", "aria-label": "Notebook" }, ...buttons);
  }

  /** Say what the person has to decide, or what the others do, and what happened last. */
  function asked() {
    const last = state.frames.at(-1);
    if (state.over) return state.over.text;
    const options = state.options;
    if (!options) {
      const { waits } = state;
      if (waits === null) return "The others answer …";
      if (!data.persons.includes(waits)) return `${Dom.sentence(labels[waits])} ${isAsking(last) ? "looks at its cards" : "plays"} …`;
      if (state.left.includes(waits)) return `Planner plays for ${called[waits]} …`;
      const answers = last.kind === "suggest" && last.seat !== waits;
      return `Waiting for ${labels[waits]}${answers ? " to show a card" : ""}`;
    }
    switch (options.decision) {
      case "begin":
        return "Your turn.";
      case "move":
        return `You rolled ${options.dice.join(" + ")}. Where to?`;
      case "suggest":
        return `You are in the ${Dom.prose(options.room)}. Whom do you suspect, and with which weapon?`;
      case "show":
        return `${Dom.sentence(called[options.to])} suggests ${options.suggestion.join(", ")}. Which card do you show?`;
      default:
        return afterSuggestion(story.around(state.frames.length - 1));
    }
  }

  function afterSuggestion(one) {
    if (!one) return "Accuse, or end your turn?";
    if (!one.nobody) return `${Dom.sentence(story.outcome(one))}. Accuse, or end your turn?`;
    const own = one.cards.filter((card) => data.hand.includes(card));
    const said = own.length ? `You hold ${own.join(" and ")} yourself` : "And none of the three is yours: they are the case file";
    return `Nobody could show a card! ${said}. Accuse, or end your turn?`;
  }

  function showOver() {
    const over = state.over;
    Dom.byId("over").hidden = !over;
    document.body.classList.toggle("is-over", Boolean(over));
    if (!over || wasOver) return;
    wasOver = true;
    more.hidden = true;
    tones.play(over.winner === me ? "won" : "lost");
    Dom.byId("over-heading").textContent = ending.show(state, story);
    Dom.byId("over-heading").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  // -- buttons --------------------------------------------------------------------------------------

  function always(label, action) {
    const button = Dom.make("button", { type: "button" }, label);
    button.addEventListener("click", action);
    return button;
  }

  function zoom() {
    const isZoomed = Dom.byId("board").classList.toggle("zoomed");
    Dom.byId("board").tabIndex = isZoomed ? 0 : -1;
    Dom.byId("zoom").setAttribute("aria-pressed", isZoomed);
    if (isZoomed) board.centre(Dom.byId("board"));
  }

  /** Remember what the person likes, also for its next game. */
  function keep(name, element, property, apply) {
    const stored = localStorage.getItem(`planner-clue-${name}`);
    if (stored !== null) element[property] = property === "checked" ? stored === "true" : stored;
    apply(element[property]);
    element.addEventListener("change", () => {
      localStorage.setItem(`planner-clue-${name}`, element[property]);
      apply(element[property]);
    });
  }

  function setUpPage() {
    const who = called[me] === names[me] ? `You are ${names[me]}` : `${called[me]} (${names[me]})`;
    Dom.fill(Dom.byId("title"), ...(isBoard ? ["Clue"] : [Dom.dot(names[me]), Dom.make("span", {}, who)]));
    document.body.classList.toggle("board-only", isBoard);
    document.body.classList.toggle("present", isBoard || new URLSearchParams(location.search).has("present"));
    Dom.byId("resume").textContent = `planner-clue play --resume ${data.file}`;
    Dom.byId("saved").textContent = `The game is saved in ${data.file} after every step. This page can be reloaded, closed and opened again.`;
    Dom.byId("board-card").hidden = !board;
    document.body.classList.toggle("no-board", !board);
    if (!isBoard) board?.own(names[me]);
    Dom.byId("leave").hidden = isBoard || !data.own_screens;
    const open = data.face_up.map((card) => cards.face(card, { tag: "li", note: "face up" }));
    Dom.fill(Dom.byId("hand"), ...data.hand.map((card) => cards.face(card, { tag: "li" })), ...open);
    const players = names.map((name, seat) => {
      const who = Dom.make("button", { type: "button", "data-seat": seat, title: `${data.hand_sizes[seat]} cards` }, Dom.dot(name), Dom.make("span", { class: "who" }), `${data.hand_sizes[seat]}`);
      who.addEventListener("click", () => {
        only.seat = only.seat === seat ? null : seat;
        filterLog();
      });
      return Dom.make("li", {}, who);
    });
    Dom.fill(Dom.byId("players"), ...players);
    Dom.options(Dom.byId("log-card"), [["", "all cards"], ...data.categories.flatMap(([, all]) => all).map((card) => [card, card])]);
    Dom.tabs("table");
  }

  function setUpButtons() {
    board?.onPick((place) => {
      const options = state?.options;
      if (peek !== null || pace.busy || options?.decision !== "move") return;
      const places = [...options.rooms, ...options.squares].map(String);
      if (places.includes(`${place}`)) follow({ move: place });
      else complain("That place is out of reach.");
    });
    log.onPick((number) => board && peekAt(number));
    notebook.onMark(chosenCell);
    notebook.onCard((card) => {
      if (!decision.pick(card)) complain("Cards are chosen here for a suggestion: of suspects and weapons, in a room.");
    });
    const clicks = {
      "peek-end": backToNow,
      again: () => program.listen(),
      on: () => pace.on(),
      "to-now": () => pace.skip(),
      zoom,
      "hint-close": () => hints.close(),
      leave: () => program.post("leave", { seat: me }),
      "help-button": () => Dom.byId("help").showModal(),
    };
    Dom.fill(Dom.byId("decision"), going);
    for (const [id, action] of Object.entries(clicks)) Dom.byId(id).addEventListener("click", action);
    Dom.byId("heat").addEventListener("change", showBoard);
    Dom.byId("log-card").addEventListener("change", (event) => {
      only.card = event.target.value;
      filterLog();
    });
    Dom.byId("by-hand").addEventListener("change", (event) => {
      Dom.fill(Dom.byId("why"));
      program.post("note", { by_hand: event.target.checked });
    });
    Dom.byId("decision").addEventListener("change", markAsked);
    keep("speed", Dom.byId("speed"), "value", (speed) => (pace.speed = speed));
    keep("sound", Dom.byId("sound"), "checked", (sound) => (tones.on = sound));
    document.addEventListener("keydown", pressed);
  }

  function pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && peek !== null) return backToNow();
    if (event.key === " " && pace.busy && !event.target.closest("button, select, input, a")) {
      event.preventDefault();
      spaced = performance.now();
      return pace.on();
    }
    if (event.target.closest("select, input:not([type=radio], [type=checkbox])")) return;
    if (event.key === "?") Dom.byId("help").showModal();
    const key = event.key.toLowerCase();
    if (key === "h" && !hint.hidden && hint.isConnected) hint.click();
    if (key === "u" && undo.isConnected) undo.click();
    if (key === "z" && board) zoom();
  }

  setUpPage();
  Dom.themeButton(Dom.byId("theme"));
  setUpButtons();
  program.listen();
})();
