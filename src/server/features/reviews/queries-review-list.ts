import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { buildSearchConditions } from '#server/db/text-search.ts'
import { toDatabaseTimestamp } from '#server/db/timestamps.ts'
import { isAuthorVisible } from '#server/features/users/queries-rows.ts'
import { REVIEW_JOINS, type ReviewRow, reviewColumns } from './queries-rows.ts'

type Sort = NonNullable<ReviewFilters['sortBy']>

const SORT_COLUMN: Readonly<Record<Sort, string>> = {
	createdAt: 'created_at',
	likes: 'likes',
	rating: 'half_stars',
	views: 'views',
}
const COUNTED_SORTS: readonly Sort[] = ['likes', 'views']

/** A page of reviews. If a filter names a game or a user that does not exist, `gameExists` or `userExists` is false. */
export interface ReviewList {
	rows: ReviewRow[]
	/** The number of matches. Combinations of filters are counted up to `LIMITS.maxCountedRows`, searches up to `LIMITS.maxCountedMatches`. */
	total: number
	/** The sort key of the page's last row; undefined on the last page. */
	next: readonly [string | number, string] | undefined
	gameExists: boolean
	userExists: boolean
}

type ListedRow = ReviewRow & { total: number | null; game_known: boolean; user_known: boolean }

