"use strict";

/** Small helpers to make and fill elements. Text is always set as text, never as HTML. */
const Dom = (() => {
  /** Return the element with this id. */
  const byId = (id) => document.getElementById(id);

  /** Return the data of the page, which is compressed where it is long. */
  async function data() {
    const { type, textContent } = byId("data");
    if (type === "application/json") return JSON.parse(textContent);
    const bytes = Uint8Array.from(atob(textContent), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  }

  /** The names of cards that are written otherwise in pages than in PDDL; and what needs "the" before a room. */
  let [hyphenated, toRoom] = [/(?!)/g, /(?!)/g];

  /** The category of each card, and for suspects the name of its colours in the styles. */
  const looks = new Map();
  const colours = ["scarlett", "mustard", "white", "green", "peacock", "plum"];

  /** From now on write the names of these cards as the board does, without hyphens, and rooms with "the". */
  function writeCards(categories) {
    for (const [kind, cards] of categories) {
      const look = (card, place) => (kind !== "suspect" || colours.includes(card) ? card : colours[place % colours.length]);
      cards.forEach((card, place) => looks.set(card, { kind, look: look(card, place) }));
    }
    const names = categories.flatMap(([, cards]) => cards).filter((card) => card.includes("-"));
    if (names.length) hyphenated = new RegExp(`\\b(${names.join("|")})\\b`, "g");
    toRoom = new RegExp(`\\b(to|in|reaches|leave) (?=(?:${categories.at(-1)[1].join("|")})\\b)`, "g");
  }

  /** Return a text with the names of cards as the board has them, and no line break in "40 %". */
  const prose = (text) => `${text}`.replace(toRoom, "$1 the ").replace(hyphenated, (name) => name.replaceAll("-", " ")).replace(/(\d) %/g, "$1\u00a0%");

  /** Return a new element: make("p", {class: "small"}, "text", anotherElement). */
  function make(name, attributes, ...children) {
    return exact(name, attributes, ...children.map((child) => (typeof child === "string" ? prose(child) : child)));
  }

  /** Return a new element, with the names of cards in its text as PDDL has them. */
  function exact(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) {
        element.setAttribute(key, value);
      }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** Put these children into an element, in place of what is there. */
  function fill(element, ...children) {
    const shown = children.filter((child) => child !== null && child !== undefined);
    element.replaceChildren(...shown.map((child) => (typeof child === "string" ? prose(child) : child)));
  }

  /**
   * Say that the program cannot be reached, or that it can again. Where it answers but does not
   * know this page, it was started anew and has another address.
   */
  async function gone(isGone) {
    byId("gone").hidden = !isGone;
    if (!isGone) return;
    const answer = await fetch("./", { method: "HEAD" }).catch(() => null);
    const isElsewhere = answer?.status === 403;
    byId("ended").hidden = isElsewhere;
    byId("elsewhere").hidden = !isElsewhere;
  }

  /** Give an element the colours of a card, and return it. */
  function dress(element, card) {
    Object.assign(element.dataset, looks.get(card) ?? {});
    return element;
  }

  /** Return the mark of a player: its colour and, where there is space, its shape. */
  const dot = (name) => dress(make("span", { class: "dot", "aria-hidden": "true" }), name);

  /** Return text that only a screen reader reads. */
  const spoken = (text) => make("span", { class: "spoken" }, text);

  /** Return options for a select: pairs of value and label. */
  function options(select, pairs) {
    fill(select, ...pairs.map(([value, label]) => make("option", { value }, label)));
  }

  /** Return a chance in thousandths as percent: what is open is never 0 or 100. */
  function percent(thousandths, decimals = 0) {
    const chance = thousandths / 10;
    const least = 10 ** -decimals;
    if (thousandths === 0 || thousandths === 1000) return `${chance}`;
    if (chance < least / 2) return `<${least}`;
    if (chance > 100 - least / 2) return `>${100 - least}`;
    return Math.min(Math.max(chance, least), 100 - least).toFixed(decimals);
  }

  /** On a small page, show the part with this name: its tab is in `#tabs`. */
  function showTab(name) {
    document.body.dataset.tab = name;
    for (const tab of byId("tabs").children) tab.setAttribute("aria-pressed", tab.dataset.tab === name);
  }

  /** Let the tabs of a small page choose what it shows, and begin with one. */
  function tabs(name) {
    byId("tabs").addEventListener("click", ({ target }) => target.dataset.tab && showTab(target.dataset.tab));
    showTab(name);
  }

  /** Return words with a capital letter at the beginning. */
  const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  /** Let a button change between light and dark; until then the page is as the system is. */
  function themeButton(button) {
    const system = matchMedia("(prefers-color-scheme: dark)");
    const { style } = document.documentElement;
    const isDark = () => (style.colorScheme || (system.matches ? "dark" : "light")) === "dark";
    const label = () => (button.textContent = isDark() ? "Light" : "Dark");
    button.addEventListener("click", () => {
      style.colorScheme = isDark() ? "light" : "dark";
      label();
    });
    system.addEventListener("change", label);
    label();
  }

  return { byId, data, gone, writeCards, prose, dress, dot, make, exact, fill, spoken, options, percent, sentence, showTab, tabs, themeButton };
})();
