import type { GameFacets, GamesPage } from '#contract/browse.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import type { PageHead } from '#web/app/head-tags.ts'
import { createItemList } from '#web/app/item-list.ts'
import { formatPeriodTitle } from '#web/features/games/period.tsx'
import {
	type ActiveFilter,
	gamesInput,
	gamesPath,
	listActiveFilters,
	NO_FILTERS,
	type ShownGames,
} from './browse-filters.ts'

const UNINDEXED: readonly ActiveFilter['filter'][] = ['status', 'minRating', 'maxHours']

/** Returns the only filter that is on; undefined if there are others, a search, or one that is no page of its own. */
function findOnlyFilter(shown: ShownGames): ActiveFilter | undefined {
	const [only, ...others] = listActiveFilters(shown)
	const isPublic = only !== undefined && !UNINDEXED.includes(only.filter)
	return isPublic && others.length === 0 && shown.search === '' ? only : undefined
}

/** Returns the heading of the page: `Popular Games`, `Puzzle games`, `Games by Nintendo`. */
export function gamesTitle(shown: ShownGames, facets: GameFacets | undefined): string {
	const only = findOnlyFilter(shown)
	if (only) return titleOf(only, facets)
	return listActiveFilters(shown).length === 0 && shown.search === '' && shown.sortBy === 'popular'
		? 'Popular Games'
		: 'Games'
}

function titleOf({ filter, value }: ActiveFilter, facets: GameFacets | undefined): string {
	switch (filter) {
		case 'genre':
			return `${spell(value, facets?.genres)} games`
		case 'mode':
			return `${spell(value, facets?.modes)} games`
		case 'platform':
			return `Games for ${spell(value, facets?.platforms)}`
		case 'publisher':
			return `Games published by ${value}`
		case 'year':
			if (value.startsWith('From') || value.startsWith('Until')) return `Games ${value.toLowerCase()}`
			return /^\d+s$/.test(value) ? `Games of the ${value}` : `Games of ${value}`
		default:
			return `Games by ${value}`
	}
}

/** Returns a value as games spell it, whatever the case in the URL. */
const spell = (value: string, options: readonly { value: string }[] = []) =>
	options.find((option) => option.value.toLowerCase() === value.toLowerCase())?.value ?? value

/** Returns the head of the page: what has one filter is a page of its own for search engines, and other choices are not indexed. */
export function gamesHead(shown: ShownGames, first: GamesPage | undefined): PageHead {
	const title = gamesTitle(shown, first?.facets)
	const only = findOnlyFilter(shown)
	const isAll = listActiveFilters(shown).length === 0 && shown.search === ''
	const isRanking = shown.sortBy === 'popular'
	const isDefault = isRanking && (isAll || shown.period === 'week')
	const plain = { ...shown, ...NO_FILTERS, sortBy: 'popular', view: null } as const
	const address = only ? { ...plain, ...canonicalFilter(shown, first?.facets), period: 'week' as const } : plain
	const { page, limit } = gamesInput(shown, false).query
	// A new site has no games, and yet this page
	const isEmpty = first?.games.length === 0 && (only !== undefined || page > 1)
	return {
		title: isAll && isRanking ? `${title} ${formatPeriodTitle(shown.period)}` : title,
		description: only
			? `${title} on this site${first ? `: ${pluralize(first.totalCount, 'game')}` : ''}, with ratings and reviews by players.`
			: 'The games that players review most, with their ratings, platforms and genres.',
		...((only || isAll) &&
			!isEmpty && { path: gamesPath({ ...address, page: isDefault ? page : 1 }), isVariant: !isDefault }),
		// Crawlers read what the server renders
		...(import.meta.env.SSR && {
			jsonLd: (absolute) =>
				createItemList(
					absolute,
					first?.games.map(({ id, name }) => ({ name, path: paths.game(id) })),
					{ name: title, first: (page - 1) * limit + 1 },
				),
		}),
	}
}

/** Returns the only filter as games spell it. */
function canonicalFilter(shown: ShownGames, facets: GameFacets | undefined): Partial<ShownGames> {
	const { genre, platform, mode, developer, publisher, yearFrom, yearTo } = shown
	const asSpelled = (values: readonly string[], options: readonly { value: string }[] | undefined) =>
		values.map((value) => spell(value, options))
	return {
		genre: asSpelled(genre, facets?.genres),
		platform: asSpelled(platform, facets?.platforms),
		mode: asSpelled(mode, facets?.modes),
		developer,
		publisher,
		yearFrom,
		yearTo,
	}
}
