/** A bug report from the page: the moment that is shown, frozen as a capsule, with what its reporter expected. */

import { sentence } from "./gathering.js";
import { dialogEnd, fillDialog, openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { eyesOn } from "./eyes.js";
import { saveFile } from "./saving.js";

/** @import {MatchApi} from "./api.js" */
/** @import {Store} from "./store.js" */

const COMMENT_LENGTH_MAX = 2_000;
const CLIENT_LENGTH_MAX = 200;

/**
 * @typedef {object} Report
 * @property {string} id
 * @property {string} by  `host`, `seat:N` or `spectator`.
 * @property {string} viewer
 * @property {number} step
 * @property {number} head
 * @property {number} at
 * @property {string} comment
 * @property {number} refusals
 * @property {number|null} opened_at
 */

/** @param {Store} store @param {string} match @param {MatchApi} api @param {() => void} onFiled @returns {() => void} Asks for a report of what is shown. */
export function createReporting(store, match, api, onFiled) {
  return function open() {
    const { summary, viewer, steps, cursor, notice } = store.get();
    const step = steps[cursor];
    if (!summary || !step) return;
    const eyes = eyesOn(summary, match).find((one) => one.viewer === viewer)?.text ?? viewer;
    const refused = notice?.report ? notice.text : "";
    const words = h("textarea", { rows: 4, maxlength: COMMENT_LENGTH_MAX, name: "comment", "data-key": "comment", "aria-describedby": "report-moment", autofocus: true });
    const trouble = h("p", { class: "notice error", role: "alert", hidden: true });
    const send = h("button", { type: "submit", class: "primary", "data-key": "report-send" }, "Send the report");

    openDialog("Report this moment", (dialog) =>
      h(
        "form",
        { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), void file(dialog)) },
        h("p", { class: "quiet-text", id: "report-moment" }, `Step ${cursor + 1} of ${steps.length}, through the eyes of ${eyes}. The report keeps the match up to now, what you see, and what was refused to you lately.`),
        refused ? h("blockquote", { class: "refused" }, refused) : null,
        h("label", { class: "field" }, h("span", {}, "What did you expect?"), words),
        trouble,
        dialogEnd(dialog, "Cancel", send),
      ),
    );

    /** @param {HTMLDialogElement} dialog */
    async function file(dialog) {
      send.disabled = true;
      try {
        const client = `${innerWidth}x${innerHeight} ${navigator.userAgent}`.slice(0, CLIENT_LENGTH_MAX);
        const report = /** @type {Report} */ (await api.report(viewer, { at: step.seq, comment: words.value.trim(), client }));
        onFiled();
        fillDialog(dialog, "The report is kept", () => thanks(dialog, report));
        /** @type {HTMLElement} */ (dialog.querySelector("[data-key=capsule]")).focus();
      } catch (problem) {
        trouble.textContent = sentence(problem);
        trouble.hidden = false;
        send.disabled = false;
        send.focus();
      }
    }
  };

  /** @param {HTMLDialogElement} dialog @param {Report} report */
  function thanks(dialog, report) {
    return [
      h("p", {}, "The host finds it under the number ", h("code", { class: "report-id" }, report.id), "."),
      h("p", { class: "quiet-text" }, "Your capsule is a file with the match as far as you may see it, this step, and your words. Keep it, or hand it to whoever looks into it."),
      dialogEnd(dialog, "Close", capsuleButton(api, match, report, "reporter", api.token(), "Save the capsule", "primary")),
    ];
  }
}

/** Saves the capsule of a report. @param {MatchApi} api @param {string} match @param {Report} report @param {"full"|"reporter"} copy @param {string|null} token @param {string} text @param {string} look */
export function capsuleButton(api, match, report, copy, token, text, look) {
  const button = h("button", { type: "button", class: look, "data-key": copy === "full" ? `capsule/${report.id}` : "capsule", onclick: () => void save() }, text);
  return button;

  async function save() {
    const got = await saveFile(api.capsulePath(report.id, copy), token, `${match}.${report.id}.capsule`);
    button.textContent = got ? "Saved" : "The server does not give it";
    setTimeout(() => (button.textContent = text), 2_000);
  }
}
