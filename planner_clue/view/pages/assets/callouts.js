/**
 * Notes beside places on the board: what a plan asks at its stops, and which answer it expects.
 *
 *   const callouts = new Callouts(svg, spots);
 *   callouts.show([{room: "hall", at: [12.5, 7.5], lines: ["plum, rope", "expects rope"],
 *                   number: 2, state: "next"}]);
 *
 * `at` is where the stop is drawn; without it, a numbered stop is drawn in the room. If a token is
 * there, the stop is drawn beside it. A note goes where it covers the fewest words, tokens, stops
 * and other notes.
 */
class Callouts {
  /** The most stops with words; the others have only numbers, so that the board is seen. */
  static #most = 4;
  #svg;
  #spots;
  #layer;
  #size = 0.62;
  #shown = "";
  #measures = new Map();

  constructor(svg, spots) {
    this.#svg = svg;
    this.#spots = spots;
    this.#layer = this.#make("g", { class: "callouts" });
    svg.insertBefore(this.#layer, svg.querySelector(".tokens"));
  }

  show(notes) {
    const [words, tokens] = notes.length ? [this.#words(), this.#tokens()] : [[], []];
    const now = JSON.stringify([notes, words, tokens]);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#layer.replaceChildren();
    const stops = [];
    const placed = notes.map((note) => ({ ...note, at: this.#clear(note, [...tokens, ...stops, ...(note.at ? [] : words)], stops) }));
    const noted = placed.filter(({ lines }) => lines.length).slice(0, Callouts.#most);
    const taken = [...words, ...tokens, ...stops];
    for (const note of placed.toReversed()) {
      const group = this.#make("g", { class: `callout ${note.state}` });
      this.#layer.prepend(group);
      if (note.number) group.append(this.#badge(...note.at, note));
      if (noted.includes(note)) taken.push(this.#note(group, note, taken));
    }
  }

  /** Draw the words of a stop, and return their box. */
  #note(group, { at: [x, y], lines }, taken) {
    const texts = lines.map((line, place) => {
      const text = this.#make("text", { "font-size": this.#size, class: place ? "expects" : "asks" });
      text.textContent = Dom.prose(line);
      return text;
    });
    const frame = this.#make("rect", { rx: 0.25 });
    group.prepend(this.#make("path", { class: "leader" }), frame, ...texts);
    const width = Math.max(...texts.map((text) => this.#measured(text, () => ({ width: text.getComputedTextLength() })).width)) + 0.5;
    const height = lines.length * this.#size * 1.2 + 0.3;
    const box = this.#best(x, y, width, height, taken);
    for (const [name, value] of Object.entries(box)) frame.setAttribute(name, value);
    texts.forEach((text, place) => {
      text.setAttribute("x", box.x + width / 2);
      text.setAttribute("y", box.y + this.#size * (1.2 * place + 1.05));
    });
    const nearest = [Math.min(Math.max(x, box.x), box.x + width), Math.min(Math.max(y, box.y), box.y + height)];
    group.querySelector(".leader").setAttribute("d", `M${x} ${y}L${nearest.join(" ")}`);
    return box;
  }

  /** Return where a stop is drawn so that it covers least, and add its box to `stops`. */
  #clear({ room, at }, taken, stops) {
    const box = this.#best(...(at ?? this.#middle(room)), 0.8, 0.8, taken);
    stops.push(box);
    return [box.x + 0.4, box.y + 0.4];
  }

  /** Return the box that covers least, the nearest of these. */
  #best(x, y, width, height, taken) {
    const { width: right, height: bottom } = this.#svg.viewBox.baseVal;
    const { x: left, y: top } = this.#svg.viewBox.baseVal;
    let [best, least] = [null, Infinity];
    for (let down = -6; down <= 6; down += 0.5) {
      for (let across = -6; across <= 6; across += 0.5) {
        const box = {
          x: Math.min(Math.max(x + across - width / 2, left), left + right - width),
          y: Math.min(Math.max(y + down - height / 2, top), top + bottom - height),
          width,
          height,
        };
        const covers = taken.reduce((sum, other) => sum + Callouts.#overlap(box, other), 0);
        const cost = 20 * covers + Math.hypot(box.x + width / 2 - x, box.y + height / 2 - y);
        if (cost < least) [best, least] = [box, cost];
      }
    }
    return best;
  }

  static #overlap(one, other) {
    const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
    const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
    return Math.max(across, 0) * Math.max(down, 0);
  }

  /** Return the badge of a stop. */
  #badge(x, y, { number, state }) {
    const stop = this.#make("g", { class: `stop ${state}`, transform: `translate(${x} ${y})` });
    const text = this.#make("text", { y: 0.18 });
    text.textContent = state === "refuted" ? "✗" : number;
    stop.append(this.#make("circle", { r: 0.4 }), text);
    return stop;
  }

  #middle(room) {
    const points = this.#spots.rooms[room];
    const mean = (place) => points.reduce((sum, point) => sum + point[place], 0) / points.length;
    return [mean(0), mean(1)];
  }

  #words() {
    const shown = [...this.#svg.querySelectorAll(".room text")].filter((text) => text.textContent);
    return shown.map((text) => this.#measured(text, () => text.getBBox()));
  }

  /** Measure a text once: that lays the whole page out. Digits are of one width. */
  #measured(text, measure) {
    const key = `${text.getAttribute("x")} ${text.getAttribute("y")} ${text.textContent.replaceAll(/\d/g, "0")}`;
    if (!this.#measures.has(key)) {
      const { x, y, width, height } = measure();
      this.#measures.set(key, { x, y, width, height });
    }
    return this.#measures.get(key);
  }

  #tokens() {
    const shown = [...this.#svg.querySelectorAll(".token")].filter((token) => token.style.display !== "none");
    return shown.map((token) => {
      const found = /translate\(([-\d.]+)px, ([-\d.]+)px\) scale\(([\d.]+)\)/.exec(token.style.transform);
      if (!found) return { x: 0, y: 0, width: 0, height: 0 };
      const [x, y, scale] = found.slice(1).map(Number);
      return { x: x - 0.45 * scale, y: y - 0.45 * scale, width: 0.9 * scale, height: 0.9 * scale };
    });
  }

  #make(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }
}
