import type { ReviewFilters } from '#contract/reviews.ts'
import { UNPREPARED } from '#server/db/prepared-statements.ts'
import { rawQuery } from '#server/db/raw-query.ts'
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
	const matching = buildConditions(filters, followed, bind, viewerId)
	const matchingValues = [...values]
	const paged = [...matching.all]
	if (window.after)
		paged.push(`(r.${sort}, r.id) ${descending ? '<' : '>'} (${bind(window.after[0])}, ${bind(window.after[1])})`)
	const offset = window.after || window.page === 1 ? undefined : bind((window.page - 1) * window.limit)
	const direction = descending ? 'desc' : 'asc'
	const order = (row: string) => `order by ${row}.${sort} ${direction}, r.id ${direction}`
	const isCounted = filters.sortBy === 'likes' || filters.sortBy === 'views'
	const hint = filters.search === undefined ? '' : UNPREPARED
	const isTotalNeeded = isCounted && !matching.isOfCounts && !matching.isSmall
	const total = isTotalNeeded ? await countMatches(db, `${hint}select ${matching.total}`, matchingValues) : undefined
	const source = isCounted ? getCountedSource(matching, total) : matching.from
	const read = (columns: string) =>
		`(select ${columns} from ${source} ${where(paged)} ${order('r')} limit ${roundUpLimit(window.limit + 1)} ${offset ? `offset ${offset}` : ''})`
	// With an offset, only the rows of the page are read whole
	const page = isCounted || offset ? `${read('r.id')} on_page join reviews r on r.id = on_page.id` : `${read('r.*')} r`

	// The limit is a literal: with a bound parameter the planner expects a tenth of the table and plans every time
	const text = `${hint}select counted.total, ${matching.game ? `exists (select from games where id = ${matching.game})` : 'true'} as game_known,
		${matching.user ? `${matching.user} is not null` : 'true'} as user_known, page.*
		from (select ${total === undefined ? matching.total : `${bind(total)}::int`} as total) counted left join lateral (
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

// Fewer matches than this are looked up and sorted. Among more of them, a scan in the order of the counts ends soon.
const MAX_SORTED = 1_000

const withCounts = (from: string) =>
	`(select r.*, c.likes, c.views from ${from} cross join lateral (select likes, views from review_counts where id = r.id offset 0) c) r`
const COUNTS_WITH_REVIEWS = `(
	select c.id, c.game_id, c.likes, c.views, r.user_id, r.half_stars, r.platform, r.game_name, r.description, r.contains_spoilers, r.created_at
	from review_counts c cross join lateral (select * from reviews where id = c.id offset 0) r) r`

/**
 * Returns SQL of the reviews `r` with their counts, to be sorted by one. Counts and texts are in two tables, so the number of
 * matches decides which of them is read first: the planner cannot know it and might read all of one.
 */
function getCountedSource({ from, found, isOfCounts }: Conditions, total = 0): string {
	if (isOfCounts) return 'review_counts r'
	return total < MAX_SORTED ? withCounts(found ?? from) : COUNTS_WITH_REVIEWS
}

async function countMatches(db: Db, select: string, values: readonly unknown[]): Promise<number> {
	// The viewer is a value of this statement as well
	const rows = await rawQuery<{ total: number | null }>(db, `${select} as total, $1::uuid as viewer`, [...values])
	return rows[0]?.total ?? 0
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