/** Finds the reviews that match the filters, in order, after the sort key `after` or from page `page`. */
export async function listReviewRows(
	db: Db,
	filters: ReviewFilters,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<ReviewList> {
	const sort = SORT_COLUMN[filters.sortBy ?? 'createdAt']
	const descending = filters.order !== 'ASC'
	const values: unknown[] = [viewerId]
	const bind = (value: unknown) => `$${values.push(value)}`

	const followed = filters.followedBy === undefined ? 0 : await countFollowedReviews(db, filters.followedBy)
	const matching = buildConditions(filters, followed, bind)
	const paged = [...matching.all]
	if (window.after)
		paged.push(`(r.${sort}, r.id) ${descending ? '<' : '>'} (${bind(window.after[0])}, ${bind(window.after[1])})`)
	const offset = window.after || window.page === 1 ? undefined : bind((window.page - 1) * window.limit)
	// With an offset only the index is scanned, so hidden authors are removed by the join and the page may be shorter
	if (!offset) paged.push(isAuthorVisible('r'))
	const direction = descending ? 'desc' : 'asc'
	const order = (row: string) => `order by ${row}.${sort} ${direction}, r.id ${direction}`
	const isCounted = COUNTED_SORTS.includes(filters.sortBy ?? 'createdAt')
	const ordered = (columns: string) =>
		`select ${columns} from ${isCounted ? matching.fromCounts : matching.from} ${where(paged)} ${order('r')} limit ${roundUpLimit(window.limit + 1)}`
	// Counts are read first in their order. An offset skips rows in the index. Both read only the rows of the page itself.
	const page =
		isCounted || offset
			? `(${ordered('r.id')} ${offset ? `offset ${offset}` : ''}) on_page join reviews r on r.id = on_page.id`
			: `(${ordered('r.*')}) r`

	// The limit is a literal: with a bound parameter the planner expects a tenth of the table and plans every time
	const text = `${filters.search === undefined ? '' : UNPREPARED}select counted.total, ${matching.game ? `exists (select from games where id = ${matching.game})` : 'true'} as game_known,
		${matching.user ? `${matching.user} is not null` : 'true'} as user_known, page.*
		from (select ${matching.total} as total) counted left join lateral (
			select ${reviewColumns('$1')} from ${page} ${REVIEW_JOINS} ${order(isCounted ? 'rc' : 'r')}
		) page on true`
	const rows = await rawQuery<ListedRow>(db, text, values)
	const [first] = rows
	const found = rows.filter((row) => row.id !== null)
	const pageRows = found.slice(0, window.limit)
	const last = pageRows.at(-1)
	return {
		rows: pageRows,
		total: first?.total ?? 0,
		next:
			last && found.length > window.limit ? [getSortValue(last, filters.sortBy ?? 'createdAt'), last.id] : undefined,
		gameExists: first?.game_known ?? true,
		userExists: first?.user_known ?? true,
	}
}

// If the followed users wrote more reviews than this, scanning all reviews in order finds them soon enough; fewer are read
// per follow.
const MAX_REVIEWS_READ_PER_FOLLOW = 2_000

async function countFollowedReviews(db: Db, followerId: string): Promise<number> {
	const { n } = await db
		.selectFrom('follows')
		.innerJoin('visible_users', 'visible_users.id', 'follows.followed_id')
		.where('follows.follower_id', '=', followerId)
		.select(sql<number>`coalesce(sum(visible_users.review_count), 0)::int`.as('n'))
		.executeTakeFirstOrThrow()
	return n
}

const SEARCH_COLUMNS = { folded: 's.words', text: `r.game_name || E'\\n' || r.description` }

// The game of the counts, whose indexes have it, and everything else of the review
const COUNTED_REVIEWS = `(
	select c.id, c.game_id, c.likes, c.views, r.user_id, r.half_stars, r.platform, r.game_name, r.description, r.created_at
	from review_counts c join reviews r on r.id = c.id) r`

interface Conditions {
	/** SQL of the source of the reviews `r`. */
	from: string
	/** The same with their counts, readable in the order of a count. */
	fromCounts: string
	all: string[]
	/** SQL of the number of matches: a stored count for a single filter, otherwise counted up to a limit. */
	total: string
	game: string | undefined
	user: string | undefined
}

function buildConditions(filters: ReviewFilters, followed: number, bind: (value: unknown) => string): Conditions {
	const all: string[] = []
	// For each filter, SQL of the stored count of its matches, if there is one
	const storedCounts: (string | undefined)[] = []
	const filter = (condition: string, count?: string) => {
		all.push(condition)
		storedCounts.push(count)
	}
	let from = 'reviews r'
	let fromCounts = COUNTED_REVIEWS
	const game = filters.gameId === undefined ? undefined : `${bind(filters.gameId)}::int`
	const user =
		filters.userId !== undefined
			? `(select id from visible_users where id = ${bind(filters.userId)})`
			: filters.username !== undefined
				? `(select id from users where lower(username) = lower(${bind(filters.username)}))`
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
		else {
			const reviews = `follows f cross join lateral (select * from reviews where user_id = f.followed_id offset 0) r`
			from = `(select r.* from ${reviews} where f.follower_id = ${follower}) r`
			fromCounts = `(select r.*, c.likes, c.views from ${reviews} join review_counts c on c.id = r.id where f.follower_id = ${follower}) r`
		}
	}
	if (filters.platform !== undefined) filter(`lower(r.platform) = lower(${bind(filters.platform)})`)
	if (filters.minRating !== undefined) filter(`r.half_stars >= ${bind(Math.ceil(filters.minRating * 2))}`)
	if (filters.maxRating !== undefined) filter(`r.half_stars <= ${bind(Math.floor(filters.maxRating * 2))}`)
	if (filters.since !== undefined) filter(`r.created_at >= ${bind(toDatabaseTimestamp(filters.since))}`)
	const words = buildSearchConditions(SEARCH_COLUMNS, filters.search ?? '', bind)
	if (words.length > 0)
		filter(`exists (select from review_search s where s.review_id = r.id and ${words.join(' and ')})`)

	// Without other filters than the game the copies in `review_counts` suffice
	if (storedCounts.length === (game ? 1 : 0)) fromCounts = 'review_counts r'

	const maxCounted = words.length > 0 ? LIMITS.maxCountedMatches : LIMITS.maxCountedRows
	const total =
		storedCounts.length === 0
			? `(select sum(n)::int from site_counts where subject = 'reviews')`
			: ((storedCounts.length === 1 ? storedCounts[0] : undefined) ??
				`(select count(*)::int from (select from ${from} ${where(all)} limit ${maxCounted}) matching)`)
	return { from, fromCounts, all, total, game, user }
}

function where(conditions: readonly string[]): string {
	return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

function getSortValue(row: ReviewRow, sort: Sort): string | number {
	switch (sort) {
		case 'likes':
			return row.likes
		case 'rating':
			return row.half_stars
		case 'views':
			return row.views
		default:
			return row.created_at
	}
}
