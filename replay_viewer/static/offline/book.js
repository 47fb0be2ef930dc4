/** The book of a match: every viewer's steps and views, written as changes. See projections/book.py for its form. */

/** @import {Step, Summary, View} from "../types.js" */

/**
 * @typedef {object} Written
 * @property {Summary} summary
 * @property {string[]} viewers
 * @property {(Omit<Step, "lines"> & {lines: [number, string[]][]})[]} steps
 * @property {[number, any, number?][][]} frames
 */

/** @typedef {ReturnType<typeof readBook>} Book */

/** @param {Written} written */
export function readBook({ summary, viewers, steps, frames }) {
  /** @type {any[][]} For each step, what each viewer sees. */
  const pages = [];
  for (const rows of frames) pages.push(nextPage(pages.at(-1) ?? viewers.map(() => null), rows));

  return {
    summary,
    viewers,

    /** @param {string} viewer @param {number} after @returns {Step[]} */
    steps(viewer, after) {
      const bit = 1 << viewers.indexOf(viewer);
      return steps.filter(({ seq }) => seq > after).map((step) => ({ ...step, lines: step.lines.find(([bits]) => bits & bit)?.[1] ?? [] }));
    },

    /** The views after the steps that end in a range of entries. @param {string} viewer @param {number} from @param {number} to @param {(seq: number) => string} linkOf @returns {View[]} */
    views(viewer, from, to, linkOf) {
      const number = viewers.indexOf(viewer);
      return steps.flatMap(({ seq }, index) => (seq >= from && seq <= to ? [{ ...pages[index][number], seq, link: linkOf(seq), viewer }] : []));
    },
  };
}

/** @param {any[]} before @param {[number, any, number?][]} rows */
function nextPage(before, rows) {
  const now = [...before];
  for (const [bits, change, base] of rows) {
    for (const number of now.keys()) {
      if ((bits >> number) & 1) now[number] = changed(base === undefined ? before[number] : now[base], change);
    }
  }
  return now;
}

/** A value with a change made; what did not change is shared with it. @param {any} before @param {any} change @returns {any} */
function changed(before, change) {
  if (change === null) return before;
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(before)) {
    if (change["@"]) {
      const [start, removed, ...items] = change["@"];
      return [...before.slice(0, start), ...items, ...before.slice(start + removed)];
    }
    const items = [...before];
    for (const [place, inner] of Object.entries(change)) items[Number(place)] = changed(before[Number(place)], inner);
    return items;
  }
  const after = { ...before };
  for (const [name, inner] of Object.entries(change)) {
    if (inner === 0) delete after[name];
    else after[name] = changed(before[name], inner);
  }
  return after;
}
