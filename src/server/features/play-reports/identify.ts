import { findGameIds, type ReportedGame } from '#contract/play-reports.ts'
import type { Db } from '#server/db/tables.ts'
import type { MatchCandidate } from '#server/features/imports/match-games.ts'
import { findGamesOfIds, findGamesOfNames } from '#server/features/imports/queries-matching.ts'
import { toSearchForm } from '#server/features/search/search-key.ts'

/** Returns the key under which a program's game is remembered: the id to be trusted most, or else its name. */
export function toGameKey(game: ReportedGame): string {
	const [id] = findGameIds(game)
	if (id) return `${id.source} ${id.id}`
	return ['name', toJoined(game), toPlatformKey(game.platform ?? ''), game.releaseYear ?? ''].join(' ')
}

const toJoined = ({ name = '' }: ReportedGame) => toSearchForm(name).joined

const toPlatformKey = (platform: string) => platform.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Finds the games that programs name, by the key of each. Only what is certain counts: all ids that are known here mean the same game
 * or, if none is, one game alone has the name, and neither platform nor year are those of another.
 */
export async function identifyGames(db: Db, named: ReadonlyMap<string, ReportedGame>): Promise<Map<string, number>> {
	if (named.size === 0) return new Map()
	const games = [...named]
	const byId = Map.groupBy(
		await findGamesOfIds(
			db,
			games.flatMap(([, game]) => findGameIds(game)),
		),
		({ source, id }) => `${source} ${id}`,
	)
	const found = new Map<string, number>()
	const byNameOnly: [string, ReportedGame][] = []
	for (const [key, game] of games) {
		const ids = new Set(
			findGameIds(game).flatMap(({ source, id }) => (byId.get(`${source} ${id}`) ?? []).map(({ gameId }) => gameId)),
		)
		const [only] = ids
		if (ids.size === 1 && only !== undefined) found.set(key, only)
		if (ids.size === 0 && game.name) byNameOnly.push([key, game])
	}
	if (byNameOnly.length === 0) return found
	const names = [...new Set(byNameOnly.map(([, game]) => toJoined(game)))]
	const namesakes = Map.groupBy(await findGamesOfNames(db, names), ({ joined }) => joined)
	for (const [key, game] of byNameOnly) {
		const fitting = (namesakes.get(toJoined(game)) ?? []).filter((namesake) => isAlike(game, namesake))
		const [only] = fitting
		if (fitting.length === 1 && only) found.set(key, only.gameId)
	}
	return found
}

/** Whether a game of the same name is of the year, and on the platform, that a program states. */
function isAlike({ platform, releaseYear }: ReportedGame, { platforms, releaseDate }: MatchCandidate): boolean {
	if (platform && !platforms.some((one) => toPlatformKey(one) === toPlatformKey(platform))) return false
	return releaseYear == null || releaseDate === null || Number(releaseDate.slice(0, 4)) === releaseYear
}
