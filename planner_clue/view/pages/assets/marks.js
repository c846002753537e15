/** The marks of a submission. The data is described in teaching/marks_page.py. */
(async () => {
  const data = await Dom.data();
  const boards = [...Dom.byId("boards").children];
  const words = { full: "all points", part: "some points", zero: "no points", ungraded: "not graded" };

  function points(one) {
    return one.kind === "ungraded" ? "-" : `${one.points} of ${one.out_of}`;
  }

  function row(one, number) {
    const name = one.kind === "full" ? one.title : Dom.make("a", { href: `#case-${number}` }, one.title);
    return Dom.make(
      "tr",
      { class: one.kind },
      Dom.make("th", { scope: "row" }, name),
      Dom.make("td", {}, words[one.kind]),
      Dom.make("td", { class: "number" }, points(one)),
    );
  }

  /** Return a text under a heading, if there is one. */
  function part(heading, ...content) {
    return Dom.make("section", {}, Dom.make("h4", {}, heading), ...content);
  }

  const text = (content) => Dom.make("pre", { class: "words" }, content);

  function step(line, fails) {
    const note = fails ? Dom.make("strong", {}, " ← this step") : null;
    return Dom.make("li", { class: fails ? "fails" : null }, Dom.make("code", {}, line), note);
  }

  function list(atoms, name) {
    return Dom.make("ul", { class: `atoms ${name}` }, ...atoms.map((atom) => Dom.make("li", {}, Dom.make("code", {}, atom))));
  }

  function excerpt([file, lines]) {
    const shown = lines.map(([number, line, isNamed]) =>
      Dom.make("span", { class: isNamed ? "line named" : "line" }, `${`${number}`.padStart(4)}  ${line}\n`),
    );
    return part(`Your lines in ${file}`, Dom.make("pre", { tabindex: "0" }, ...shown));
  }

  function picture(number) {
    const board = boards[number].cloneNode(true);
    return Dom.make("figure", { class: "way" }, board);
  }

  function fall(one) {
    const steps = one.steps.map((line, number) => step(line, number + one.first === one.at));
    const seen = [
      steps.length ? part("Plan", Dom.make("ol", { class: "plan", start: one.first }, ...steps)) : null,
      one.seen.length ? part("Situation", ...one.seen.map((line) => Dom.make("p", {}, line))) : null,
      one.expected ? part("Expected", Dom.make("p", {}, Dom.make("code", {}, one.expected))) : null,
      one.found ? part("Your answer", Dom.make("p", {}, Dom.make("code", {}, one.found))) : null,
      one.lacks.length ? part("Does not hold there", list(one.lacks, "lacks")) : null,
      one.holds.length ? part("Holds there", list(one.holds, "holds")) : null,
      ...one.excerpts.map(excerpt),
      one.replay ? Dom.make("p", {}, Dom.make("a", { href: one.replay }, "A lost game, step by step")) : null,
    ];
    const board = one.board === null ? null : picture(one.board);
    const [what, ...more] = one.steps.length ? one.what.split("\n") : [one.what];
    return Dom.make(
      "div",
      { class: "fall" },
      text(what),
      one.means ? Dom.make("p", { class: "flag" }, one.means) : null,
      Dom.make("div", { class: board ? "beside" : null }, board, Dom.make("div", {}, ...seen.filter(Boolean))),
      more.length ? Dom.make("details", {}, Dom.make("summary", {}, "More"), text(more.join("\n"))) : null,
    );
  }

  function card(one, number) {
    const facts = [
      Dom.make("p", {}, `Checks: ${one.checks}`),
      one.ungraded ? Dom.make("p", { class: "flag" }, `Not graded: ${one.ungraded}`) : null,
      one.says ? Dom.make("p", {}, `Measured: ${one.says}`) : null,
      ...one.falls.map(fall),
      one.shows ? Dom.make("details", {}, Dom.make("summary", {}, "The case"), text(one.shows)) : null,
    ];
    const head = Dom.make("div", { class: "card-head" }, Dom.make("h3", {}, one.title), Dom.make("span", { class: "number" }, `${words[one.kind]}: ${points(one)}`));
    return Dom.make("article", { class: "card", id: `case-${number}` }, head, ...facts);
  }

  Dom.byId("title").textContent = `Exercise ${data.title}`;
  Dom.byId("subtitle").textContent = `${data.name}: ${data.points} of ${data.out_of} points`;
  Dom.fill(Dom.byId("notes"), ...data.notes.map((note) => Dom.make("p", { class: "flag" }, note)));
  Dom.fill(Dom.byId("cases"), ...data.cases.map(row));
  const failed = data.cases.map((one, number) => (one.kind === "full" ? null : card(one, number)));
  const heading = Dom.make("h2", {}, failed.some(Boolean) ? "Where points are missing" : "No points are missing");
  Dom.fill(Dom.byId("failed"), heading, ...failed);
  Dom.themeButton(Dom.byId("theme"));
})();
