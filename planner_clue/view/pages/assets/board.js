/**
 * The board: an SVG picture in which one unit is a square.
 *
 *   const board = new Board(svg, spots);                       spots: token_spots in Python
 *   board.show({plum: "hall", white: [16, 6], green: null});   tokens; null is off the board
 *   board.heat({hall: 312, study: 0});                         thousandths; null removes it
 *   Board.legend(9);                                           what its colours mean
 *   board.route([{points: [[16.5, 0.5], ...], passage: false, done: false}]);   none: []; old: of a
 *                                                              plan that broke
 *   board.highlight(["hall", [16, 6]]);                        places that can be chosen
 *   board.walk("plum", [[16.5, 0.5], ...], 800);               moves a token along a way
 *   board.own("plum");                                         the token of the person: ringed
 *   board.asked("hall");                                       the room of a suggestion; or null
 *   board.centre(element);                                     scrolls its own token into sight
 *   board.onPick((place) => ...);                              a room's name, or [x, y]
 */
class Board {
  /** From the middle of one token to the next, in units, where their scale is 1. */
  static #spacing = 0.92;
  /** The same where a room has space for larger ones, and the most for those of scale 1. */
  static #widest = 1.3;
  static #apart = 1.5;
  /** The scale of six tokens in a room below which it is a single square. */
  static #least = 0.7;
  /** The width of such a room for tokens, which may stand over its walls a little. */
  static #cell = 1.04;
  #svg;
  #spots;
  #tokens = new Map();
  #order;
  #routes;
  #places = {};
  #own = null;
  /** What is drawn: tokens, heat and route, as JSON. */
  #shown = "";
  #heated = "";
  #routed = "";
  #pick = () => {};

