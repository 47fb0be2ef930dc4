/** What is being pressed stays where it is: a thing that is replaced under the finger hears no click. */

const TAP_MS = 120; // after a finger is lifted, its click comes so late at most

/**
 * The same drawing, held back while something on the page is pressed, with pointer or space bar, and made up for when it
 * is let go. What has a handle to be dragged is drawn all the while.
 *
 * @template T
 * @param {(what: T) => void} draw
 * @returns {(what: T) => void}
 */
export function steadily(draw) {
  let pressed = false;
  /** @type {{what: T}|null} */
  let late = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let lifting;

  /** @param {Event} event */
  function press({ target }) {
    if (target instanceof Element && target.closest("input[type=range], select")) return;
    clearTimeout(lifting);
    pressed = true;
  }

  /** @param {number} wait */
  function lift(wait) {
    clearTimeout(lifting);
    if (pressed) lifting = setTimeout(letGo, wait);
  }

  function letGo() {
    clearTimeout(lifting);
    pressed = false;
    const drawn = late;
    late = null;
    if (drawn) draw(drawn.what);
  }

  addEventListener("pointerdown", press, true);
  addEventListener("pointerup", ({ pointerType }) => lift(pointerType === "mouse" ? 0 : TAP_MS), true);
  addEventListener("pointermove", ({ buttons, pointerType }) => pointerType === "mouse" && buttons === 0 && lift(0), true); // let go outside the window
  addEventListener("click", letGo); // here last, when everything else has heard of it
  for (const type of ["pointercancel", "blur"]) addEventListener(type, () => lift(0)); // a blur of the window, not of a thing in it
  addEventListener("keydown", (event) => event.key === " " && event.target instanceof HTMLButtonElement && press(event), true);
  addEventListener("keyup", ({ key }) => key === " " && lift(0), true);

  return (what) => {
    if (pressed) late = { what };
    else draw(what);
  };
}
