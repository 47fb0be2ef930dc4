/**
 * The one place where the page's state lives: which frames are known, where the cursor stands, whose eyes are used.
 * Views read it and are told when it changes; nothing in it is prose.
 */

/** @import {View, Step, Summary, Offers} from "./types.js" */

/**
 * @typedef {object} State
 * @property {Summary|null} summary
 * @property {string} viewer
 * @property {Step[]} steps
 * @property {number} cursor  Index of the step that is shown; -1 while there is none.
 * @property {boolean} following  Whether the cursor goes along with the head.
 * @property {boolean} playing
 * @property {number} pace  Milliseconds a step is shown while playing.
 * @property {Offers|null} offers
 * @property {number} offersSeq  The head for which the offers were made.
 * @property {"off"|"connecting"|"live"|"lost"} connection
 * @property {string|null} card  The card the player has touched.
 * @property {number|null} seat  The seat the player has touched.
 * @property {string|null} space  The space the player has touched.
 * @property {string|null} unit  The unit the player has touched.
 * @property {string|null} group  The heading of the act panel that the player aims with.
 * @property {number[]} picked  Places of chosen options of the pick that is open.
 * @property {number|null} picking  Index of the offer whose pick is open.
 * @property {boolean} allOffers  On a narrow screen: whether every offer is listed.
 * @property {boolean} sending
 * @property {boolean|null} folded  On a narrow screen: whether the act panel shows its first line only; null leaves it to the board.
 * @property {{text: string, kind: "error"|"info", report?: boolean}|null} notice  `report`: it is a refusal, which may be reported.
 */

const FRAMES_MAX = 600; // about 2 MB of views; older ones are asked for again

/** Nothing on the board or in the panel is touched. */
export const UNTOUCHED = { card: null, seat: null, space: null, unit: null, group: null };

/** @returns {State} */
function blank() {
  return {
    summary: null,
    viewer: "spectator",
    steps: [],
    cursor: -1,
    following: true,
    playing: false,
    pace: 1400,
    offers: null,
    offersSeq: 0,
    connection: "off",
    card: null,
    seat: null,
    space: null,
    unit: null,
    group: null,
    picked: [],
    picking: null,
    allOffers: false,
    sending: false,
    folded: null,
    notice: null,
  };
}

export function createStore() {
  let state = blank();
  /** @type {Map<number, View>} Frames by the seq of their step, the least recently used first. */
  const frames = new Map();
  /** @type {Set<(state: State, before: State) => void>} */
  const readers = new Set();
  /** @type {State|null} */
  let told = state;
  let queued = false;

  function tell() {
    queued = false;
    const before = /** @type {State} */ (told);
    told = state;
    for (const reader of readers) reader(state, before);
  }

  const store = {
    /** @returns {State} */
    get: () => state,

    /** @param {Partial<State>} change */
    set(change) {
      state = { ...state, ...change };
      if (queued) return;
      queued = true;
      queueMicrotask(tell);
    },

    /** @param {(state: State, before: State) => void} reader */
    subscribe(reader) {
      readers.add(reader);
    },

    /** @param {View} view */
    keep(view) {
      const known = frames.get(view.seq) ?? view; // what was shown once stays the same thing, and is not drawn again
      frames.delete(view.seq);
      frames.set(view.seq, known);
      for (const seq of frames.keys()) {
        if (frames.size <= FRAMES_MAX) break;
        frames.delete(seq);
      }
      store.set({});
    },

    /** @param {number} index @returns {View|null} The frame of a step, if it is known. */
    frame(index) {
      const step = state.steps[index];
      return (step && frames.get(step.seq)) ?? null;
    },

    /** Other eyes see other frames. @param {string} viewer */
    changeEyes(viewer) {
      frames.clear();
      store.set({ viewer, steps: [], cursor: -1, offers: null, offersSeq: 0, ...UNTOUCHED, picking: null, picked: [] });
    },

    atHead: () => state.steps.length > 0 && state.cursor === state.steps.length - 1,

    /** Put the cursor on a step; following begins at the head and ends anywhere else. @param {number} index */
    go(index) {
      const cursor = Math.max(0, Math.min(index, state.steps.length - 1));
      if (!state.steps.length) return;
      const following = cursor === state.steps.length - 1;
      store.set({ cursor, following });
    },

    /** @param {Step[]} steps New steps, in order; ones that are known already are left out. */
    append(steps) {
      const last = state.steps.at(-1)?.seq ?? 0;
      const fresh = steps.filter((step) => step.seq > last);
      if (fresh.length) store.set({ steps: [...state.steps, ...fresh] });
      return fresh.length;
    },

    /** The step that holds entry `seq`, or the nearest before it. @param {number} seq */
    indexOf(seq) {
      let low = 0;
      let high = state.steps.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (state.steps[middle].seq < seq) low = middle + 1;
        else high = middle;
      }
      return Math.min(low, state.steps.length - 1);
    },
  };
  return store;
}

/** @typedef {ReturnType<typeof createStore>} Store */
