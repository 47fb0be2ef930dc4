/** How a match ended: who won, and the points of everybody. */

import { h, replace } from "./dom.js";
import { saveFile } from "./saving.js";

/** @import {View} from "./types.js" */

/** @typedef {{exportPath: string, token: string|null, eyesOpen: boolean}} Keepsake */

/** @param {View} frame @param {HTMLElement} element @param {Keepsake} keepsake */
export function renderResult(frame, element, keepsake) {
  const outcome = frame.outcome;
  element.classList.remove("yours");
  if (!outcome) return replace(element);
  const standings = frame.seats
    .map((seat) => ({ ...seat, points: outcome.scores[String(seat.seat)] ?? 0, won: outcome.winners.includes(seat.seat) }))
    .sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points);
  replace(
    element,
    h("h2", { class: "result-heading" }, heading(standings)),
    h(
      "ol",
      { class: "standings" },
      standings.map((seat) =>
        h("li", { class: seat.won ? "won" : "" }, h("span", { class: "laurel", "aria-hidden": "true" }), h("span", {}, seat.name), h("span", { class: "points" }, `${seat.points}`)),
      ),
    ),
    h("p", { class: "quiet-text" }, keepsake.eyesOpen ? "Every seat’s eyes are open now. " : "", h("button", { type: "button", class: "link", "data-key": "export", onclick: () => void saveFile(keepsake.exportPath, keepsake.token, `${frame.match}.match`) }, "Keep the match file")),
  );
}

/** @param {{name: string, won: boolean}[]} standings */
function heading(standings) {
  const winners = standings.filter((seat) => seat.won).map((seat) => seat.name);
  if (!winners.length) return "Nobody wins";
  if (winners.length === 1) return `${winners[0]} wins`;
  return `${winners.slice(0, -1).join(", ")} and ${winners.at(-1)} share the win`;
}
