/** The hand of the seat whose eyes are used, as cards large enough to read and to touch. */

import { h } from "../../dom.js";
import { cardPicture } from "./cards.js";
import { sorted } from "./seat.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {TableSeat} from "./seat.js" */

/** @param {View} frame @returns {TableSeat|null} */
export function ownSeat(frame) {
  return frame.table?.seats.find((/** @type {TableSeat} */ seat) => frame.viewer === `seat:${seat.seat}`) ?? null;
}

/** @param {View} frame @returns {string[]} */
export function ownHand(frame) {
  const hand = ownSeat(frame)?.hand.cards ?? null;
  return hand ? /** @type {string[]} */ (sorted(hand, frame.table.cards)) : [];
}

/** @param {View} frame @param {BoardContext} context */
export function drawHand(frame, { lit, onCard }) {
  const own = ownSeat(frame);
  if (!own?.hand.cards) return null;
  const { cards } = frame.table;
  const hand = ownHand(frame);
  /** @type {Map<string, number>} */
  const seen = new Map();
  return h(
    "ul",
    { class: "hand", "aria-label": "Your hand" },
    hand.map((face, place) => {
      const nth = (seen.get(face) ?? 0) + 1;
      seen.set(face, nth);
      const may = lit.cards.has(face);
      const chosen = lit.picked ? lit.picked.includes(place) : lit.card === face;
      const name = cards[face]?.name ?? face ?? "a card";
      const attributes = { class: ["hand-card", may && "lit", chosen && "chosen", !may && lit.cards.size && "idle"].filter(Boolean).join(" "), title: cards[face]?.text ?? "", style: { "--place": place - (hand.length - 1) / 2 } };
      return h(
        "li",
        {},
        may
          ? h("button", { type: "button", ...attributes, "data-key": `card/${face}/${nth}`, "data-card": face, "aria-pressed": String(chosen), "aria-label": `${name}. ${cards[face]?.text ?? ""}`, onclick: () => onCard(face, place) }, cardPicture(face, cards))
          : h("div", { ...attributes, "data-card": face, role: "img", "aria-label": name }, cardPicture(face, cards)),
      );
    }),
  );
}
