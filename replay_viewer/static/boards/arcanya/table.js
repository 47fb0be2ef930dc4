/** The round table on a wide screen, in pixels of that screen, so that letters are never smaller than they should be. */

import { pressable, s } from "../../dom.js";
import { counted } from "../../words.js";
import { cardGroup, CARD_HEIGHT, CARD_WIDTH, schoolCard } from "./cards.js";
import { elementGlyph, shield } from "./glyphs.js";
import { around, bend, evenly, heading, on, seatPoints, towards } from "./layout.js";
import { clip, SEAT_HEIGHT, SEAT_WIDTH, seatPanel } from "./seat.js";
import { fly, sphere, trail } from "./sphere.js";

/** @import {BoardContext, View} from "../../types.js" */
/** @import {Changes} from "./changes.js" */
/** @import {Ellipse, Point} from "./layout.js" */

const CHEVRON_GAP = 34;
/** Between a hit and the next Sphere, and after the end, there is none. */
export const NO_SPHERE = { power: 0, target: null, sender: null };
const RUNES = ["fire", "earth", "metal", "water", "wood", "wind"];

/** @param {View} frame @param {number} width @param {number} height @param {BoardContext} context @param {Changes} changes @param {number} first  The seat at the bottom. @param {() => void} showDiscard */
export function drawTable(frame, width, height, context, changes, first, showDiscard) {
  const table = frame.table;
  const scale = seatScale(table.seats.length, width, height);
  const panel = { width: SEAT_WIDTH * scale, height: SEAT_HEIGHT * scale };
  const middle = { x: width / 2, y: height / 2 };
  const seatsOn = { cx: middle.x, cy: middle.y, a: width / 2 - panel.width / 2 - 8, b: height / 2 - panel.height / 2 - 8 };
  const rim = { cx: middle.x, cy: middle.y, a: seatsOn.a + panel.width * 0.14, b: seatsOn.b + panel.height * 0.12 };
  const ring = { cx: middle.x, cy: middle.y, a: Math.max(seatsOn.a - panel.width / 2 - 44, 90), b: Math.max(seatsOn.b - panel.height / 2 - 26, 62) };
  const places = placesOf(first, seatPoints(table.seats.length, seatsOn, panel));
  const ballAt = (/** @type {number|null} */ seat) => (seat && places.get(seat) ? towards(ring, /** @type {Point} */ (places.get(seat))) : middle);

  const radius = Math.max(25, Math.min(34, ring.b * 0.28));
  const { power, target, sender } = table.sphere ?? NO_SPHERE;
  const at = ballAt(target);
  const running = frame.status === "running" && Boolean(table.sphere);
  const ball = running ? sphere(power, at, radius, changes.powerBefore) : null;
  const cardScale = Math.max(0.5, Math.min(0.78, (ring.b - radius - 8) / (CARD_HEIGHT / 2)));
  const discardAt = { x: middle.x + CARD_WIDTH * cardScale * (table.school ? 1.1 : 0.55), y: middle.y };
  const centre = middleOf(frame, middle, cardScale, changes, showDiscard);
  const svg = s(
    "svg",
    { class: `table direction-${table.direction}`, viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": tableWords(frame) },
    surface(rim, ring),
    chevrons(ring, table.direction, changes.direction),
    centre,
    running && sender && sender !== target ? trail(ballAt(sender), at, bend(ballAt(sender), at, middle)) : null,
    table.seats.map((/** @type {import("./seat.js").TableSeat} */ seat) => {
      const place = /** @type {Point} */ (places.get(seat.seat));
      return seatPanel(seat, frame, context, changes, `translate(${place.x - panel.width / 2} ${place.y - panel.height / 2}) scale(${scale})`);
    }),
    ball,
  );
  if (context.travel) {
    const moving = svg.querySelector(".sphere");
    const from = changes.fresh ? middle : ballAt(changes.targetBefore);
    if (moving && (changes.fresh || changes.targetBefore !== null)) fly(moving, from, at, bend(from, at, middle));
    for (const { seat, level, to } of changes.shields) {
      const [loser, winner] = [places.get(seat), places.get(to)];
      if (loser && winner) svg.append(flyingShield(level, loser, winner, middle));
    }
    const top = svg.querySelector(".discard-top");
    const player = changes.player === null ? null : places.get(changes.player);
    if (top && player) fly(top, player, discardAt, middle, { spin: -200, ms: 520 });
  }
  return svg;
}

/** A Shield on its way to the one who won it. @param {number} level @param {Point} from @param {Point} to @param {Point} middle */
function flyingShield(level, from, to, middle) {
  const mover = s("g", {}, s("g", { transform: "scale(2) translate(-10 -12)" }, shield(level, 0, 0, "won")));
  const flying = s("g", { transform: `translate(${to.x} ${to.y})`, "aria-hidden": "true" }, mover);
  void fly(mover, from, to, bend(from, to, middle), { ms: 1100, spin: 360 }).finished.then(() => flying.remove());
  return flying;
}

/** The table before the start: who has come, and which places are free. @param {View} frame @param {number} width @param {number} height */
export function drawEmptyTable(frame, width, height) {
  const panel = { width: Math.min(168, width / 3.6), height: 54 };
  const middle = { x: width / 2, y: height / 2 };
  const seatsOn = { cx: middle.x, cy: middle.y, a: width / 2 - panel.width / 2 - 6, b: height / 2 - panel.height / 2 - 8 };
  const rim = { ...seatsOn, a: Math.max(seatsOn.a - 12, 60), b: seatsOn.b - 2 };
  const ring = { ...rim, a: Math.max(rim.a - 58, 40), b: Math.max(rim.b - 58, 40) };
  const points = evenly(seatsOn, frame.seats.length).map((angle) => on(seatsOn, angle));
  return s(
    "svg",
    { class: "table empty", viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": `A table with ${frame.seats.length} seats` },
    surface(rim, ring),
    ring.a > 110 ? s("text", { class: "waiting-words", x: middle.x, y: middle.y + 6 }, "The Sphere sleeps") : null,
    frame.seats.map(({ seat, name, holder, bot }, index) => {
      const { x, y } = points[index];
      return s(
        "g",
        { class: `place ${holder}`, transform: `translate(${x - panel.width / 2} ${y - panel.height / 2})` },
        s("rect", { width: panel.width, height: panel.height, rx: 14 }),
        s("text", { class: "place-name", x: panel.width / 2, y: 25 }, holder === "open" ? "free" : clip(name, Math.floor(panel.width / 10))),
        s("text", { class: "place-kind", x: panel.width / 2, y: 42 }, bot ? `${bot} bot` : `seat ${seat}`),
      );
    }),
  );
}

/** Large panels for a few, smaller ones for many. @param {number} count @param {number} width @param {number} height */
function seatScale(count, width, height) {
  const wanted = count <= 4 ? 1.12 : count <= 6 ? 1 : count <= 8 ? 0.92 : 0.88;
  const rows = count <= 8 && count !== 7 ? 4.3 : 4.6;
  return Math.max(0.72, Math.min(wanted, width / 830, height / rows / SEAT_HEIGHT));
}

/** @param {number} first  The seat that comes first. @param {Point[]} points @returns {Map<number, Point>} */
export function placesOf(first, points) {
  return new Map(around(points.length, first).map((seat, place) => [seat, points[place]]));
}

/** Wood, velvet and the circle of the six schools. @param {Ellipse} rim @param {Ellipse} ring */
function surface(rim, ring) {
  return s(
    "g",
    { class: "surface", "aria-hidden": "true" },
    s(
      "defs",
      {},
      s("radialGradient", { id: "velvet", cx: "50%", cy: "46%", r: "62%" }, s("stop", { offset: 0, class: "velvet-1" }), s("stop", { offset: 0.62, class: "velvet-2" }), s("stop", { offset: 1, class: "velvet-3" })),
      s("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0, y2: 1 }, s("stop", { offset: 0, class: "wood-1" }), s("stop", { offset: 0.5, class: "wood-2" }), s("stop", { offset: 1, class: "wood-3" })),
    ),
    oval(rim, 14, { class: "shadow" }),
    oval(rim, 9, { fill: "url(#wood)" }),
    oval(rim, 0, { fill: "url(#velvet)", class: "velvet" }),
    oval(rim, -3, { class: "brass-line" }),
    oval(ring, 13, { class: "brass-line faint" }),
    oval(ring, -13, { class: "brass-line faint" }),
    oval(ring, -18, { class: "brass-line dotted" }),
    RUNES.map((element, index) => {
      const { x, y } = on({ ...ring, a: ring.a * 0.74, b: ring.b * 0.66 }, ((index % 3) - 1) * 0.55 + (index < 3 ? 0 : Math.PI));
      return s("g", { class: "rune" }, elementGlyph(element, x, y, 20));
    }),
  );
}

/** @param {Ellipse} ellipse @param {number} wider @param {Record<string, any>} attributes */
function oval({ cx, cy, a, b }, wider, attributes) {
  return s("ellipse", { cx, cy, rx: Math.max(a + wider, 1), ry: Math.max(b + wider, 1), ...attributes });
}

/** Arrows all around the table that run the way the Sphere runs. @param {Ellipse} ring @param {"cw"|"ccw"} direction @param {boolean} changed */
function chevrons(ring, direction, changed) {
  const count = Math.max(12, Math.round((Math.PI * (ring.a + ring.b)) / CHEVRON_GAP));
  const clockwise = direction === "cw";
  return s(
    "g",
    { class: changed ? "chevrons changed" : "chevrons", role: "img", "aria-label": clockwise ? "The Sphere goes clockwise" : "The Sphere goes counter-clockwise" },
    s("title", {}, clockwise ? "Clockwise" : "Counter-clockwise"),
    evenly(ring, count).map((angle, index) => {
      const { x, y } = on(ring, angle);
      const turn = heading(ring, angle) + (clockwise ? 0 : 180);
      const delay = ((clockwise ? index : count - index) / count) * 3.2 * 4;
      return s("path", { d: "M-4.500-5.500 2.500 0-4.500 5.500", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})`, style: { "animation-delay": `${(delay % 3.2).toFixed(2)}s` } });
    }),
  );
}

/** Deck, discards, and the School in play between them. @param {View} frame @param {Point} middle @param {number} scale @param {Changes} changes @param {() => void} showDiscard */
function middleOf(frame, middle, scale, changes, showDiscard) {
  const { table } = frame;
  const school = table.school ? table.schools.find((/** @type {any} */ one) => one.id === table.school) ?? { id: table.school } : null;
  const [width, height] = [CARD_WIDTH * scale, CARD_HEIGHT * scale];
  const gap = 10;
  const columns = school ? 3 : 2;
  const left = middle.x - (columns * width + (columns - 1) * gap) / 2;
  const top = middle.y - height / 2;
  const x = (/** @type {number} */ column) => left + column * (width + gap);
  const last = columns - 1;
  return s(
    "g",
    { class: "middle" },
    s(
      "g",
      { class: "deck", role: "img", "aria-label": `The Power Source: ${counted(table.deck, "card")}` },
      s("title", {}, `The Power Source: ${counted(table.deck, "card")}`),
      [4, 2, 0].filter((off) => table.deck > off).map((off) => cardGroup(null, table.cards, `translate(${x(0) + off} ${top - off}) scale(${scale})`)),
      pileCount(x(0) + width / 2, top + height - 4, `${table.deck}`),
    ),
    school ? s("g", { class: changes.school ? "school-in-play changed" : "school-in-play" }, schoolCard(school, `translate(${x(1)} ${top}) scale(${scale})`)) : null,
    discardPile(frame, x(last), top, scale, changes, showDiscard),
  );
}

/** @param {View} frame @param {number} x @param {number} y @param {number} scale @param {Changes} changes @param {() => void} showDiscard */
function discardPile({ table }, x, y, scale, changes, showDiscard) {
  const [width, height] = [CARD_WIDTH * scale, CARD_HEIGHT * scale];
  const { discard } = table;
  const pile = s(
    "g",
    { class: changes.discard ? "discard changed" : "discard", role: "button", tabindex: 0, "data-key": "discard", "aria-label": `Discards: ${counted(discard.length, "card")}${discard.length ? `, ${table.cards[discard.at(-1)]?.name ?? discard.at(-1)} on top` : ""}. Show all.` },
    s("rect", { class: "empty-pile", x, y, width, height, rx: 7 }),
    discard.length > 1 ? cardGroup(discard.at(-2), table.cards, `rotate(-5 ${x + width / 2} ${y + height / 2}) translate(${x} ${y}) scale(${scale})`) : null,
    discard.length ? s("g", { class: "discard-top" }, cardGroup(discard.at(-1), table.cards, `translate(${x} ${y}) scale(${scale})`)) : null,
    pileCount(x + width / 2, y + height - 4, `${discard.length}`),
  );
  pressable(pile, showDiscard);
  return pile;
}

/** @param {number} x @param {number} y @param {string} text */
export function pileCount(x, y, text) {
  return s("g", { class: "pile-count", transform: `translate(${x} ${y})` }, s("rect", { x: -16, y: -10, width: 32, height: 18, rx: 9 }), s("text", { y: 3.600 }, text));
}

/** @param {View} frame */
export function tableWords({ table, seats }) {
  const name = (/** @type {number|null} */ seat) => seats.find((one) => one.seat === seat)?.name ?? "nobody";
  const { power, target, sender } = table.sphere ?? NO_SPHERE;
  return `The table. The Sphere has Power ${power} and is at ${name(target)}${sender ? `, sent by ${name(sender)}` : ""}. It goes ${table.direction === "cw" ? "clockwise" : "counter-clockwise"}.`;
}
