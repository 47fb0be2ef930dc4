/** What a step did on the arena: ways walked, attacks, harm, who fell and who came. */

import { s } from "../../dom.js";
import { SIZE } from "./layout.js";
import { placeOf } from "./units.js";

/** @import {View} from "../../types.js" */
/** @import {Hex, Point} from "./layout.js" */
/** @import {Tile} from "./tiles.js" */

/** Below the units: the ways they went. @param {View} frame @param {Map<string, Tile>} known */
export function drawTrails(frame, known) {
  const { changed, table } = frame;
  if (!changed) return null;
  return s(
    "g",
    { class: "trails", "aria-hidden": "true" },
    changed.moves.map((/** @type {any} */ { unit, how, path }) => {
      const points = path.map((/** @type {Hex} */ at) => placeOf(at, known, table));
      return s("g", { class: `trail-of ${how} ${ownerOf(unit, table)}` }, s("polyline", { class: "trail-line", points: points.map(flat).join(" ") }), s("circle", { class: "trail-start", cx: points[0].x, cy: points[0].y, r: 5 }), arrowhead(points.at(-2), points.at(-1)));
    }),
  );
}

/** Above the units: attacks, numbers, who fell. @param {View} frame @param {Map<string, Tile>} known */
export function drawStrikes(frame, known) {
  const { changed, table } = frame;
  if (!changed) return null;
  const at = (/** @type {Hex} */ space) => placeOf(space, known, table);
  return s(
    "g",
    { class: "strikes", "aria-hidden": "true" },
    changed.attacks.flatMap((/** @type {any} */ attack) => (attack.from ? attack.to.map((/** @type {Hex} */ end) => strike(attack, at(attack.from), at(end))) : [])),
    changed.fallen.map((/** @type {any} */ { at: space }) => space && cross(at(space))),
    changed.entered.length < 8 ? changed.entered.map((/** @type {any} */ { at: space }) => s("circle", { class: "entered", cx: at(space).x, cy: at(space).y, r: SIZE * 0.8 })) : null,
    notes(changed).map(({ space, lines }) => lines.map((line, place) => note(line, at(space), place))),
  );
}

/** @param {string} unit @param {any} table */
function ownerOf(unit, table) {
  const found = table.units.find((/** @type {any} */ one) => one.id === unit);
  if (found) return found.seat ? `seat-${found.seat}` : found.team ? `team-${found.team}` : "neutral";
  return unit.startsWith("c") ? `seat-${unit.slice(1)}` : "neutral";
}

/** @param {Point} point */
function flat({ x, y }) {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}

/** @param {Point|undefined} from @param {Point} to */
function arrowhead(from, to) {
  if (!from) return null;
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return s("path", { class: "trail-head", d: "M-15-6-4 0-15 6z", transform: `translate(${flat(to)}) rotate(${angle.toFixed(1)}) translate(-12 0)` });
}

/** @param {{kind: string, value: number}} attack @param {Point} from @param {Point} to */
function strike({ kind }, from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(22, length * 0.22);
  const control = { x: (from.x + to.x) / 2 - (dy / length) * bend, y: (from.y + to.y) / 2 + (dx / length) * bend };
  const end = { x: to.x - (dx / length) * 15, y: to.y - (dy / length) * 15 };
  const angle = (Math.atan2(to.y - control.y, to.x - control.x) * 180) / Math.PI;
  return s("g", { class: `strike ${kind}` }, s("path", { class: "strike-line", d: `M${flat(from)}Q${flat(control)} ${flat(end)}` }), s("path", { class: "strike-head", d: "M-11-7 4 0-11 7-7 0z", transform: `translate(${flat(end)}) rotate(${angle.toFixed(1)})` }));
}

/** @param {Point} at */
function cross({ x, y }) {
  return s("g", { class: "fell", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, s("circle", { r: 17 }), s("path", { d: "M-8-8 8 8M8-8-8 8" }));
}

/** Numbers to show, one list for each space. @param {any} changed @returns {{space: Hex, lines: {text: string, kind: string}[]}[]} */
function notes(changed) {
  /** @type {Map<string, {space: Hex, lines: {text: string, kind: string}[]}>} */
  const found = new Map();
  const add = (/** @type {Hex|null} */ space, /** @type {string} */ text, /** @type {string} */ kind) => {
    if (!space) return;
    const there = found.get(space.join()) ?? { space, lines: [] };
    there.lines.push({ text, kind });
    found.set(space.join(), there);
  };
  /** @type {Map<string, {at: Hex, lost: number, blocked: number}>} */
  const harm = new Map();
  for (const { unit, at, lost, blocked } of changed.damage) {
    const sum = harm.get(unit) ?? { at, lost: 0, blocked: 0 };
    harm.set(unit, { at: at ?? sum.at, lost: sum.lost + lost, blocked: sum.blocked + blocked });
  }
  for (const { at, lost, blocked } of harm.values()) add(at, lost ? `−${lost}` : blocked ? "blocked" : "0", lost ? "harm" : "blocked");
  for (const { at, delta } of changed.healed) if (delta) add(at, signed(delta), "healed");
  for (const { at, delta } of changed.defence) if (delta > 0) add(at, `${signed(delta)} Defence`, "guard");
  for (const { at, status, delta } of changed.status) if (delta > 0) add(at, `${signed(delta)} ${status[0].toUpperCase()}${status.slice(1)}`, status);
  return [...found.values()];
}

/** @param {number} by */
function signed(by) {
  return by > 0 ? `+${by}` : `−${-by}`;
}

/** @param {{text: string, kind: string}} line @param {Point} at @param {number} place */
function note({ text, kind }, { x, y }, place) {
  const width = 12 + text.length * 6.4;
  return s("g", { class: `note ${kind}`, transform: `translate(${x.toFixed(1)} ${(y - 27 - place * 16).toFixed(1)})` }, s("rect", { x: -width / 2, y: -9, width, height: 16, rx: 8 }), s("text", { y: 3.6 }, text));
}

/** Lets units come along the ways they went. @param {Element} svg @param {View} frame @param {Map<string, Tile>} known */
export function travel(svg, frame, known) {
  const { changed, table } = frame;
  for (const { unit, path, how } of changed?.moves ?? []) {
    const mover = svg.querySelector(`[data-unit="${CSS.escape(unit)}"] .mover`);
    const end = table.units.find((/** @type {any} */ one) => one.id === unit)?.at;
    if (!mover || !end) continue;
    const home = placeOf(end, known, table);
    const stops = how === "put" || how === "jump" ? [path[0], path.at(-1)] : path;
    const frames = stops.map((/** @type {Hex} */ at) => {
      const { x, y } = placeOf(at, known, table);
      return { transform: `translate(${(x - home.x).toFixed(1)}px, ${(y - home.y).toFixed(1)}px)` };
    });
    mover.animate(frames, { duration: 220 + 170 * (stops.length - 1), easing: "ease-in-out" });
  }
}

/** The way to a space, drawn while the reader looks at it. @param {SVGElement} layer @param {Hex[]} path @param {Map<string, Tile>} known @param {any} table */
export function preview(layer, path, known, table) {
  const points = path.map((at) => placeOf(at, known, table));
  layer.replaceChildren(s("polyline", { class: "preview-line", points: points.map(flat).join(" ") }), ...points.slice(1).map(({ x, y }) => s("circle", { class: "preview-dot", cx: x, cy: y, r: 3.4 })));
}

