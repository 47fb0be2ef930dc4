/** The ground of the arena: spaces by height, spikes, voids, zones, walls, points of interest, and what lies there. */

import { s } from "../../dom.js";
import { AXES, borderOf, corners, keyOf, liftOf, middleOf, polygon, SIZE, vertexOf } from "./layout.js";

/** @import {Hex, Point} from "./layout.js" */
/** @typedef {Point & {half: number, high: number}} Place  Where words may stand, with half their width and height. */
/** @typedef {{at: Hex, name: string, level: number, zone: string, spikes?: boolean, void?: boolean}} Tile */

const GRID = 8; // how finely a place for a name is looked for
const LETTER = 0.72; // the width of a letter of a name beside the arena, in its sizes; any font is fitted to it
const HEIGHTS = ["low ground", "flat ground", "high ground"];

/** @param {Tile[]} tiles @param {any} table @param {Map<string, string>} standing  Who stands on a space, in words. */
export function drawGround(tiles, table, standing) {
  const known = new Map(tiles.map((tile) => [keyOf(tile.at), tile]));
  const foundations = new Map(table.ground.foundations.map((/** @type {any} */ laid) => [keyOf(laid.at), laid.seat]));
  const inOrder = [...tiles].sort((one, other) => one.at[1] - other.at[1] || one.at[0] - other.at[0]);
  return s(
    "g",
    { class: "ground", "aria-hidden": "true" },
    inOrder.map((tile) => drawTile(tile, foundations.get(keyOf(tile.at)) ?? 0, standing.get(keyOf(tile.at)) ?? "")),
    zoneBorders(inOrder, known),
    inOrder.filter((tile) => !tile.void).map((tile) => spaceName(tile, foundations.has(keyOf(tile.at)))),
    table.box.walls.map(wall),
    table.box.points.map((/** @type {any} */ point) => pointOfInterest(point, polesAt(point.name, table.ledger))),
    table.ground.vish.map((/** @type {any} */ pool) => vishPool(pool, known)),
    table.ground.items.map((/** @type {any} */ item) => lyingItem(item, known)),
  );
}

/** @param {Tile} tile @param {number} foundation  The seat whose Foundation lies there, or 0. @param {string} standing */
function drawTile(tile, foundation, standing) {
  const at = middleOf(tile.at);
  if (tile.void) return s("g", { class: "tile void" }, s("polygon", { class: "hole", points: polygon(corners(at, SIZE * 0.97)) }), stars(at));
  const top = { x: at.x, y: at.y + liftOf(foundation ? { level: 2 } : tile) };
  const level = foundation ? 2 : tile.level;
  return s(
    "g",
    { class: `tile level-${level}${foundation ? ` foundation seat-${foundation}` : ""}` },
    s("title", {}, `${standing ? `${standing}\n` : ""}${tile.name}: ${foundation ? "Foundation, high ground" : (HEIGHTS[tile.level] ?? "")}${tile.spikes ? ", spikes" : ""}. ${tile.zone}`),
    level === 2 ? s("polygon", { class: "side", points: polygon(corners({ x: at.x, y: at.y + 2.5 }, SIZE * 0.97)) }) : null,
    s("polygon", { class: "top", points: polygon(corners(top, SIZE * 0.97)) }),
    level === 0 ? s("polygon", { class: "pit", points: polygon(corners({ x: top.x, y: top.y + 1.5 }, SIZE * 0.8)) }) : null,
    level === 2 ? s("polygon", { class: "rim", points: polygon(corners(top, SIZE * 0.84)) }) : null,
    foundation ? s("path", { class: "slab", d: `M${top.x - 15} ${top.y - 6}h30M${top.x - 18} ${top.y + 5}h36M${top.x - 4} ${top.y - 6}v11M${top.x + 9} ${top.y - 17}v11M${top.x - 11} ${top.y + 5}v10` }) : null,
    tile.spikes && !foundation ? spikes(top) : null,
  );
}

