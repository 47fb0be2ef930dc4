/** The way to the server. A page that has everything with it answers here by itself. */

/** @param {string} path @param {RequestInit} [options] @returns {Promise<Response>} */
export function request(path, options) {
  return fetch(path, options);
}
