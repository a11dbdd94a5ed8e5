// The tabs below the decision: log, summary of the bot's turn, guide entry.

import { byId } from "./dom.js";

const PANELS = ["logbox", "recap", "guide"];

/** Shows a tab. */
export function tab(wanted) {
  for (const id of PANELS) {
    byId(id).hidden = id !== wanted;
    byId(`t-${id}`).setAttribute("aria-selected", String(id === wanted));
    byId(`t-${id}`).tabIndex = id === wanted ? 0 : -1;
  }
  const log = byId("log");
  if (wanted === "logbox") log.scrollTop = log.scrollHeight;
}

export function tabsInit() {
  for (const id of PANELS) byId(`t-${id}`).addEventListener("click", () => tab(id));
  byId("tabs").addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const now = PANELS.findIndex((id) => !byId(id).hidden);
    const next = PANELS[(now + 1) % PANELS.length];
    tab(next);
    byId(`t-${next}`).focus();
    event.preventDefault();
    event.stopPropagation();
  });
}
