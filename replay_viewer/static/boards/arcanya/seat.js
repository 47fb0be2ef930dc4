/** A place at the table, drawn in a box of 200 by 112: Student, Shields, points, hand and Guards. */

import { pressable, s } from "../../dom.js";
import { counted } from "../../words.js";
import { tinyCard } from "./cards.js";
import { elementGlyph, elementName, roman, shield, star } from "./glyphs.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Changes} from "./changes.js" */

export const SEAT_WIDTH = 200;
export const SEAT_HEIGHT = 112;

const LEVELS = [3, 2, 1];
const HAND_WIDTH = 112;
const GUARDS_WIDTH = 66;
const WON_WIDTH = 98;

/**
 * @typedef {object} TableSeat
 * @property {number} seat
 * @property {string} name
 * @property {{id: string, name: string, element: string, timing: string, ability: string, text: string, turned: boolean}|null} student
 * @property {string|null} weakness
 * @property {number[]} shields
 * @property {{level: number, from: number}[]} won
 * @property {number} points
 * @property {number} hand_size
 * @property {{count: number, cards: (string|null)[]|null}} hand
 * @property {{id: string, type: string, card: string|null}[]} guards
 */

/** @param {TableSeat} seat @param {View} frame @param {BoardContext} context @param {Changes} changes @param {string} transform */
export function seatPanel(seat, frame, context, changes, transform) {
  const { lit, onSeat } = context;
  const may = lit.seats.has(seat.seat);
  const element = seat.student?.element ?? null;
  const group = s(
    "g",
    {
      class: seatClasses(seat, frame, context, changes),
      transform,
      role: may ? "button" : "group",
      tabindex: may ? 0 : null,
      "aria-label": seatWords(seat, frame) + (may ? " May be named." : ""),
      "data-seat": seat.seat,
      "data-key": `seat/${seat.seat}`,
    },
    s("title", {}, seatWords(seat, frame)),
    s("rect", { class: "halo", x: -5, y: -5, width: SEAT_WIDTH + 10, height: SEAT_HEIGHT + 10, rx: 19 }),
    s("rect", { class: "panel", width: SEAT_WIDTH, height: SEAT_HEIGHT, rx: 14 }),
    s("path", { class: `edge element-${element ?? "none"}`, d: `M0 14A14 14 0 0 1 14 0H${SEAT_WIDTH - 14}a14 14 0 0 1 14 14A14 8 0 0 0 ${SEAT_WIDTH - 14} 6H14A14 8 0 0 0 0 14z` }),
    medallion(seat, 26, 31, 18),
    s("text", { class: "seat-name", x: 52, y: 29 }, clip(seat.name, 15)),
    s("text", { class: "seat-student", x: 52, y: 45 }, seat.student ? clip(`${seat.student.name} · ${elementName(element)}`, 20) : ""),
    pointsBadge(seat, 177, 27),
    LEVELS.map((level, place) => shield(level, 12 + place * 24, 55, seat.shields.includes(level) ? "held" : "lost")),
    wonShields(seat),
    handRow(seat, frame),
    guardRow(seat, frame),
  );
  if (may) pressable(group, () => onSeat(seat.seat));
  return group;
}

