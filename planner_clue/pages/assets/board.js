/**
 * The board: an SVG picture in which one unit is a square.
 *
 *   const board = new Board(svg, spots);
 *   board.show({plum: "hall", white: [16, 6], green: null});   tokens; null is off the board
 *   board.heat({hall: 312, study: 0});                         thousandths; null takes it away
 *   board.route([{points: [[16.5, 0.5], ...], done: false}]);  legs; an empty list for none
 *   board.highlight(["hall", [16, 6]]);                        places that can be chosen
 *   board.onPick((place) => ...);                              a room's name, or [x, y]
 */
class Board {
  #svg;
  #spots;
  #tokens = new Map();
  #routes;
  #pick = () => {};

  constructor(svg, spots) {
    this.#svg = svg;
    this.#spots = spots;
    for (const token of svg.querySelectorAll(".token")) {
      this.#tokens.set(token.dataset.suspect, token);
    }
    this.#routes = this.#layer("routes");
    svg.addEventListener("click", (event) => this.#chosen(event));
    svg.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.#chosen(event);
    });
  }

  /** Put tokens where they are; those that are not named stay. */
  show(places) {
    for (const [suspect, place] of Object.entries(places)) {
      const token = this.#tokens.get(suspect);
      if (!token) continue;
      token.style.display = place === null ? "none" : "";
      if (place === null) continue;
      const [x, y] = this.#point(suspect, place);
      token.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  /** Colour rooms by numbers from 0 to 1000, and write these in percent. */
  heat(chances) {
    for (const area of this.#svg.querySelectorAll(".heat")) {
      const chance = chances ? chances[area.dataset.room] ?? 0 : 0;
      area.style.fillOpacity = chances ? Math.sqrt(chance / 1000) * 0.85 : 0;
    }
    for (const text of this.#svg.querySelectorAll(".heat-value")) {
      const chance = chances ? chances[text.dataset.room] : undefined;
      text.textContent = chance === undefined ? "" : `${Dom.percent(chance)} %`;
    }
  }

  /** Draw the legs of a route; those that are done are drawn fainter. */
  route(legs) {
    const shapes = legs.map((leg, number) => {
      const path = this.#make("path");
      path.setAttribute("class", leg.done ? "route route-done" : "route");
      path.setAttribute("d", `M${leg.points.map((point) => point.join(" ")).join("L")}`);
      path.dataset.leg = number;
      return path;
    });
    this.#routes.replaceChildren(...shapes);
  }

  /** Mark the places that can be chosen; they can be reached by the tab key too. */
  highlight(places) {
    for (const old of this.#svg.querySelectorAll(".choice")) {
      old.classList.remove("choice");
      old.removeAttribute("tabindex");
      old.removeAttribute("role");
      old.removeAttribute("aria-label");
    }
    for (const place of places) {
      const area = this.#area(place);
      if (!area) continue;
      area.classList.add("choice");
      area.setAttribute("tabindex", "0");
      area.setAttribute("role", "button");
      const name = typeof place === "string" ? place : `square ${place.join(", ")}`;
      area.setAttribute("aria-label", name);
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

  #point(suspect, place) {
    if (typeof place !== "string") return [place[0] + 0.5, place[1] + 0.5];
    return this.#spots[place][suspect];
  }

  /** Add a group that lies below the tokens. */
  #layer(name) {
    const layer = this.#make("g");
    layer.setAttribute("class", name);
    const first = this.#svg.querySelector(".token");
    const tokens = first ? first.closest(".tokens") ?? first : null;
    (tokens ? tokens.parentNode : this.#svg).insertBefore(layer, tokens);
    return layer;
  }

  #make(name) {
    return document.createElementNS("http://www.w3.org/2000/svg", name);
  }
}
