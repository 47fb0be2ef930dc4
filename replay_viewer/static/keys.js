/** The keys of a replay. They stay out of the way of anybody who is typing, choosing or pressing a button. */

/**
 * @typedef {object} Moves
 * @property {(by: number) => void} step
 * @property {(by: number) => void} turn
 * @property {(by: number) => void} round
 * @property {() => void} first
 * @property {() => void} last
 * @property {() => void} play
 * @property {(by: number) => void} eyes
 * @property {() => void} help
 * @property {() => boolean} cancel  Lets go of a choice that was begun; false if there was none.
 */

/** @param {Moves} moves */
export function listenToKeys(moves) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (document.querySelector("dialog[open]") || target.closest("input:not([type=range]), select, textarea, [contenteditable]")) return;
    const act = actionOf(event.key, event.shiftKey, moves, target);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {string} key
 * @param {boolean} shift
 * @param {Moves} moves
 * @param {Element} target
 * @returns {(() => void)|null}
 */
function actionOf(key, shift, moves, target) {
  switch (key) {
    case "ArrowLeft":
      return () => (shift ? moves.turn(-1) : moves.step(-1));
    case "ArrowRight":
      return () => (shift ? moves.turn(1) : moves.step(1));
    case "ArrowUp":
      return () => moves.round(-1);
    case "ArrowDown":
      return () => moves.round(1);
    case "Home":
      return moves.first;
    case "End":
      return moves.last;
    case " ":
      // Space presses the button that has the focus; anywhere else it plays.
      return target.closest("button, a, summary, [role=button]") ? null : moves.play;
    case "[":
      return () => moves.eyes(-1);
    case "]":
      return () => moves.eyes(1);
    case "?":
      return moves.help;
    case "Escape":
      return () => moves.cancel();
    default:
      return null;
  }
}
