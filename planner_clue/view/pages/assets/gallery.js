/** The list of the games of a match. The data is described in pages/replay_page.py. */
(async () => {
  const data = await Dom.data();
  const isGuessed = data.games.some((game) => "guesses" in game);
  const counts = isGuessed ? ["guesses"] : ["turns", "plans", "breaks", "gambles"];
  const columns = ["game", ...(isGuessed ? [] : ["winner"]), ...counts, "players"];
  const kinds = { game: "name", winner: "name", players: "wide" };
  const state = { by: isGuessed ? "game" : "breaks", isDown: !isGuessed, winner: "" };

  function head(key) {
    const isChosen = state.by === key;
    const sign = isChosen ? (state.isDown ? " ▾" : " ▴") : "";
    const button = Dom.make("button", { type: "button", id: `by-${key}` }, key, Dom.make("span", { "aria-hidden": "true" }, sign));
    button.addEventListener("click", () => {
      // Numbers begin with the largest: the games with the most breaks are looked for.
      state.isDown = isChosen ? !state.isDown : !(key in kinds);
      state.by = key;
      show();
      Dom.byId(button.id).focus();
    });
    const order = isChosen ? (state.isDown ? "descending" : "ascending") : null;
    return Dom.make("th", { scope: "col", "aria-sort": order, class: kinds[key] ?? "number" }, button);
  }

  function row(game) {
    const link = Dom.make("a", { href: game.file }, `Game ${game.game}`);
    const cells = counts.map((key) => Dom.make("td", { class: "number" }, `${game[key] ?? ""}`));
    return Dom.make(
      "tr",
      {},
      Dom.make("th", { scope: "row" }, link),
      isGuessed ? null : Dom.make("td", {}, game.winner ?? game.ending),
      ...cells,
      Dom.make("td", { class: "wide" }, game.players.join(", ")),
    );
  }

  function show() {
    const chosen = data.games.filter((game) => !state.winner || game.winner === state.winner);
    const value = (game) => (typeof game[state.by] === "number" ? game[state.by] : `${game[state.by] ?? ""}`);
    const order = (one, other) => (value(one) < value(other) ? -1 : value(one) > value(other) ? 1 : 0);
    chosen.sort((one, other) => (state.isDown ? order(other, one) : order(one, other)) || one.game - other.game);
    Dom.fill(Dom.byId("heads"), ...columns.map(head));
    Dom.fill(Dom.byId("rows"), ...chosen.map(row));
    Dom.byId("caption").textContent = `${chosen.length} of ${data.games.length} games; choose a heading to sort them.`;
  }

  const seen = { all: "These pages contain everything.", seat: "These pages contain only what one seat may know.", public: "These pages contain only what everybody sees." };
  const left = data.left_out ? ` ${data.left_out} less interesting games were left out.` : "";
  Dom.byId("title").textContent = data.title;
  const about = isGuessed ? "In each game, guess what the planner will do before each of its turns." : `A break is a plan that an observation ended. ${seen[data.view]}`;
  Dom.byId("subtitle").textContent = `${about}${left}`;
  Dom.byId("winner").closest("label").hidden = isGuessed;
  const winners = [...new Set(data.games.map((game) => game.winner).filter(Boolean))].sort();
  Dom.options(Dom.byId("winner"), [["", "anybody"], ...winners.map((name) => [name, name])]);
  Dom.byId("winner").addEventListener("change", (event) => {
    state.winner = event.target.value;
    show();
  });
  if (data.begin) {
    Dom.byId("begin").href = data.begin.file;
    Dom.byId("begin-image").src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(data.begin.card)}`;
    Dom.byId("begin-words").textContent = `Begin here. ${Dom.prose(data.begin.words)}`;
    Dom.byId("begin").hidden = false;
  }
  Dom.themeButton(Dom.byId("theme"));
  show();
})();
