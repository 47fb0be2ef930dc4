/** The keys, explained. */

import { h, replace } from "./dom.js";

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

/** @param {HTMLElement} dialog */
export function fillHelp(dialog) {
  replace(
    dialog,
    h("h2", { id: "help-heading" }, "Keys"),
    h("dl", { class: "keys" }, KEYS.map(([keys, text]) => h("div", {}, h("dt", {}, /** @type {string[]} */ (keys).map((key) => h("kbd", {}, key))), h("dd", {}, /** @type {string} */ (text))))),
    h("p", { class: "quiet-text" }, "When it is your turn, touch a card to see what it can do, then a lit seat or an offer. The address always names the step and the eyes; the button beside the eyes copies it, to show somebody exactly this."),
    h("p", { class: "quiet-text" }, "When something looks wrong, report it: the host gets this step as you see it, with what was refused to you. The host, and everybody once all is open, may also go on from here as a new match."),
    h("form", { method: "dialog" }, h("button", { class: "primary" }, "Close")),
  );
}
