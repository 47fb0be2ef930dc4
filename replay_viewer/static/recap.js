/** What happened since this browser last showed the table, for somebody who comes back. */

import { byId, h, replace } from "./dom.js";
import { keepFor, kept } from "./kept.js";

/** @import {Step, Summary, Awaited} from "./types.js" */
/** @import {MatchApi} from "./api.js" */
/** @import {Store} from "./store.js" */

/**
 * @typedef {object} Recap
 * @property {number} since
 * @property {number} steps
 * @property {number} by_others
 * @property {number} rounds
 * @property {Record<string, number>} moves
 * @property {Step[]} highlights
 * @property {Awaited[]} awaiting
 */

const PREFIX = "matchfold.seen.";
const WORTH_TELLING = 2; // steps of others; one is seen on the board anyway

/** @param {Store} store @param {string} match @param {MatchApi} api */
export function createRecap(store, match, api) {
  const element = h("section", { class: "recap", "aria-labelledby": "recap-heading", hidden: true });
  byId("act").before(element);
  /** @type {number} The last entry that was shown here; 0 at the first visit. */
  let seen = kept(PREFIX + match)?.seq ?? 0;
  let telling = false;

  store.subscribe(({ steps, following, viewer }) => {
    const last = steps.at(-1)?.seq ?? 0;
    if (telling || !following || last <= seen || document.visibilityState === "hidden" || !viewer) return;
    seen = last;
    keepFor(PREFIX + match, { seq: seen });
  });
  document.addEventListener("visibilitychange", () => {
    const { summary } = store.get();
    if (document.visibilityState === "visible" && summary) void begin(summary);
  });

  /** @param {Summary} summary */
  async function begin(summary) {
    const since = seen;
    if (!since || summary.viewers || telling) return;
    telling = true; // what is new is not yet seen
    try {
      const told = /** @type {Recap} */ (await api.recap(since));
      if (told.by_others >= WORTH_TELLING && told.highlights.length) show(told, summary);
    } catch {
      // The table itself says what there is to know; a recap is a courtesy.
    } finally {
      telling = false;
      store.set({});
    }
  }

  /** @param {Recap} told @param {Summary} summary */
  function show(told, summary) {
    const close = () => (element.hidden = true);
    replace(
      element,
      h("h2", { id: "recap-heading" }, "Since your last visit"),
      h("p", { class: "quiet-text" }, counted(told, summary)),
      h(
        "ol",
        {},
        told.highlights.map((step) => h("li", {}, h("button", { type: "button", class: "link", "data-seq": step.seq, onclick: () => store.go(store.indexOf(step.seq)) }, step.lines.join(" ")))),
      ),
      h(
        "p",
        { class: "recap-end" },
        h("button", { type: "button", class: "quiet", onclick: () => (close(), play(told.since)) }, "Show me"),
        h("button", { type: "button", class: "link", onclick: close }, "Close"),
      ),
    );
    element.hidden = false;
  }

  /** @param {number} since */
  function play(since) {
    store.go(store.indexOf(since + 1));
    store.set({ playing: true });
  }

  return { begin };
}

/** @param {Recap} told @param {Summary} summary */
function counted({ steps, rounds, moves }, { seats }) {
  const who = Object.entries(moves).map(([seat, count]) => `${seats[Number(seat) - 1]?.name ?? `Seat ${seat}`} ${count}`);
  const begun = rounds ? `, ${rounds} new ${rounds === 1 ? "round" : "rounds"}` : "";
  return `${steps} ${steps === 1 ? "step" : "steps"}${begun}${who.length ? ` (${who.join(", ")})` : ""}.`;
}
