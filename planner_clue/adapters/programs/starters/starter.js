// An agent of planner-clue to begin with: it suggests what it has not located, and accuses when
// it is certain. Change what you like; docs/protocol.md tells every line that passes.
// planner-clue match "command:node mine.js" random random

const readline = require("node:readline");

let seat; // what it knows before the first turn
let lacks; // for each card, the seats that certainly do not hold it
let located; // the cards of which it knows the holder
let suggested; // the suggestion that is being answered

function begin(told) {
  seat = told;
  located = new Set(seat.hand);
  lacks = new Map();
  for (const card of [...seat.suspects, ...seat.weapons, ...seat.rooms]) {
    lacks.set(card, new Set(seat.hand.includes(card) ? [] : [seat.index]));
  }
}

function observe(event) {
  if (event.kind === "suggest") {
    suggested = event.cards;
  } else if (event.kind === "pass") {
    for (const card of suggested) lacks.get(card).add(event.seat);
  } else if (event.kind === "show") {
    // Of three cards the seat lacks two: then it has shown the third.
    const left = suggested.filter((card) => !lacks.get(card).has(event.seat));
    const card = event.card ?? (left.length === 1 ? left[0] : null);
    if (card !== null) located.add(card);
  }
}

// The cards of a category that may be in the case file: one that nobody holds, or all unlocated.
function candidates(cards) {
  const proved = cards.filter((card) => lacks.get(card).size === seat.hand_sizes.length);
  return proved.length > 0 ? proved : cards.filter((card) => !located.has(card));
}

// The candidate that most seats are known to lack.
function best(cards) {
  const left = candidates(cards);
  return left.reduce((one, other) => (lacks.get(other).size > lacks.get(one).size ? other : one));
}

function move(options) {
  const wanted = candidates(seat.rooms);
  const reached = options.rooms.filter((room) => wanted.includes(room));
  if (reached.length > 0) return best(reached);
  if (options.squares.length === 0) return options.rooms[0] ?? options.here;
  const doors = seat.board.rooms.filter((room) => wanted.includes(room.name)).flatMap((room) => room.doors);
  const steps = ([x, y]) => Math.min(...doors.map(({ front }) => Math.abs(front[0] - x) + Math.abs(front[1] - y)));
  return options.squares.reduce((one, other) => (steps(other) < steps(one) ? other : one));
}

function start({ openings, here, passage }) {
  const wanted = candidates(seat.rooms);
  if (openings.includes("stay") && wanted.includes(here)) return "stay";
  if (openings.includes("passage") && wanted.includes(passage)) return "passage";
  return "roll";
}

function accuse() {
  const left = [seat.suspects, seat.weapons, seat.rooms].map(candidates);
  return left.every((cards) => cards.length === 1) ? left.map((cards) => cards[0]) : null;
}

function answer(call) {
  for (const event of call.heard ?? []) observe(event);
  switch (call.call) {
    case "hello":
      return { protocol: 1, name: "starter", reset: true };
    case "begin":
      begin(call.seat);
      return null;
    case "start":
      return start(call.options);
    case "move":
      return move(call.options);
    case "suggest":
      return [best(seat.suspects), best(seat.weapons), call.room];
    case "show":
      return call.cards[0];
    case "accuse":
      return accuse();
    default: // "reset" and "observe" want no answer
      return null;
  }
}

// Print nothing but answers to stdout; console.error is for everything else.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const call = JSON.parse(line);
  process.stdout.write(JSON.stringify({ id: call.id, answer: answer(call) }) + "\n");
});
