/**
 * What a planner planned: why, what it assumed, its steps, and the PDDL behind them.
 *
 *   const panel = new PlanPanel(element);
 *   panel.show({decisions, problems, missing, ends}, number);   see pages/plans.py
 *   PlanPanel.inForce(decisions, number);                       the plan then, or null
 */
class PlanPanel {
  #element;
  #texts = new Map();
  #open = { pddl: false, problem: false };
  #whole = false;
  #shown = null;

  constructor(element) {
    this.#element = element;
  }

  /** Return the planning in force at moment `number`; null if there is none yet. */
  static inForce(decisions, number) {
    const made = decisions.filter((one) => one.number !== null && one.at <= number);
    return made.length ? made.at(-1) : null;
  }

  /** Say something else than a plan. */
  say(text) {
    this.#shown = null;
    Dom.fill(this.#element, Dom.make("p", { class: "small" }, text));
  }

  /** Show the plan of one moment. */
  show(plans, number) {
    const plan = PlanPanel.inForce(plans.decisions, number);
    const gamble = plans.decisions.find((one) => one.gamble && one.at <= number);
    this.#shown = { plans, number };
    if (!plan) {
      this.say("It has not planned yet.");
      if (gamble) this.#element.append(this.#gamble(gamble));
      return;
    }
    Dom.fill(
      this.#element,
      gamble ? this.#gamble(gamble) : null,
      this.#why(plan),
      this.#assumption(plan),
      this.#steps(plan, number),
      this.#broken(plan, number) ?? this.#ended(plans, number),
      this.#others(plan),
      this.#problem(plans, plan),
    );
  }

  #gamble(made) {
    const chance = `${Dom.percent(1000 * made.chance)} %`;
    const accused = made.assumption.join(", ");
    const said = `It gambles: it accuses ${accused}, with a probability of only ${chance}.`;
    return Dom.make("p", { class: "flag" }, said);
  }

