// Keyboard control: everything the mouse can do.

import { byId } from "./dom.js";
import * as choices from "./choices.js";

const PATIENCE = 700;

let typed = "";
let timer = null;

function settle() {
  clearTimeout(timer);
  const value = Number(typed);
  typed = "";
  if (value) choices.number(value);
}

function digit(key) {
  clearTimeout(timer);
  typed += key;
  // Wait for another digit if the number could still grow into that of a choice.
  if (Number(typed) * 10 > choices.count()) settle();
  else timer = setTimeout(settle, PATIENCE);
}

/** Keys and what they do: `commands` has undo, hint, stop, skip, help, rules, next. */
export function keys(commands) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target instanceof HTMLElement && target.matches("input, select, textarea")) return;
    const on = target instanceof HTMLElement && target.matches("button, a");
    if (/^[0-9]$/.test(event.key) && choices.count()) digit(event.key);
    else if (event.key === "ArrowDown" || event.key === "ArrowRight") choices.step(1);
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") choices.step(-1);
    else if (event.key === "Enter" && !on) { if (typed) settle(); else commands.next(); }
    else if (event.key === "u") commands.undo();
    else if (event.key === "h") commands.hint();
    else if (event.key === "s") commands.stop();
    else if (event.key === " " && !on) commands.skip();
    else if (event.key === "r") commands.rules();
    else if (event.key === "?") commands.help();
    else if (event.key === "Escape") choices.clear();
    else return;
    if (event.key !== "Enter" || !on) event.preventDefault();
  });
  byId("b-help").addEventListener("click", commands.help);
}
