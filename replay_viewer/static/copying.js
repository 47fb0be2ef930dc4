/** Puts a text where the next paste takes it from. */

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Plain http on a local network has no clipboard; the old way does.
    const box = document.createElement("textarea");
    box.value = text;
    box.className = "visually-hidden";
    const active = /** @type {HTMLElement|null} */ (document.activeElement);
    (active?.closest("dialog") ?? document.body).append(box);
    box.select();
    document.execCommand("copy");
    box.remove();
    active?.focus();
  }
}
