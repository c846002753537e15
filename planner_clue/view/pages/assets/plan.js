/**
 * What a planner planned: why, what it assumed, where it goes and asks, and what broke it.
 *
 *   const panel = new PlanPanel(element, (step) => ..., (plan) => ...);   the PDDL of a step, or
 *                                                               the picture of a break, is wanted
 *   panel.show({decisions, problems, missing, ends}, number);   see pages/plans.py
 *   PlanPanel.inForce(decisions, number);                       the plan then, or null
 *   PlanPanel.stops(plan.steps);                                its stops, numbered as on the board
 */
class PlanPanel {
  #element;
  #pick;
  #draw;
  #areMoreOpen = false;
  #shown = null;
  /** Of the plans that are shown: when something in them changes, and between which of these times. */
  #times = null;
  #drawn = null;

  constructor(element, pick, draw) {
    this.#element = element;
    this.#pick = pick;
    this.#draw = draw;
  }

  // -- what a plan is at a moment -------------------------------------------------------------

  /** Return the planning in force at moment `number`; null if there is none yet. */
  static inForce(decisions, number) {
    const made = decisions.filter((one) => one.number !== null && one.at <= number);
    return made.length ? made.at(-1) : null;
  }

  /** Return the moments in which plans are made, and those in which a plan in force breaks. */
  static moments(plans) {
    const made = plans.decisions.filter((one) => one.number !== null);
    const broken = made.filter((one) => one.broken && PlanPanel.inForce(made, one.broken.at) === one);
    const distinct = (numbers) => [...new Set(numbers)];
    return { replans: distinct(made.map((one) => one.at)), breaks: broken.map((one) => one.broken.at) };
  }

  /** Return whether the plan was broken by moment `number`. */
  static isBroken(plan, number) {
    return plan.broken !== null && plan.broken.at <= number;
  }

  /** Return what became of a step by moment `number`: open, played, dropped or left-out. */
  static stateOf(step, number) {
    return step.at !== null && step.at <= number ? step.became : "open";
  }

  /** Return whether the answer to a step came by moment `number`, and is another than expected. */
  static isRefuted(step, number) {
    return step.as_expected === false && step.answered <= number;
  }

  /** Return whether this seat has accused or forfeited by moment `number`. */
  static isOver(plans, number) {
    return plans.ends !== null && plans.ends <= number;
  }

  /**
   * Return the stops of a plan: a way, the suggestion after it, or both, or an accusation. Those
   * with a suggestion are numbered; `step` is the place of the stop's last step in the plan.
   */
  static stops(steps) {
    const stops = [];
    steps.forEach((step, place) => {
      if (step.became === "reckoning") return;
      const last = stops.at(-1);
      if (step.asks && last?.way && !last.ask) Object.assign(last, { ask: step, step: place });
      else stops.push({ [step.asks ? "ask" : step.room ? "way" : "other"]: step, step: place });
    });
    stops.filter((stop) => stop.ask).forEach((stop, place) => (stop.number = place + 1));
    return stops;
  }

  /** Return the state of a stop at a moment: done, refuted, dropped, left-out, next or open. */
  static stateOfStop(plan, stop, number) {
    const last = stop.ask ?? stop.way ?? stop.other;
    if (PlanPanel.isRefuted(last, number)) return "refuted";
    const states = [stop.way, stop.ask, stop.other].filter(Boolean).map((step) => PlanPanel.stateOf(step, number));
    if (states.at(-1) === "played") return "done";
    if (states.includes("left-out")) return "left-out";
    if (states.includes("dropped") || PlanPanel.isBroken(plan, number)) return "dropped";
    return "open";
  }

  /** Return the answers by what is done after them: one row per follow-up or accusation. */
  static rows(branches) {
    const rows = new Map();
    for (const branch of branches) {
      const steps = branch.steps.filter((step) => step.became !== "reckoning");
      const words = steps.map((step) => step.words).join("; ");
      if (!rows.has(words)) rows.set(words, { branches: [], steps });
      const row = rows.get(words);
      row.branches.push(branch);
      if (branch.became === "played") row.steps = steps;
    }
    return [...rows.values()];
  }