  constructor(svg, spots) {
    this.#svg = svg;
    this.#spots = spots;
    for (const token of svg.querySelectorAll(".token")) {
      this.#tokens.set(token.dataset.suspect, token);
    }
    this.#order = [...this.#tokens.keys()];
    this.#routes = this.#layer("route-layer");
    svg.addEventListener("click", (event) => this.#chosen(event));
    svg.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#chosen(event);
      else if (this.#step(event.key, event.target.closest(".choice"))) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** Put tokens where they are; those that are not named stay. */
  show(places) {
    Object.assign(this.#places, places);
    const now = JSON.stringify([this.#places, this.#own]);
    if (now === this.#shown) return;
    this.#shown = now;
    for (const [suspect, place] of Object.entries(this.#places)) {
      const token = this.#tokens.get(suspect);
      if (!token) continue;
      token.style.display = place === null ? "none" : "";
      if (place === null) continue;
      const [x, y, scale] = this.#point(suspect, place);
      token.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
      const square = () => `on square ${place.join(",")}`;
      const where = typeof place === "string" ? `in the ${Dom.prose(place)}` : square();
      token.querySelector("title").textContent = `${Dom.sentence(suspect)}, ${where}`;
    }
    this.#describe();
  }

  /** Say in words where all tokens are and how hot the rooms, for those who do not see it. */
  #describe() {
    const shown = [...this.#tokens.values()].filter((token) => token.style.display !== "none");
    const tokens = shown.map((token) => `${token.querySelector("title").textContent}.`);
    const numbers = [...this.#svg.querySelectorAll(".heat-value")];
    const written = numbers.filter((text) => text.textContent);
    const hot = written.map((text) => `${Dom.prose(text.dataset.room)}: ${text.textContent}.`);
    this.#svg.querySelector("desc").textContent = [...tokens, ...hot].join(" ");
  }

  /**
   * Return the opacity of a room's heat. The scale is the same in the whole game: it begins at the
   * prior, where all of `rooms` are equally probable, and ends at certainty.
   */
  static opacity(chance, rooms) {
    const prior = 1000 / rooms;
    return chance > prior ? 0.95 * ((chance - prior) / (1000 - prior)) ** 0.7 : 0;
  }

  /** Return the legend of the heat, for a board with so many rooms. */
  static legend(rooms) {
    const prior = 1000 / rooms;
    const shades = [0, 1, 2, 3, 4].map((part) => {
      const shade = Dom.make("i");
      shade.style.opacity = Board.opacity(prior + ((1000 - prior) * part) / 4, rooms);
      return Dom.make("span", { class: "shade" }, shade);
    });
    return Dom.make("span", { class: "legend" }, `${Dom.percent(prior)}\u00a0%\u00a0or\u00a0less `, ...shades, " 100\u00a0%");
  }

  /** Colour rooms by their probabilities in thousandths, and write these in percent. */
  heat(chances) {
    const now = JSON.stringify(chances);
    if (now === this.#heated) return;
    this.#heated = now;
    const areas = [...this.#svg.querySelectorAll(".heat")];
    for (const area of areas) {
      const chance = chances?.[area.dataset.room] ?? 0;
      area.style.fillOpacity = Board.opacity(chance, areas.length);
      area.closest(".room").classList.toggle("hot", chance > 0);
    }
    for (const text of this.#svg.querySelectorAll(".heat-value")) {
      const chance = chances ? chances[text.dataset.room] : undefined;
      text.textContent = chance === undefined ? "" : `${Dom.percent(chance)} %`;
    }
    this.#describe();
  }

  /** Draw the legs of a route, and their numbers unless these are null; done ones are fainter. */
  route(legs) {
    const now = JSON.stringify(legs);
    if (now === this.#routed) return;
    this.#routed = now;
    const casings = legs.map((leg) => this.#line("casing", leg));
    const lines = legs.map((leg) => this.#line("route", leg));
    const stops = legs.filter((leg) => leg.number !== null).map((leg, place) => this.#stop(place + 1, leg));
    this.#routes.replaceChildren(...casings, ...lines, ...stops);
  }

  #line(name, leg) {
    const way = leg.points.map((point) => point.join(" ")).join("L");
    const kinds = [name, leg.passage ? "by-passage" : "", leg.done ? "done" : "", leg.old ? "old" : ""];
    return this.#make("path", { class: kinds.join(" ").trim(), d: `M${way}` });
  }

  #stop(number, leg) {
    const at = leg.points.at(-1).join(" ");
    const name = leg.done ? "stop done" : "stop";
    const stop = this.#make("g", { class: name, transform: `translate(${at})` });
    const text = this.#make("text", { y: 0.145 });
    text.textContent = number;
    stop.append(this.#make("circle", { r: 0.3 }), text);
    return stop;
  }

  /** Give the focus to the nearest place that can be chosen in the direction of an arrow key. */
  #step(key, from) {
    const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (!from || !(key in directions)) return false;
    const [dx, dy] = directions[key];
    const middle = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    };
    const [x, y] = middle(from);
    const away = [...this.#svg.querySelectorAll(".choice")].filter((other) => other !== from).map((other) => {
      const [toX, toY] = middle(other);
      const [ahead, aside] = [dx * (toX - x) + dy * (toY - y), Math.abs(dy * (toX - x)) + Math.abs(dx * (toY - y))];
      return { other, ahead, distance: ahead + 3 * aside };
    });
    const [next] = away.filter(({ ahead }) => ahead > 1).sort((a, b) => a.distance - b.distance);
    if (next) {
      from.setAttribute("tabindex", "-1");
      next.other.setAttribute("tabindex", "0");
      next.other.focus();
    }
    return true;
  }

  /** Mark the places that can be chosen: one stop of the tab key, and arrow keys inside. */
  highlight(places) {
    for (const old of this.#svg.querySelectorAll(".choice")) {
      old.classList.remove("choice");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.removeAttribute("aria-label");
    }
    this.#svg.setAttribute("role", places.length ? "group" : "img");
    for (const place of places) {
      const area = this.#area(place);
      if (!area) continue;
      area.classList.add("choice");
      area.setAttribute("tabindex", place === places[0] ? "0" : "-1");
      area.setAttribute("role", "button");
      // A room is named by the words in it.
      if (typeof place !== "string") area.setAttribute("aria-label", `square ${place.join(",")}`);
    }
  }

  /** Call back with a place whenever somebody chooses one. */
  onPick(callback) {
    this.#pick = callback;
  }

  #chosen(event) {
    const area = event.target.closest("[data-square], [data-room]");
    if (!area) return;
    const { square, room } = area.dataset;
    this.#pick(room ?? square.split(",").map(Number));
  }

  #area(place) {
    const selector =
      typeof place === "string"
        ? `.room[data-room="${CSS.escape(place)}"]`
        : `[data-square="${place.join(",")}"]`;
    return this.#svg.querySelector(selector);
  }

  /** Return where a token is drawn and how large: in a room as large as those in it allow. */
  #point(suspect, place) {
    const { rooms, scales, square } = this.#spots;
    if (typeof place !== "string") return [place[0] + square[0], place[1] + square[1], suspect === this.#own ? 1.1 : 1];
    const inside = this.#order.filter((other) => this.#places[other] === place);
    const number = inside.indexOf(suspect);
    const { middle, size } = Board.#space(rooms[place], scales[place]);
    const scaleIn = (columns) => Math.min(size[0] / columns, size[1] / Math.ceil(inside.length / columns), Board.#widest) / Board.#spacing;
    const all = inside.map((_, before) => before + 1);
    const columns = all.reduce((best, one) => (scaleIn(one) > scaleIn(best) ? one : best));
    const lines = Math.ceil(inside.length / columns);
    const scale = scaleIn(columns);
    const step = [columns, lines].map((count, axis) => Math.min(size[axis] / count, Board.#apart * scale));
    const x = middle[0] + step[0] * ((number % columns) - (columns - 1) / 2);
    const y = middle[1] + step[1] * (Math.floor(number / columns) - (lines - 1) / 2);
    return [x, y, scale];
  }

  /** Return the space for tokens in a room, from the spots of six. */
  static #space(spots, scale) {
    const axes = [0, 1].map((axis) => spots.map((spot) => spot[axis]));
    const middle = axes.map((axis) => (Math.min(...axis) + Math.max(...axis)) / 2);
    const size = axes.map((axis) => Math.max(...axis) - Math.min(...axis) + Board.#spacing * scale);
    return { middle, size: scale < Board.#least ? [Board.#cell, Board.#cell] : size };
  }

  /** Move a token along a way, from corner to corner, to where it is shown. */
  walk(suspect, way, milliseconds) {
    const token = this.#tokens.get(suspect);
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!token || reduced || !way.length) return;
    const [scale, last] = [suspect === this.#own ? 1.1 : 1, { transform: token.style.transform }];
    const length = (from, to) => Math.hypot(to[0] - from[0], to[1] - from[1]);
    const lengths = way.map((point, number) => (number ? length(way[number - 1], point) : 0));
    const total = lengths.reduce((sum, one) => sum + one, 0) + 1;
    let walked = 0;
    const corners = way.map(([x, y], number) => {
      walked += lengths[number];
      return { transform: `translate(${x}px, ${y}px) scale(${scale})`, offset: walked / total };
    });
    token.animate([...corners, last], { duration: milliseconds, easing: "linear" });
  }

  /** Ring the person's token, and draw it larger on the hallway. */
  own(suspect) {
    this.#own = suspect;
    this.#tokens.get(suspect)?.prepend(this.#make("circle", { class: "halo", r: 0.54 }));
  }

  asked(room) {
    this.#svg.querySelector(".asked-in")?.classList.remove("asked-in");
    if (room) this.#area(room)?.classList.add("asked-in");
  }

  centre(element) {
    const token = this.#tokens.get(this.#own)?.querySelector(".edge");
    if (!token) return;
    const [at, frame] = [token.getBoundingClientRect(), element.getBoundingClientRect()];
    element.scrollLeft += at.x + at.width / 2 - frame.x - frame.width / 2;
    element.scrollTop += at.y + at.height / 2 - frame.y - frame.height / 2;
  }

  /** Add a group that lies below the tokens. */
  #layer(name) {
    const layer = this.#make("g", { class: name });
    this.#svg.insertBefore(layer, this.#svg.querySelector(".tokens"));
    return layer;
  }

  #make(name, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  }
}
