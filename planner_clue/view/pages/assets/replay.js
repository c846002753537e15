/** The page of a recorded game: puts the parts together. The data is described in pages/replay_page.py. */
(async () => {
  const data = await Dom.data();
  const names = data.seats.map((seat) => seat.token);
  const frames = data.frames;
  Dom.writeCards(data.categories);
  const places = placesOf(frames);
  const truth = truthOf();
  const state = { view: startView(), holder: null, source: "belief", isPddl: false };

  const svg = document.querySelector("#board svg");
  const board = svg ? new Board(svg, data.spots) : null;
  const notebook = new Notebook(Dom.byId("notebook"), data.categories, [...names, "case file"]);
  const callouts = svg ? new Callouts(svg, data.spots) : null;
  const plan = new PlanPanel(Dom.byId("plan"), data.because, (action) => {
    showPddl(true);
    pddl.choose(action);
  }, drawBreak);
  const pddl = new PddlPanel({ steps: Dom.byId("pddl-steps"), action: Dom.byId("pddl-action"), problem: Dom.byId("pddl-problem") });
  const log = new Log(Dom.byId("log"), headingOf);
  const guess = data.guesses?.length ? new Guess(Dom.byId("guess"), data, { go: (number) => stepper.go(number), picked, seek }) : null;
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

  function nameOf({ token, agent, name }) {
    return `${token} (${name ?? agent})`;
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
    return [Dom.dot(names[frames[number].whose]), `Turn ${turn}, ${names[frames[number].whose]}`];
  }

  function showNow(number) {
    const frame = frames[number];
    const turn = frame.turn ? `Turn ${frame.turn}` : "Start";
    Dom.byId("now-where").textContent = `${turn} · ${number} of ${frames.length - 1}`;
    Dom.byId("now").textContent = Dom.prose(Dom.sentence(`${heard(number)}`.replace(/\.?$/, ".")));
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
    document.body.classList.toggle("no-notebook", seat === null);
    if (seat === null) {
      Dom.fill(Dom.byId("notebook"));
      return null;
    }
    const changes = network ? network.changes : data.notebooks[seat].changes;
    const moment = sumOf(changes, number);
    const shown = Dom.byId("truth").checked && state.view === "all" ? truth : null;
    notebook.show(moment, {
      caption: captionOf(seat, network),
      truth: shown,
      certain: network ? false : undefined,
      chosen: guess ? { cards: guess.cards, holders: [] } : undefined,
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
        ? ` Other players' suggestions count as evidence, up to ${asking} to 1, as they do for its planner.`
        : "";
    const signs = "✓ has the card, – does not have it, otherwise the probability in percent.";
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
    const said = `Probability that the room is in the case file, for ${names[holder()]}: `;
    Dom.fill(Dom.byId("board-note"), hot ? Dom.make("span", { class: "hot-note" }, said, Board.legend(rooms.length)) : null);
    showRoute(number);
    if (!guess) return;
    const offered = guess.isAsking(number) ? rooms : [];
    if (`${offered}` !== state.offered) board.highlight(offered);
    state.offered = `${offered}`;
    board.asked(guess.cards.find((card) => rooms.includes(card)) ?? null);
  }

  /** Show what is chosen for a guess; when it is complete, a small page goes back to its form. */
  function picked() {
    show(stepper.at);
    if (guess.cards.length === 3) Dom.showTab("plan");
  }

  /** Go to where a card of a kind is chosen for a guess: the board, or the notebook. */
  function seek(kind) {
    if (kind === "room" && board) return svg.querySelector(".choice").focus();
    Dom.showTab("notebook");
    Dom.byId("notebook").querySelector(`tr[data-kind="${kind}"] th`).focus();
  }

  /** Return the plan that is broken at a moment, or just was, and the one that takes over. */
  function breakAt({ decisions }, made, number) {
    const numbered = (wanted) => decisions.find((one) => one.made.replan === wanted);
    if (PlanPanel.stageOf(made, number).broken) {
      const next = numbered(made.made.replan + 1);
      return { old: made, next: next && !guess?.isAsking(next.at) ? next : null };
    }
    const old = made.at === number ? numbered(made.made.replan - 1) : null;
    return old?.broken ? { old, next: made } : null;
  }

  /** Say which route on the board is which, with the observation between them. */
  function sayBreak({ old, next }) {
    const { observed_in, observation } = old.broken;
    const line = (kind, plan) => Dom.make("span", { class: kind }, `plan ${plan.made.replan + 1}`);
    const said = `✗ ${observed_in ? `Turn ${observed_in}: ` : ""}${observation}`;
    return Dom.make("span", { class: "old-route" }, line("old", old), Dom.make("b", { title: said }, said), next ? line("new", next) : null);
  }

  /** Draw the plan on the board: its way, and what it asks and expects at each stop. */
  function showRoute(number) {
    const plans = holder() === null || guess?.hides(number) ? null : data.plans[holder()];
    const made = plans && Dom.byId("route").checked ? PlanPanel.inForce(plans.decisions, number) : null;
    const isShown = made && !PlanPanel.isOver(plans, number);
    const both = isShown ? breakAt(plans, made, number) : null;
    if (both) Dom.byId("board-note").prepend(sayBreak(both));
    if (both?.next) return drawRoutes(both);
    if (!isShown) {
      board.route([]);
      callouts.show([]);
      return;
    }
    const states = PlanPanel.stageOf(made, number).stops;
    const isAhead = (stop) => ["next", "open"].includes(states[made.stops.indexOf(stop)]);
    const stopOf = (leg) => made.stops.find(({ way, action }) => [way, action].includes(leg.step));
    board.route(made.route.map((leg) => ({ ...leg, number: null, done: leg.faint === true || !isAhead(stopOf(leg)) })));
    const asks = made.stops.filter((stop) => stop.asks);
    const next = asks.find(isAhead);
    callouts.show(asks.map((stop) => noteOf(made, stop, stop === next ? "next" : states[made.stops.indexOf(stop)])));
  }

  /** Draw the route of a plan that broke dashed, and the one of the plan after it with its stops. */
  function drawRoutes({ old, next }) {
    const legs = next.route.map((leg) => ({ ...leg, number: null, done: leg.faint === true }));
    board.route([...old.route.map((leg) => ({ ...leg, number: null, old: true })), ...legs]);
    const asks = next.stops.filter((stop) => stop.asks);
    callouts.show(asks.map((stop, place) => noteOf(next, stop, place ? "open" : "next")));
  }

  function noteOf({ route }, { asks, way, number, expects, answer }, state) {
    const isOpen = ["next", "open", "refuted"].includes(state);
    return {
      room: asks[2],
      at: route.find(({ step }) => step === way)?.points.at(-1),
      number,
      state,
      lines: isOpen ? [asks.slice(0, 2).join(", "), state === "refuted" ? answer : expects] : [],
    };
  }

  function showPlan(number) {
    const seat = holder();
    const isAsking = Boolean(guess?.hides(number));
    if (isAsking) state.isPddl = false;
    const plans = seat === null || isAsking ? null : data.plans[seat];
    const made = plans ? PlanPanel.inForce(plans.decisions, number) : null;
    const isNone = !Object.keys(data.plans).length || seat === null;
    Dom.byId("plan-card").hidden = isNone || state.isPddl;
    Dom.byId("pddl-card").hidden = isNone || !state.isPddl;
    document.body.classList.toggle("no-plan", isNone);
    if (seat === null) Dom.showTab("log");
    else if (isNone && document.body.dataset.tab === "plan") Dom.showTab("notebook");
    document.body.classList.toggle("pddl", !isNone && state.isPddl);
    Dom.byId("plan-tools").hidden = !plans;
    if (plans) Dom.byId("next-break").disabled = !PlanPanel.moments(plans).breaks.length;
    const heading = isAsking ? "Your guess" : "Plan";
    for (const name of [Dom.byId("plan-heading"), document.querySelector('#tabs [data-tab="plan"]')]) name.textContent = heading;
    if (state.isPddl) pddl.show(plans, made, number);
    Dom.byId("pddl-heading").textContent = made ? `PDDL of plan ${made.made.replan + 1}, turn ${made.made.turn}` : "PDDL";
    guess?.show(number);
    if (plans) return plan.show(plans, number);
    if (seat === null || isAsking) return plan.say("");
    return plan.say(`${names[seat]} (${data.seats[seat].agent}) decides without planning.`);
  }

  /** Show the PDDL of the plan in place of the board and the notebook, or these again. */
  function showPddl(isPddl) {
    state.isPddl = isPddl;
    Dom.byId("pddl-button").setAttribute("aria-pressed", isPddl);
    showPlan(stepper.at);
  }

  /** Go to the next of the moments in which plans are made or break, or to the one before. */
  function jump(kind, way) {
    const plans = holder() === null ? null : data.plans[holder()];
    if (!plans) return;
    const all = PlanPanel.moments(plans)[kind];
    const found = way > 0 ? all.find((at) => at > stepper.at) : all.findLast((at) => at < stepper.at);
    if (found !== undefined) stepper.go(found);
  }

  function present(isLarge) {
    document.body.classList.toggle("present", isLarge);
    Dom.byId("present").setAttribute("aria-pressed", isLarge);
    plan.say("");
    if (stepper) show(stepper.at);
  }

  function show(number) {
    showNow(number);
    const moment = showNotebook(number);
    showBoard(number, moment);
    showPlan(number);
    showLog(number);
  }

  /** Show the picture of a break, with the board at both plans, to be kept as a file. */
  function drawBreak(broken) {
    const { decisions } = data.plans[holder()];
    const next = decisions.find(({ made }) => made.replan === broken.made.replan + 1);
    let card = broken.broken.card;
    for (const [mark, x, plan] of svg ? [["before", 40, broken], ["after", 800, next]] : []) {
      showBoard(plan.at, showNotebook(plan.at));
      board.show(places[Math.max(plan.at - 1, 0)]);
      const copy = svg.cloneNode(true);
      for (const part of copy.querySelectorAll(".callouts, .coordinate")) part.remove();
      for (const [name, value] of Object.entries({ x, y: 290, width: 360, height: 345 })) copy.setAttribute(name, value);
      card = card.replace(`<!-- ${mark} -->`, new XMLSerializer().serializeToString(copy));
    }
    show(stepper.at);
    const image = Dom.byId("break-image");
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(card)}`;
    image.alt = new DOMParser().parseFromString(card, "image/svg+xml").querySelector("title").textContent;
    const name = `game-${data.game}-break-${broken.broken.number}`;
    Dom.byId("break-svg").href = image.src;
    Dom.byId("break-svg").download = `${name}.svg`;
    image.onload = () => {
      const canvas = Object.assign(document.createElement("canvas"), { width: 2400, height: 1350 });
      canvas.getContext("2d").drawImage(image, 0, 0, 2400, 1350);
      Dom.byId("break-png").href = canvas.toDataURL("image/png");
      Dom.byId("break-png").download = `${name}.png`;
    };
    Dom.byId("break-dialog").showModal();
  }

  // -- choices ------------------------------------------------------------------------------

  function setUpViews() {
    const all = data.view.kind === "all";
    const seats = names.map((_, seat) => [`${seat}`, nameOf(data.seats[seat])]);
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
    Dom.byId("chart-kind").addEventListener("change", showChart);
    for (const id of ["heat", "route", "truth"]) {
      Dom.byId(id).addEventListener("change", () => show(stepper.at));
    }
  }

  /** Draw a line for each seat that the viewpoint may know, with its plans and breaks as dots. */
  function showChart() {
    const seats = names.map((_, seat) => `${seat}`).filter((seat) => ["all", seat].includes(state.view));
    const charts = { files: filesLeft(seats), chances: chancesOf(seats) };
    for (const option of Dom.byId("chart-kind").options) option.hidden = !charts[option.value];
    const shown = guess ? null : charts[Dom.byId("chart-kind").value];
    Dom.byId("chart-field").hidden = !shown;
    const more = { last: frames.length - 1, pick: (number) => stepper.go(number), dots: seats.flatMap(dotsOf), isStrip: true };
    Dom.fill(Dom.byId("chart"), shown ? Chart.draw({ ...shown, ...more }) : null);
    Dom.byId("chart").title = shown?.scale.says ?? "";
  }

  function lineOf(seat, points) {
    return { suspect: names[seat], label: names[seat], points };
  }

  /** Return the case files that seats had left, as a chart; null where there is no notebook. */
  function filesLeft(seats) {
    const lines = seats.map((seat) => lineOf(seat, data.notebooks[seat].changes.filter(({ files }) => files).map(({ at, files }) => [at, files])));
    const most = Math.max(...lines.flatMap(({ points }) => points.map(([, files]) => files)));
    return lines.length ? { scale: Chart.files(most), lines } : null;
  }

  function chancesOf(seats) {
    const lines = seats.filter((seat) => data.chances[seat]).map((seat) => lineOf(seat, data.chances[seat]));
    return lines.length ? { scale: lines.length > 1 ? Chart.shares : Chart.forecast, lines } : null;
  }

  /** Return the plans of a seat, and what broke them, as dots of the chart. */
  function dotsOf(seat) {
    if (!data.plans[seat]) return [];
    const { replans, breaks } = PlanPanel.moments(data.plans[seat]);
    const dot = (kind, says) => (at) => ({ suspect: names[seat], at, kind, says: `${names[seat]}: ${says}, turn ${frames[at].turn}` });
    return [...replans.map(dot("plan", "a plan")), ...breaks.map(dot("break", "a plan breaks"))];
  }

  /** Offer the command that plays the game on from the moment; only where all events are in the page. */
  function setUpAgain() {
    const command = () => {
      const at = Math.min(stepper.at, frames.length - 3);
      const file = data.source.includes(" ") ? `"${data.source}"` : data.source;
      Dom.byId("again-command").textContent = `planner-clue play --from ${file} --game ${data.game} --event ${at} --seat ${Dom.byId("again-seat").value}`;
    };
    Dom.byId("again").hidden = data.view.kind !== "all" || !data.source;
    Dom.options(Dom.byId("again-seat"), names.map((name) => [name, name]));
    Dom.byId("again-seat").addEventListener("change", command);
    Dom.byId("again").addEventListener("click", () => {
      Dom.byId("again-seat").value = names[frames[stepper.at].whose] ?? names[0];
      command();
      Dom.byId("again-dialog").showModal();
    });
  }

  /** Offer what can be chosen now, and show the present moment again. */
  function refresh() {
    const seat = holder();
    showChart();
    const network = seat === null ? null : data.networks[seat];
    Dom.byId("holder-field").hidden = state.view !== "all";
    Dom.byId("truth-field").hidden = state.view !== "all" || !truth;
    Dom.byId("source-field").hidden = !network;
    const known = ["belief", "all that can be known"];
    const sources = network ? [known, ["network", network.agent]] : [];
    if (!network) state.source = "belief";
    Dom.options(Dom.byId("source"), sources);
    Dom.byId("source").value = state.source;
    Dom.byId("route").closest("label").hidden = !Object.keys(data.plans).length || Boolean(guess);
    Dom.byId("heat").closest("label").hidden = seat === null;
    if (stepper) stepper.go(stepper.at);
  }

  function setUpKeys() {
    const help = Dom.byId("help");
    const click = (id) => Dom.byId(id).closest("[hidden]") ?? Dom.byId(id).click();
    const keys = {
      "?": () => help.showModal(),
      h: () => click("heat"),
      r: () => click("route"),
      p: (way) => jump("replans", way),
      b: (way) => jump("breaks", way),
      d: () => showPddl(!state.isPddl),
      l: () => click("present"),
      n: () => document.body.classList.toggle("notes"),
    };
    const on = (id, action) => Dom.byId(id).addEventListener("click", action);
    on("help-button", () => help.showModal());
    on("present", () => present(!document.body.classList.contains("present")));
    on("next-plan", () => jump("replans", 1));
    on("next-break", () => jump("breaks", 1));
    on("pddl-button", () => showPddl(!state.isPddl));
    on("pddl-close", () => showPddl(false));
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
      if (event.target.closest("select, textarea, input[type=text]")) return;
      keys[event.key.toLowerCase()]?.(event.shiftKey ? -1 : 1);
    });
  }

  function setUpTitle() {
    const { name, place, of } = data.puzzle ?? {};
    const guessed = name ? `Puzzle ${name}: position ${place} of ${of}` : `Guess the planner: game ${data.game}`;
    Dom.byId("title").textContent = guess ? guessed : `Game ${data.game}`;
    if (guess) document.querySelector(".skip").textContent = "Skip to your guess";
    document.body.classList.toggle("guessing", Boolean(guess));
    const players = data.seats.map(nameOf).join(", ");
    const where = data.board ? `on the board ${data.board}` : "without a board";
    const who = {
      all: "This page contains everything.",
      public: "This page contains only what everybody sees.",
      seat: `This page contains only what ${names[data.view.seat] ?? ""} may know.`,
    }[data.view.kind];
    Dom.byId("subtitle").textContent = `${players}; ${where}, rules ${data.rules}. ${who}`;
    Dom.byId("board-card").hidden = !board;
    document.body.classList.toggle("no-board", !board);
    const { before, all, after } = data.games ?? {};
    const links = [[before, "previous", "prev"], [all, "all games", false], [after, "next", "next"]].filter(([file]) => file);
    const query = location.search;
    Dom.fill(Dom.byId("games"), ...links.map(([file, name, rel]) => Dom.make("a", { href: file + query, rel }, name)));
    Dom.byId("games").hidden = !links.length;
    Dom.fill(Dom.byId("remarks"), ...data.remarks.map((said) => Dom.make("p", {}, said)));
  }

  log.onPick((number) => stepper.go(number));
  if (guess) {
    const pick = (card) => typeof card === "string" && guess.isAsking(stepper.at) && guess.pick(card);
    board?.onPick(pick);
    notebook.onCard(pick);
  }
  setUpTitle();
  Dom.tabs("plan");
  Dom.themeButton(Dom.byId("theme"));
  setUpKeys();
  present(new URLSearchParams(location.search).has("present"));
  setUpViews();
  setUpAgain();
  refresh();
  stepper = new Stepper({
    count: frames.length,
    turnOf: (number) => frames[number].turn,
    isShown: (number) => heard(number) !== null,
    describe: (number) => {
      const last = frames.length - 1;
      return `turn ${frames[number].turn}, ${number} of ${last}: ${heard(number)}`;
    },
    limit: () => guess?.limit ?? Infinity,
    show,
  });
  if (data.puzzle && guess.isBlank) stepper.go(guess.limit);
})();
