/** The page of a recorded game: puts the parts together. The data is described in pages/. */
(() => {
  const data = JSON.parse(Dom.byId("data").textContent);
  const names = data.seats.map((seat) => seat.token);
  const frames = data.frames;
  const places = placesOf(frames);
  const truth = truthOf();
  const state = { view: startView(), holder: null, source: "belief" };

  const svg = document.querySelector("#board svg");
  const board = svg ? new Board(svg, data.spots) : null;
  const notebook = new Notebook(Dom.byId("notebook"), data.categories, [...names, "case file"]);
  const plan = new PlanPanel(Dom.byId("plan"));
  const log = new Log(Dom.byId("log"), headingOf);
  let stepper = null;

  // -- what is known of the game -----------------------------------------------------------

  /** Return where every token is at each moment. */
  function placesOf(all) {
    let now = {};
    return all.map((frame) => {
      if (frame.moves) now = { ...now, ...frame.moves };
      return now;
    });
  }

  /** Return the place of each card's true holder; null where not everything is seen. */
  function truthOf() {
    if (!data.case_file) return null;
    const holders = {};
    data.seats.forEach((seat, place) => seat.hand.forEach((card) => (holders[card] = place)));
    data.case_file.forEach((card) => (holders[card] = data.seats.length));
    return holders;
  }

  function startView() {
    return data.view.kind === "seat" ? `${data.view.seat}` : data.view.kind;
  }

  /** Return what the viewpoint hears of a moment; null if it does not notice it. */
  function heard(number) {
    const frame = frames[number];
    if (frame.hidden === undefined || state.view === "all") return frame.text;
    const sees = state.view !== "public" && frame.sees.includes(Number(state.view));
    return sees ? frame.text : frame.hidden;
  }

  /** Return the last of some changes up to a moment, with everything that is true by then. */
  function sumOf(changes, number) {
    const sum = { cards: {}, case: {} };
    for (const change of changes) {
      if (change.at > number) break;
      Object.assign(sum.cards, change.cards);
      if (change.case) Object.assign(sum.case, change.case);
      if (change.best) Object.assign(sum, { best: change.best, files: change.files });
      if (change.chooses) sum.chooses = change.chooses;
      sum.about = Boolean(change.about);
    }
    return sum;
  }

  /** Return the seat whose notebook is shown, as text; null for none. */
  function holder() {
    if (state.view === "public") return null;
    return state.view === "all" ? state.holder : state.view;
  }

  // -- what is shown ----------------------------------------------------------------------

  function headingOf(turn, number) {
    if (!turn) return "Before the first turn";
    const dot = Dom.make("span", { class: "dot", "aria-hidden": "true" });
    dot.dataset.suspect = names[frames[number].whose];
    return [dot, `Turn ${turn}, ${names[frames[number].whose]}`];
  }

  function showNow(number) {
    const frame = frames[number];
    const turn = frame.turn ? `Turn ${frame.turn}` : "Start";
    Dom.byId("now-where").textContent = `${turn} · ${number} of ${frames.length - 1}`;
    Dom.byId("now").textContent = Dom.sentence(`${heard(number)}`.replace(/\.?$/, "."));
  }

  function showLog(number) {
    log.cut(number + 1);
    for (let next = log.last + 1; next <= number; next += 1) {
      const text = heard(next);
      if (text !== null) log.append(next, frames[next].turn, text, frames[next].kind);
    }
    log.settle();
  }

  function showNotebook(number) {
    const seat = holder();
    const network = seat !== null && state.source === "network" ? data.networks[seat] : null;
    if (seat === null) {
      const said = "The public sees what everybody sees, and keeps no notebook.";
      Dom.fill(Dom.byId("notebook"), Dom.make("p", { class: "small" }, said));
      return null;
    }
    const changes = network ? network.changes : data.notebooks[seat].changes;
    const moment = sumOf(changes, number);
    const shown = Dom.byId("truth").checked && state.view === "all" ? truth : null;
    notebook.show(moment, {
      caption: captionOf(seat, network),
      truth: shown,
      certain: network ? false : undefined,
      case: network ? moment.case : null,
    });
    return moment;
  }

  function captionOf(seat, network) {
    const name = names[seat];
    if (network) {
      const plays = '"Plays as" is how it reads the case file when it decides.';
      return `What the network of ${network.agent} believes for ${name}, in percent. ${plays}`;
    }
    const asking = data.notebooks[seat].asking;
    const evidence =
      asking > 1
        ? ` As its planner does, it takes what others suggest as evidence, ${asking} to 1.`
        : "";
    const signs = "✓ has the card, – does not have it, else the probability in percent.";
    return `What ${name} can know: ${signs}${evidence}`;
  }

  function showBoard(number, moment) {
    if (!board) return;
    board.show(places[number]);
    const last = data.seats.length;
    const rooms = data.categories.at(-1)[1];
    const played = state.source === "network";
    const chances = (room) => (played ? moment.case[room] : moment.cards[room][last]);
    const hot = moment && Dom.byId("heat").checked;
    board.heat(hot ? Object.fromEntries(rooms.map((room) => [room, chances(room)])) : null);
    board.route(Dom.byId("route").checked ? legsAt(number) : []);
    Dom.byId("board-note").textContent = hot
      ? `Heat: the probability of each room in the case file, for ${names[holder()]}.`
      : "";
  }

  function legsAt(number) {
    const plans = holder() === null ? null : data.plans[holder()];
    const made = plans ? PlanPanel.inForce(plans.decisions, number) : null;
    if (!made || PlanPanel.isOver(plans, number)) return [];
    const broken = made.broken !== null && made.broken.at <= number;
    return made.route.map((leg) => ({
      ...leg,
      done: broken || PlanPanel.stateOf(made.steps[leg.step], number) !== "open",
    }));
  }

  function showPlan(number) {
    const seat = holder();
    const plans = seat === null ? null : data.plans[seat];
    Dom.byId("plan-card").hidden = !Object.keys(data.plans).length || seat === null;
    if (plans) return plan.show(plans, number);
    if (seat === null) return plan.say("");
    return plan.say(`${names[seat]} (${data.seats[seat].agent}) decides without planning.`);
  }

  function show(number) {
    showNow(number);
    showLog(number);
    const moment = showNotebook(number);
    showBoard(number, moment);
    showPlan(number);
  }

  // -- choices ------------------------------------------------------------------------------

  function setUpViews() {
    const all = data.view.kind === "all";
    const seats = names.map((name, seat) => [`${seat}`, `${name} (${data.seats[seat].agent})`]);
    const views = all ? [["all", "everything"], ...seats, ["public", "the public"]] : [];
    Dom.options(Dom.byId("view"), views);
    Dom.byId("view-field").hidden = !all;
    Dom.options(Dom.byId("holder"), seats);
    const planners = Object.keys(data.plans);
    state.holder = planners[0] ?? "0";
    Dom.byId("holder").value = state.holder;
    Dom.byId("view").addEventListener("change", (event) => {
      state.view = event.target.value;
      log.cut(0);
      refresh();
    });
    Dom.byId("holder").addEventListener("change", (event) => {
      state.holder = event.target.value;
      refresh();
    });
    Dom.byId("source").addEventListener("change", (event) => {
      state.source = event.target.value;
      refresh();
    });
    for (const id of ["heat", "route", "truth"]) {
      Dom.byId(id).addEventListener("change", () => show(stepper.at));
    }
  }

  /** Offer what can be chosen now, and show the present moment again. */
  function refresh() {
    const seat = holder();
    const network = seat === null ? null : data.networks[seat];
    Dom.byId("holder-field").hidden = state.view !== "all";
    Dom.byId("truth-field").hidden = state.view !== "all" || !truth;
    Dom.byId("source-field").hidden = !network;
    const known = ["belief", "all that can be known"];
    const sources = network ? [known, ["network", network.agent]] : [];
    if (!network) state.source = "belief";
    Dom.options(Dom.byId("source"), sources);
    Dom.byId("source").value = state.source;
    Dom.byId("route").closest("label").hidden = !Object.keys(data.plans).length;
    Dom.byId("heat").closest("label").hidden = seat === null;
    if (stepper) stepper.go(stepper.at);
  }

  function setUpHelp() {
    const help = Dom.byId("help");
    Dom.byId("help-button").addEventListener("click", () => help.showModal());
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
      if (event.target.closest("select, textarea, input[type=text]")) return;
      if (event.key === "?") help.showModal();
      const toggles = { h: "heat", r: "route" };
      const id = toggles[event.key.toLowerCase()];
      if (id && !Dom.byId(id).closest("label").hidden) Dom.byId(id).click();
    });
  }

  function setUpTitle() {
    Dom.byId("title").textContent = `Game ${data.game}`;
    const players = data.seats.map((seat) => `${seat.token} (${seat.agent})`).join(", ");
    const where = data.board ? `on the board ${data.board}` : "without a board";
    const who = {
      all: "Everything is in this page.",
      public: "Only what the public sees is in this page.",
      seat: `Only what ${names[data.view.seat] ?? ""} may know is in this page.`,
    }[data.view.kind];
    Dom.byId("subtitle").textContent = `${players}; ${where}, rules ${data.rules}. ${who}`;
    Dom.byId("board-card").hidden = !board;
    document.body.classList.toggle("no-board", !board);
    Dom.fill(Dom.byId("remarks"), ...data.remarks.map((said) => Dom.make("p", {}, said)));
  }

  log.onPick((number) => stepper.go(number));
  setUpTitle();
  Dom.themeButton(Dom.byId("theme"));
  setUpHelp();
  setUpViews();
  refresh();
  stepper = new Stepper({
    count: frames.length,
    turnOf: (number) => frames[number].turn,
    isShown: (number) => heard(number) !== null,
    describe: (number) => {
      const last = frames.length - 1;
      return `turn ${frames[number].turn}, ${number} of ${last}: ${heard(number)}`;
    },
    show,
  });
})();
