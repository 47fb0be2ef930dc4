/** What a page that needs no server carries with it: whose copy of which match, its log, and the book of its views. */

/** @typedef {{match: string, viewer: string}} About */

/** @type {About} */
export const about = JSON.parse(contentOf("about"));

/** Packed text out of the page: deflated, in base64. @param {string} id */
export async function unpacked(id) {
  const packed = Uint8Array.from(atob(contentOf(id)), (letter) => letter.charCodeAt(0));
  const text = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(text).text();
}

/** @param {string} id */
function contentOf(id) {
  return document.getElementById(id)?.textContent?.trim() ?? "";
}
