/** Asks what may be done, and sends what was chosen: once, and until there is an answer. */

import { Problem } from "./api.js";
import { randomHex } from "./dom.js";
import { sentence } from "./gathering.js";
import { UNTOUCHED } from "./store.js";

/** @import {Offer, Offers} from "./types.js" */
/** @import {MatchApi} from "./api.js" */
/** @import {Store} from "./store.js" */

const RETRIES_MAX = 4;
const RETRY_MS = 500;
export const MOVED_ON = "The table has moved on since. This is what you may do now.";

/**
 * @typedef {object} Around
 * @property {() => number} head  The seq of the newest entry that is known.
 * @property {(answer: any) => Promise<void>} onAnswer  An intent was accepted; this is how the table stands.
 * @property {() => Promise<void>} fetchNews
 */

/** @param {Store} store @param {MatchApi} api @param {Around} around */
export function createActing(store, api, { head, onAnswer, fetchNews }) {
  async function refresh() {
    const { summary } = store.get();
    if (!summary?.you?.seat || summary.status !== "running" || !api.token()) return store.set({ offers: null });
    const asked = head();
    try {
      const offers = await api.offers();
      if (asked >= store.get().offersSeq) take(offers, asked);
    } catch (problem) {
      store.set({ notice: { kind: "error", text: sentence(problem) } });
    }
  }

  /**
   * What may be done as of an entry. What the player has chosen so far stays chosen while the same is asked: the answer
   * to an intent and the feed tell of the same entry, and others may move while this seat still chooses.
   * @param {Offers} offers @param {number} seq
   */
  function take(offers, seq) {
    const before = store.get().offers;
    if (before && isSame(offers, before)) return store.set({ offers: { ...offers, offers: before.offers }, offersSeq: seq });
    const alone = offers.offers.length === 1 && offers.offers[0].pick !== null;
    store.set({ offers, offersSeq: seq, ...UNTOUCHED, picking: alone ? 0 : null, picked: [], allOffers: false });
  }

  /**
   * Sends what the player chose, once: a second press while it is under way does nothing.
   * @param {Offer} offer @param {any[]|null} picked
   * @param {string|null} decision  What it answers, as the player saw it; null where it answers nothing.
   * @returns {Promise<string|null>} Why it was not accepted, or null.
   */
  async function send(offer, picked, decision) {
    const { sending, offers } = store.get();
    // What answers no question needs no offers: a host has none.
    if (sending || (decision !== null && !offers)) return "Something else is under way.";
    store.set({ sending: true, notice: null });
    const intent = offer.pick && picked ? { ...offer.intent, [offer.pick.field]: picked } : offer.intent;
    try {
      await onAnswer(await submitPatiently(intent, randomHex(), decision));
      return null;
    } catch (problem) {
      const stale = problem instanceof Problem && problem.code === "STALE_DECISION";
      const text = stale ? MOVED_ON : sentence(problem);
      await fetchNews().catch(() => undefined);
      await refresh();
      store.set({ notice: { kind: "error", text, report: problem instanceof Problem && !problem.unanswered && !stale } });
      return text;
    } finally {
      store.set({ sending: false });
    }
  }

  /** An unanswered request may have arrived: it is asked again under the same id, which never acts twice. @param {any} intent @param {string} intentId @param {string|null} decision */
  async function submitPatiently(intent, intentId, decision) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await api.submit(intent, intentId, decision);
      } catch (problem) {
        if (!(problem instanceof Problem) || !problem.unanswered || attempt > RETRIES_MAX) throw problem;
        store.set({ notice: { kind: "info", text: "No answer yet; asking again." } });
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
      }
    }
  }

  return { refresh, take, send };
}

/** Whether one question is asked, with the same to choose from. @param {Offers} offers @param {Offers} before */
function isSame(offers, before) {
  return offers.decision === before.decision && JSON.stringify(offers.offers) === JSON.stringify(before.offers);
}