  #why(plan) {
    const parts = plan.because.map((reason, place) => {
      const name = Dom.make("span", { class: "trigger" }, reason.trigger);
      const when = reason.turn ? `turn ${reason.turn}: ` : "";
      const why = place ? "Also, " : "";
      const text = Dom.sentence(`${why}${reason.words}: `);
      const seen = `${when}${reason.observation}.`;
      return Dom.make("p", { class: place ? "small" : null }, name, text, seen);
    });
    const heading = `Plan ${plan.number + 1}, made in turn ${plan.turn}`;
    return Dom.make("div", { class: "why" }, Dom.make("h3", {}, heading), ...parts);
  }

  #assumption(plan) {
    const [suspect, weapon, room] = plan.assumption;
    const chance = `${Dom.percent(1000 * plan.chance, 1)} %`;
    const strong = Dom.make("strong", {}, `${suspect} with the ${weapon} in the ${room}`);
    const cost = plan.cost ? ` The plan costs ${plan.cost}.` : "";
    const since = plan.planned_in ? ` The problem is that of turn ${plan.planned_in}.` : "";
    const rest = `, which is ${chance} probable.${cost}${since}`;
    return Dom.make("p", {}, "It assumes ", strong, rest);
  }

  #steps(plan, number) {
    if (!plan.steps.length) return this.#failed(plan, number);
    const played = plan.steps.filter((step) => step.became !== "reckoning");
    const isOver = plan.broken !== null && plan.broken.at <= number;
    const next = isOver ? null : played.find((step) => PlanPanel.stateOf(step, number) === "open");
    const items = played.map((step) => this.#step(step, number, step === next));
    const steps = Dom.make("ol", { class: "plan-steps" }, ...items);
    const text = plan.steps.map((step) => step.pddl).join("\n");
    const shown = () => Dom.make("pre", { tabindex: "0" }, text);
    return Dom.make("div", {}, steps, this.#details("pddl", "The plan in PDDL", shown));
  }

  /** Return what became of a step by moment `number`: open, played, dropped or left-out. */
  static stateOf(step, number) {
    return step.at !== null && step.at <= number ? step.became : "open";
  }

  #step(step, number, isNext) {
    const state = PlanPanel.stateOf(step, number);
    const signs = {
      played: ["✓", "done: "],
      dropped: ["✗", "dropped: "],
      "left-out": ["↷", "left out: "],
    };
    const [sign, said] = signs[state] ?? (isNext ? ["→", "next: "] : ["○", "to come: "]);
    const mark = Dom.make("span", { class: "sign", "aria-hidden": "true" }, sign);
    const text = Dom.sentence(step.words || step.pddl);
    const words = Dom.make("span", {}, Dom.spoken(said), text, ".");
    const item = Dom.make("li", { class: `step ${state}${isNext ? " next" : ""}` }, mark, words);
    const notes = this.#stepNotes(step, state, number);
    if (notes.length) words.append(Dom.make("span", { class: "step-note" }, notes.join(" ")));
    return item;
  }

  #stepNotes(step, state, number) {
    const notes = [];
    if (state === "played" && step.instead) notes.push(` It asked ${step.instead} instead.`);
    if (step.answer && step.answered <= number) notes.push(` ${Dom.sentence(step.answer)}.`);
    if (state === "dropped") notes.push(` Because of ${step.dropped_for}.`);
    return notes;
  }

  #failed(plan, number) {
    const said = `The engine gave no plan: ${plan.failure ?? "no reason is known"}.`;
    const made = plan.fallbacks.filter((back) => back.at <= number);
    const items = made.map((back) => Dom.make("li", {}, back.words));
    const chose = Dom.make("p", {}, "Without a plan it chose:");
    const instead = items.length ? Dom.make("div", {}, chose, Dom.make("ul", {}, ...items)) : null;
    const gaveUp = plan.gave_up ? " It gave up on the engine for this game." : "";
    return Dom.make("div", { class: "flag" }, Dom.make("p", {}, said + gaveUp), instead);
  }

  #broken(plan, number) {
    if (!plan.broken || plan.broken.at > number) return null;
    const { trigger, turn, observation } = plan.broken;
    const when = turn ? `turn ${turn}: ` : "";
    const name = Dom.make("span", { class: "trigger" }, trigger);
    return Dom.make("p", { class: "flag" }, name, `This ends the plan: ${when}${observation}.`);
  }

  #ended(plans, number) {
    if (!PlanPanel.isOver(plans, number)) return null;
    const said = "It takes no more turns, so it makes no more plans.";
    return Dom.make("p", { class: "flag" }, said);
  }

  /** Return whether this seat has accused or forfeited by moment `number`. */
  static isOver(plans, number) {
    return plans.ends !== null && plans.ends <= number;
  }

  #others(plan) {
    if (!plan.others.length) return null;
    const ways = plan.others.map((way) => `${way.words} (${way.cost})`).join("; ");
    return Dom.make("p", { class: "small" }, `Other ways to begin: ${ways}.`);
  }

  // -- the problem ---------------------------------------------------------------------------

  #problem(plans, plan) {
    if (plan.problem === null) {
      if (!plan.sum) return null;
      const said = `Its PDDL problem is not in this page (SHA-256 ${plan.sum.slice(0, 12)}…).`;
      return Dom.make("p", { class: "small" }, said);
    }
    const first = plan.problem === 0;
    const title = first ? "The PDDL problem" : "The PDDL problem, and what changed in it";
    return this.#details("problem", title, () => this.#problemText(plans, plan.problem));
  }

  #problemText(plans, place) {
    const whole = this.#whole || place === 0;
    const lines = whole
      ? PlanPanel.textOf(plans.problems, place, this.#texts).map((line) => [" ", line])
      : PlanPanel.changesOf(plans.problems, place, this.#texts);
    const shapes = lines.map(([sign, line]) => {
      const kind = { "+": "added", "-": "removed", "…": "same" }[sign];
      const text = whole ? line : `${sign} ${line}`;
      return Dom.make("span", { class: kind ? `line ${kind}` : "line" }, `${text}\n`);
    });
    const pre = Dom.make("pre", { class: "problem", tabindex: "0" }, ...shapes);
    return Dom.make("div", {}, place ? this.#choice() : null, pre);
  }

  #choice() {
    const label = this.#whole ? "Show what changed" : "Show the whole problem";
    const button = Dom.make("button", { type: "button", class: "quiet" }, label);
    button.addEventListener("click", () => {
      this.#whole = !this.#whole;
      this.show(this.#shown.plans, this.#shown.number);
      this.#element.querySelector(".problem")?.previousElementSibling?.focus();
    });
    return button;
  }

  /** Return the lines of the problem at a place; `known` keeps what was worked out before. */
  static textOf(problems, place, known) {
    const problem = problems[place];
    if (!known.has(problem)) {
      const lines =
        "text" in problem
          ? problem.text.trimEnd().split("\n")
          : PlanPanel.#applied(PlanPanel.textOf(problems, place - 1, known), problem.changes);
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

  /** Return the changes of a problem as pairs of a sign (+, -, space, …) and a line. */
  static changesOf(problems, place, known) {
    const before = PlanPanel.textOf(problems, place - 1, known);
    const lines = [];
    let at = 0;
    for (const change of problems[place].changes) {
      if (Array.isArray(change)) lines.push(...change.map((line) => ["+", line]));
      else {
        const part = before.slice(at, at + Math.abs(change));
        lines.push(...(change > 0 ? PlanPanel.#shortened(part) : part.map((line) => ["-", line])));
        at += Math.abs(change);
      }
    }
    return lines;
  }

  /** Leave out the middle of lines that did not change. */
  static #shortened(lines) {
    const same = (line) => [" ", line];
    if (lines.length <= 5) return lines.map(same);
    const left = ["…", `${lines.length - 4} lines as before`];
    return [...lines.slice(0, 2).map(same), left, ...lines.slice(-2).map(same)];
  }

  /** Return a part that can be opened; it stays open from plan to plan. */
  #details(name, title, content) {
    const details = Dom.make("details", { open: this.#open[name] }, Dom.make("summary", {}, title));
    const inside = () => {
      if (details.open && details.children.length === 1) details.append(content());
    };
    inside();
    details.addEventListener("toggle", () => {
      this.#open[name] = details.open;
      inside();
    });
    return details;
  }
}
