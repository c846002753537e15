/**
 * What a planner planned: why, what it assumed, where it goes and asks, and what broke it.
 *
 *   const panel = new PlanPanel(element, because, (action) => ..., (plan) => ...);   the triggers in
 *                   words; the PDDL of an action, or the picture of a break, is wanted
 *   panel.show({decisions, problems, missing, ends}, number);   see pages/plans.py
 *   PlanPanel.inForce(decisions, number);                       the plan then, or null
 *   PlanPanel.stageOf(plan, number);                            what it is then: pages/plan_stages.py
 */
class PlanPanel {
  #element;
  #because;
  #pick;
  #draw;
  #areMoreOpen = false;
  /** What is shown: the plan, its stage, and whether the seat gambles or plans no more. */
  #shown = [];

  constructor(element, because, pick, draw) {
    this.#element = element;
    this.#because = because;
    this.#pick = pick;
    this.#draw = draw;
  }

  /** Return the plan in force at moment `number`; null if there is none yet. */
  static inForce(decisions, number) {
    return decisions.findLast((one) => one.made.kind === "replan" && one.at <= number) ?? null;
  }

  /** Return what a plan in force is at moment `number`. */
  static stageOf(plan, number) {
    return plan.stages.findLast(({ at }) => at <= number);
  }

  /** Return the moments in which plans are made, and those in which a plan in force breaks. */
  static moments({ decisions }) {
    const made = decisions.filter((one) => one.made.kind === "replan");
    const broken = made.filter((one) => one.broken && PlanPanel.inForce(made, one.broken.at) === one);
    return { replans: [...new Set(made.map((one) => one.at))], breaks: broken.map((one) => one.broken.at) };
  }

  /** Return whether this seat has accused or forfeited by moment `number`. */
  static isOver(plans, number) {
    return plans.ends !== null && plans.ends <= number;
  }

