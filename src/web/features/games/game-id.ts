import type { Params } from 'react-router'

/** The game's id in an address, NaN where none can stand: a game that does not exist. Each id has one way to be written. */
export function parseGameId({ id = '' }: Params): number {
	return /^[1-9]\d*$/.test(id) ? Number(id) : Number.NaN
}
