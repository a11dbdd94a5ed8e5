// The reader's settings: colours, and the speed of the bot's moves.

import { byId, h } from "./dom.js";

/** Milliseconds between moves. */
const SPEEDS = [
  { name: "waits for me", pause: null },
  { name: "slowly", pause: 1500 },
  { name: "steadily", pause: 600 },
  { name: "quickly", pause: 150 },
  { name: "as fast as possible", pause: 0 },
];

/** The index of the default speed. */
const FIRST = 2;

/** The default pause. */
export const FIRST_PAUSE = SPEEDS[FIRST].pause;

const THEMES = ["", "light", "dark"];
const SIGNS = { "": "◐", light: "☀", dark: "☾" };

const kept = (key, otherwise) => {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
};

const keep = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It lasts as long as the page.
  }
};

/** The pause before the bot's next move; `null` if it waits for Enter. */
export function pause() {
  return (SPEEDS[Number(byId("speed").value)] ?? SPEEDS[FIRST]).pause;
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  byId("b-theme").textContent = SIGNS[name] ?? SIGNS[""];
  byId("b-theme").title = name ? `Colours: ${name}` : "Colours: system";
}

export function settings(changed) {
  const choose = byId("speed");
  SPEEDS.forEach((one, index) => choose.append(h("option", { value: index }, one.name)));
  choose.value = kept("wilaya-speed", String(FIRST));
  choose.addEventListener("change", () => {
    keep("wilaya-speed", choose.value);
    changed();
  });
  theme(kept("wilaya-theme", ""));
  byId("b-theme").addEventListener("click", () => {
    const now = THEMES.indexOf(document.documentElement.dataset.theme ?? "");
    const next = THEMES[(now + 1) % THEMES.length];
    keep("wilaya-theme", next);
    theme(next);
  });
}
