import type { DiaryFilters } from '#contract/diary.ts'
import { withQuery } from '#contract/paths.ts'

/** The part of the diary in the URL: all of it, a year or a month. */
export interface ShownDiary {
	year: number | null
	/** 1 to 12; null without a year. */
	month: number | null
	/** Where the list starts; set by the next-page link for browsers without JavaScript. */
	cursor: string | null
}

const parseWithin = (text: string | null, min: number, max: number) =>
	text !== null && /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : null

/** Parses a year that a diary can have, as a path or query states it; null if it is none. */
export const parseYear = (text: string | null) => parseWithin(text, 1900, 9999)

/** Parses the URL; what is unknown is as if it were absent. */
export function parseDiaryFilters(query: URLSearchParams): ShownDiary {
	const year = parseYear(query.get('year'))
	const month = year === null ? null : parseWithin(query.get('month'), 1, 12)
	return { year, month, cursor: query.get('cursor') }
}

/** Returns the query of the URL with its question mark, without defaults. */
export const diaryQuery = ({ year, month, cursor }: ShownDiary) => withQuery('', { year, month, cursor })

/** Returns the request for a page of a diary. */
export function diaryInput(username: string, { year, month, cursor }: ShownDiary): { query: DiaryFilters } {
	return {
		query: {
			username,
			...(year !== null && { year }),
			...(month !== null && { month }),
			...(cursor !== null && { cursor }),
		},
	}
}

/** Returns the request for the days of a diary's calendar: those of the shown year, or else of the last one. */
export const diaryDaysInput = (username: string, { year }: ShownDiary) => ({
	query: { username, ...(year !== null && { year }) },
})
