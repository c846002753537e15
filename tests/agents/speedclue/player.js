// A player for the Speed Clue contest: it suggests what it has not seen, and ends its answers with
// a NUL and in capitals, as players may.
const [identifier, port] = process.argv.slice(2);
const kinds = ["Gr Mu Pe Pl Sc Wh", "Ca Kn Pi Re Ro Wr", "Ba Bi Co Di Ha Ki Li Lo St"].map((kind) => kind.split(" "));
let me, hand, seen, made, proved;

function answer([name, ...words]) {
  if (name === "reset") {
    [me, hand, seen, made, proved] = [words[1], words.slice(2), new Set(words.slice(2)), new Set(), null];
  } else if (name === "suggest") {
    const [suspects, weapons, rooms] = kinds.map((kind) => {
      const unseen = kind.filter((card) => !seen.has(card));
      return unseen.length > 0 ? unseen : kind;
    });
    const all = rooms.flatMap((r) => weapons.flatMap((w) => suspects.map((s) => `${s} ${w} ${r}`)));
    const mine = all.find((three) => !made.has(three));
    made.add(mine);
    return `suggest ${mine}`;
  } else if (name === "suggestion" && words[0] === me) {
    if (words.length > 5) seen.add(words[5]);
    const three = words.slice(1, 4);
    if (words[4] === "-" && !three.some((card) => hand.includes(card))) proved = three;
  } else if (name === "disprove") {
    return `show ${words.slice(1).find((card) => hand.includes(card))}`;
  } else if (name === "accuse") {
    return proved ? `accuse ${proved.join(" ")}` : "-";
  }
  return "ok";
}

const match = require("node:net").connect(Number(port), "127.0.0.1", () => match.write(`${identifier} alive\0`));
match.on("data", (data) => match.write(`${answer(data.toString().split(" ")).toUpperCase()}\0`));