  /** Return whether the answer of one of a row's branches came by moment `number`. */
  static came(row, ask, number) {
    return ask.answered <= number && row.branches.some((branch) => branch.became === "played");
  }

  /** Return all steps of a plan in the order of its PDDL, also those of its branches. */
  static sequence(steps) {
    const after = (step) => (step.branches ?? []).flatMap((branch) => [branch, ...PlanPanel.sequence(branch.steps)]);
    return steps.flatMap((step) => [step, ...after(step)]);
  }

  // -- showing it -----------------------------------------------------------------------------

  /** Say something else than a plan. */
  say(text) {
    this.#times = null;
    Dom.fill(this.#element, Dom.make("p", { class: "small" }, text));
  }

  /** Show the plan of one moment. */
  show(plans, number) {
    if (this.#times?.plans !== plans) {
      const keep = (key, value) => (["at", "answered", "ends"].includes(key) ? times.add(value) : null, value);
      const times = new Set();
      JSON.stringify(plans, keep);
      this.#times = { plans, all: [...times] };
      this.#drawn = null;
    }
    const drawn = this.#times.all.filter((time) => time !== null && time <= number).length;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const plan = PlanPanel.inForce(plans.decisions, number);
    const gamble = plans.decisions.find((one) => one.gamble && one.at <= number);
    if (!plan) {
      Dom.fill(this.#element, Dom.make("p", { class: "small" }, "It has not planned yet."));
      if (gamble) this.#element.append(this.#gamble(gamble));
      return;
    }
    const head = Dom.make("div", { class: "plan-head" }, gamble ? this.#gamble(gamble) : null, this.#why(plan), this.#assumption(plan));
    Dom.fill(
      this.#element,
      head,
      plan.steps.length ? this.#stops(plan, number) : this.#failed(plan, number),
      PlanPanel.isOver(plans, number) ? this.#over() : null,
      this.#others(plan),
    );
    if (plan !== this.#shown || PlanPanel.isBroken(plan, number)) this.#element.scrollTop = 0;
    if (plan === this.#shown) PlanPanel.bringIntoSight(this.#element, this.#element.querySelector(".break, .refuted, .next"));
    this.#shown = plan;
  }

  /** Scroll an element, and nothing around it, so far that a part of it is seen. */
  static bringIntoSight(element, part) {
    if (!part) return;
    const [around, inside] = [element.getBoundingClientRect(), part.getBoundingClientRect()];
    if (inside.top < around.top) element.scrollTop -= around.top - inside.top;
    if (inside.bottom > around.bottom) element.scrollTop += inside.bottom - around.bottom;
  }

  #gamble(made) {
    const chance = `${Dom.percent(1000 * made.chance)} %`;
    const accused = made.assumption.join(", ");
    const said = `It gambles: it accuses ${accused}, with a probability of only ${chance}.`;
    return Dom.make("p", { class: "flag" }, said);
  }

  #why(plan) {
    const [first, ...more] = plan.because.map((reason) => PlanPanel.#reason(reason));
    const heading = Dom.make("h3", {}, `Plan ${plan.number + 1}, made in turn ${plan.turn}`);
    if (!more.length) return Dom.make("div", { class: "why" }, heading, first ?? null);
    const names = plan.because.slice(1).map((reason) => PlanPanel.#spaced(reason.trigger));
    const also = Dom.make("details", { open: this.#areMoreOpen }, Dom.make("summary", {}, `Also ${names.join(", ")}`), ...more);
    also.addEventListener("toggle", () => (this.#areMoreOpen = also.open));
    return Dom.make("div", { class: "why" }, heading, first, also);
  }

  /** Return the name of a trigger in words; records and files have it with hyphens. */
  static #spaced(trigger) {
    return trigger.replaceAll("-", " ");
  }

  static #reason({ trigger, words, turn, observation }) {
    const name = Dom.make("span", { class: "trigger", title: trigger }, PlanPanel.#spaced(trigger));
    const when = turn ? `turn ${turn}: ` : "";
    return Dom.make("p", {}, name, `${Dom.sentence(words)}: ${when}${observation}.`);
  }

  #assumption(plan) {
    const [suspect, weapon, room] = plan.assumption;
    const chance = `${Dom.percent(1000 * plan.chance, 1)}\u00a0%`;
    const strong = Dom.make("strong", {}, `${suspect} with the ${weapon} in the ${room}`);
    const stated = plan.forecast ? `${plan.forecast}; ` : "";
    const cost = plan.cost ? ` The plan: ${stated}cost ${plan.cost}.` : "";
    const since = plan.planned_in ? ` The problem is that of turn ${plan.planned_in}.` : "";
    const rest = `, which is ${chance} probable.${cost}${since}`;
    return Dom.make("p", {}, "It assumes ", strong, rest);
  }

  /** Return the stops as a list, with the trigger where the plan broke. */
  #stops(plan, number) {
    const stops = PlanPanel.stops(plan.steps);
    const states = stops.map((stop) => PlanPanel.stateOfStop(plan, stop, number));
    const next = states.indexOf("open");
    if (next >= 0) states[next] = "next";
    const isBroken = PlanPanel.isBroken(plan, number);
    const items = stops.map((stop, place) => this.#stop(stop, states[place], number));
    if (isBroken) {
      const first = states.indexOf("dropped");
      items.splice(first < 0 ? items.length : first, 0, this.#break(plan, number));
    }
    const ask = plan.steps.find((step) => step.branches);
    const list = Dom.make("ol", { class: "stops" }, ...items);
    return Dom.make("div", {}, list, ask ? this.#table(ask, isBroken, number) : null);
  }

  /** Say what ended a plan, also where the plan had a follow-up for the answer that came. */
  #break(plan, number) {
    const { steps, broken: { trigger, words, turn, observation } } = plan;
    const answered = (step) => PlanPanel.rows(step.branches ?? []).some((row) => PlanPanel.came(row, step, number));
    const isLeft = trigger !== "outdated-follow-up" && steps.some(answered);
    const said = isLeft ? `The follow-up for the answer is not played: ${words}. ` : `${Dom.sentence(words)}. `;
    const when = turn ? `turn ${turn}: ` : "";
    const name = Dom.make("span", { class: "trigger", title: trigger }, PlanPanel.#spaced(trigger));
    const cross = Dom.make("span", { class: "sign", "aria-hidden": "true" }, "✗");
    const text = Dom.make("span", {}, name, said, Dom.make("b", {}, Dom.sentence(`${when}${observation}.`)));
    const picture = this.#draw && plan.broken.card ? Dom.make("button", { type: "button", class: "quiet" }, "Picture") : null;
    picture?.addEventListener("click", () => this.#draw(plan));
    return Dom.make("li", { class: "break" }, cross, text, picture);
  }

  #stop(stop, state, number) {
    const signs = { done: ["✓", "done"], refuted: ["✗", "broken"], dropped: ["–", "dropped"], "left-out": ["↷", "left out"], next: ["→", "next"], open: ["○", "to come"] };
    const [sign, said] = signs[state];
    const badge = Dom.make("span", { class: "badge", "aria-hidden": "true" }, `${stop.number ?? ""}`);
    const mark = Dom.make("span", { class: "sign", "aria-hidden": "true" }, sign);
    const isAway = ["dropped", "left-out"].includes(state);
    const tag = isAway ? Dom.make("span", { class: "tag" }, said) : Dom.spoken(` (${said})`);
    const what = Dom.make("p", { class: "what" }, this.#words(stop), tag);
    const answer = stop.ask ? this.#answer(stop.ask, state, number) : null;
    const text = Dom.make("div", {}, what, answer);
    return Dom.make("li", { class: `stop ${state}` }, badge, mark, text, this.#link(stop.ask ?? stop.way ?? stop.other));
  }

  #link(step) {
    const link = Dom.make("button", { type: "button", class: "link", "aria-label": `PDDL of: ${step.words}` }, "PDDL");
    link.addEventListener("click", () => this.#pick(step));
    return link;
  }

  /** Return the answers to a suggestion as a table, with one row per follow-up. */
  #table(ask, isBroken, number) {
    const isAnswered = ask.answered <= number;
    const rows = PlanPanel.rows(ask.branches).map((row) => {
      const came = PlanPanel.came(row, ask, number);
      const state = came ? (isBroken ? "came dropped" : "came") : isAnswered ? "left-out" : "";
      return this.#row(row, state, came);
    });
    const head = ["answer", "then"].map((name) => Dom.make("th", { scope: "col" }, Dom.spoken(name)));
    return Dom.make("table", { class: "answers" }, Dom.make("thead", {}, Dom.make("tr", {}, ...head)), Dom.make("tbody", {}, ...rows));
  }

  #row({ branches, steps }, state, came) {
    const answers = branches.map(({ answer, chance, became, assumes }) => {
      const isIt = came && became === "played";
      const then = assumes ? `; then it assumes ${assumes.join(", ")}` : "";
      const said = `${answer} ${Dom.percent(1000 * chance)}\u00a0%${then}`;
      return Dom.make("p", {}, isIt ? Dom.make("b", {}, "✓ ", said, Dom.spoken(" (this came)")) : said);
    });
    const stops = PlanPanel.stops(steps).map((stop) => Dom.make("p", { class: "what" }, this.#words(stop)));
    const link = stops.length ? this.#link(steps.at(-1)) : null;
    const cells = [answers, stops.length ? stops : ["Plan again"], [link]];
    return Dom.make("tr", { class: state }, ...cells.map((inside) => Dom.make("td", {}, ...inside)));
  }

  #words({ way, ask, other }) {
    const words = Dom.sentence((way ?? ask ?? other).words);
    if (!ask) return Dom.make("span", {}, words);
    const isThere = [way?.room, ask.room].includes(ask.asks[2]);
    const cards = Dom.make("b", {}, (isThere ? ask.asks.slice(0, 2) : ask.asks).join(", "));
    if (ask.room) return Dom.make("span", {}, `Go on to ${ask.room}: `, cards);
    return way ? Dom.make("span", {}, `${words}, ask about `, cards) : Dom.make("span", {}, "Ask about ", cards);
  }

  /** Say which answer is expected, and which came. */
  #answer(ask, state, number) {
    const expected = ask.expects ? `to be shown ${ask.expects}` : "nobody to show a card";
    const came = ask.answer && ask.answered <= number ? `${Dom.sentence(ask.answer)}.` : "";
    if (ask.instead && PlanPanel.stateOf(ask, number) === "played") {
      return Dom.make("p", { class: "answer" }, `It asked ${ask.instead} instead. ${came}`);
    }
    if (!came && ask.is_last) return Dom.make("p", { class: "answer" }, "Then it plans again.");
    if (!came && ask.branches) return null;
    if (!came) return Dom.make("p", { class: "answer" }, `Expects ${expected}.`);
    if (ask.is_last) return Dom.make("p", { class: "answer" }, came);
    if (state !== "refuted" && ask.branches) return Dom.make("p", { class: "answer" }, came);
    if (state !== "refuted") return Dom.make("p", { class: "answer" }, `${came} As expected.`);
    return Dom.make("p", { class: "answer" }, `Expected ${expected}. `, Dom.make("b", {}, `Instead, ${ask.answer}.`));
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

  #over() {
    const said = "It takes no more turns, so it makes no more plans.";
    return Dom.make("p", { class: "flag" }, said);
  }

  #others(plan) {
    if (!plan.others.length) return null;
    const ways = plan.others.map((way) => `${way.words} (${way.worth})`).join("; ");
    return Dom.make("p", { class: "small" }, `Other ways to begin: ${ways}.`);
  }
}
