/** The arena: ground, units, what the step did, and the spaces that may be touched. */

import { pressable, s } from "../../dom.js";
import { KIND_WORDS, kindSign, kindsOf } from "./aims.js";
import { boundsOf, corners, keyOf, polygon, SIZE, spaceOf } from "./layout.js";
import { drawStrikes, drawTrails, preview, travel } from "./marks.js";
import { tellAtATouch } from "./reading.js";
import { drawGround, drawZoneNames } from "./tiles.js";
import { drawUnit, placeOf, unitWords } from "./units.js";

/** @import {BoardContext, Offer, View} from "../../types.js" */
/** @import {Hex} from "./layout.js" */
/** @import {Tile} from "./tiles.js" */
/** @import {Unit} from "./units.js" */

const LETTERS_PIXELS = 10; // what can be read
const LETTERS_MOST = 17; // what the lower corner of a space has room for

/** @param {View} frame @param {BoardContext} context @param {number} width @param {number} height  The most it may take, in pixels. */
export function drawArena(frame, context, width, height) {
  const { table } = frame;
  /** @type {Tile[]} */
  const tiles = table.box.tiles;
  const known = new Map(tiles.map((tile) => [keyOf(tile.at), tile]));
  const box = boundsOf(tiles);
  const scale = Math.min(width / box.width, height / box.height);
  const layer = s("g", { class: "preview", "aria-hidden": "true" });
  /** @type {Unit[]} */
  const standing = table.units.filter((/** @type {Unit} */ unit) => unit.at);
  standing.sort((one, other) => /** @type {Hex} */ (one.at)[1] - /** @type {Hex} */ (other.at)[1]);
  const svg = s(
    "svg",
    { class: "arena", viewBox: `${box.left.toFixed(0)} ${box.top.toFixed(0)} ${box.width.toFixed(0)} ${box.height.toFixed(0)}`, width: Math.floor(box.width * scale), height: Math.floor(box.height * scale), style: { "--name-size": `${lettersAt(scale, 9.5).toFixed(1)}px` }, role: "group", "aria-label": arenaWords(frame, standing) },
    drawGround(tiles, table, new Map(standing.map((unit) => [keyOf(/** @type {Hex} */ (unit.at)), unitWords(unit, "", table)]))),
    drawZoneNames(tiles, box, lettersAt(scale, 13)),
    drawTrails(frame, known),
    [...context.lit.spaces].filter((key) => known.has(key)).map((key) => litSpace(key, frame, context, known, layer)),
    layer,
    standing.map((unit) => drawUnit(unit, table, known, context)),
    drawStrikes(frame, known),
  );
  if (context.travel) travel(svg, frame, known);
  tellAtATouch(svg);
  return svg;
}

/** Letters in units of the drawing, larger where the drawing is small. @param {number} scale @param {number} least */
function lettersAt(scale, least) {
  return Math.min(Math.max(LETTERS_PIXELS / scale, least), LETTERS_MOST);
}

/** @param {string} key @param {View} frame @param {BoardContext} context @param {Map<string, Tile>} known @param {SVGElement} layer */
function litSpace(key, { table, viewer }, { lit, onSpace }, known, layer) {
  const tile = /** @type {Tile} */ (known.get(key));
  const at = placeOf(tile.at, known, table);
  const top = { x: at.x, y: at.y + 2 };
  const times = lit.chosen.filter((option) => Array.isArray(option) && keyOf(/** @type {Hex} */ (option)) === key).length;
  const chosen = lit.space === key || times > 0;
  const about = lit.offers.filter(({ concerns }) => (concerns.spaces ?? []).includes(key));
  const kinds = kindsOf(about);
  const groups = [...new Set(about.map(({ group }) => group?.key ?? ""))];
  const space = s(
    "g",
    { class: `lit-space for-${kinds.join("-")}${chosen ? " chosen" : ""}`, role: "button", tabindex: 0, "aria-label": `Space ${tile.name}${kinds.length ? `, ${kinds.map((kind) => KIND_WORDS[kind]).join(" or ")}` : ""}`, "aria-pressed": String(chosen), "data-space": key, "data-key": `space/${key}`, "data-groups": groups.join("|") },
    s("polygon", { points: polygon(corners(top, SIZE * 0.86)) }),
    times > 1 ? s("text", { class: "times", x: top.x, y: top.y + 5 }, `${times}×`) : kindSign(kinds, top),
  );
  pressable(space, () => onSpace(key));
  const show = () => {
    const path = wayTo(key, lit.offers, table, viewer);
    if (path) preview(layer, path, known, table);
  };
  const hide = () => layer.replaceChildren();
  for (const [name, act] of /** @type {[string, () => void][]} */ ([["pointerenter", show], ["focus", show], ["pointerleave", hide], ["blur", hide]])) space.addEventListener(name, act);
  return space;
}

/** The way that an offer takes to a space, from where the one that moves stands. @param {string} key @param {Offer[]} offers @param {any} table @param {string} viewer @returns {Hex[]|null} */
function wayTo(key, offers, table, viewer) {
  const offer = offers.find(({ intent }) => Array.isArray(intent.path) && intent.path.length && keyOf(intent.path.at(-1)) === key);
  if (!offer) return null;
  const mover = table.aggro?.minion || table.turn.minion || `c${viewer.replace("seat:", "")}`;
  const start = table.units.find((/** @type {Unit} */ unit) => unit.id === mover)?.at;
  return start ? [start, ...offer.intent.path] : offer.intent.path;
}

/** @param {View} frame @param {Unit[]} standing */
function arenaWords({ table }, standing) {
  const names = new Map(table.box.tiles.map((/** @type {Tile} */ tile) => [keyOf(tile.at), tile.name]));
  const champions = standing.filter(({ kind }) => kind === "champion").map((unit) => `${unit.name} on ${names.get(keyOf(/** @type {Hex} */ (unit.at)))} with ${unit.hp} HP`);
  return `The arena. ${champions.length ? `${champions.join(", ")}.` : "No champion has come in yet."}`;
}

/** What a space or a unit is called. @param {any} option @param {any} table */
export function placeName(option, table) {
  if (Array.isArray(option) || /^-?\d+,-?\d+$/.test(String(option))) {
    const [q, r] = Array.isArray(option) ? option : spaceOf(option);
    return table.box.tiles.find((/** @type {Tile} */ tile) => tile.at[0] === q && tile.at[1] === r)?.name ?? `${q},${r}`;
  }
  return table.units.find((/** @type {Unit} */ unit) => unit.id === option)?.name ?? null;
}
