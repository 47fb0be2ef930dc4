/** The bar to go through a match by hand: buttons, a slider over all steps, and marks for rounds, turns and hits. */

import { h, replace, s } from "./dom.js";

/** @import {Step} from "./types.js" */
/** @import {Store, State} from "./store.js" */
/** @import {Moves} from "./keys.js" */

const TURN_MARKS_GAP_MIN = 0.9; // per cent of the width; closer marks would only be a grey bar
const PACES = [
  { ms: 2400, text: "Slow" },
  { ms: 1400, text: "Steady" },
  { ms: 600, text: "Brisk" },
];

/** @param {Store} store @param {HTMLElement} element @param {Moves} moves */
export function createScrubber(store, element, moves) {
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    step: 1,
    value: 0,
    id: "scrub",
    "aria-label": "Step",
    oninput: () => store.go(Number(slider.value)),
  });
  const marks = s("svg", { class: "marks", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  const position = h("output", { class: "position", for: "scrub" });
  const play = button("play", "Play (space)", moves.play);
  const live = h("button", { type: "button", class: "live-button", onclick: moves.last }, "Live");
  const pace = h(
    "select",
    { class: "pace", "aria-label": "Speed", onchange: () => store.set({ pace: Number(pace.value) }) },
    PACES.map(({ ms, text }) => h("option", { value: ms, selected: ms === store.get().pace }, text)),
  );
  replace(
    element,
    h(
      "div",
      { class: "buttons" },
      button("first", "To the beginning (Home)", moves.first),
      button("back", "One step back (←)", () => moves.step(-1)),
      play,
      button("forward", "One step on (→)", () => moves.step(1)),
      button("last", "To the end (End)", moves.last),
    ),
    h("div", { class: "track" }, marks, slider),
    h("div", { class: "where" }, position, pace, live),
  );

  /** @type {Step[]} */
  let drawn = [];
  let pictured = false;
  store.subscribe((state) => {
    const { steps, cursor, playing, following } = state;
    if (steps !== drawn) {
      drawn = steps;
      slider.max = String(Math.max(0, steps.length - 1));
      replace(marks, marksOf(steps));
    }
    const step = steps[cursor];
    slider.value = String(cursor);
    slider.style.setProperty("--done", `${share(cursor, steps.length)}%`);
    slider.setAttribute("aria-valuetext", step ? `Step ${cursor + 1} of ${steps.length}${step.round ? `, round ${step.round}` : ""}` : "");
    position.textContent = step ? `${cursor + 1} / ${steps.length}` : "";
    if (playing !== pictured) {
      pictured = playing;
      play.setAttribute("aria-label", playing ? "Pause (space)" : "Play (space)");
      play.title = playing ? "Pause (space)" : "Play (space)";
      replace(play, picture(playing ? "pause" : "play"));
    }
    live.hidden = state.summary?.status === "over" || state.connection === "off";
    live.classList.toggle("on", following);
    live.setAttribute("aria-pressed", String(following));
    live.title = following ? "The table is shown as it is now" : "Go to the table as it is now (End)";
  });
}

/** @param {Step[]} steps */
function marksOf(steps) {
  const turnsFit = 100 / Math.max(1, steps.length) >= TURN_MARKS_GAP_MIN;
  return steps.flatMap((step, index) => {
    const x = share(index, steps.length);
    const found = [];
    const before = steps[index - 1];
    if (step.round && step.round !== before?.round) found.push(line("round-mark", x, 0, 10));
    else if (turnsFit && step.turn && step.turn !== before?.turn) found.push(line("turn-mark", x, 3, 7));
    if (step.marks.includes("hit") || step.marks.includes("kill")) found.push(line("hit-mark", x, 0, 10));
    return found;
  });
}

/** @param {string} kind @param {number} x @param {number} y1 @param {number} y2 */
function line(kind, x, y1, y2) {
  return s("line", { class: kind, x1: x, x2: x, y1, y2, "vector-effect": "non-scaling-stroke" });
}

/** @param {number} index @param {number} count */
function share(index, count) {
  return count > 1 ? Math.round((index / (count - 1)) * 10_000) / 100 : 0;
}

const SHAPES = /** @type {Record<string, string>} */ ({
  first: "M5 5v14M20 5 9 12l11 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4.5 19.5 12 7 19.5z",
  pause: "M7 5h3.5v14H7zM14 5h3.5v14H14z",
  forward: "M7 5l10 7-10 7z",
  last: "M19 5v14M4 5l11 7-11 7z",
});

/** @param {string} name @param {string} label @param {() => void} press */
function button(name, label, press) {
  return h("button", { type: "button", class: `icon-button ${name}`, "aria-label": label, title: label, onclick: press }, picture(name));
}

/** @param {string} name */
function picture(name) {
  return s("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", class: "icon" }, s("path", { d: SHAPES[name] }));
}
