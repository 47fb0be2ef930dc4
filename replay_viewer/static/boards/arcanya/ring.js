/** The table on a narrow screen: a small ring with everybody's sign, and the seats as a list below it. */

import { h, pressable, s } from "../../dom.js";
import { counted } from "../../words.js";
import { elementGlyph, elementName, shield, star } from "./glyphs.js";
import { bend, evenly, heading, on, towards } from "./layout.js";
import { clip, medallion, seatClasses, seatWords, sorted } from "./seat.js";
import { fly, sphere, trail } from "./sphere.js";
import { NO_SPHERE, pileCount, placesOf, tableWords } from "./table.js";
import { cardGroup, cardPicture, schoolCard, tinyCard } from "./cards.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Changes} from "./changes.js" */
/** @import {TableSeat} from "./seat.js" */
/** @import {Point} from "./layout.js" */

/** @param {View} frame @param {number} width @param {BoardContext} context @param {Changes} changes @param {number} first @param {() => void} showDiscard */
export function drawRing(frame, width, context, changes, first, showDiscard) {
  const { table } = frame;
  const count = table.seats.length;
  const disc = count <= 6 ? 23 : 18;
  const height = Math.round(Math.min(width * (count <= 3 ? 0.78 : 0.88), 380));
  const middle = { x: width / 2, y: height / 2 - 4 };
  const seatsOn = { cx: middle.x, cy: middle.y, a: width / 2 - disc - 16, b: height / 2 - disc - 16 };
  const inner = { ...seatsOn, a: seatsOn.a - disc - 32, b: seatsOn.b - disc - 40 };
  const places = placesOf(first, evenly(seatsOn, count).map((angle) => on(seatsOn, angle)));
  const ballAt = (/** @type {number|null} */ seat) => (seat && places.get(seat) ? towards(inner, /** @type {Point} */ (places.get(seat))) : middle);
  const { power, target, sender } = table.sphere ?? NO_SPHERE;
  const running = frame.status === "running" && Boolean(table.sphere);
  const at = ballAt(target);
  const clockwise = table.direction === "cw";
  const arrows = evenly(seatsOn, count * 3);
  const svg = s(
    "svg",
    { class: `table ring direction-${table.direction}`, viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": tableWords(frame) },
    s("defs", {}, s("radialGradient", { id: "velvet", cx: "50%", cy: "46%", r: "62%" }, s("stop", { offset: 0, class: "velvet-1" }), s("stop", { offset: 0.62, class: "velvet-2" }), s("stop", { offset: 1, class: "velvet-3" }))),
    s("ellipse", { class: "velvet", cx: middle.x, cy: middle.y, rx: seatsOn.a, ry: seatsOn.b, fill: "url(#velvet)" }),
    s("ellipse", { class: "brass-line", cx: middle.x, cy: middle.y, rx: seatsOn.a, ry: seatsOn.b }),
    s(
      "g",
      { class: changes.direction ? "chevrons changed" : "chevrons", role: "img", "aria-label": clockwise ? "The Sphere goes clockwise" : "The Sphere goes counter-clockwise" },
      arrows
        .filter((_, index) => index % 3 !== 0)
        .map((angle) => {
          const { x, y } = on(seatsOn, angle);
          return s("path", { d: "M-4-5 2.500 0-4 5", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(heading(seatsOn, angle) + (clockwise ? 0 : 180)).toFixed(1)})` });
        }),
    ),
    piles(frame, middle, changes, showDiscard),
    running && sender && sender !== target ? trail(ballAt(sender), at, bend(ballAt(sender), at, middle)) : null,
    table.seats.map((/** @type {TableSeat} */ seat) => discOf(seat, frame, /** @type {Point} */ (places.get(seat.seat)), disc, context, changes)),
    running ? sphere(power, at, 21, changes.powerBefore) : null,
  );
  const ball = svg.querySelector(".sphere");
  const from = changes.fresh ? middle : ballAt(changes.targetBefore);
  if (context.travel && ball && (changes.fresh || changes.targetBefore !== null)) fly(ball, from, at, bend(from, at, middle));
  return svg;
}

/** @param {View} frame @param {Point} middle @param {Changes} changes @param {() => void} showDiscard */
function piles({ table }, middle, changes, showDiscard) {
  const scale = 0.42;
  const width = 80 * scale;
  const school = table.school ? (table.schools.find((/** @type {any} */ one) => one.id === table.school) ?? { id: table.school }) : null;
  const columns = school ? 3 : 2;
  const x = (/** @type {number} */ column) => middle.x - (columns * width + (columns - 1) * 7) / 2 + column * (width + 7);
  const y = middle.y - 25;
  const top = table.discard.at(-1);
  const pile = s(
    "g",
    { class: changes.discard ? "discard changed" : "discard", role: "button", tabindex: 0, "data-key": "discard", "aria-label": `Discards: ${counted(table.discard.length, "card")}. Show all.` },
    s("rect", { class: "empty-pile", x: x(columns - 1), y, width, height: 112 * scale, rx: 4 }),
    top === undefined ? null : cardGroup(top, table.cards, `translate(${x(columns - 1)} ${y}) scale(${scale})`),
    pileCount(x(columns - 1) + width / 2, y + 50, table.discard.length),
  );
  pressable(pile, showDiscard);
  return s(
    "g",
    { class: "middle" },
    cardGroup(null, table.cards, `translate(${x(0)} ${y}) scale(${scale})`),
    pileCount(x(0) + width / 2, y + 50, table.deck),
    school ? schoolCard(school, `translate(${x(1)} ${y}) scale(${scale})`) : null,
    pile,
  );
}

/** @param {TableSeat} seat @param {View} frame @param {Point} place @param {number} radius @param {BoardContext} context @param {Changes} changes */
function discOf(seat, frame, { x, y }, radius, context, changes) {
  const may = context.lit.seats.has(seat.seat);
  const group = s(
    "g",
    {
      class: seatClasses(seat, frame, context, changes),
      role: may ? "button" : "img",
      tabindex: may ? 0 : null,
      "aria-label": `${seat.name}, ${counted(seat.shields.length, "Shield")}, ${counted(seat.points, "point")}${may ? ". May be named." : ""}`,
      "data-seat": seat.seat,
      "data-key": `disc/${seat.seat}`,
    },
    s("circle", { class: "halo", cx: x, cy: y, r: radius + 5 }),
    medallion({ ...seat, weakness: null }, x, y, radius),
    [0, 1, 2].map((place) => s("circle", { class: place < seat.shields.length ? "pip held" : "pip", cx: x - 8 + place * 8, cy: y - radius + 1, r: 3.4 })),
    s("text", { class: "disc-name", x, y: y + radius + 12 }, clip(seat.name, 9)),
  );
  if (may) pressable(group, () => context.onSeat(seat.seat));
  return group;
}

/** @param {View} frame @param {BoardContext} context @param {Changes} changes @param {number[]} order */
export function seatList(frame, context, changes, order) {
  const seats = order.map((seat) => frame.table.seats.find((/** @type {TableSeat} */ one) => one.seat === seat));
  return h("ul", { class: "seat-list" }, seats.map((seat) => row(seat, frame, context, changes)));
}

/** @param {TableSeat} seat @param {View} frame @param {BoardContext} context @param {Changes} changes */
function row(seat, frame, context, changes) {
  const may = context.lit.seats.has(seat.seat);
  const { cards } = frame.table;
  const sign = (/** @type {any} */ ...children) => s("svg", { class: "sign-picture", viewBox: "0 0 40 40", "aria-hidden": "true" }, ...children);
  const parts = [
    sign(medallion(seat, 18, 18, 16)),
    h("span", { class: "row-who" }, h("strong", {}, seat.name), h("small", {}, seat.student ? `${seat.student.name} · ${elementName(seat.student.element)}` : `Seat ${seat.seat}`)),
    s(
      "svg",
      { class: "row-shields", viewBox: "0 0 74 26", "aria-hidden": "true" },
      [3, 2, 1].map((level, place) => shield(level, place * 25, 1, seat.shields.includes(level) ? "held" : "lost")),
    ),
    h("span", { class: "row-hand" }, seat.guards.map((guard) => s("svg", { class: `row-guard element-${guard.type}`, viewBox: "0 0 18 25", "aria-hidden": "true" }, s("rect", { class: "element-fill", width: 18, height: 25, rx: 3.500 }), elementGlyph(guard.type, 9, 12.5, 14))), s("svg", { class: "row-cards", viewBox: "0 0 17 24", "aria-hidden": "true" }, tinyCard(null, cards, 0, 0)), h("span", { class: "row-count" }, seat.hand.count)),
    s("svg", { class: "row-points points", viewBox: "0 0 36 36", "aria-hidden": "true" }, star(18, 18, 17.5), s("text", { x: 18, y: 22.6 }, seat.points)),
  ];
  const label = seatWords(seat, frame);
  const name = seatClasses(seat, frame, context, changes);
  return h(
    "li",
    { class: name },
    may
      ? h("button", { type: "button", class: "row", "data-key": `seat/${seat.seat}`, "data-seat": seat.seat, "aria-label": `${label} May be named.`, onclick: () => context.onSeat(seat.seat) }, parts)
      : h("div", { class: "row", role: "group", "aria-label": label }, parts),
    seat.hand.cards && frame.viewer !== `seat:${seat.seat}` ? h("div", { class: "row-open-hand", "aria-label": `${seat.name} holds ${seat.hand.cards.map((face) => (face && cards[face]?.name) || "a card").join(", ")}`, role: "img" }, sorted(seat.hand.cards, cards).map((face) => cardPicture(face, cards))) : null,
  );
}
