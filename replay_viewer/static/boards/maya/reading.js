/** What is too long for its place is shown whole beside it while one looks at it: under the pointer, or by keyboard. */

import { h } from "../../dom.js";

const GAP = 8;

/**
 * Shows more of a button while it is pointed at or holds the focus.
 * @param {HTMLElement} button @param {HTMLElement} home  What the leaf hangs in, and goes away with.
 * @param {() => any} more @param {() => boolean} [wanted]
 */
export function readable(button, home, more, wanted = () => true) {
  /** @type {HTMLElement|null} */
  let leaf = null;
  const show = () => {
    if (leaf || !button.isConnected || !wanted()) return;
    leaf = h("div", { class: "maya-leaf", popover: "manual", role: "tooltip" }, more());
    home.append(leaf);
    leaf.showPopover();
    put(leaf, button.getBoundingClientRect());
  };
  const hide = () => {
    leaf?.remove();
    leaf = null;
  };
  // A finger that touches a card wants to play it.
  button.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && show());
  button.addEventListener("pointerleave", () => button.matches(":focus-visible") || hide());
  button.addEventListener("focus", () => button.matches(":focus-visible") && show());
  button.addEventListener("blur", hide);
  button.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
}

/** What a pointer reads when it rests on a thing is told to a finger that touches it. @param {SVGElement} picture */
export function tellAtATouch(picture) {
  picture.addEventListener("click", ({ target }) => {
    const touched = /** @type {Element} */ (target);
    const words = touched.closest("[role=button]") ? null : touched.closest("g:has(> title)")?.querySelector("title")?.textContent;
    const leaf = words ? h("div", { class: "maya-leaf told", popover: "auto", role: "status" }, words.split("\n").map((line) => h("p", {}, line))) : null;
    if (!leaf) return;
    picture.after(leaf);
    leaf.addEventListener("toggle", () => leaf.matches(":popover-open") || leaf.remove());
    leaf.showPopover();
    put(leaf, touched.getBoundingClientRect());
  });
}

/** Above what it belongs to, or below where there is no room. @param {HTMLElement} leaf @param {DOMRect} by */
function put(leaf, by) {
  const { width, height } = leaf.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(by.left + by.width / 2 - width / 2, innerWidth - width - GAP));
  const top = by.top - height - GAP >= 0 ? by.top - height - GAP : by.bottom + GAP;
  leaf.style.left = `${Math.round(left)}px`;
  leaf.style.top = `${Math.round(top)}px`;
}
