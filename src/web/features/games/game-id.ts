import type { Params } from 'react-router'

/** Parses the game id of a path; NaN, which matches no game, if it is malformed. Leading zeros are malformed. */
export function parseGameId({ id = '' }: Params): number {
	return /^[1-9]\d*$/.test(id) ? Number(id) : Number.NaN
}
