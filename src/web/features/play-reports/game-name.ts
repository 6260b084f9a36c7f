import { isolate } from '#contract/isolate.ts'
import { findGameIds, type ReportedGame } from '#contract/play-reports.ts'

const SOURCES: Readonly<Record<string, string>> = {
	igdb: 'IGDB',
	'igdb-slug': 'IGDB',
	steam: 'Steam',
	gog: 'GOG',
	wikidata: 'Wikidata',
}

/** Returns what a program calls a game: by its name or else by an id, such as `Steam 504230`. */
export function getReportedName(game: ReportedGame): string {
	const [id] = findGameIds(game)
	return game.name ?? (id ? `${SOURCES[id.source] ?? id.source} ${id.id}` : 'A game')
}

/** Lists what tells a program's game from others of the name: the platform and the year. */
export function describeReportedGame({ platform, releaseYear }: ReportedGame): string {
	return [platform ? isolate(platform) : null, releaseYear ?? null].filter((fact) => fact !== null).join(', ')
}
