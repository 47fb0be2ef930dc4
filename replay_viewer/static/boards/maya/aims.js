/** What lit spaces and units are for, told apart by shape as well as by colour. */

import { s } from "../../dom.js";

/** @import {Offer} from "../../types.js" */

export const KIND_WORDS = { move: "to go to", attack: "to aim at", piece: "to put something on" };

/** What may be done with a place or a unit: go there, aim there, put something there. @param {Offer[]} offers @returns {("move"|"attack"|"piece")[]} */
export function kindsOf(offers) {
  const kinds = offers.map(({ intent }) => (intent.path?.length ? "move" : intent.target || intent.direction != null ? "attack" : "piece"));
  return /** @type {const} */ (["move", "attack", "piece"]).filter((kind) => kinds.includes(kind));
}

/** A dot to walk to, a ring with a cross to aim at, a square to put something on. @param {string[]} kinds @param {{x: number, y: number}} at */
export function kindSign(kinds, { x, y }) {
  const shapes = kinds.length ? kinds : ["move"];
  return shapes.map((kind, place) => {
    const at = `translate(${(x + (place - (shapes.length - 1) / 2) * 15).toFixed(1)} ${y})`;
    if (kind === "attack") return s("path", { class: "aim-sign", transform: at, d: "M-6.500 0a6.500 6.500 0 1 0 13 0a6.500 6.500 0 1 0-13 0M0-9.500v6M0 3.500v6M-9.500 0h6M3.500 0h6" });
    if (kind === "piece") return s("rect", { class: "piece-sign", transform: at, x: -5, y: -5, width: 10, height: 10, rx: 1.5 });
    return s("circle", { class: "dot", transform: at, r: 5 });
  });
}
