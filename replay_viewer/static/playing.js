/** Keeps the frames around the cursor at hand, and moves the cursor on while the replay plays. */

import { sentence } from "./gathering.js";

/** @import {MatchApi} from "./api.js" */
/** @import {State, Store} from "./store.js" */

const AHEAD = 16; // frames asked for beyond the one that is shown, so that stepping on needs no waiting
const BEHIND = 6;
const REST_MS = 60; // a cursor that is dragged along needs no frames around it
const NEAR = [0, -1, 1, 4]; // when one of these is missing, the next ones are asked for

/** @param {Store} store @param {MatchApi} api */
export function createPlaying(store, api) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let ticker;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let resting;
  /** @type {Set<string>} Ranges under way, so that none is asked for twice. */
  const asking = new Set();

  /** @param {State} state @param {State} before */
  return function onState(state, before) {
    const moved = state.cursor !== before.cursor;
    if (state.steps.length && (moved || state.steps !== before.steps)) fetchFrames(state);
    if (moved || state.playing !== before.playing || state.pace !== before.pace) goOn(state);
  };

  /** @param {State} state */
  function goOn({ playing, cursor, steps, pace }) {
    clearTimeout(ticker);
    if (!playing) return;
    if (cursor >= steps.length - 1) return store.set({ playing: false });
    ticker = setTimeout(() => {
      if (store.frame(cursor + 1) || !store.frame(cursor)) store.go(cursor + 1);
      else goOn(store.get());
    }, pace);
  }

  /** The frame that is shown comes first and alone; those around it follow when the cursor rests. @param {State} state */
  function fetchFrames({ steps, cursor, viewer }) {
    clearTimeout(resting);
    const wanted = NEAR.map((by) => cursor + by).filter((index) => index >= 0 && index < steps.length);
    if (wanted.every((index) => store.frame(index))) return;
    const here = steps[cursor].seq;
    const around = () => void ask(viewer, steps[Math.max(0, cursor - BEHIND)].seq, steps[Math.min(steps.length - 1, cursor + AHEAD)].seq);
    if (store.frame(cursor) && store.frame(cursor + 1)) return around();
    // With the one before it, for what has changed is shown.
    if (!store.frame(cursor)) void ask(viewer, steps[Math.max(0, cursor - 1)].seq, here);
    resting = setTimeout(around, REST_MS);
  }

  /** @param {string} viewer @param {number} first @param {number} last */
  async function ask(viewer, first, last) {
    const key = `${viewer} ${first} ${last}`;
    if (asking.has(key)) return;
    asking.add(key);
    try {
      const views = await api.frames(viewer, first, last);
      if (store.get().viewer === viewer) for (const view of views) store.keep(view);
    } catch (problem) {
      store.set({ notice: { kind: "error", text: sentence(problem) } });
    } finally {
      asking.delete(key);
    }
  }
}
