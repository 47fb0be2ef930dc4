/**
 * Random battles of Pokémon Showdown: choices per second on one core, as one JSON document.
 *
 * Run it in a folder that has the package (see benchmarks/README.md). A choice is one accepted answer of a player to a
 * request; teams are generated anew for each battle, as a match is made and set up on our side, and `play_only` leaves
 * that out. Choices are put straight to the battle, without the streams and processes of a server.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

const require = createRequire(path.join(process.cwd(), 'here.js'));
const { Battle, PRNG, Teams } = require('pokemon-showdown');
const { RandomPlayerAI } = require('pokemon-showdown/dist/sim/tools/random-player-ai');

const FORMAT = 'gen9randombattle';
const TURNS_MAX = 2_000; // a random battle takes some dozens

const { values } = parseArgs({
	options: {
		battles: { type: 'string', default: '60' },
		rounds: { type: 'string', default: '5' },
		seed: { type: 'string', default: '1' },
	},
});
const battles = Number(values.battles);
const rounds = Number(values.rounds);
const seed = Number(values.seed);

/** The simulator's own random player, its choice kept instead of written to a stream. */
class Player extends RandomPlayerAI {
	constructor(seed) {
		super({ [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true }) }), write() {} }, { seed });
		this.choice = '';
	}

	choose(choice) {
		this.choice = choice;
	}

	receiveError() {}
}

/** Plays a battle to its end; how many choices were taken, and the seconds that making it took. */
function play(number) {
	const seedOf = (part) => [number, part, 7, 11].join(',');
	const began = performance.now();
	const battle = new Battle({ formatid: FORMAT, seed: seedOf(0) });
	const players = { p1: new Player(seedOf(1)), p2: new Player(seedOf(2)) };
	for (const [part, id] of ['p1', 'p2'].entries()) {
		battle.setPlayer(id, { name: id, team: Teams.pack(Teams.generate(FORMAT, { seed: new PRNG(seedOf(3 + part)) })) });
	}
	const making = (performance.now() - began) / 1000;
	let choices = 0;
	while (!battle.ended && battle.turn < TURNS_MAX) {
		const turn = battle.inputLog.length;
		for (const id of ['p1', 'p2']) {
			const side = battle[id];
			const request = side.activeRequest;
			if (battle.ended || !request || request.wait || side.isChoiceDone()) continue;
			players[id].receiveRequest(request);
			if (!battle.choose(id, players[id].choice) && !battle.choose(id, 'default')) {
				throw new Error(`no choice is accepted: ${players[id].choice}`);
			}
			choices += 1;
		}
		if (!battle.ended && battle.inputLog.length === turn) throw new Error(`battle ${number} does not go on`);
	}
	battle.destroy();
	return { choices, making };
}

function playRound(first) {
	const began = performance.now();
	let choices = 0;
	let making = 0;
	for (let number = first; number < first + battles; number++) {
		const played = play(number);
		choices += played.choices;
		making += played.making;
	}
	const whole = (performance.now() - began) / 1000;
	return { choices, whole, play: whole - making };
}

/** What this core does in a plain loop around a fast function: the machine's own measure. */
function hashesPerSecond(count = 200_000) {
	const block = Buffer.alloc(1024);
	const began = performance.now();
	for (let n = 0; n < count; n++) createHash('sha256').update(block).digest();
	return Math.round(count / ((performance.now() - began) / 1000));
}

function median(numbers) {
	const sorted = [...numbers].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

playRound(seed); // warm up
const played = Array.from({ length: rounds }, (_, number) => playRound(seed + number * battles));
const version = JSON.parse(readFileSync(require.resolve('pokemon-showdown/package.json'), 'utf8')).version;
console.log(
	JSON.stringify(
		{
			benchmark: 'showdown_playouts',
			peer: `pokemon-showdown ${version}`,
			node: process.versions.node,
			format: FORMAT,
			battles_per_round: battles,
			rounds,
			choices_per_battle: Math.round((10 * median(played.map((round) => round.choices / battles)))) / 10,
			choices_per_second: Math.round(median(played.map((round) => round.choices / round.whole))),
			choices_per_second_play_only: Math.round(median(played.map((round) => round.choices / round.play))),
			floor: { sha256_of_1_kib_per_second: hashesPerSecond() },
		},
		null,
		2,
	),
);
process.exit(0);
