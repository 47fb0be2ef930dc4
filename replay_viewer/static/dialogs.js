/** Small questions over the page: Esc leaves them, and the focus goes back to where it was. */

import { h, replace } from "./dom.js";

/**
 * Opens a dialog that is gone when it is closed.
 * @param {string} title @param {(dialog: HTMLDialogElement) => any} content  What stands in it, the title left out.
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content) {
  const opener = /** @type {HTMLElement|null} */ (document.activeElement);
  const key = opener?.getAttribute("data-key");
  const dialog = h("dialog", { class: "ask-dialog", "aria-labelledby": "dialog-heading", onclose: () => end() });
  document.body.append(dialog);
  fillDialog(dialog, title, content);
  dialog.showModal();
  return dialog;

  function end() {
    dialog.remove();
    // What opened it may have been drawn anew in the meantime.
    const back = opener?.isConnected ? opener : key ? document.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    /** @type {HTMLElement} */ (back ?? document.getElementById("table"))?.focus();
  }
}

/** Puts something else into an open dialog. @param {HTMLDialogElement} dialog @param {string} title @param {(dialog: HTMLDialogElement) => any} content */
export function fillDialog(dialog, title, content) {
  replace(dialog, h("h2", { id: "dialog-heading", tabindex: -1 }, title), content(dialog));
}

/** The buttons at the end of a question. @param {HTMLDialogElement} dialog @param {string} leave @param {...any} buttons */
export function dialogEnd(dialog, leave, ...buttons) {
  return h("p", { class: "dialog-end" }, h("button", { type: "button", class: "quiet", "data-key": "dialog-leave", onclick: () => dialog.close() }, leave), buttons);
}
