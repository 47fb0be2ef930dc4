/**
 * The shapes of what the server says, as the client reads them. Types only; there is nothing to run here.
 *
 * @typedef {{seq: number, link: string}} Head
 * @typedef {{seat: number, name: string, holder: "open"|"player"|"bot", bot: string|null, kind?: string}} SeatInfo
 * @typedef {{seat: number, kind: string, decision: string, about?: Record<string, unknown>, text?: string}} Awaited
 * @typedef {{round?: number, turn?: number, phase?: string}} Progress
 * @typedef {{winners: number[], reasons: string[], scores: Record<string, number>}} Outcome
 */

/**
 * @typedef {object} View  One frame: the table as one viewer may see it, after one step.
 * @property {string} match
 * @property {string} game
 * @property {string} title
 * @property {number} seq
 * @property {string} [link]
 * @property {string} viewer
 * @property {"open"|"running"|"over"} status
 * @property {SeatInfo[]} seats
 * @property {Awaited[]} awaiting
 * @property {Progress|null} progress
 * @property {Outcome|null} outcome
 * @property {any} [changed]  What moved in this step, in the game's own words.
 * @property {any} table  The game's own part; only that game's board reads it.
 */

/**
 * @typedef {object} Step  One accepted intent with all that it caused.
 * @property {number} seq
 * @property {number} first
 * @property {number|null} at
 * @property {string} actor
 * @property {string} intent
 * @property {string[]} lines
 * @property {number} [round]
 * @property {number} [turn]
 * @property {string} [phase]
 * @property {string[]} marks
 * @property {number|null} seat
 *
 * @typedef {{cards?: string[], seats?: number[], spaces?: string[], units?: string[]}} Concerns
 * @typedef {{key: string, title: string, note: string, card: string|null, rank: number, way: string}} Heading  Where an offer is listed, if the server says so.
 * @typedef {{field: string, options: any[], min: number, max: number}} Pick
 * @typedef {{intent: {type: string} & Record<string, any>, pick: Pick|null, text: string, concerns: Concerns, group?: Heading}} Offer
 * @typedef {{decision: string|null, awaiting: Awaited[], offers: Offer[]}} Offers
 */

/**
 * @typedef {object} Summary
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} [visibility]
 * @property {"open"|"running"|"over"} status
 * @property {Record<string, any>} [options]
 * @property {SeatInfo[]} seats
 * @property {Awaited[]} awaiting
 * @property {Head} head
 * @property {{match: string, seq: number, link: string}|null} [origin]  The match, and its step, that this one goes on from.
 * @property {Progress|null} [progress]
 * @property {Outcome|null} [outcome]
 * @property {number} [created_at]
 * @property {number} [updated_at]
 * @property {{seat: number|null, host: boolean}} [you]
 * @property {string[]} [viewers]  The eyes on offer, where the server says so (a match file has its own).
 */

/**
 * @typedef {object} Lit  What the offers on the table concern, and what the player has touched.
 * @property {Set<string>} cards
 * @property {Set<number>} seats
 * @property {string|null} card
 * @property {number|null} seat
 * @property {number[]|null} picked  Places in the hand that are part of the choice being made.
 * @property {Set<string>} spaces
 * @property {Set<string>} units
 * @property {string|null} space
 * @property {string|null} unit
 * @property {any[]} chosen  Options that are part of the choice being made.
 * @property {Offer[]} offers  What is left to do after all that was touched.
 */

/**
 * @typedef {object} BoardContext
 * @property {View|null} previous  The frame one step before, if it is known.
 * @property {boolean} travel  Whether the reader has just come from there, so that the move may be animated.
 * @property {boolean} compact  Whether the room is narrow.
 * @property {Lit} lit
 * @property {(card: string, place: number) => void} onCard
 * @property {(seat: number) => void} onSeat
 * @property {(space: string) => void} onSpace  A space, as `q,r`.
 * @property {(unit: string) => void} onUnit
 * @property {boolean} host  Whether the reader is the host, in no seat.
 * @property {((intent: {type: string} & Record<string, any>) => Promise<string|null>)|null} ask  Asks for what a seat, or the host, may ask for without an offer, and says why it was refused, if it was; null for who may not.
 */

/**
 * @typedef {object} Board
 * @property {string} title  The game's name.
 * @property {(frame: View, element: HTMLElement, context: BoardContext) => void} render
 * @property {(frame: View) => string[]} hand  The cards of the viewer's own hand, in the order in which they are shown.
 * @property {(card: string, frame: View) => string} cardName
 * @property {(card: string, frame: View) => Element|null} cardPicture
 * @property {(offer: Offer, frame: View) => {key: string, title: string, text: string, card: string|null, rank?: number}} groupOf  Under which heading an offer stands.
 * @property {(frame: View) => boolean} [looksFirst]  Whether there is first something to be read on the board: a narrow screen then begins with the act panel folded.
 * @property {boolean} [aims]  Whether a heading is aimed on the board: choosing one lights up what it may be done to.
 * @property {(option: any, frame: View) => string} [optionName]  What an option of a pick is called.
 * @property {(option: any) => string|null} [placeOfOption]  The space or unit that an option of a pick stands for.
 * @property {(frame: View|null) => {title: string, lines: string[]}[]} [howTo]  What somebody has to know who has never played it.
 */
export {};
