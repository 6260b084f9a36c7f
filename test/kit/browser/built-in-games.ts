import { readFileSync } from 'node:fs'

const names = readFileSync(new URL('../../../catalog/games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line): string => JSON.parse(line).name)

/** The number of a built-in game on a new site, which numbers them in the order of their file. */
export function gameId(name: string): number {
	const place = names.indexOf(name)
	if (place === -1) throw new Error(`No built-in game is called ${name}`)
	return place + 1
}

/** Games that tests call by their names. */
export const celeste = gameId('Celeste')
export const baldursGate = gameId("Baldur's Gate 3")

/** The last built-in game, which no test reviews. */
export const unreviewedGame = names.length

let takenCount = 0

/** A built-in game that no other test of this worker is given, for tests of what people made of one game. */
export function takeGame(): number {
	return names.length - ++takenCount
}
