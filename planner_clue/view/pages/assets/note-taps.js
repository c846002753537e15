/**
 * Notes by tapping: who asks, three cards, who shows, and the card where it was seen.
 *
 *   const taps = new NoteTaps(bar, (text, keep) => ..., () => ...);
 *
 * The first function is called with a complete line, and resolves to the elements that say why it was
 * refused, or to null; what was chosen then stays. Until then nothing can be tapped: a line is written once.
 * With `keep` it is written although it was refused. The second is called whenever the choice changes.
 */
class NoteTaps {
  #bar;
  #write;
  #change;
  #known = null;
  #isGlimpse = false;
  #asker = null;
  #cards = {};
  #shower;
  #skipped = new Set();
  #offersSkips = false;
  #refused = [];
  #isWriting = false;

  constructor(bar, write, change) {
    this.#bar = bar;
    this.#write = write;
    this.#change = change;
  }

  /** Offer the players and cards of a state; see planner_clue.people.assist.server. */
  offer(known) {
    this.#known = known;
    this.#showBar();
  }

  /** The cards and players that are chosen, for the notebook. */
  get chosen() {
    const holders = [this.#asker, this.#shower].filter((seat) => typeof seat === "number");
    return { cards: Object.values(this.#cards), holders };
  }

  /** Take a card, or the place of a player. */
  tap(card, seat) {
    if (this.#isWriting) return;
    this.#refused = [];
    if (this.#isGlimpse) this.#glimpse(card, seat);
    else if (card !== null) this.#tapCard(card);
    else if (this.#asker === null) this.#asker = seat;
    else if (seat === this.#asker) this.#asker = null;
    else if (this.#isAsked) this.#shower = seat;
    this.#go();
  }

  /** Begin again. */
  clear(isGlimpse = false) {
    this.#isGlimpse = isGlimpse;
    this.#asker = null;
    this.#cards = {};
    this.#shower = undefined;
    this.#skipped.clear();
    this.#offersSkips = false;
    this.#refused = [];
    this.#go();
  }

  get #isAsked() {
    return Object.keys(this.#cards).length === this.#known.categories.length;
  }

  /** The cards of the suggestion that may have been shown, where this seat saw which. */
  get #shown() {
    const { me, notebook } = this.#known;
    if (typeof this.#shower !== "number" || ![this.#asker, this.#shower].includes(me)) return [];
    const isMine = (card) => notebook.cards[card][me] === 1000;
    return Object.values(this.#cards).filter((card) => isMine(card) === (this.#shower === me));
  }

  #tapCard(card) {
    if (this.#shown.includes(card)) return this.#end(` ${card}`);
    const [category] = this.#known.categories.find(([, cards]) => cards.includes(card));
    if (this.#cards[category] === card) delete this.#cards[category];
    else this.#cards[category] = card;
    this.#shower = undefined;
    return undefined;
  }

  #glimpse(card, seat) {
    if (card !== null) this.#cards = { card };
    else this.#shower = seat;
    if (this.#cards.card && this.#shower !== undefined) {
      this.finish(`I saw ${this.#cards.card} with ${this.#name(this.#shower)}`);
    }
  }

  #name(seat) {
    return seat === this.#known.me ? "me" : this.#known.players[seat];
  }

  /** The players who were asked before the one who showed, or all others. */
  get #before() {
    const count = this.#known.players.length;
    const order = [...Array(count - 1).keys()].map((step) => (this.#asker + step + 1) % count);
    return typeof this.#shower === "number" ? order.slice(0, order.indexOf(this.#shower)) : order;
  }

  #go() {
    if (this.#shower === null || (typeof this.#shower === "number" && !this.#isGlimpse && this.#shown.length < 2)) this.#end("");
    this.#showBar();
    this.#change();
  }

  #end(card) {
    const cards = this.#known.categories.map(([name]) => this.#cards[name]).join(", ");
    const skipped = this.#before.filter((seat) => this.#skipped.has(seat)).map((seat) => `${this.#name(seat)} was not asked, `);
    const answer = this.#shower === null ? "nobody showed" : `${this.#name(this.#shower)} showed${card}`;
    this.finish(`${this.#name(this.#asker)}: ${cards}; ${skipped.join("")}${answer}`);
  }

  /** Write a line that is complete. */
  async finish(text, keep = false) {
    if (this.#isWriting) return undefined;
    this.#isWriting = true;
    this.#refused = [];
    this.#showBar();
    const refused = await this.#write(text, keep);
    this.#isWriting = false;
    if (!refused) return this.clear();
    this.#refused = refused;
    this.#showBar();
  }

  /** Show in the bar why something was not written, and what can be done. */
  complain(...refused) {
    this.#refused = refused;
    this.#showBar();
  }

  // -- the bar ---------------------------------------------------------------------------------

  #showBar() {
    const said = Dom.make("p", { class: "prompt", "aria-live": "polite" }, ...this.#prompt());
    if (this.#isWriting) return Dom.fill(this.#bar, said);
    const buttons = [];
    if (this.#isAsked && this.#shower === undefined && !this.#isGlimpse) {
      if (this.#asker !== null) buttons.push(this.#button("Nobody showed", () => this.#showNobody(), "strong"));
      if (this.#asker !== null) buttons.push(...this.#skippers());
    }
    const isEmpty = this.#asker === null && !this.#isAsked && !Object.keys(this.#cards).length && !this.#isGlimpse;
    if (isEmpty) buttons.push(this.#button("I saw a card", () => this.clear(true)));
    else buttons.push(this.#button("Clear", () => this.clear()));
    return Dom.fill(this.#bar, said, ...this.#refused, Dom.make("div", { class: "tap-buttons" }, ...buttons));
  }

  #showNobody() {
    this.#refused = [];
    this.#shower = null;
    this.#go();
  }

  /** Return a button each for the players who may have been passed over, or one that offers them. */
  #skippers() {
    if (this.#offersSkips) return this.#before.map((seat) => this.#skipper(seat));
    const offer = () => {
      this.#offersSkips = true;
      this.#showBar();
    };
    return [this.#button("Somebody was not asked", offer)];
  }

  /** Return the button that says that a player was passed over. */
  #skipper(seat) {
    const button = this.#button(`${this.#name(seat)} not asked`, () => {
      if (!this.#skipped.delete(seat)) this.#skipped.add(seat);
      this.#showBar();
    });
    button.setAttribute("aria-pressed", this.#skipped.has(seat));
    return button;
  }

  #button(label, action, kind = "") {
    const button = Dom.make("button", { type: "button", class: kind || null }, label);
    button.addEventListener("click", action);
    return button;
  }

  #prompt() {
    const cards = Object.values(this.#cards).join(", ");
    const asker = this.#asker === null ? "" : Dom.sentence(`${this.#name(this.#asker)}: `);
    const said = Dom.make("b", {}, `${asker}${cards}`);
    if (this.#isWriting) return [said, " is being written …"];
    if (this.#isGlimpse) return [`I saw ${cards || "…"}: tap ${cards ? "who holds it" : "the card, and who holds it"}.`];
    if (this.#refused.length) return [said, " was not written down:"];
    if (this.#asker === null) return [said, cards ? " Who asks? Tap a name." : "Who asks? Tap a name, then three cards. Tap a number to see why."];
    if (!this.#isAsked) return [said, " Tap suspect, weapon and room."];
    if (this.#shower === undefined) return [said, " Who showed? Those before passed."];
    return [said, " Which card? Tap it."];
  }
}
