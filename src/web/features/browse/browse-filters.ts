import {
	GAME_SORTS,
	type GameSort,
	type GamesQuery,
	MAX_FILTER_VALUES,
	OWN_STATUSES,
	type OwnStatus,
} from '#contract/browse.ts'
import { LIMITS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { parseMaxHours, parseSearchText } from '#web/app/search-query.ts'
import { parsePeriod } from '#web/features/games/period.tsx'
import { describeLength } from '#web/features/time-to-beat/lengths.ts'

export const GAME_ORDERS = [
	{ word: 'popular', label: 'Popular' },
	{ word: 'rating', label: 'Rating' },
	{ word: 'mostPlayed', label: 'Most Played' },
	{ word: 'shortest', label: 'Shortest' },
	{ word: 'newest', label: 'Newest' },
	{ word: 'oldest', label: 'Oldest' },
	{ word: 'upcoming', label: 'Upcoming' },
	{ word: 'name', label: 'Name' },
] as const satisfies readonly { word: GameSort; label: string }[]

/** The filters with several values that are names. */
const NAMED_FILTERS = ['genre', 'platform', 'developer', 'publisher', 'mode'] as const
type NamedFilter = (typeof NAMED_FILTERS)[number]

/** What the URL of the games page says, by the names of the API. */
export interface ShownGames extends Readonly<Record<NamedFilter, readonly string[]>> {
	/** The first and the last year of release. */
	yearFrom: number | null
	yearTo: number | null
	/** In stars. */
	minRating: number | null
	maxHours: number | null
	/** Of the viewer's library. */
	status: readonly OwnStatus[]
	search: string
	sortBy: GameSort
	period: Period
	/** Where the list starts, for browsers without JavaScript. */
	page: number
	/** The layout, if the URL has one. */
	view: 'wall' | null
}

/** Games of which none is left out. */
export const NO_FILTERS = {
	genre: [],
	platform: [],
	developer: [],
	publisher: [],
	mode: [],
	yearFrom: null,
	yearTo: null,
	minRating: null,
	maxHours: null,
	status: [],
	search: '',
	page: 1,
} as const satisfies Partial<ShownGames>

const DEFAULT_PERIOD: Period = 'week'
const PAGE_SIZE = 12

const parseTexts = (texts: readonly string[]) =>
	[
		...new Set(
			texts.map((text) =>
				Array.from(text.replace(/\p{Cc}/gu, '').trim())
					.slice(0, LIMITS.searchMax)
					.join(''),
			),
		),
	]
		.filter((text) => text !== '')
		.slice(0, MAX_FILTER_VALUES)
const parseYear = (text: string | null) => (text !== null && /^[1-9]\d{3}$/.test(text) ? Number(text) : null)

/** Parses the URL; what is unknown is as if it were absent, and years that are turned round are turned back. */
export function parseGamesUrl(query: URLSearchParams): ShownGames {
	const page = Number(query.get('page'))
	const minRating = Number(query.get('minRating'))
	const years = [parseYear(query.get('yearFrom')), parseYear(query.get('yearTo'))] as const
	const isTurned = years[0] !== null && years[1] !== null && years[0] > years[1]
	return {
		genre: parseTexts(query.getAll('genre')),
		platform: parseTexts(query.getAll('platform')),
		developer: parseTexts(query.getAll('developer')),
		publisher: parseTexts(query.getAll('publisher')),
		mode: parseTexts(query.getAll('mode')),
		yearFrom: years[isTurned ? 1 : 0],
		yearTo: years[isTurned ? 0 : 1],
		minRating: minRating >= 0.5 && minRating <= 5 && Number.isInteger(minRating * 2) ? minRating : null,
		maxHours: parseMaxHours(query),
		status: OWN_STATUSES.filter((word) => query.getAll('status').includes(word)),
		search: parseSearchText(query),
		sortBy: GAME_SORTS.find((word) => word === query.get('sortBy')) ?? 'popular',
		period: parsePeriod(query, DEFAULT_PERIOD),
		page: Number.isInteger(page) && page > 0 && page * PAGE_SIZE <= LIMITS.maxPagedRows ? page : 1,
		view: query.get('view') === 'wall' ? 'wall' : null,
	}
}

/** Returns the path of the games page, without defaults. */
export function gamesPath(shown: ShownGames): string {
	const { sortBy, period, page, view, ...filters } = shown
	return paths.games({
		...filters,
		sortBy: sortBy === 'popular' ? null : sortBy,
		...(sortBy === 'popular' && period !== DEFAULT_PERIOD && { period }),
		...(page > 1 && { page }),
		...(view && { view }),
	})
}

/** Returns the request for a page of games. Visitors have no library to filter by. */
export function gamesInput(
	shown: ShownGames,
	isViewer: boolean,
): { query: GamesQuery & { page: number; limit: number } } {
	const { yearFrom, yearTo, minRating, maxHours, search, sortBy, period, page, status } = shown
	const named = Object.fromEntries(
		NAMED_FILTERS.flatMap((name) => (shown[name].length > 0 ? [[name, [...shown[name]]]] : [])),
	)
	return {
		query: {
			...named,
			...(yearFrom !== null && { yearFrom }),
			...(yearTo !== null && { yearTo }),
			...(minRating !== null && { minRating }),
			...(maxHours !== null && { maxHours }),
			...(isViewer && status.length > 0 && { status: [...status] }),
			...(search !== '' && { search }),
			...(sortBy === 'popular' ? { period } : { sortBy }),
			page,
			limit: PAGE_SIZE,
		},
	}
}

/** One value of a filter that is on. */
export interface ActiveFilter {
	filter: NamedFilter | 'year' | 'minRating' | 'maxHours' | 'status'
	value: string
	/** What the filters are without it. */
	change: Partial<ShownGames>
}

/** Lists what narrows the games, without the search. */
export function listActiveFilters(shown: ShownGames): ActiveFilter[] {
	const { yearFrom, yearTo, minRating, maxHours, status } = shown
	const without = (values: readonly string[], value: string) => values.filter((other) => other !== value)
	return [
		...NAMED_FILTERS.flatMap((filter) =>
			shown[filter].map((value) => ({ filter, value, change: { [filter]: without(shown[filter], value) } })),
		),
		...(yearFrom === null && yearTo === null
			? []
			: [
					{ filter: 'year', value: describeYears(yearFrom, yearTo), change: { yearFrom: null, yearTo: null } } as const,
				]),
		...(minRating === null
			? []
			: [{ filter: 'minRating', value: describeRating(minRating), change: { minRating: null } } as const]),
		...(maxHours === null
			? []
			: [{ filter: 'maxHours', value: describeLength(maxHours), change: { maxHours: null } } as const]),
		...status.map((word) => ({
			filter: 'status' as const,
			value: STATUS_LABELS[word],
			change: { status: status.filter((other) => other !== word) },
		})),
	]
}

/** Whether anything but the order limits the list. */
export const isNarrowed = (shown: ShownGames) => shown.search !== '' || listActiveFilters(shown).length > 0

export const STATUS_LABELS: Readonly<Record<OwnStatus, string>> = {
	want: 'Want to play',
	now: 'Playing now',
	done: 'Played',
	none: 'Not in my library',
}

/** Says what a rating is at least: `4 stars and up`, `5 stars`. */
export const describeRating = (rating: number) =>
	`${rating} ${rating === 1 ? 'star' : 'stars'}${rating < 5 ? ' and up' : ''}`

/** Says which years: `2019`, `2010s`, `2017–2020`, `From 2017`, `Until 2020`. */
export function describeYears(from: number | null, to: number | null): string {
	if (from === null) return `Until ${to}`
	if (to === null) return `From ${from}`
	if (from === to) return String(from)
	return from % 10 === 0 && to === from + 9 ? `${from}s` : `${from}–${to}`
}
