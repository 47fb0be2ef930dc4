/** Small words for what is counted, and for what only has a name in the code. */

/** `1 card`, `2 cards`. @param {number} count @param {string} thing @param {string} [things] */
export function counted(count, thing, things = `${thing}s`) {
  return `${count} ${count === 1 ? thing : things}`;
}

/** `Marta`, `Marta and Jon`, `Marta, Jon and Wim`. @param {string[]} names */
export function listed(names) {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** `group1` as a person would write it. @param {string} word */
export function readable(word) {
  const spaced = word.replace(/[_-]/g, " ").replace(/(?<=[a-z])(?=\d)/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
