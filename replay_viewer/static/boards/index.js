/** The boards, one for each game: the only place in the client that names games. */

import { arcanya } from "./arcanya.js";
import { maya } from "./maya.js";
import { plain } from "./plain.js";
import { readable } from "../words.js";

/** @import {Board} from "../types.js" */

const BOARDS = /** @type {Record<string, Board>} */ ({ arcanya, maya });

/** @param {string} game @returns {Board} */
export function boardFor(game) {
  return Object.hasOwn(BOARDS, game) ? BOARDS[game] : plain;
}

/** The name of a game, as far as the page knows it. @param {string} game */
export function titleOf(game) {
  return Object.hasOwn(BOARDS, game) ? BOARDS[game].title : readable(game);
}
