import { LIMITS } from '#contract/limits.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import type { Db } from '#server/db/tables.ts'
import { buildSearchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import {
	andForViewer,
	isAuthorVisible,
	isNotBlocked,
	isNotQuiet,
	minusHidden,
} from '#server/features/users/queries-rows.ts'

// If the followed users wrote more reviews than this, scanning all reviews in order finds them soon enough; fewer are read
// per follow.
const MAX_REVIEWS_READ_PER_FOLLOW = 2_000

/** Counts the reviews by the users whom a user follows and has not muted. */
export async function countFollowedReviews(db: Db, followerId: string): Promise<number> {
	const text = `select coalesce(sum(u.review_count), 0)::int as n from follows f join visible_users u on u.id = f.followed_id
		where f.follower_id = $1 and ${isNotQuiet('f.followed_id', '$1')}`
	return (await rawQuery<{ n: number }>(db, text, [followerId]))[0]?.n ?? 0
}

const SEARCH_COLUMNS = { words: 's.words', text: 'searchable_review(r.game_name, r.description, r.contains_spoilers)' }

const OF_AUTHOR = '(select review_count from visible_users u where u.id = hidden.id)'

/** The filters of a list of reviews as SQL. */
export interface Conditions {
	/** SQL of the source of the reviews `r`. */
	from: string
	/** Whether nothing but the game is filtered, which `review_counts` has a copy of. */
	isOfCounts: boolean
	/** Whether `from` is a bounded number of reviews, whatever the other filters. */
	isSmall: boolean
	/** SQL of the reviews `r` that the search finds, read from its index. */
	found: string | undefined
	/** The filters, and that the viewer may see the author. */
	all: string[]
	/** SQL of the number of rows that fulfil `all`: a stored count for a single filter, otherwise counted up to a limit. */
	total: string
	game: string | undefined
	user: string | undefined
}

/** Builds the conditions for a viewer, whose id is bound to `$1`. */
export function buildConditions(
	filters: ReviewFilters,
	followed: number,
	bind: (value: unknown) => string,
	viewerId: string | null,
): Conditions {
	// Whom a viewer has muted is not in a list of everybody's reviews, but is found in what they search for or on a person's page
	const isAsked = filters.search !== undefined || filters.userId !== undefined || filters.username !== undefined
	const isShown = isAsked ? isNotBlocked : isNotQuiet
	const all = [isAuthorVisible('r') + andForViewer(viewerId, isShown('r.user_id', '$1'))]
	// For each filter, SQL of the stored count of its matches, if there is one
	const storedCounts: (string | undefined)[] = []
	const filter = (condition: string, count?: string) => {
		all.push(condition)
		storedCounts.push(count)
	}
	let from = 'reviews r'
	const game = filters.gameId === undefined ? undefined : `${bind(filters.gameId)}::int`
	const named =
		filters.userId !== undefined
			? `id = ${bind(filters.userId)}`
			: filters.username !== undefined
				? `lower(username) = lower(${bind(filters.username)})`
				: undefined
	const user =
		named && `(select id from visible_users where ${named}${andForViewer(viewerId, isNotBlocked('id', '$1'))})`
	const ofGame = `(select count(*) from reviews o where o.user_id = hidden.id and o.game_id = ${game} and not o.withdrawn)`
	if (game)
		filter(
			`r.game_id = ${game}`,
			`(select reviews_total${minusHidden(viewerId, 'quiet_pairs', ofGame)} from game_counts where id = ${game})`,
		)
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
			? `(select sum(n)::int${minusHidden(viewerId, 'quiet_pairs', OF_AUTHOR)} from site_counts where subject = 'reviews')`
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
		found:
			words.length > 0
				? `(select r.* from review_search s cross join lateral (select * from reviews where id = s.review_id offset 0) r where ${words.join(' and ')}) r`
				: undefined,
	}
}

export function where(conditions: readonly string[]): string {
	return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}
