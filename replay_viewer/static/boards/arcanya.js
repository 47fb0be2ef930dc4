/** The board of Arcanya: Magic Academy. It shows what a view says and knows none of the rules. */

import { h, replace } from "../dom.js";
import { cardPicture } from "./arcanya/cards.js";
import { changesBetween } from "./arcanya/changes.js";
import { drawHand, ownHand, ownSeat } from "./arcanya/hand.js";
import { around } from "./arcanya/layout.js";
import { howTo } from "./arcanya/primer.js";
import { drawRing, seatList } from "./arcanya/ring.js";
import { sorted } from "./arcanya/seat.js";
import { drawEmptyTable, drawTable } from "./arcanya/table.js";

/** @import {Board, View} from "../types.js" */

const GROUPS = /** @type {Record<string, string>} */ ({
  DeclineSchool: "The School in play",
  TakeHit: "No way to defend",
  DiscardAfterHit: "After the hit",
  DiscardToHandSize: "Too many cards",
});

/** @type {Board} */
export const arcanya = {
  title: "Arcanya: Magic Academy",
  howTo,

  render(frame, element, context) {
    if (!frame.table) return replace(element, h("div", { class: "room" }, drawEmptyTable(frame, Math.max(280, element.clientWidth), emptyHeight(element, context.compact))));
    const changes = changesBetween(context.previous, frame);
    const first = ownSeat(frame)?.seat ?? 1;
    const showDiscard = () => discardDialog(frame);
    const room = element.querySelector(":scope > .room") ?? h("div", { class: "room" });
    const { width, height } = sizeOf(element, context.compact, frame);
    const board = context.compact
      ? [drawRing(frame, width, context, changes, first, showDiscard), drawHand(frame, context), seatList(frame, context, changes, around(frame.table.seats.length, first))]
      : [drawTable(frame, width, height, context, changes, first, showDiscard), drawHand(frame, context)];
    if (room.parentElement !== element) replace(element, room);
    replace(room, board);
  },

  hand: (frame) => (frame.table ? ownHand(frame) : []),
  cardName: (card, frame) => frame.table?.cards[card]?.name ?? card,
  cardPicture: (card, frame) => (frame.table?.cards[card] ? cardPicture(card, frame.table.cards) : null),

  groupOf({ intent, pick }, frame) {
    const { cards, schools, school } = frame.table;
    const card = !pick && typeof intent.card_id === "string" ? intent.card_id : null;
    if (card) return { key: `card/${card}`, title: cards[card]?.name ?? card, text: cards[card]?.text ?? "", card };
    const student = intent.type === "UseAbility" ? ownSeat(frame)?.student : null;
    const used = intent.type === "UseSchool" ? schools.find((/** @type {any} */ one) => one.id === school) : null;
    const title = student ? `${student.name}: ${student.ability}` : used ? `School of ${used.name}: ${used.ability}` : (GROUPS[intent.type] ?? intent.type);
    return { key: intent.type, title, text: student?.text ?? used?.text ?? "", card: null };
  },
};

const TABLE_LEAST = 400;
const HAND_ROOM = 140; // below the table, for the hand of the seat that looks

/** @param {HTMLElement} element @param {boolean} compact @param {View} frame */
function sizeOf(element, compact, frame) {
  const width = Math.max(280, element.clientWidth);
  if (compact) return { width, height: 0 };
  const hand = ownSeat(frame)?.hand.cards ? HAND_ROOM : 0;
  return { width, height: Math.max(TABLE_LEAST, element.clientHeight - hand) };
}

/** @param {HTMLElement} element @param {boolean} compact */
function emptyHeight(element, compact) {
  return compact ? 330 : Math.max(TABLE_LEAST, element.clientHeight);
}

/** @param {View} frame */
function discardDialog({ table }) {
  const dialog = h("dialog", { class: "discards", "aria-label": "Discards", onclose: () => dialog.remove() });
  const counted = new Map();
  for (const face of sorted(table.discard, table.cards)) counted.set(face, (counted.get(face) ?? 0) + 1);
  dialog.append(
    h("h2", {}, `Discards (${table.discard.length})`),
    h("ul", { class: "discard-list" }, [...counted].map(([face, count]) => h("li", { title: table.cards[face]?.text ?? "" }, cardPicture(face, table.cards), h("span", {}, `${count} ×`, h("span", { class: "visually-hidden" }, ` ${table.cards[face]?.name ?? face}`))))),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

