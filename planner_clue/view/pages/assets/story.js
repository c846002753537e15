/**
 * The suggestions of a game with their answers, from its frames (planner_clue/people/play/server.py).
 *
 *   const story = new Story(frames, names, me);
 *   story.around(12);        the suggestion that frame 12 belongs to, or null
 *   story.since(20);         the suggestions from frame 20 on
 *   story.outcome(asked);    "mustard and white pass, nobody could show a card"
 */
class Story {
  constructor(frames, names, me) {
    this.names = names;
    this.me = me;
    this.asked = [];
    let open = null;
    frames.forEach((frame, at) => {
      if (frame.kind === "suggest") {
        open = { at, end: at, turn: frame.turn, seat: frame.seat, cards: frame.cards, passes: [], shower: null, card: null, nobody: false };
        this.asked.push(open);
      } else if (open && frame.turn === open.turn && ["pass", "show"].includes(frame.kind)) {
        open.end = at;
        if (frame.kind === "pass") open.passes.push({ at, seat: frame.seat });
        else [open.shower, open.card, open.shownAt] = [frame.seat, frame.card, at];
        open.nobody = open.passes.length === names.length - 1;
      }
    });
  }

  around(number) {
    return this.asked.findLast((asked) => asked.at <= number && number <= asked.end) ?? null;
  }

  since(number) {
    return this.asked.filter((asked) => asked.at >= number);
  }

  /** Return the name of a seat in a sentence. */
  name(seat) {
    return seat === this.me ? "you" : this.names[seat];
  }

  /** Say who passed and who showed, as far as it has been heard by frame `until`. */
  outcome(asked, until = Infinity) {
    const passes = asked.passes.filter((pass) => pass.at <= until).map((pass) => this.name(pass.seat));
    const said = passes.length ? [`${passes.join(", ")} ${passes.length > 1 || passes[0] === "you" ? "pass" : "passes"}`] : [];
    if (asked.shower !== null && asked.shownAt <= until) {
      const shows = asked.shower === this.me ? "you show" : `${this.names[asked.shower]} shows`;
      const to = asked.seat === this.me ? " you" : "";
      said.push(`${shows}${to} ${asked.card ?? "a card"}`);
    }
    if (passes.length === this.names.length - 1) said.push("nobody could show a card");
    return said.join(", ");
  }
}