  /** Say something else than a plan. */
  say(text) {
    this.#shown = [];
    Dom.fill(this.#element, Dom.make("p", { class: "small" }, text));
  }

  /** Show the plan of one moment. */
  show(plans, number) {
    const plan = PlanPanel.inForce(plans.decisions, number);
    const gamble = plans.decisions.find((one) => one.made.kind === "gamble" && one.at <= number);
    const stage = plan && PlanPanel.stageOf(plan, number);
    const now = [plan, stage, gamble, PlanPanel.isOver(plans, number)];
    const before = this.#shown;
    if (now.every((part, place) => part === before[place])) return;
    this.#shown = now;
    if (!plan) {
      Dom.fill(this.#element, Dom.make("p", { class: "small" }, "It has not planned yet."));
      if (gamble) this.#element.append(this.#gamble(gamble.made));
      return;
    }
    const head = Dom.make("div", { class: "plan-head" }, gamble ? this.#gamble(gamble.made) : null, this.#why(plan.made), this.#assumption(plan));
    Dom.fill(
      this.#element,
      head,
      plan.stops.length ? this.#stops(plan, stage) : this.#failed(plan, number),
      now.at(-1) ? this.#over() : null,
      plan.others ? Dom.make("p", { class: "small" }, `Other ways to begin: ${plan.others}.`) : null,
    );
    if (plan !== before[0] || stage.broken) this.#element.scrollTop = 0;
    if (plan === before[0]) PlanPanel.bringIntoSight(this.#element, this.#element.querySelector(".break, .refuted, .next"));
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

  #why({ replan, turn, trigger, observed_in, observation, also = [] }) {
    const first = this.#reason({ trigger, observed_in, observation });
    const heading = Dom.make("h3", {}, `Plan ${replan + 1}, made in turn ${turn}`);
    if (!also.length) return Dom.make("div", { class: "why" }, heading, first);
    const names = also.map((reason) => PlanPanel.#spaced(reason.trigger));
    const more = Dom.make("details", { open: this.#areMoreOpen }, Dom.make("summary", {}, `Also ${names.join(", ")}`), ...also.map((reason) => this.#reason(reason)));
    more.addEventListener("toggle", () => (this.#areMoreOpen = more.open));
    return Dom.make("div", { class: "why" }, heading, first, more);
  }

  /** Return the name of a trigger in words; records and files have it with hyphens. */
  static #spaced(trigger) {
    return trigger.replaceAll("-", " ");
  }

  static #name(trigger) {
    return Dom.make("span", { class: "trigger", title: trigger }, PlanPanel.#spaced(trigger));
  }

  #reason(reason) {
    return Dom.make("p", {}, PlanPanel.#name(reason.trigger), `${Dom.sentence(this.#because[reason.trigger])}. ${Dom.sentence(PlanPanel.#seen(reason))}.`);
  }

  static #seen({ observed_in, observation = "" }) {
    return `${observed_in ? `turn ${observed_in}: ` : ""}${observation}`;
  }

  #assumption({ made, stated }) {
    const [suspect, weapon, room] = made.assumption;
    const chance = `${Dom.percent(1000 * made.chance, 1)} %`;
    const strong = Dom.make("strong", {}, `${suspect} with the ${weapon} in the ${room}`);
    const cost = stated ? ` Expected: ${stated}.` : "";
    const since = made.planned_in ? ` Its problem was written in turn ${made.planned_in}.` : "";
    return Dom.make("p", {}, "It assumes ", strong, `, with probability ${chance}.${cost}${since}`);
  }

  /** Return the stops as a list, with the trigger where the plan broke. */
  #stops(plan, stage) {
    const items = plan.stops.map((stop, place) => this.#stop(plan, stop, stage.stops[place], stage.says[place]));
    if (stage.broken) {
      const first = stage.stops.indexOf("dropped");
      items.splice(first < 0 ? items.length : first, 0, this.#break(plan));
    }
    const list = Dom.make("ol", { class: "stops" }, ...items);
    return Dom.make("div", {}, list, plan.rows.length ? this.#table(plan, stage) : null);
  }

  /** Say what ended a plan, also where the plan had a follow-up for the answer that came. */
  #break(plan) {
    const { broken } = plan;
    const words = this.#because[broken.trigger];
    const said = broken.left ? `The follow-up for the answer is not played, because ${words}. ` : `${Dom.sentence(words)}. `;
    const cross = Dom.make("span", { class: "sign", "aria-hidden": "true" }, "✗");
    const observed = Dom.make("b", {}, Dom.sentence(`${PlanPanel.#seen(broken)}.`));
    const text = Dom.make("span", {}, PlanPanel.#name(broken.trigger), said, observed);
    const picture = this.#draw && broken.card ? Dom.make("button", { type: "button", class: "quiet" }, "Picture") : null;
    picture?.addEventListener("click", () => this.#draw(plan));
    return Dom.make("li", { class: "break" }, cross, text, picture);
  }

  #stop(plan, stop, state, [answer, instead]) {
    const signs = { done: ["✓", "done"], refuted: ["✗", "broken"], dropped: ["–", "dropped"], "left-out": ["↷", "left out"], next: ["→", "next"], open: ["○", "to come"] };
    const [sign, said] = signs[state];
    const badge = Dom.make("span", { class: "badge", "aria-hidden": "true" }, `${stop.number ?? ""}`);
    const mark = Dom.make("span", { class: "sign", "aria-hidden": "true" }, sign);
    const isAway = ["dropped", "left-out"].includes(state);
    const tag = isAway ? Dom.make("span", { class: "tag" }, said) : Dom.spoken(` (${said})`);
    const what = Dom.make("p", { class: "what" }, PlanPanel.#words(stop.words), tag);
    const says = answer ? Dom.make("p", { class: "answer" }, answer, instead ? Dom.make("b", {}, instead) : null) : null;
    return Dom.make("li", { class: `stop ${state}` }, badge, mark, Dom.make("div", {}, what, says), this.#link(plan, stop.action));
  }

  #link(plan, action) {
    const link = Dom.make("button", { type: "button", class: "link", "aria-label": `PDDL of: ${plan.actions[action].words}` }, "PDDL");
    link.addEventListener("click", () => this.#pick(action));
    return link;
  }

  /** Return the answers to a suggestion as a table, with one row per follow-up. */
  #table(plan, stage) {
    const rows = plan.rows.map((row, place) => this.#row(plan, row, stage.rows[place], stage.came[place]));
    const head = ["answer", "then"].map((name) => Dom.make("th", { scope: "col" }, Dom.spoken(name)));
    return Dom.make("table", { class: "answers" }, Dom.make("thead", {}, Dom.make("tr", {}, ...head)), Dom.make("tbody", {}, ...rows));
  }

  #row(plan, row, state, came) {
    const answers = row.answers.map(({ answer, chance, assumes }, place) => {
      const then = assumes ? `; then it assumes ${assumes.join(", ")}` : "";
      const said = `${answer} ${Dom.percent(1000 * chance)} %${then}`;
      return Dom.make("p", {}, came[place] ? Dom.make("b", {}, "✓ ", said, Dom.spoken(" (this came)")) : said);
    });
    const stops = row.stops.map((words) => Dom.make("p", { class: "what" }, PlanPanel.#words(words)));
    const link = row.action === null ? null : this.#link(plan, row.action);
    const cells = [answers, stops.length ? stops : ["Plan again"], [link]];
    return Dom.make("tr", { class: state }, ...cells.map((inside) => Dom.make("td", {}, ...inside)));
  }

  static #words([words, cards]) {
    return Dom.make("span", {}, words, cards ? Dom.make("b", {}, cards) : null);
  }

  #failed({ made, fallbacks }, number) {
    const said = `The engine gave no plan: ${made.detail || made.failure || "no reason is known"}.`;
    const chosen = (made.fallbacks ?? []).filter((_, place) => fallbacks[place] <= number);
    const items = chosen.map(({ turn, action }) => Dom.make("li", {}, `turn ${turn}: ${action}`));
    const chose = Dom.make("p", {}, "Without a plan it chose:");
    const instead = items.length ? Dom.make("div", {}, chose, Dom.make("ul", {}, ...items)) : null;
    const gaveUp = made.gave_up ? " It gave up on the engine for this game." : "";
    return Dom.make("div", { class: "flag" }, Dom.make("p", {}, said + gaveUp), instead);
  }

  #over() {
    const said = "It takes no more turns, so it makes no more plans.";
    return Dom.make("p", { class: "flag" }, said);
  }
}
