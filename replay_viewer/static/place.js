/** Where the page stands: the match that its address names, and the step and the eyes in it. */

/** The id of the match. */
export const match = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** Whether the page carries its match with it, and was made by whoever made the file. */
export const carried = false;

/** @returns {{at: number|null, viewer: string|null}} What the address asks for: an entry to stand at, and eyes. */
export function asked() {
  const query = new URLSearchParams(location.search);
  return { at: query.has("at") ? Number(query.get("at")) : null, viewer: query.get("as") };
}

/** The address of a step as seen with these eyes, to be handed on. @param {string} viewer @param {number} at */
export function linkTo(viewer, at) {
  return `${location.origin}${location.pathname}?at=${at}&as=${viewer}`;
}

/** The address names the step and the eyes, so that a link shows exactly this. @param {string} viewer @param {number|null} at @param {string} hash */
export function writePlace(viewer, at, hash) {
  history.replaceState(null, "", `${location.pathname}?${at === null ? "" : `at=${at}&`}as=${viewer}${hash}`);
}
