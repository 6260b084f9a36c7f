import {
	MAX_MOODS,
	NEXT_SOURCES,
	type NextQuery,
	type NextSource,
	TIMES_AT_HAND,
	type TimeAtHand,
} from '#contract/next.ts'

/** What the viewer has chosen, as the URL says. */
export type NextChoices = Omit<NextQuery, 'skip'>

/** Parses the URL of the page; what makes no sense counts as absent. */
export function parseNextUrl(search: URLSearchParams): NextChoices {
	const readWord = <W extends string>(name: string, words: readonly W[]) =>
		words.find((word) => word === search.get(name))
	const time: TimeAtHand | undefined = readWord('time', TIMES_AT_HAND)
	const source: NextSource | undefined = readWord('source', NEXT_SOURCES)
	const platform = search.get('platform') || undefined
	const mood = [...new Set(search.getAll('mood').filter(Boolean))].slice(0, MAX_MOODS)
	return {
		...(time && { time }),
		...(platform && { platform }),
		...(mood.length > 0 && { mood }),
		...(source && { source }),
	}
}
