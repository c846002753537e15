"""Scripts that look for words that are hard to read, and targets that are hard to hit."""

# ruff: noqa: E501

FAINT_WORDS = r"""() => {
  const parse = (colour) => {
    const n = (colour.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
    const rgb = colour.startsWith("color(") ? n.slice(0, 3).map((part) => 255 * part) : n.slice(0, 3);
    return [...rgb, n[3] ?? 1];
  };
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (colour) => [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => sum + weight * linear(colour[place] / 255), 0);
  const over = (top, ground) => [0, 1, 2].map((part) => top[part] * top[3] + ground[part] * (1 - top[3])).concat(1);
  const around = (element) => (element ? [...around(element.parentElement), element] : []);
  const faint = new Map();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const element = words.currentNode.parentElement;
    if (!words.currentNode.textContent.trim() || !element.checkVisibility()) continue;
    if (element.closest("svg, script, style, .spoken, option, [aria-disabled=true]")) continue;
    const styles = around(element).map((one) => getComputedStyle(one));
    const ground = styles.reduce((below, style) => over(parse(style.backgroundColor), below), [255, 255, 255, 1]);
    const colour = parse(styles.at(-1).color);
    colour[3] *= styles.reduce((all, style) => all * Number(style.opacity), 1);
    const [low, high] = [luminance(over(colour, ground)), luminance(ground)].sort((a, b) => a - b);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) faint.set(element.className || element.tagName, [words.currentNode.textContent, contrast]);
  }
  return [...faint];
}"""
"""Return the words with a contrast of less than 4.5, as WCAG 2 has it, one per class."""

SMALL_TARGETS = """() => [...document.querySelectorAll("button, select, summary, label:has(input), a:not(.skip)")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && Math.min(width, height) < 24)
  .map(([one, { width, height }]) => [one.textContent, width, height])"""
"""Return what can be chosen and is less than 24 pixels wide or high; squares of a board apart."""
