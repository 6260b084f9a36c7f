import { readFileSync } from 'node:fs'

const names = readFileSync(new URL('../../../catalog/games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line): string => JSON.parse(line).name)

/** Returns the ID of a built-in game on a new site, where IDs follow the order of the catalog file. */
export function gameId(name: string): number {
	const index = names.indexOf(name)
	if (index === -1) throw new Error(`No built-in game is called ${name}`)
	return index + 1
}

/** Games that tests refer to by name. */
export const celeste = gameId('Celeste')
export const baldursGate = gameId("Baldur's Gate 3")

/** The last built-in game, which no test reviews. */
export const unreviewedGame = names.length

let takenCount = 0

/** Returns a built-in game that no other test of this worker uses, for tests about one game's reviews. */
export function takeGame(): number {
	return names.length - ++takenCount
}
