/** Who plays with whom: a sign and a colour for each team, the same on mats, Towers, champions and in the order of turns. */

import { h } from "../../dom.js";
import { listed } from "../../words.js";

/** @import {Side} from "./mats.js" */

const SIGNS = ["", "▲", "■"]; // shapes, for who cannot tell the colours apart

/** Whether some play together; where everybody plays alone a seat's own colour says it all. @param {any} table @returns {boolean} */
export function hasTeams({ seats }) {
  return new Set(seats.map((/** @type {Side} */ { team }) => team)).size < seats.length;
}

/** The class that gives the colour of a team, where there are teams. @param {any} table @param {number} team */
export function teamClass(table, team) {
  return team && hasTeams(table) ? `in-team-${team}` : null;
}

/** The shape of a team, where there are teams; the words beside it say the same. @param {any} table @param {number} team */
export function teamSign(table, team) {
  return teamClass(table, team) ? h("span", { class: "team-sign", "aria-hidden": "true" }, signOf(team)) : null;
}

/** @param {number} team */
export function signOf(team) {
  return SIGNS[team] ?? String(team);
}

/** Everybody in a team, by name. @param {any} table @param {number} team */
export function teamName({ seats }, team) {
  return listed(seats.filter((/** @type {Side} */ side) => side.team === team).map((/** @type {Side} */ { name }) => name)) || `Team ${team}`;
}

/** `with Ada`; "" for who plays alone. @param {any} table @param {Side} side */
export function matesWords({ seats }, side) {
  const mates = seats.filter((/** @type {Side} */ other) => other.team === side.team && other.seat !== side.seat);
  return mates.length ? `with ${listed(mates.map((/** @type {Side} */ { name }) => name))}` : "";
}
