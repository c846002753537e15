/**
 * A line per seat over a game: how many case files it had left, or its win probability.
 *
 *   Chart.draw({ scale: Chart.files(324), lines, last, pick });
 *   Chart.draw({ scale: Chart.shares, lines, last, pick, dots, isStrip: true });
 *
 * Lines are {suspect, label, points: [[moment, value], ...]}. Dots are {suspect, at, kind, says}; a
 * click calls `pick` with the moment of the nearest dot, or with the moment there. A strip is
 * stretched above a slider, without axes and names.
 */
class Chart {
  static #dashes = ["", "7 3", "2 3", "10 3 2 3", "5 5", "1 4"];
  /** How far from a dot a click may be, in pixels. */
  static #near = 8;

  /** Chances of winning in thousandths, which add up to 100 % at each moment. */
  static shares = {
    says: "Win probability: the planner's forecast for each seat from what that seat could know, divided by the sum of all forecasts.",
    ticks: [0, 500, 1000],
    height: (share) => share / 1000,
    words: (share) => `${Dom.percent(share)} %`,
  };

  /** The forecast of a single seat in thousandths; nothing is known of the others. */
  static forecast = { ...Chart.shares, says: "Win probability: the planner's forecast for this seat." };

  /** Numbers of case files on a logarithmic scale, from 1 to `most`. */
  static files(most) {
    return {
      says: "Case files left: how many each seat could not rule out. The scale is logarithmic, from 1 (solved) at the bottom.",
      ticks: [1, 10, 100].filter((files) => files <= most),
      height: (files) => Math.log(files) / Math.log(most),
      words: (files) => `${files}`,
    };
  }

  static draw({ scale, lines, last, pick, dots = [], isStrip = false }) {
    const [width, height] = isStrip ? [1000, 44] : [520, 200];
    const [left, right, top, bottom] = isStrip ? [0, 0, 4, 4] : [52, 84, 10, 26];
    const x = (at) => left + ((width - left - right) * Math.min(at, last)) / Math.max(last, 1);
    const y = (value) => top + (height - top - bottom) * (1 - scale.height(value));
    const svg = Chart.#make("svg", { viewBox: `0 0 ${width} ${height}`, class: isStrip ? "chart strip" : "chart", role: "img", "aria-label": `${scale.says} ${Chart.#inWords(lines, scale)}.` });
    if (isStrip) svg.setAttribute("preserveAspectRatio", "none");
    else {
      svg.append(Chart.#make("path", { class: "axis", d: `M${left} ${top}V${height - bottom}H${width - right}` }));
      scale.ticks.forEach((value) => svg.append(Chart.#text(left - 6, y(value) + 4, scale.words(value), "end")));
      svg.append(Chart.#text(left, height - 8, "start", "start"), Chart.#text(x(last), height - 8, "end", "end"));
    }
    lines.forEach(({ suspect, points }, number) => {
      const way = points.map(([at, value], next) => (next ? `H${x(at)}V${y(value)}` : `M${x(at)} ${y(value)}`)).join("");
      const line = Chart.#make("path", { class: "knew", d: `${way}H${x(last)}`, "stroke-dasharray": Chart.#dashes[number] });
      Dom.dress(line, suspect);
      svg.append(line);
    });
    const placed = dots.map((dot) => Chart.#dot(dot, lines, { x, y }));
    svg.append(...placed);
    if (!isStrip) svg.append(...Chart.#names(lines, x(last) + 8, y, height - 4));
    svg.addEventListener("click", (event) => pick(Chart.#picked(event, placed) ?? Chart.#moment(event, svg, { left, right, width, last })));
    return svg;
  }

  /** Return a dot on the line of its seat. */
  static #dot({ suspect, at, kind, says }, lines, { x, y }) {
    const points = lines.find((line) => line.suspect === suspect).points;
    const value = (points.findLast(([since]) => since <= at) ?? points[0])[1];
    const dot = Chart.#make("path", { class: `chart-dot ${kind}`, d: `M${x(at)} ${y(value)}h0.01` });
    const title = Chart.#make("title", {});
    title.textContent = says;
    dot.append(title);
    dot.dataset.at = at;
    return dot;
  }

  /** Return the names of the lines beside their ends, apart from each other and from the lines. */
  static #names(lines, x, y, bottom) {
    const ends = lines.map(({ label, points }) => ({ label, at: y(points.at(-1)[1]) + 4 })).sort((a, b) => a.at - b.at);
    let lowest = -Infinity;
    return ends.map(({ label, at }, place) => {
      const most = bottom - 14 * (ends.length - 1 - place);
      lowest = Math.max(Math.min(at, most), lowest + 14);
      return Chart.#text(x, lowest, label, "start");
    });
  }

  /** Return the moment of the dot that is nearest to a click; null if none is near. */
  static #picked({ clientX, clientY }, dots) {
    const near = dots.map((dot) => {
      const box = dot.getBoundingClientRect();
      return { at: Number(dot.dataset.at), away: Math.hypot(clientX - box.x - box.width / 2, clientY - box.y - box.height / 2) };
    });
    near.sort((a, b) => a.away - b.away);
    return near.length && near[0].away <= Chart.#near ? near[0].at : null;
  }

  static #moment(event, svg, { left, right, width, last }) {
    const box = svg.getBoundingClientRect();
    const there = ((event.clientX - box.left) * width) / box.width;
    return Math.min(Math.max(Math.round(((there - left) * last) / (width - left - right)), 0), last);
  }

  static #inWords(lines, scale) {
    return lines.map(({ label, points }) => `${label} ${points.map(([, value]) => scale.words(value)).join(", ")}`).join("; ");
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
