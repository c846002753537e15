/**
 * The end of a game: who won, everybody's cards, who knew how much, and another game.
 *
 *   const ending = new Ending(element, cards, data, program, (number) => ...);   shows a moment
 *   const heading = ending.show(state, story);
 */
class Ending {
  #element;
  #cards;
  #data;
  #program;
  #pick;
  #accusations;
  #last = 1;

  constructor(element, cards, data, program, pick) {
    this.#element = element;
    this.#cards = cards;
    this.#data = data;
    this.#program = program;
    this.#pick = pick;
  }

  show(state, story) {
    const { over } = state;
    this.#last = state.frames.length - 1;
    const { names, called, labels } = this.#data;
    const who = (seat) => (state.left.includes(seat) ? `planner for ${called[seat]}` : story.name(seat));
    const faces = over.deal.case_file.map((card) => this.#cards.face(card, { kind: "case" }));
    const accusations = state.frames.filter((frame) => frame.kind === "accuse").map((frame) =>
      Dom.make("li", {}, `Turn ${frame.turn}: ${who(frame.seat)} accused ${frame.cards.join(", ")}: ${frame.correct ? "right" : "wrong"}.`),
    );
    const changes = state.frames.flatMap(({ turn, remarks }) => (remarks ?? []).map((said) => Dom.make("li", {}, `${turn ? `Turn ${turn}` : "Before the first turn"}: ${said}.`)));
    this.#accusations = Dom.make("ul", {}, ...accusations);
    const hands = names.map((name, seat) => {
      const own = over.deal.hands[seat].map((card) => this.#cards.face(card));
      return Dom.make("tr", {}, Dom.make("th", { scope: "row" }, Dom.dot(name), ` ${labels[seat]}`), Dom.make("td", { class: "cards" }, ...own));
    });
    const review = Dom.make("div", { id: "review", "aria-live": "polite" }, Dom.make("p", { class: "thinking" }, "Counting what each seat knew"));
    const link = Dom.make("a", { href: "replay", target: "_blank", rel: "noopener" }, "See the game again, with everybody's cards and plans");
    Dom.fill(
      this.#element,
      Dom.make("h3", {}, "The case file"),
      Dom.make("div", { class: "faces" }, ...faces),
      this.#accusations,
      changes.length ? Dom.make("ul", {}, ...changes) : null,
      this.#another(),
      Dom.make("p", {}, link),
      Dom.make("div", { class: "endings" }, Dom.make("div", {}, Dom.make("h3", {}, "Everybody's cards"), Dom.make("table", {}, ...hands), this.#check(state)), review),
    );
    this.#fetch(review);
    const { persons, own_screens: ownScreens, seat: me } = this.#data;
    if (over.winner === null || me < 0 || (persons.length > 1 && !ownScreens)) return over.text;
    if (over.winner === me) return state.left.includes(me) ? "Planner won for you!" : "You won!";
    return `You lost. ${over.text}`;
  }

  /** Compare notes by hand with what could be known, and with the deal. */
  #check(state) {
    if (!state.marks.length || !state.over.known) return null;
    const { called: names, hand } = this.#data;
    const { deal, known } = state.over;
    const count = { right: 0, guessed: 0, wrong: 0 };
    const noted = new Set();
    const wrong = [];
    for (const [card, holder, mark] of state.marks) {
      if (mark === "maybe") continue;
      const place = holder === "case" ? names.length : Number(holder);
      const has = (place === names.length ? deal.case_file : deal.hands[place]).includes(card);
      noted.add(`${card} ${place}`);
      if (has !== (mark === "yes")) {
        count.wrong += 1;
        wrong.push(`${card}, ${names[place] ?? "case file"}`);
      } else if ([0, 1000].includes(known[card][place])) count.right += 1;
      else count.guessed += 1;
    }
    const located = Object.entries(known).filter(([card, row]) => !hand.includes(card) && row.includes(1000));
    const missed = located.filter(([card, row]) => !noted.has(`${card} ${row.indexOf(1000)}`));
    const lines = [
      `${count.right} marks right that could be known, ${count.guessed} right by luck, ${count.wrong} wrong${wrong.length ? `: ${wrong.join("; ")}` : ""}.`,
      `Of ${located.length} cards that could be located you located ${located.length - missed.length}.`,
      missed.length ? `Missed: ${missed.map(([card, row]) => `${card} (${names[row.indexOf(1000)] ?? "case file"})`).join(", ")}.` : "",
    ];
    return Dom.make("div", { id: "notes-check" }, Dom.make("h3", {}, "Your notes, against what could be known"), ...lines.filter(Boolean).map((line) => Dom.make("p", {}, line)));
  }

  /** Buttons for another game: new cards, or the same deal from another seat. */
  #another() {
    const { labels, persons, seat: me } = this.#data;
    const byHand = Dom.make("input", { type: "checkbox" });
    const select = Dom.make("select", { "aria-label": "seat" });
    Dom.options(select, labels.map((name, other) => [other, name]).filter(([other]) => !persons.includes(other)));
    const same = Dom.make("button", { type: "button" }, "Play the same deal as");
    same.addEventListener("click", () => this.#begin({ seat: Number(select.value), by_hand: byHand.checked }));
    const fresh = Dom.make("button", { type: "button", class: "strong" }, "New game");
    fresh.addEventListener("click", () => this.#begin({ by_hand: byHand.checked }));
    if (me < 0) return Dom.make("div", { class: "new-game" }, fresh);
    return Dom.make("div", { class: "new-game" }, fresh, same, select, Dom.make("label", {}, byHand, " notebook by hand"));
  }

  /** Begin another game; where several people look, ask before it takes the page from all. */
  #begin(body) {
    const { own_screens: ownScreens, file } = this.#data;
    const question = `Begin another game? This page goes away on every screen. The game itself stays: planner-clue replay ${file}`;
    if (!ownScreens || confirm(question)) this.#program.post("again", body);
  }

  async #fetch(element) {
    const answer = await this.#program.post("review", {});
    if (!answer.said) return Dom.fill(element);
    const { knew, chances, asked, accused } = answer.said;
    Dom.fill(element, ...[this.#worst(asked), ...this.#knew(knew, chances), this.#asked(asked)].map((part) => Dom.make("div", {}, ...part)));
    const { called, seat: me } = this.#data;
    accused.forEach((one, number) => {
      const who = one.seat === me ? "you" : called[one.seat];
      const could = one.left === 1 ? ` ${Dom.sentence(who)} could be certain.` : ` A gamble: ${who} still had ${one.left} possible case files.`;
      const lines = one.why.map((line) => Dom.make("li", {}, Dom.sentence(line)));
      const why = lines.length ? Dom.make("details", {}, Dom.make("summary", {}, one.left === 1 ? `How ${who} could know` : `What ${who} could know`), Dom.make("ul", {}, ...lines)) : null;
      this.#accusations.children[number]?.append(could, ...(why ? [why] : []));
    });
  }

  /** Return two charts: the case files that each seat had left, and its win probability. */
  #knew(knew, chances) {
    const { names, called, seat: me } = this.#data;
    const most = Math.max(...knew.flatMap((points) => points.map(([, files]) => files)));
    const charts = [["Case files left", Chart.files(most), knew], ["Win probability", Chart.shares, chances]];
    return charts.map(([title, scale, all]) => {
      const lines = all.map((points, seat) => ({ suspect: names[seat], label: seat === me ? "you" : called[seat], points }));
      const chart = Chart.draw({ scale, lines, last: this.#last, pick: this.#pick });
      return [Dom.make("h3", {}, title), chart, Dom.make("p", { class: "small" }, scale.says)];
    });
  }

  #asked(asked) {
    if (!asked.length) return [];
    const mean = asked.reduce((sum, one) => sum + one.worse, 0) / asked.length;
    const rows = asked.map((one) => {
      const than = one.worse > 0 ? `${one.worse.toFixed(2)} turns worse than ${one.best.join(", ")}` : "as good as the planner's best";
      const again = Dom.make("button", { type: "button", class: "quiet", "aria-label": `Try again from here: turn ${one.turn}` }, "Try again");
      again.addEventListener("click", () => this.#begin({ event: one.before, by_hand: false }));
      const cells = [`turn ${one.turn}`, one.cards.join(", "), one.hinted ? `${than}; as the hint said` : than, again];
      return Dom.make("tr", {}, ...cells.map((cell) => Dom.make("td", {}, cell)));
    });
    const said = `On average ${mean.toFixed(2)} turns worse than the best that the planner would consider in the same room.`;
    return [Dom.make("h3", {}, "Your suggestions against the planner's"), Dom.make("p", {}, said), Dom.make("table", {}, ...rows)];
  }

  /** Begin the review with the suggestion that cost most, without what would have been better. */
  #worst(asked) {
    const worst = asked.toSorted((one, other) => other.worse - one.worse)[0];
    if (!worst || worst.worse < 0.005) return [];
    const said = `In turn ${worst.turn} you suggested ${worst.cards.join(", ")}. Another suggestion in that room takes ${worst.worse.toFixed(2)} turns less. Can you find it?`;
    const look = this.#data.spots ? Dom.make("button", { type: "button" }, "See the board then") : null;
    look?.addEventListener("click", () => this.#pick(worst.before));
    const again = Dom.make("button", { type: "button", class: "strong" }, "Find a better one");
    again.addEventListener("click", () => this.#begin({ event: worst.before, by_hand: false }));
    return [Dom.make("h3", {}, "Your worst moment"), Dom.make("p", { id: "worst" }, said), look, " ", again];
  }
}
