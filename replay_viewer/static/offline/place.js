/** Where a page on disk stands: it has one match, and its address keeps the step and the eyes after the #. */

import { about } from "./about.js";

export const match = about.match;
export const carried = true;

/** @returns {{at: number|null, viewer: string|null}} */
export function asked() {
  const hash = new URLSearchParams(location.hash.slice(1));
  return { at: hash.has("at") ? Number(hash.get("at")) : null, viewer: hash.get("as") ?? about.viewer };
}

/** @param {string} viewer @param {number} at */
export function linkTo(viewer, at) {
  return `${location.href.split("#")[0]}#at=${at}&as=${viewer}`;
}

/** @param {string} viewer @param {number|null} at */
export function writePlace(viewer, at) {
  history.replaceState(null, "", `#${at === null ? "" : `at=${at}&`}as=${viewer}`);
}

// Another address of the same page, typed or pasted, does not load it anew by itself.
addEventListener("hashchange", () => {
  if (/^#(?:at|as)=/.test(location.hash)) location.reload();
});
