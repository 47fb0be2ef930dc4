/** Small makers of elements: `h` for HTML, `s` for SVG. Text is always text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Child|Child[])} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Put new children in place of the old ones, and leave the focus where it was if that thing is still there.
 * Things that may hold the focus carry a `data-key` that stays the same from frame to frame.
 *
 * @param {Element} element
 * @param {...(Child|Child[])} children
 */
export function replace(element, ...children) {
  const active = document.activeElement;
  const key = active && element.contains(active) ? active.getAttribute("data-key") : null;
  element.replaceChildren(.../** @type {(Node|string)[]} */ (flat(children)));
  if (key) /** @type {HTMLElement|null} */ (element.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @returns {boolean} Whether the reader asked for less motion. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Lets Enter and Space press something that is not a native button.
 * @param {Element} element
 * @param {() => void} press
 */
export function pressable(element, press) {
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    if (key !== "Enter" && key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    press();
  });
}

/** Fresh random bytes as hex; works on plain http too, where `crypto.randomUUID` is missing. */
export function randomHex(bytes = 16) {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Element & ElementCSSInlineStyle} element
 * @param {Record<string, any>} attributes
 * @param {(Child|Child[])[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, String(v));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node|string)[]} */ (flat(children)));
  return element;
}

/** @param {(Child|Child[])[]} children */
function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (typeof child === "number" ? String(child) : child));
}