/** @param {Tile} tile @param {boolean} raised */
function spaceName(tile, raised) {
  const { x, y } = middleOf(tile.at);
  const level = raised ? 2 : tile.level;
  return s("text", { class: `space-name level-${level}`, x, y: y + liftOf({ level }) + SIZE * 0.72 }, tile.name);
}

/** @param {Point} at */
function stars({ x, y }) {
  return [[-9, -6, 1.1], [7, -11, 0.8], [11, 6, 1.2], [-4, 10, 0.9], [1, -1, 0.7]].map(([dx, dy, r]) => s("circle", { class: "star-dot", cx: x + dx, cy: y + dy, r }));
}

/** @param {Point} at */
function spikes({ x, y }) {
  return s(
    "g",
    { class: "spikes" },
    [[-15, 4], [-5, 8], [6, 6], [15, 3], [-10, -7], [1, -9], [11, -7]].map(([dx, dy]) => s("path", { d: `M${x + dx - 3.6} ${y + dy + 4}l3.6-10 3.6 10z` })),
  );
}

/** @param {Tile[]} tiles @param {Map<string, Tile>} known */
function zoneBorders(tiles, known) {
  const lines = tiles.flatMap((tile) =>
    AXES.slice(0, 3).flatMap(([dq, dr]) => {
      const other = known.get(keyOf([tile.at[0] + dq, tile.at[1] + dr]));
      return other && !other.void && !tile.void && other.zone !== tile.zone ? [borderOf(tile.at, other.at)] : [];
    }),
  );
  return s("path", { class: "zone-border", d: lines.map(([a, b]) => `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`).join("") });
}

/**
 * The names of zones, beside the arena where nothing else stands; one that lies inside all others has no place there, and
 * is told by its spaces.
 * @param {Tile[]} tiles @param {{left: number, top: number, width: number, height: number}} box @param {number} size  Of the letters.
 */
export function drawZoneNames(tiles, box, size) {
  const middles = tiles.map((tile) => ({ ...middleOf(tile.at), zone: tile.void ? "" : tile.zone }));
  /** @type {Place[]} */
  const taken = [];
  const names = [...new Set(middles.map(({ zone }) => zone))].filter(Boolean).map((zone) => {
    const own = middles.filter((middle) => middle.zone === zone);
    const width = zone.length * size * LETTER;
    const half = width / 2 + 4;
    const high = size / 2 + 2;
    const free = [...freePlaces(middles, box, half, high), ...freePlaces(middles, box, high, half)].filter((place) => !taken.some((other) => Math.abs(other.x - place.x) < other.half + place.half && Math.abs(other.y - place.y) < other.high + place.high));
    const far = (/** @type {Place} */ place) => Math.min(...own.map(({ x, y }) => Math.hypot(Math.max(Math.abs(x - place.x) - place.half, 0), Math.max(Math.abs(y - place.y) - place.high, 0))));
    const middle = { x: own.reduce((sum, { x }) => sum + x, 0) / own.length, y: own.reduce((sum, { y }) => sum + y, 0) / own.length };
    const worth = (/** @type {Place} */ place) => far(place) + Math.hypot(place.x - middle.x, place.y - middle.y);
    const best = free.filter((place) => far(place) < SIZE * 2.2).sort((one, other) => worth(one) - worth(other))[0];
    if (!best) return null;
    taken.push(best);
    // Beside the arena words stand upright: they are read from below.
    const turn = best.high > best.half ? ` rotate(${best.x < box.left + box.width / 2 ? -90 : 90})` : "";
    return s("text", { class: "zone-name", transform: `translate(${best.x.toFixed(1)} ${best.y.toFixed(1)})${turn}`, y: (size * 0.35).toFixed(1), textLength: width.toFixed(1), lengthAdjust: "spacingAndGlyphs", style: { "font-size": `${size.toFixed(1)}px` } }, zone);
  });
  return s("g", { class: "zone-names", "aria-hidden": "true" }, names);
}

