/** For a game that has no board yet: who sits there and whose turn it is. Acting works, because offers are a list anyway. */

import { h, replace } from "../dom.js";

/** @import {Board} from "../types.js" */

/** @type {Board} */
export const plain = {
  title: "Game",
  render(frame, element, { lit, onSeat }) {
    const awaited = new Set(frame.awaiting.map(({ seat }) => seat));
    replace(
      element,
      h(
        "ul",
        { class: "plain-seats" },
        frame.seats.map(({ seat, name }) =>
          h(
            "li",
            { class: awaited.has(seat) ? "awaited" : "" },
            lit.seats.has(seat) ? h("button", { type: "button", "data-key": `seat/${seat}`, onclick: () => onSeat(seat) }, name) : name,
          ),
        ),
      ),
    );
  },
  hand: () => [],
  cardName: (card) => card,
  cardPicture: () => null,
  groupOf: ({ intent }) => ({ key: intent.type, title: intent.type.replace(/(?<=[a-z])(?=[A-Z])/g, " "), text: "", card: null }),
};
