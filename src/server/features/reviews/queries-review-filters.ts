import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import type { Db } from '#server/db/tables.ts'
import { buildSearchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'

// If the followed users wrote more reviews than this, scanning all reviews in order finds them soon enough; fewer are read
// per follow.
const MAX_REVIEWS_READ_PER_FOLLOW = 2_000

export async function countFollowedReviews(db: Db, followerId: string): Promise<number> {
	const { n } = await db
		.selectFrom('follows')
		.innerJoin('visible_users', 'visible_users.id', 'follows.followed_id')
		.where('follows.follower_id', '=', followerId)
		.select(sql<number>`coalesce(sum(visible_users.review_count), 0)::int`.as('n'))
		.executeTakeFirstOrThrow()
	return n
}

const SEARCH_COLUMNS = { folded: 's.words', text: 'searchable_review(r.game_name, r.description, r.contains_spoilers)' }

/** The filters of a list of reviews as SQL. */
export interface Conditions {
	/** SQL of the source of the reviews `r`. */
	from: string
	/** Whether nothing but the game is filtered, which `review_counts` has a copy of. */
	isOfCounts: boolean
	/** Whether `from` is a bounded number of reviews, whatever the other filters. */
	isSmall: boolean
	all: string[]
	/** SQL of the number of matches: a stored count for a single filter, otherwise counted up to a limit. */
	total: string
	game: string | undefined
	user: string | undefined
}

/** Builds the conditions. `isVisible` returns ` and ` with the SQL of whether the account with an id exists for the viewer. */
export function buildConditions(
	filters: ReviewFilters,
	followed: number,
	bind: (value: unknown) => string,
	isVisible: (id: string) => string,
): Conditions {
	const all: string[] = []
	// For each filter, SQL of the stored count of its matches, if there is one
	const storedCounts: (string | undefined)[] = []
	const filter = (condition: string, count?: string) => {
		all.push(condition)
		storedCounts.push(count)
	}
	let from = 'reviews r'
	const game = filters.gameId === undefined ? undefined : `${bind(filters.gameId)}::int`
	const user =
		filters.userId !== undefined
			? `(select id from visible_users where id = ${bind(filters.userId)}${isVisible('id')})`
			: filters.username !== undefined
				? `(select id from users where lower(username) = lower(${bind(filters.username)})${isVisible('id')})`
				: undefined
	if (game) filter(`r.game_id = ${game}`, `(select reviews_total from game_counts where id = ${game})`)
	if (user) filter(`r.user_id = ${user}`, `(select review_count from user_counts where id = ${user})`)
	if (filters.userId !== undefined && filters.username !== undefined)
		filter(`r.user_id = (select id from users where lower(username) = lower(${bind(filters.username)}))`)
	// `offset 0` forces each of the two plans: the planner cannot know how much the followed users wrote
	if (filters.followedBy !== undefined) {
		const follower = bind(filters.followedBy)
		storedCounts.push(String(followed))
		if (followed > MAX_REVIEWS_READ_PER_FOLLOW)
			all.push(
				`exists (select from follows f where f.follower_id = ${follower} and f.followed_id = r.user_id offset 0)`,
			)
		else
			from = `(select r.* from follows f cross join lateral (select * from reviews where user_id = f.followed_id offset 0) r where f.follower_id = ${follower}) r`
	}
	if (filters.platform !== undefined) filter(`lower(r.platform) = lower(${bind(filters.platform)})`)
	if (filters.minRating !== undefined) filter(`r.half_stars >= ${bind(Math.ceil(filters.minRating * 2))}`)
	if (filters.maxRating !== undefined) filter(`r.half_stars <= ${bind(Math.floor(filters.maxRating * 2))}`)
	if (filters.since !== undefined) filter(`r.created_at >= ${bind(toDatabaseTimestamp(filters.since))}`)
	const words = buildSearchConditions(SEARCH_COLUMNS, filters.search ?? '', bind)
	if (words.length > 0)
		filter(`exists (select from review_search s where s.review_id = r.id and ${words.join(' and ')})`)

	const maxCounted = words.length > 0 ? LIMITS.maxCountedMatches : LIMITS.maxCountedRows
	const total =
		storedCounts.length === 0
			? `(select sum(n)::int from site_counts where subject = 'reviews')`
			: ((storedCounts.length === 1 ? storedCounts[0] : undefined) ??
				`(select count(*)::int from (select from ${from} ${where(all)} limit ${maxCounted}) matching)`)
	return {
		from,
		all,
		total,
		game,
		user,
		isOfCounts: storedCounts.length === (game ? 1 : 0),
		isSmall: from !== 'reviews r',
	}
}

export function where(conditions: readonly string[]): string {
	return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}