/** Where words of this size cover no space. @param {Point[]} middles @param {{left: number, top: number, width: number, height: number}} box @param {number} half @param {number} high @returns {Place[]} */
function freePlaces(middles, box, half, high) {
  const places = [];
  for (const y of stepsFrom(box.top + high, box.top + box.height - high)) {
    const near = middles.filter((middle) => Math.abs(middle.y - y) < SIZE * 0.95 + high);
    for (const x of stepsFrom(box.left + half, box.left + box.width - half)) if (near.every((middle) => Math.abs(middle.x - x) > half + SIZE * 0.87)) places.push({ x, y, half, high });
  }
  return places;
}

/** Both ends, and what lies between them. @param {number} from @param {number} to */
function stepsFrom(from, to) {
  const count = Math.max(1, Math.ceil((to - from) / GRID));
  return Array.from({ length: count + 1 }, (_, step) => from + ((to - from) * step) / count);
}

/** @param {[Hex, Hex]} between */
function wall([one, other]) {
  const [a, b] = borderOf(one, other);
  const d = `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
  return s("g", { class: "wall" }, s("title", {}, "Wall"), s("path", { class: "wall-foot", d }), s("path", { class: "wall-top", d }), s("path", { class: "wall-joints", d }));
}

/** The teams that have put a spawn pole on a point. @param {string} name @param {Record<string, number>} ledger */
function polesAt(name, ledger) {
  return Object.entries(ledger).flatMap(([key, count]) => (count && key.startsWith("pole.") && key.split(".").slice(2).join(".") === name ? [Number(key.split(".")[1])] : []));
}

/** @param {{name: string, kind: "spawn"|"upgrade", owner: number, at: Hex[]}} point @param {number[]} poles */
function pointOfInterest({ name, kind, owner, at }, poles) {
  const { x, y } = vertexOf(at);
  const sign = kind === "spawn" ? "M0-4.600v6M-3-1.2 0 2l3-3.200M-3.6 4.600h7.2" : "M0-5 1.5-1.5 5-1.2 2.3 1.2 3.2 4.8 0 2.8-3.2 4.8-2.3 1.2-5-1.2-1.5-1.500z";
  return s(
    "g",
    { class: `point ${kind} ${owner ? `team-${owner}` : "neutral"}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s("title", {}, `${kind === "spawn" ? "Spawn point" : "Upgrade point"}: ${name}`),
    kind === "spawn" ? s("circle", { class: "plate", r: 8.6 }) : s("path", { class: "plate", d: "M0-10.5 9.5 0 0 10.5-9.5 0z" }),
    s("path", { class: "sign", d: sign }),
    poles.map((team, place) => s("path", { class: `pole team-${team}`, d: `M${6 + place * 5} 4v-17l9 3.5-9 3.5` })),
  );
}

/** @param {{at: Hex, seat: number, count: number}} pool @param {Map<string, Tile>} known */
function vishPool({ at, seat, count }, known) {
  const { x, y } = middleOf(at);
  const top = y + liftOf(known.get(keyOf(at)));
  return s(
    "g",
    { class: `vish-pool seat-${seat}`, transform: `translate(${x - 14} ${top + 8})` },
    s("title", {}, `${count} Vish`),
    s("ellipse", { class: "puddle", rx: 8.5, ry: 5.5 }),
    s("text", { class: "piece-count", y: 3.2 }, count),
  );
}

/** @param {{at: Hex, name: string}} item @param {Map<string, Tile>} known */
function lyingItem({ at, name }, known) {
  const { x, y } = middleOf(at);
  return s("g", { class: "item", transform: `translate(${x + 13} ${y + liftOf(known.get(keyOf(at))) + 9})` }, s("title", {}, name), s("rect", { x: -6, y: -6, width: 12, height: 12, rx: 2.5 }), s("path", { d: "M-3 0h6M0-3v6" }));
}
