/** What this browser keeps about a match from visit to visit. Private windows may refuse; then nothing is kept. */

/** @param {string} key @returns {any} */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {any} value */
export function keepFor(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}
