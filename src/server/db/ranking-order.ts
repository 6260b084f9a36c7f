import { sql } from 'kysely'
import { RANKING_ORDER, type RankingSubject } from '#contract/popularity.ts'
import type { Period } from '#contract/shapes.ts'

/** How the columns of a period end. */
export const PERIOD_SUFFIX = { week: 'week', month: 'month', year: 'year', all: 'total' } as const satisfies Record<
	Period,
	string
>

/** The sort keys of each word of `RANKING_ORDER`, for the end of a period's columns. */
const SORT_KEYS: Readonly<{
	[S in RankingSubject]: Readonly<Record<(typeof RANKING_ORDER)[S][number], (suffix: string) => readonly string[]>>
}> = {
	games: {
		reviews: (suffix) => [`reviews_${suffix} desc`],
		ratings: () => ['rating_count desc'],
		prominence: () => ['prominence desc'],
		name: () => ['name_key', 'id'],
	},
	reviews: {
		engagements: (suffix) => [`engagements_${suffix} desc`],
		impressions: (suffix) => [`impressions_${suffix} desc`],
		newest: () => ['created_at desc'],
	},
	users: {
		impressions: (suffix) => [`impressions_${suffix} desc`],
		followers: () => ['follower_count desc'],
		name: () => ['username_key'],
	},
}

/** Returns `order by` of the ranking of a period, for rows of `game_rankings`, `review_rankings` or `user_rankings`. */
export function rankingOrder(subject: RankingSubject, period: Period, alias: string) {
	const keys: Readonly<Record<string, (suffix: string) => readonly string[]>> = SORT_KEYS[subject]
	const parts = RANKING_ORDER[subject].flatMap((word) => keys[word]?.(PERIOD_SUFFIX[period]) ?? [])
	return sql.raw(`order by ${parts.map((part) => `${alias}.${part}`).join(', ')}`)
}
