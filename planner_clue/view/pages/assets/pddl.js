/**
 * The PDDL of a plan: its steps, the action of the chosen one with the atoms that it changes, and
 * the problem, whole or as what changed since the last one.
 *
 *   const pddl = new PddlPanel({steps, action, problem});   elements
 *   pddl.show(plans, plan, number);                          see pages/plans.py
 *   pddl.choose(place);                                      an action of the plan, by its place
 */
class PddlPanel {
  #panes;
  #shown = null;
  #chosen = null;
  #texts = new Map();
  #part = "knowledge";

  constructor(panes) {
    this.#panes = panes;
  }

  /** Show the PDDL of a plan at a moment; null for none. */
  show(plans, plan, number) {
    if (this.#shown?.plan !== plan) this.#chosen = null;
    this.#shown = { plans, plan, number, stage: plan && PlanPanel.stageOf(plan, number) };
    const panes = Object.values(this.#panes);
    if (!plan?.actions.length) return panes.forEach((pane) => Dom.fill(pane, Dom.make("p", { class: "small" }, "There is no plan.")));
    this.#chosen ??= this.#shown.stage.chosen;
    this.#showSteps();
    this.#showAction();
    this.#showProblem();
  }

  /** Show an action of the plan. */
  choose(place) {
    this.#chosen = place;
    const { plans, plan, number } = this.#shown;
    this.show(plans, plan, number);
    this.#panes.steps.querySelector("[aria-pressed=true]")?.focus();
  }

  // -- the steps --------------------------------------------------------------------------------

  #showSteps() {
    const signs = { refuted: "✗", done: "✓", reckoning: "·", dropped: "–", open: "○" };
    const { plan, stage } = this.#shown;
    const items = plan.actions.map(({ pddl }, place) => {
      const state = stage.actions[place];
      const mark = Dom.exact("span", { class: "sign" }, signs[state]);
      const button = Dom.exact("button", { type: "button", class: `pddl-step ${state}`, "aria-pressed": `${place === this.#chosen}` }, mark, Dom.exact("code", {}, pddl));
      button.addEventListener("click", () => this.choose(place));
      return Dom.exact("li", {}, button);
    });
    Dom.fill(this.#panes.steps, Dom.exact("ol", { class: "pddl-steps" }, ...items));
  }

  // -- the action -------------------------------------------------------------------------------

  #showAction() {
    const { plans, plan } = this.#shown;
    const step = plan.actions[this.#chosen];
    const schema = plans.domain ? PddlPanel.schemaOf(plans.domain, step.pddl) : null;
    const text = schema ? Dom.exact("pre", { tabindex: "0" }, ...schema.flatMap((line) => [...PddlPanel.coloured(line), "\n"])) : null;
    const atoms = (kind, sign, all) => (all ?? []).map((atom) => Dom.exact("span", { class: `line ${kind}` }, `${sign} ${atom}\n`));
    const changed = [...atoms("removed", "-", step.deletes), ...atoms("added", "+", step.adds)];
    const unknown = plan.made.planned_in ? `The plan of turn ${plan.made.planned_in} shows them.` : "They are not known.";
    const none = step.adds ? "It changes no atom." : plan.problem === null ? "Its problem is not in this page." : unknown;
    Dom.fill(
      this.#panes.action,
      text,
      Dom.exact("h3", {}, "The atoms that it changes"),
      changed.length ? Dom.exact("pre", { tabindex: "0", class: "atoms" }, ...changed) : Dom.make("p", { class: "small" }, none),
    );
  }

  /**
   * Return the lines of a step's action in the text of a domain, with the comment above it and
   * the step's arguments in place of the parameters; null if the domain does not have it.
   */
  static schemaOf(domain, pddl) {
    const [name, ...values] = pddl.slice(1, -1).split(" ");
    const lines = domain.split("\n");
    const head = new RegExp(`\\(:action\\s+${name}(?![\\w-])`, "i");
    const first = lines.findIndex((line) => head.test(line));
    if (first < 0) return null;
    let from = first;
    while (lines[from - 1]?.trim().startsWith(";")) from -= 1;
    let [end, depth] = [first, 0];
    for (; end < lines.length; end += 1) {
      const code = lines[end].replace(/;.*/, "");
      depth += code.split("(").length - code.split(")").length;
      if (depth <= 0) break;
    }
    const text = lines.slice(first, end + 1).join("\n");
    const parameters = /:parameters\s*\(([^)]*)\)/i.exec(text)?.[1].match(/\?[\w-]+/g) ?? [];
    const value = (variable) => values[parameters.indexOf(variable)] ?? variable;
    const body = text.split("\n").map((line, place, all) => {
      const declares = all.slice(0, place + 1).join("\n").split(/:precondition|:effect/i).length === 1;
      return declares ? line : line.replace(/\?[\w-]+/g, value);
    });
    const comment = lines.slice(from, first);
    return [...comment, ...body].map((line) => line.replace(/^ {2}/, ""));
  }

  // -- the problem ------------------------------------------------------------------------------

  #showProblem() {
    const { plans, plan } = this.#shown;
    if (plan.problem === null) {
      const sum = plan.made.problem;
      const said = sum ? `Its PDDL problem is not in this page (SHA-256 ${sum.slice(0, 12)}…).` : "Its PDDL problem is not known.";
      Dom.fill(this.#panes.problem, Dom.make("p", { class: "small" }, said));
      return;
    }
    const isWhole = this.#part === "whole" || plan.problem === 0;
    const lines = isWhole
      ? PddlPanel.textOf(plans.problems, plan.problem, this.#texts).map((line) => [" ", line])
      : PddlPanel.changesOf(plans.problems, plan.problem, this.#texts, this.#part === "knowledge");
    const step = plan.actions[this.#chosen];
    const touched = new Set([...(step.adds ?? []), ...(step.deletes ?? [])]);
    const shapes = lines.map(([sign, line]) => {
      const kind = { "+": "added", "-": "removed", "…": "same" }[sign] ?? "";
      const isTouched = [...line.matchAll(/\([^()]*\)/g)].some(([atom]) => touched.has(atom.toLowerCase()));
      const parts = kind === "same" ? [line] : PddlPanel.coloured(line);
      return Dom.exact("span", { class: `line ${kind}${isTouched ? " touched" : ""}` }, isWhole ? "" : `${sign} `, ...parts, "\n");
    });
    const pre = Dom.exact("pre", { class: "problem", tabindex: "0" }, ...shapes);
    Dom.fill(this.#panes.problem, plan.problem ? this.#choice() : null, pre);
    PlanPanel.bringIntoSight(this.#panes.problem.parentElement, pre.querySelector(".touched"));
  }

  #choice() {
    const select = Dom.exact("select", { "aria-label": "Part of the problem" });
    const parts = [["knowledge", "what changed at the table"], ["changes", "all that changed"], ["whole", "the whole problem"]];
    Dom.options(select, parts);
    select.value = this.#part;
    select.addEventListener("change", () => {
      this.#part = select.value;
      this.#showProblem();
      this.#panes.problem.querySelector("select").focus();
    });
    return select;
  }

  /** Return a line of PDDL as coloured parts. */
  static coloured(line) {
    const kinds = [
      [/^;.*/, "comment"],
      [/^:[\w-]+/, "keyword"],
      [/^\?[\w-]+/, "variable"],
      [/^(define|domain|problem|and|not|or|when|forall|exists|increase)\b(?=[\s)])/, "word"],
      [/^[A-Z][A-Z-]+\b/, "static"],
      [/^\d+\b/, "figure"],
      [/^([\w-]+|[\s()]+|.)/, null],
    ];
    const parts = [];
    for (let rest = line; rest; ) {
      for (const [pattern, kind] of kinds) {
        const found = pattern.exec(rest);
        if (!found) continue;
        parts.push(kind ? Dom.exact("span", { class: `pddl-${kind}` }, found[0]) : found[0]);
        rest = rest.slice(found[0].length);
        break;
      }
    }
    return parts;
  }

  /** Return the lines of the problem at a place; `known` keeps what was worked out before. */
  static textOf(problems, place, known) {
    const problem = problems[place];
    if (!known.has(problem)) {
      const lines =
        "text" in problem
          ? problem.text.trimEnd().split("\n")
          : PddlPanel.#applied(PddlPanel.textOf(problems, place - 1, known), problem.changes);
      known.set(problem, lines);
    }
    return known.get(problem);
  }

  static #applied(before, changes) {
    const lines = [];
    let at = 0;
    for (const change of changes) {
      if (Array.isArray(change)) lines.push(...change);
      else {
        if (change > 0) lines.push(...before.slice(at, at + change));
        at += Math.abs(change);
      }
    }
    return lines;
  }

  /**
   * Return the changes of a problem as pairs of a sign (+, -, space, …) and a line. With
   * `isShort` what does not change during a plan is left out: the drawn deals and the costs.
   */
  static changesOf(problems, place, known, isShort) {
    const before = PddlPanel.textOf(problems, place - 1, known);
    const lines = [];
    let at = 0;
    for (const change of problems[place].changes) {
      if (Array.isArray(change)) lines.push(...change.map((line) => ["+", line]));
      else {
        lines.push(...before.slice(at, at + Math.abs(change)).map((line) => [change > 0 ? " " : "-", line]));
        at += Math.abs(change);
      }
    }
    const isTold = ([sign, line]) => sign !== " " && (!isShort || /^(\s*\([a-z][a-z-]*( [\w-]+)*\))+$/.test(line));
    return PddlPanel.#shortened(lines, isTold, isShort ? 0 : 2);
  }

  /** Keep the lines that are told and so many beside them; count the others. */
  static #shortened(lines, isTold, beside) {
    const told = lines.map(isTold);
    const isNear = (place) => told.slice(Math.max(place - beside, 0), place + beside + 1).includes(true);
    const kept = [];
    let left = 0;
    const count = () => {
      if (left) kept.push(["…", `${left} more line${left === 1 ? "" : "s"}`]);
      left = 0;
    };
    lines.forEach((line, place) => {
      if (!isNear(place)) {
        left += 1;
        return;
      }
      count();
      kept.push(line);
    });
    count();
    return kept;
  }
}
