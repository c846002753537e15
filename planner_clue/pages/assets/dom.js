"use strict";

/** Small helpers to make and fill elements. Text is always set as text, never as HTML. */
const Dom = (() => {
  /** Return the element with this id. */
  const byId = (id) => document.getElementById(id);

  /** Return a new element: make("p", {class: "small"}, "text", anotherElement). */
  function make(name, attributes = {}, ...children) {
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
    element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
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

  return { byId, gone, make, fill, spoken, options, percent, sentence, themeButton };
})();
