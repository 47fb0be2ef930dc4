/**
 * SHA-256 (FIPS 180-4): the browser's own where it lends it, else the one below. Browsers lend theirs to pages that came
 * over https, from this machine, or, some of them, from the disk.
 */

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function sha256(bytes) {
  const lent = globalThis.crypto?.subtle;
  return lent ? new Uint8Array(await lent.digest("SHA-256", /** @type {BufferSource} */ (bytes))) : sha256Here(bytes);
}

/** The first 32 bits of the fraction of a root of each of the first primes, as the standard has them. */
const PRIMES = Array.from({ length: 320 }, (_, number) => number).filter((number) => number > 1 && !Array.from({ length: number }, (_, by) => by).some((by) => by > 1 && number % by === 0));
const FRACTION = (/** @type {number} */ root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => FRACTION(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES.slice(0, 64), (prime) => FRACTION(Math.cbrt(prime)));
const BLOCK = 64;

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function sha256Here(bytes) {
  // The message, a single bit, zeros, and its length in bits as eight bytes, in whole blocks.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK) mix(state, words, view, at);
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setInt32(place * 4, word));
  return new Uint8Array(digest.buffer);
}

/** @param {Int32Array} state @param {Int32Array} words @param {DataView} view @param {number} at */
function mix(state, words, view, at) {
  for (let t = 0; t < 16; t += 1) words[t] = view.getInt32(at + t * 4);
  for (let t = 16; t < 64; t += 1) {
    const near = words[t - 15];
    const far = words[t - 2];
    const small0 = turn(near, 7) ^ turn(near, 18) ^ (near >>> 3);
    const small1 = turn(far, 17) ^ turn(far, 19) ^ (far >>> 10);
    words[t] = (words[t - 16] + small0 + words[t - 7] + small1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const big1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + ROUNDS[t] + words[t]) | 0;
    const big0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = (state[place] + word) | 0));
}

/** @param {number} word @param {number} by */
function turn(word, by) {
  return (word >>> by) | (word << (32 - by));
}
