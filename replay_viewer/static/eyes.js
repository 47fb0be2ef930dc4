/** Whose eyes the table is seen with: one's own seat or a spectator's while it runs, anybody's when it is over. */

import { h, replace } from "./dom.js";
import { here, ring } from "./tokens.js";

/** @import {Summary} from "./types.js" */
/** @import {Store} from "./store.js" */

/** @typedef {{viewer: string, text: string}} Eyes */

/** Whether everybody may use all eyes: all that a file holds, or those of a match that is over at a table that opens. @param {Summary} summary */
export function allOpen(summary) {
  return Boolean(summary.viewers) || (summary.status === "over" && summary.open_after);
}

/** @param {Summary|null} summary @param {string} match @returns {Eyes[]} */
export function eyesOn(summary, match) {
  if (!summary) return [];
  const own = here(match)?.seat ?? null;
  const held = new Set(Object.keys(ring(match).seats).map(Number));
  const opened = allOpen(summary);
  const seats = summary.seats.filter((seat) => opened || held.has(seat.seat));
  const all = [
    ...seats.map((seat) => ({ viewer: `seat:${seat.seat}`, text: `${seat.name}${seat.seat === own ? " (you)" : ""}` })),
    { viewer: "spectator", text: "Spectator" },
    ...(opened ? [{ viewer: "auditor", text: "All open" }] : []),
  ];
  return summary.viewers ? all.filter(({ viewer }) => summary.viewers?.includes(viewer)) : all;
}

/** @param {Summary} summary @param {string} match */
export function defaultEyes(summary, match) {
  const choice = eyesOn(summary, match).map(({ viewer }) => viewer);
  const own = summary.you?.seat ? `seat:${summary.you.seat}` : "";
  return [own, "auditor", "spectator"].find((viewer) => choice.includes(viewer)) ?? choice[0] ?? "spectator";
}

/** @param {Store} store @param {HTMLElement} element @param {string} match @param {(viewer: string) => void} change */
export function createEyes(store, element, match, change) {
  const select = h("select", { "aria-label": "Eyes", title: "Whose eyes ([ and ])", onchange: () => change(select.value) });
  element.append(h("label", { class: "eyes-label" }, h("span", { class: "eye", "aria-hidden": "true" }), select));
  let drawn = "";
  store.subscribe(({ summary, viewer }) => {
    const choice = eyesOn(summary, match);
    const key = JSON.stringify(choice);
    if (key !== drawn) {
      drawn = key;
      replace(select, choice.map((eyes) => h("option", { value: eyes.viewer }, eyes.text)));
    }
    select.value = viewer;
    element.hidden = summary?.status === "open" && choice.length < 2;
  });
}
