// Small helpers for making elements.

export const byId = (id) => document.getElementById(id);

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    // The content security policy refuses a style that is set as an attribute.
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. Text stays text: nothing from outside is parsed as HTML. */
export const h = (tag, attributes, ...children) => make(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) =>
  make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** Replaces the contents of a box and keeps the focus on the item with the same name. */
export function refill(box, ...children) {
  const name = box.contains(document.activeElement) ? document.activeElement.dataset.about : undefined;
  box.replaceChildren(...children);
  if (name !== undefined) box.querySelector(`[data-about="${CSS.escape(name)}"]`)?.focus({ preventScroll: true });
}

/** The current game's names for its sides. */
const sides = { fln: "FLN", france: "France" };

export const nameSides = (names) => Object.assign(sides, names);

export const sideName = (side) => sides[side] ?? "";

/** The name of a bot: a level without its `mcts:level=`. */
export const botName = (spec) => spec.replace(/^mcts:level=/, "");

export const percent = (value, digits = 1) => `${(100 * value).toFixed(digits)} %`;

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));
