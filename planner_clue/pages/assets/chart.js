/**
 * A line per seat over a game: its probability to win (planner_clue/pages/forecasts.py).
 *
 *   Chart.draw(lines, last, pick)           lines: [{suspect, label, points: [[at, thousandths], ...]}]
 *   Chart.draw(lines, last, pick, true)     without axes and names, stretched above a slider
 *
 * A click calls `pick` with the moment there. Where a line moves by a tenth or more, it is thick.
 */
class Chart {
  static says = "At each of its turns, what planner would give itself to win in that seat, from what the seat could know. Every line is a forecast of its own: they do not add up to 100 %.";
  static #swing = 100;
  static #dashes = ["", "7 3", "2 3", "10 3 2 3", "5 5", "1 4"];

  static draw(lines, last, pick, isStrip = false) {
    const [width, height] = isStrip ? [1000, 30] : [520, 200];
    const [left, right, top, bottom] = isStrip ? [0, 0, 2, 2] : [44, 74, 10, 26];
    const x = (at) => left + ((width - left - right) * at) / Math.max(last, 1);
    const y = (chance) => top + (height - top - bottom) * (1 - chance / 1000);
    const svg = Chart.#make("svg", { viewBox: `0 0 ${width} ${height}`, class: isStrip ? "chart strip" : "chart", role: "img", "aria-label": `Chances to win. ${Chart.says} ${Chart.#inWords(lines)}.` });
    if (isStrip) svg.setAttribute("preserveAspectRatio", "none");
    else {
      svg.append(Chart.#make("path", { class: "axis", d: `M${left} ${top}V${height - bottom}H${width - right}` }));
      [0, 500, 1000].forEach((chance) => svg.append(Chart.#text(left - 6, y(chance) + 4, `${chance / 10} %`, "end")));
      svg.append(Chart.#text(left, height - 8, "start", "start"), Chart.#text(x(last), height - 8, "end", "end"));
    }
    const heights = [];
    lines.forEach(({ suspect, label, points }, number) => {
      const way = points.map(([at, chance], next) => (next ? `H${x(at)}V${y(chance)}` : `M${x(at)} ${y(chance)}`)).join("");
      const swings = points.slice(1).flatMap(([at, chance], before) => (Math.abs(chance - points[before][1]) < Chart.#swing ? [] : [`M${x(at)} ${y(points[before][1])}V${y(chance)}`]));
      const drawn = [Chart.#make("path", { class: "knew", d: `${way}H${x(last)}`, "stroke-dasharray": Chart.#dashes[number] })];
      if (swings.length) drawn.push(Chart.#make("path", { class: "knew swing", d: swings.join("") }));
      drawn.forEach((path) => (path.dataset.suspect = suspect));
      svg.append(...drawn);
      if (isStrip) return;
      let at = y(points.at(-1)[1]) + 4;
      while (heights.some((other) => Math.abs(other - at) < 12)) at += 12;
      heights.push(at);
      svg.append(Chart.#text(x(last) + 5, at, label, "start"));
    });
    svg.addEventListener("click", (event) => {
      const box = svg.getBoundingClientRect();
      const there = ((event.clientX - box.left) * width) / box.width;
      pick(Math.min(Math.max(Math.round(((there - left) * last) / (width - left - right)), 0), last));
    });
    return svg;
  }

  static #inWords(lines) {
    return lines.map(({ label, points }) => `${label} ${points.map(([, chance]) => Dom.percent(chance)).join(", ")} %`).join("; ");
  }

  static #make(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }

  static #text(x, y, text, anchor) {
    const element = Chart.#make("text", { x, y, "text-anchor": anchor });
    element.textContent = text;
    return element;
  }
}
