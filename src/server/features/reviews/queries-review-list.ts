import { type RawBuilder, sql } from 'kysely'
import type { ReviewFilters } from '#contract/reviews.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { roundUpLimit } from '#server/db/row-limits.ts'
import type { Db } from '#server/db/tables.ts'
import { buildConditions, type Conditions, countFollowedReviews, where } from './queries-review-filters.ts'
import { REVIEW_JOINS, type ReviewRow, reviewColumns } from './queries-rows.ts'

type Sort = NonNullable<ReviewFilters['sortBy']>

const SORT_COLUMN: Readonly<Record<Sort, string>> = {
	createdAt: 'created_at',
	likes: 'likes',
	rating: 'half_stars',
	views: 'views',
}
const SORT_TYPE: Readonly<Record<Sort, string>> = {
	createdAt: 'timestamptz',
	likes: 'integer',
	rating: 'smallint',
	views: 'integer',
}

/** A page of reviews. If a filter names a game or a user that does not exist, `gameExists` or `userExists` is false. */
export interface ReviewList {
	rows: ReviewRow[]
	/** The number of matches. Combinations of filters are counted up to `LIMITS.maxCountedRows`, searches up to `LIMITS.maxCountedMatches`. */
	total: number
	/** The sort key of the page's last row, by which it is listed; undefined on the last page. */
	next: readonly [string | number, string] | undefined
	gameExists: boolean
	userExists: boolean
}

type ListedRow = ReviewRow & {
	sort_key: string | number
	total: number | null
	game_known: boolean
	user_known: boolean
}

/** Finds the reviews that match the filters, in order, after the sort key `after` or from page `page`. */
export async function listReviewRows(
	db: Db,
	filters: ReviewFilters,
	window: { page: number; limit: number; after: readonly (string | number)[] | undefined },
	viewerId: string | null,
): Promise<ReviewList> {
	const { sortBy = 'createdAt' } = filters
	const sort = SORT_COLUMN[sortBy]
	const followed = filters.followedBy === undefined ? 0 : await countFollowedReviews(db, filters.followedBy)
	const matching = buildConditions(filters, followed, viewerId)
	const [direction, isNext] = filters.order === 'ASC' ? ['asc', sql`>`] : ['desc', sql`<`]
	const paged = [...matching.all]
	if (window.after) {
		const [value, id] = window.after
		const type = sql.raw(SORT_TYPE[sortBy])
		paged.push(sql`(r.${sql.raw(sort)}, r.id) ${isNext} (${value}::${type}, ${id}::uuid)`)
	}
	const isFirst = window.after !== undefined || window.page === 1
	const inOrder = (key: string) => sql.raw(`order by ${key} ${direction}, r.id ${direction}`)
	const isCounted = sortBy === 'likes' || sortBy === 'views'
	const isPlannedForValues = [filters.search, filters.platform, filters.since].some((filter) => filter !== undefined)
	const hint = sql.raw(isPlannedForValues ? UNPREPARED : '')
	const isTotalNeeded = isCounted && !matching.isOfCounts && !matching.isSmall
	const total = isTotalNeeded ? await countMatches(db, sql`${hint}select ${matching.total} as total`) : undefined
	const source = isCounted ? getCountedSource(matching, viewerId, total) : matching.from
	const offset = isFirst ? sql`` : sql`offset ${(window.page - 1) * window.limit}`
	// The limit is a literal: with a bound parameter the planner expects a tenth of the table and plans every time
	const read = (columns: RawBuilder<unknown>) =>
		sql`(select ${columns} from ${source} ${where(paged)} ${inOrder(`r.${sort}`)} limit ${sql.lit(roundUpLimit(window.limit + 1))} ${offset})`
	// After an offset, and of a game or a user with many, only the rows of the page are read whole: the ids come from an index in
	// order, where the planner would sort all rows, since most games and users have few
	const page =
		isCounted || !isFirst || matching.game || matching.user
			? sql`${read(sql.raw(`r.id, r.${sort} as sort_key`))} on_page join ${matching.reviews} r on r.id = on_page.id`
			: sql`${read(sql.raw(`r.*, r.${sort} as sort_key`))} r`

	const { rows } = await sql<ListedRow>`${hint}select counted.total,
		${matching.game ? sql`exists (select from games where id = ${matching.game})` : sql`true`} as game_known,
		${matching.user ? sql`${matching.user} is not null` : sql`true`} as user_known, page.*
		from (select ${total === undefined ? matching.total : sql`${total}::int`} as total) counted left join lateral (
			select sort_key, ${reviewColumns(viewerId)} from ${page} ${REVIEW_JOINS} ${inOrder('sort_key')}
		) page on true`.execute(db)
	const [first] = rows
	const found = rows.filter((row) => row.id !== null)
	const pageRows = found.slice(0, window.limit)
	const last = pageRows.at(-1)
	return {
		rows: pageRows,
		total: first?.total ?? 0,
		next: last && found.length > window.limit ? [last.sort_key, last.id] : undefined,
		gameExists: first?.game_known ?? true,
		userExists: first?.user_known ?? true,
	}
}

// Fewer matches than this are looked up and sorted. Among more of them, a scan in the order of the counts ends soon.
const MAX_SORTED = 1_000

/**
 * Returns the reviews `r` with their rankings, to be sorted by one. Rankings and texts are in two tables, so the number of
 * matches decides which of them is read first: the planner cannot know it and might read all of one.
 */
function getCountedSource(
	{ reviews, from, found, isOfCounts }: Conditions,
	viewerId: string | null,
	total = 0,
): RawBuilder<unknown> {
	if (isOfCounts) return sql`quiet_review_counts(${viewerId}) r`
	if (total < MAX_SORTED)
		return sql`(select r.*, c.likes, c.views from ${found ?? from} cross join lateral (select likes, views from review_rankings where id = r.id offset 0) c) r`
	return sql`(
		select c.id, c.game_id, c.likes, c.views, r.user_id, r.half_stars, r.platform, r.game_name, r.description, r.contains_spoilers, r.created_at
		from review_rankings c cross join lateral (select * from ${reviews} of_counts where id = c.id offset 0) r where c.is_published) r`
}

async function countMatches(db: Db, select: RawBuilder<{ total: number | null }>): Promise<number> {
	return (await select.execute(db)).rows[0]?.total ?? 0
}
