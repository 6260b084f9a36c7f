import { CompiledQuery } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import type { ReviewFilters } from '#contract/reviews.ts'
import { escapeLike, searchedWords } from '../db/search-words.ts'
import type { Db } from '../db/tables.ts'
import { type ReviewRow, reviewColumns } from './review-rows.ts'

type Sort = NonNullable<ReviewFilters['sortBy']>

const SORT_COLUMN: Readonly<Record<Sort, string>> = {
	createdAt: 'created_at',
	likes: 'likes',
	rating: 'half_stars',
	views: 'views',
}

/** A page of reviews. Where a filter names a game or a user that is none, `gameKnown` or `userKnown` is false. */
export interface ReviewList {
	rows: ReviewRow[]
	/** How many match; combinations of filters are counted up to `LIMITS.countedRows`. */
	total: number
	/** The sort key of the page's last row; undefined when it is the last page. */
	next: readonly [string | number, string] | undefined
	gameKnown: boolean
	userKnown: boolean
}

type Listed = ReviewRow & { total: number | null; game_known: boolean; user_known: boolean }

/** The reviews that match the filters, in order, after the sort key `after` or from page `page`. */
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

	const matching = conditionsOf(filters, bind)
	const total = countOf(filters, matching.all, matching)
	const placed = [...matching.all]
	if (window.after)
		placed.push(`(r.${sort}, r.id) ${descending ? '<' : '>'} (${bind(window.after[0])}, ${bind(window.after[1])})`)
	const offset = window.after || window.page === 1 ? '' : `offset ${bind((window.page - 1) * window.limit)}`
	const direction = descending ? 'desc' : 'asc'
	const order = `order by r.${sort} ${direction}, r.id ${direction}`

	// the limit is a literal: with a bound one the planner expects a tenth of the table and plans each time
	const text = `select counted.total, ${matching.game ? `exists (select from games where id = ${matching.game})` : 'true'} as game_known,
		${matching.user ? `${matching.user} is not null` : 'true'} as user_known, page.*
		from (select ${total} as total) counted left join lateral (
			select ${reviewColumns('$1')}
			from (select * from reviews r ${where(placed)} ${order} limit ${window.limit + 1} ${offset}) r
			join games g on g.id = r.game_id join users u on u.id = r.user_id ${order}
		) page on true`
	const { rows } = await db.executeQuery<Listed>(CompiledQuery.raw(text, values))
	const [first] = rows
	const found = rows.filter((row) => row.id !== null)
	const shown = found.slice(0, window.limit)
	const last = shown.at(-1)
	return {
		rows: shown,
		total: first?.total ?? 0,
		next: last && found.length > window.limit ? [sortValue(last, filters.sortBy ?? 'createdAt'), last.id] : undefined,
		gameKnown: first?.game_known ?? true,
		userKnown: first?.user_known ?? true,
	}
}

interface Conditions {
	all: string[]
	game: string | undefined
	user: string | undefined
}

function conditionsOf(filters: ReviewFilters, bind: (value: unknown) => string): Conditions {
	const all: string[] = []
	const game = filters.gameId === undefined ? undefined : `${bind(filters.gameId)}::int`
	const user =
		filters.userId !== undefined
			? `(select id from users where id = ${bind(filters.userId)})`
			: filters.username !== undefined
				? `(select id from users where lower(username) = lower(${bind(filters.username)}))`
				: undefined
	if (game) all.push(`r.game_id = ${game}`)
	if (user) all.push(`r.user_id = ${user}`)
	if (filters.userId !== undefined && filters.username !== undefined)
		all.push(`r.user_id = (select id from users where lower(username) = lower(${bind(filters.username)}))`)
	if (filters.followedBy !== undefined)
		all.push(`r.user_id in (select followed_id from follows where follower_id = ${bind(filters.followedBy)})`)
	if (filters.platform !== undefined) all.push(`lower(r.platform) = lower(${bind(filters.platform)})`)
	if (filters.minRating !== undefined) all.push(`r.half_stars >= ${bind(Math.ceil(filters.minRating * 2))}`)
	if (filters.maxRating !== undefined) all.push(`r.half_stars <= ${bind(Math.floor(filters.maxRating * 2))}`)
	if (filters.since !== undefined) all.push(`r.created_at >= ${bind(filters.since)}`)
	for (const word of searchedWords(filters.search ?? ''))
		all.push(`lower(r.game_name || E'\\n' || r.description) like lower(${bind(`%${escapeLike(word)}%`)})`)
	return { all, game, user }
}

/** SQL of the number of matches: a kept count where one column filters, else counted up to a bound. */
function countOf(filters: ReviewFilters, conditions: readonly string[], { game, user }: Conditions): string {
	if (conditions.length === 0) return `(select sum(n)::int from site_counts where subject = 'reviews')`
	if (conditions.length === 1 && game) return `(select reviews_total from games where id = ${game})`
	if (conditions.length === 1 && user && filters.userId !== undefined)
		return `(select review_count from users where id = ${user})`
	return `(select count(*)::int from (select from reviews r ${where(conditions)} limit ${LIMITS.countedRows}) matching)`
}

function where(conditions: readonly string[]): string {
	return conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
}

function sortValue(row: ReviewRow, sort: Sort): string | number {
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
