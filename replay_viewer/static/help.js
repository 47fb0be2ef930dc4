/** How the game is played, in a minute, and the keys. */

import { h, replace } from "./dom.js";

/** @import {Board, View} from "./types.js" */

const KEYS = [
  [["←", "→"], "one step back, one step on"],
  [["Shift", "← →"], "by turns"],
  [["↑", "↓"], "by rounds"],
  [["Home", "End"], "the beginning, the table as it is now"],
  [["Space"], "play and pause"],
  [["[", "]"], "see with other eyes"],
  [["Esc"], "let go of a card"],
  [["?"], "this page"],
];

/** @param {HTMLElement} dialog @param {Board|null} board @param {View|null} frame */
export function fillHelp(dialog, board, frame) {
  replace(
    dialog,
    h("h2", { id: "help-heading" }, board?.howTo ? "How it is played" : "Keys"),
    board?.howTo?.(frame).map(({ title, lines }) => [title ? h("h3", {}, title) : null, h("ul", { class: "how-to" }, lines.map((line) => h("li", {}, line)))]),
    board?.howTo ? h("h3", { class: "keys-heading" }, "Keys") : null,
    h("dl", { class: "keys" }, KEYS.map(([keys, text]) => h("div", {}, h("dt", {}, /** @type {string[]} */ (keys).map((key) => h("kbd", {}, key))), h("dd", {}, /** @type {string} */ (text))))),
    h("p", { class: "quiet-text" }, "When it is your turn, touch a card to see what it can do, then a lit seat or an offer. The address always names the step and the eyes; the button beside the eyes copies it, to show somebody exactly this."),
    h("p", { class: "quiet-text" }, "When something looks wrong, report it: the host gets this step as you see it, with what was refused to you. The host, and everybody once all is open, may also go on from here as a new match."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
}
