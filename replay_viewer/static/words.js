/** Small words for what is counted. */

/** `1 card`, `2 cards`. @param {number} count @param {string} thing @param {string} [things] */
export function counted(count, thing, things = `${thing}s`) {
  return `${count} ${count === 1 ? thing : things}`;
}

/** `Marta`, `Marta and Jon`, `Marta, Jon and Wim`. @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