/** @param {TableSeat} seat @param {View} frame @param {BoardContext} context @param {Changes} changes */
export function seatClasses(seat, frame, { lit }, changes) {
  const own = frame.viewer === `seat:${seat.seat}`;
  return [
    "seat",
    own && "own",
    frame.status === "running" && frame.table.sphere?.target === seat.seat && "target",
    frame.awaiting.some((one) => one.seat === seat.seat) && "awaited",
    frame.outcome?.winners.includes(seat.seat) && "winner",
    lit.seats.has(seat.seat) && (lit.card === null ? "lit hinted" : "lit"),
    lit.seat === seat.seat && "touched",
    changes.hit.has(seat.seat) && "changed-hit",
    changes.gained.has(seat.seat) && "changed-gain",
    changes.guards.has(seat.seat) && "changed-guards",
    changes.turned.has(seat.seat) && "changed-turned",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The seat in words, for those who listen and for the hint of the pointer. @param {TableSeat} seat @param {View} frame */
export function seatWords(seat, frame) {
  const { student } = seat;
  const words = [
    `Seat ${seat.seat}, ${seat.name}`,
    student ? `${student.name} of ${elementName(student.element)}${student.turned ? ", turned" : ""}: ${student.text}`.replace(/\.$/, "") : null,
    seat.weakness ? `weak to ${elementName(seat.weakness)}` : null,
    seat.shields.length ? `Shields ${seat.shields.map(roman).join(", ")}` : "no Shields left",
    seat.won.length ? `won ${seat.won.map(({ level }) => roman(level)).join(", ")}` : null,
    counted(seat.points, "point"),
    counted(seat.hand.count, "card"),
    seat.guards.length ? `Guards: ${seat.guards.map(({ type }) => elementName(type)).join(", ")}` : null,
    frame.status === "running" && frame.table.sphere?.target === seat.seat ? "the Sphere is here" : null,
  ];
  return `${words.filter(Boolean).join(". ")}.`;
}

/** The Student's sign; it lies on its side while the card is turned. @param {TableSeat} seat @param {number} x @param {number} y @param {number} radius */
export function medallion(seat, x, y, radius) {
  const element = seat.student?.element ?? null;
  return s(
    "g",
    { class: `medallion element-${element ?? "none"} ${seat.student?.turned ? "turned" : ""}` },
    s("circle", { class: "element-fill", cx: x, cy: y, r: radius }),
    s("circle", { class: "rim", cx: x, cy: y, r: radius }),
    s("g", { class: "sign", transform: seat.student?.turned ? `rotate(90 ${x} ${y})` : null }, element ? elementGlyph(element, x, y, radius * 1.25) : s("text", { class: "seat-digit", x, y: y + radius * 0.32 }, seat.seat)),
    seat.weakness ? weakness(seat.weakness, x + radius * 0.85, y + radius * 0.85, radius * 0.5) : null,
  );
}

/** A small broken sign. @param {string} element @param {number} x @param {number} y @param {number} radius */
function weakness(element, x, y, radius) {
  return s(
    "g",
    { class: `weakness element-${element}` },
    s("title", {}, `Weak to ${elementName(element)}`),
    s("circle", { class: "element-fill", cx: x, cy: y, r: radius }),
    elementGlyph(element, x, y, radius * 1.3),
    s("line", { x1: x - radius * 0.75, y1: y + radius * 0.75, x2: x + radius * 0.75, y2: y - radius * 0.75 }),
  );
}

/** @param {TableSeat} seat @param {number} x @param {number} y */
function pointsBadge(seat, x, y) {
  return s("g", { class: "points" }, star(x, y - 0.5, 17.5), s("text", { x, y: y + 4.2 }, seat.points));
}

/** @param {TableSeat} seat */
function wonShields({ won }) {
  if (!won.length) return null;
  const step = won.length > 1 ? Math.min(21, (WON_WIDTH - 20) / (won.length - 1)) : 0;
  return [s("line", { class: "divider", x1: 88, x2: 88, y1: 57, y2: 77 }), won.map(({ level }, place) => shield(level, 94 + place * step, 55, "won"))];
}

/** @param {TableSeat} seat @param {View} frame */
function handRow({ hand }, frame) {
  const faces = hand.cards ? sorted(hand.cards, frame.table.cards) : Array.from({ length: hand.count }, () => null);
  const step = faces.length > 1 ? Math.min(19, (HAND_WIDTH - 17) / (faces.length - 1)) : 0;
  return faces.map((face, place) => tinyCard(face, frame.table.cards, 12 + place * step, 83));
}

/** @param {TableSeat} seat @param {View} frame */
function guardRow({ guards }, frame) {
  const step = guards.length > 1 ? Math.min(20, (GUARDS_WIDTH - 18) / (guards.length - 1)) : 0;
  return guards.map((guard, place) => {
    const x = SEAT_WIDTH - 12 - 18 - place * step;
    const value = guard.card ? frame.table.cards[guard.card] : null;
    return s(
      "g",
      { class: `guard element-${guard.type}`, transform: `translate(${x} 82)` },
      s("title", {}, `${elementName(guard.type)} Guard${value ? `: ${value.name}` : ""}`),
      s("rect", { class: "element-fill", width: 18, height: 25, rx: 3.500 }),
      elementGlyph(guard.type, 9, value ? 9 : 12.5, value ? 11 : 14),
      value ? s("text", { class: "guard-face", x: 9, y: 22.5 }, value.value ?? value.name[0]) : null,
    );
  });
}

/** Power cards first, low to high, then Maneuvers by name. @param {(string|null)[]} hand @param {import("./cards.js").Cards} cards */
export function sorted(hand, cards) {
  const rank = (/** @type {string|null} */ face) => {
    const card = face === null ? null : cards[face];
    return card?.kind === "power" ? `0${String(card.value).padStart(3, "0")}` : `1${card?.name ?? face ?? ""}`;
  };
  return [...hand].sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

/** @param {string} text @param {number} length */
export function clip(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
