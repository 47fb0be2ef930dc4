/** Says each step, and whose turn it is, to those who listen to the page. */

import { byId } from "./dom.js";
import { wordsOf } from "./told.js";

/** @import {Store} from "./store.js" */

/** @param {Store} store */
export function announceSteps(store) {
  let spoken = -1;
  let asked = "";
  store.subscribe(({ steps, cursor, offers, summary }) => {
    const step = steps[cursor];
    if (step && step.seq !== spoken) {
      spoken = step.seq;
      const place = `Step ${cursor + 1} of ${steps.length}.`;
      byId("announce").textContent = `${place} ${wordsOf(step, summary?.seats ?? []).join(" ")}`;
    }
    const seat = summary?.you?.seat ?? null;
    const own = offers?.offers.length ? offers.awaiting.find((asks) => asks.seat === seat) : undefined;
    const now = own ? `${own.decision}` : "";
    if (now !== asked) {
      asked = now;
      byId("announce-now").textContent = own ? `It is your turn. ${own.text ?? ""}` : "";
    }
  });
}
