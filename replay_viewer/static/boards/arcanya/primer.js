/** What somebody has to know who has never played: enough for the first turn. */

/** @import {View} from "../../types.js" */

const TRIAL = [
  "The Sphere flies from Student to Student. The one it flies at defends, with a card of the hand or with the ability of the Student.",
  "A Power card has to be at least as high as the Sphere, which flies on to the next Student with the Power of that card. If both are equal, that is Resonance: you may name whom it flies at.",
  "A Maneuver turns the Sphere aside or changes its Power. Touch a card to read what it does.",
  "Hands are filled up again of themselves. An ability that was used comes back with the next hit.",
  "Who cannot defend is hit: the highest Shield goes to whoever sent the Sphere, and a new one of Power 1 begins the next round.",
  "The trial is over when somebody has won Shields worth 8 points, or has lost the last one. Shields won and Shields kept are your points: the number in the star.",
];
const ADVANCED = [
  "Attune brings the School of your Student into play, and you may use it at once. Resonance can use it again, or discard it.",
  "Who is weak to the School in play, as the small sign at the picture says, can neither Deflect nor Reflect.",
];

/** @param {View|null} frame */
export function howTo(frame) {
  const trial = { title: "", lines: TRIAL };
  return frame?.table?.mode === "advanced" ? [trial, { title: "In the advanced game", lines: ADVANCED }] : [trial];
}
