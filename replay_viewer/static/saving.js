/** Files from the server, to be kept: through a request of the page, because a plain link could not carry the token. */

import { h } from "./dom.js";
import { request } from "./fetching.js";

/** @param {string} path @param {string|null} token @param {string} name @returns {Promise<boolean>} Whether there was such a file. */
export async function saveFile(path, token, name) {
  const response = await request(path, { headers: token ? { Authorization: `Bearer ${token}` } : {} }).catch(() => null);
  if (!response?.ok) return false;
  const url = URL.createObjectURL(await response.blob());
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  return true;
}
