import type { RowMatch } from '#contract/imports.ts'
import type { ImportedGame } from './sources/source.ts'
import { readSigns, type TitleQuery } from './titles.ts'

/** A game of the catalog that a row may mean. */
export interface MatchCandidate {
	gameId: number
	name: string
	releaseDate: string | null
	platforms: readonly string[]
}

/** What was found for a row. */
export interface FoundGames {
	/** By ids elsewhere. */
	byIds: readonly MatchCandidate[]
	/** By names in joined search form. */
	byName: (key: string) => readonly MatchCandidate[]
	/** Games whose names begin the same, then games with the same words. */
	similar: readonly { game: MatchCandidate; why: string }[]
}

export interface Match {
	match: RowMatch
	isById: boolean
	/** The game that is most likely meant. */
	gameId: number | null
	candidates: { gameId: number; why: string }[]
}

export const WHY = {
	ids: 'One of its ids',
	name: 'The same name',
	year: 'The same name, of another year',
	platforms: 'The same name, on other platforms',
	signs: 'The same name with other signs',
	numeral: 'The same name if a letter is a number',
	prefix: 'Its name begins the same',
	words: 'Its name has the same words',
} as const

const MAX_CANDIDATES = 5

/** Decides which game a row means: by its ids, else by name, year and platform. Anything less than one exact fit is unsure. */
export function matchGame(
	item: ImportedGame,
	query: TitleQuery,
	found: FoundGames,
	toSitePlatform: (word: string) => string,
): Match {
	const byIds = dedupe(found.byIds)
	if (byIds.length === 1 && byIds[0]) return sure(byIds[0], true)
	if (byIds.length > 1) return unsure(byIds.map((game) => ({ game, why: WHY.ids })))
	const row = { year: item.releaseYear, platforms: listPlatforms(item).map(toSitePlatform), signs: query.signs }
	const likely: { game: MatchCandidate; why: string }[] = []
	for (const form of query.forms) {
		const named = dedupe(form.keys.flatMap((key) => found.byName(key)))
		const numeral = dedupe(form.numeralKeys.flatMap((key) => found.byName(key)))
		const fitting = form.peeled === '' ? pickFitting(named, row) : pickOfYear(named, form.year, row)
		if (fitting) return sure(fitting, false)
		const [ofYear, ...others] =
			named.length === 0 && row.year !== null ? numeral.filter((game) => isOfYear(game, row)) : []
		if (form.peeled === '' && ofYear && others.length === 0 && hasSigns(ofYear, row)) return sure(ofYear, false)
		const without = form.peeled === '' ? undefined : `The same name without “${form.peeled}”`
		likely.push(...named.map((game) => ({ game, why: without ?? explain(game, row) })))
		likely.push(...numeral.map((game) => ({ game, why: WHY.numeral })))
	}
	return unsure([...likely, ...found.similar])
}

interface RowTraits {
	year: number | null
	platforms: readonly string[]
	signs: string
}

/** Returns the only game of the name that fits the row. */
function pickFitting(named: readonly MatchCandidate[], row: RowTraits): MatchCandidate | undefined {
	const fitting = named.filter((game) => isYearNear(game, row) && hasSigns(game, row))
	const [only] = fitting
	if (fitting.length === 1 && only) return isYearKnown(only, row) || hasPlatform(only, row) ? only : undefined
	for (const isCloser of [hasKnownPlatform, isOfYear]) {
		const closer = fitting.filter((game) => isCloser(game, row))
		if (closer.length === 1) return closer[0]
	}
	return undefined
}

/** Returns the only game of the name and of the year that the title has in brackets. */
function pickOfYear(named: readonly MatchCandidate[], year: number | null, row: RowTraits): MatchCandidate | undefined {
	if (year === null || (row.year !== null && Math.abs(row.year - year) > 1)) return undefined
	const ofYear = named.filter((game) => yearOf(game) === year && hasSigns(game, row))
	return ofYear.length === 1 ? ofYear[0] : undefined
}

function explain(game: MatchCandidate, row: RowTraits): string {
	if (!hasSigns(game, row)) return WHY.signs
	if (!isYearNear(game, row)) return WHY.year
	return hasPlatform(game, row) ? WHY.name : WHY.platforms
}

const yearOf = ({ releaseDate }: MatchCandidate) => (releaseDate ? Number(releaseDate.slice(0, 4)) : null)
const isYearKnown = (game: MatchCandidate, { year }: RowTraits) => year !== null && yearOf(game) !== null
const isOfYear = (game: MatchCandidate, { year }: RowTraits) => year !== null && yearOf(game) === year
const hasSigns = ({ name }: MatchCandidate, { signs }: RowTraits) => readSigns(name) === signs
const hasKnownPlatform = (game: MatchCandidate, { platforms }: RowTraits) =>
	platforms.some((platform) => game.platforms.includes(platform))

function isYearNear(game: MatchCandidate, { year }: RowTraits): boolean {
	const other = yearOf(game)
	return year === null || other === null || Math.abs(other - year) <= 1
}

function hasPlatform(game: MatchCandidate, row: RowTraits): boolean {
	return row.platforms.length === 0 || game.platforms.length === 0 || hasKnownPlatform(game, row)
}

function listPlatforms(item: ImportedGame): string[] {
	const words = item.platform === null ? item.platforms : [item.platform, ...item.platforms]
	return words.map((word) => word.trim())
}

function dedupe(games: readonly MatchCandidate[]): MatchCandidate[] {
	return [...new Map(games.map((game) => [game.gameId, game])).values()]
}

function sure({ gameId }: MatchCandidate, isById: boolean): Match {
	return { match: 'sure', isById, gameId, candidates: [] }
}

function unsure(likely: readonly { game: MatchCandidate; why: string }[]): Match {
	const byGame = new Map<number, string>()
	for (const { game, why } of likely) if (!byGame.has(game.gameId)) byGame.set(game.gameId, why)
	const candidates = [...byGame].slice(0, MAX_CANDIDATES).map(([gameId, why]) => ({ gameId, why }))
	return {
		match: candidates.length > 0 ? 'unsure' : 'none',
		isById: false,
		gameId: candidates[0]?.gameId ?? null,
		candidates,
	}
}
