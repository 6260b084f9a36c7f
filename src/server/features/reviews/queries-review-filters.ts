import { type RawBuilder, sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { usernameKey } from '#contract/users.ts'
import type { Db } from '#server/db/tables.ts'
import { searchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import { minusHidden } from '#server/features/users/queries-rows.ts'

type Fragment = RawBuilder<unknown>

// If the followed users wrote more reviews than this, scanning all reviews in order finds them soon enough; fewer are read
// per follow.
const MAX_REVIEWS_READ_PER_FOLLOW = 2_000

/** Counts the reviews by the users whom a user follows and has not muted. */
export async function countFollowedReviews(db: Db, followerId: string): Promise<number> {
	const { rows } = await sql<{ n: number }>`
		select coalesce(sum(u.review_count), 0)::int as n from follows f join quiet_users(${followerId}) u on u.id = f.followed_id
		where f.follower_id = ${followerId}`.execute(db)
	return rows[0]?.n ?? 0
}

const SEARCH_COLUMNS = {
	words: sql`s.words`,
	text: sql`searchable_review(r.game_name, r.description, r.contains_spoilers)`,
}

const OF_AUTHOR = sql`(select review_count from visible_users u where u.id = hidden.id)`

/** The filters of a list of reviews. */
export interface Conditions {
	/** The reviews that the viewer may see. */
	reviews: Fragment
	/** The source of the reviews `r`. */
	from: Fragment
	/** Whether nothing but the game is filtered, which `review_rankings` has a copy of. */
	isOfCounts: boolean
	/** Whether `from` is a bounded number of reviews, whatever the other filters. */
	isSmall: boolean
	/** The reviews `r` that the search finds, read from its index. */
	found: Fragment | undefined
	/** The filters. */
	all: Fragment[]
	/** The number of rows that fulfil `all`: a stored count for a single filter, otherwise counted up to a limit. */
	total: Fragment
	game: Fragment | undefined
	user: Fragment | undefined
}

/** Builds the conditions for a viewer (null: a visitor). */
export function buildConditions(filters: ReviewFilters, followed: number, viewerId: string | null): Conditions {
	// Whom a viewer has muted is not in a list of everybody's reviews, but is found in what they search for or on a person's page
	const isAsked = filters.search !== undefined || filters.userId !== undefined || filters.username !== undefined
	const reviews = isAsked ? sql`visible_reviews(${viewerId})` : sql`quiet_reviews(${viewerId})`
	const all: Fragment[] = []
	// For each filter, the stored count of its matches, if there is one
	const storedCounts: (Fragment | undefined)[] = []
	const filter = (condition: Fragment, count?: Fragment) => {
		all.push(condition)
		storedCounts.push(count)
	}
	let from = sql`${reviews} r`
	const game = filters.gameId === undefined ? undefined : sql`${filters.gameId}::int`
	const isNamed = filters.username === undefined ? undefined : sql`lower(username) = ${usernameKey(filters.username)}`
	const isAuthor = filters.userId === undefined ? isNamed : sql`id = ${filters.userId}`
	const user = isAuthor && sql`(select id from visible_users(${viewerId}) where ${isAuthor})`
	if (game && user) {
		// At most one, found by the index of both: the planner might read all of the game in order
		filter(sql`r.id = (select id from reviews where user_id = ${user} and game_id = ${game} and state = 'published')`)
		storedCounts.push(undefined)
	} else if (game) {
		const ofGame = sql`(select count(*) from reviews o where o.user_id = hidden.id and o.game_id = ${game} and o.state = 'published')`
		const hidden = minusHidden(viewerId, 'quiet_pairs', ofGame)
		filter(sql`r.game_id = ${game}`, sql`(select reviews_total${hidden} from game_counts where id = ${game})`)
	} else if (user) filter(sql`r.user_id = ${user}`, sql`(select review_count from user_counts where id = ${user})`)
	if (filters.userId !== undefined && isNamed) filter(sql`r.user_id = (select id from visible_users where ${isNamed})`)
	// `offset 0` forces each of the two plans: the planner cannot know how much the followed users wrote
	const isSmall = filters.followedBy !== undefined && followed <= MAX_REVIEWS_READ_PER_FOLLOW
	if (filters.followedBy !== undefined) {
		const follower = filters.followedBy
		storedCounts.push(sql`${followed}::int`)
		if (isSmall)
			from = sql`(select r.* from follows f cross join lateral (select * from ${reviews} of_followed where user_id = f.followed_id offset 0) r where f.follower_id = ${follower}) r`
		else
			all.push(
				sql`exists (select from follows f where f.follower_id = ${follower} and f.followed_id = r.user_id offset 0)`,
			)
	}
	if (filters.platform !== undefined) filter(sql`lower(r.platform) = lower(${filters.platform})`)
	if (filters.minRating !== undefined) filter(sql`r.half_stars >= ${Math.ceil(filters.minRating * 2)}`)
	if (filters.maxRating !== undefined) filter(sql`r.half_stars <= ${Math.floor(filters.maxRating * 2)}`)
	if (filters.since !== undefined) filter(sql`r.created_at >= ${toDatabaseTimestamp(filters.since)}`)
	if (filters.isNews) filter(sql`not r.is_quiet`)
	const words = searchConditions(SEARCH_COLUMNS, filters.search ?? '')
	const areFound = sql.join(words, sql` and `)
	const found =
		words.length > 0
			? sql`(select r.* from review_search s cross join lateral (select * from ${reviews} found where id = s.review_id offset 0) r where ${areFound}) r`
			: undefined
	// Counted from the words on: the planner might join them with all reviews. Those of a game or a person are fewer
	const counted = found && !game && !user && !isSmall ? sql`${found} ${where(all)}` : undefined
	if (found) filter(sql`exists (select from review_search s where s.review_id = r.id and ${areFound})`)

	const maxCounted = found ? LIMITS.maxCountedMatches : LIMITS.maxCountedRows
	const total =
		storedCounts.length === 0
			? sql`(select sum(n)::int${minusHidden(viewerId, 'quiet_pairs', OF_AUTHOR)} from site_counts where subject = 'reviews')`
			: ((storedCounts.length === 1 ? storedCounts[0] : undefined) ??
				sql`(select count(*)::int from (select from ${counted ?? sql`${from} ${where(all)}`} limit ${sql.lit(maxCounted)}) matching)`)
	return {
		reviews,
		from,
		all,
		total,
		game,
		user,
		isOfCounts: storedCounts.length === (game ? 1 : 0),
		isSmall,
		found,
	}
}

export function where(conditions: readonly Fragment[]): Fragment {
	return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}
