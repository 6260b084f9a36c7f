import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import type { useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead } from '#web/app/head-tags.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { UserContentFilterBar } from './user-content-filter-bar.tsx'
import { type UserContentFilters, userContentQuery } from './user-content-filters.ts'
import css from './user-content-page.module.css'
import { UserPageHead } from './user-page-head.tsx'

interface UserContentPageProps<Row extends { id: string }> {
	head: PageHead
	user: { username: string; profilePicture: string | null }
	/** The kind of content, in the singular. */
	one: 'review' | 'list'
	filters: UserContentFilters
	/** The label and placeholder of the search field. */
	search: { label: string; placeholder: string }
	list: ReturnType<typeof useReadPages<Endpoint, Row>>
	/** The number of items that match the filters, undefined until loaded. */
	total: number | undefined
	/** The failure message. */
	failure: string
	/** The placeholder of a row. */
	skeleton: ReactNode
	/** The minimum width of the columns. */
	columns: 'wide' | 'narrow'
	children: (row: Row) => ReactNode
}

/** A user's reviews or lists, newest first, with the filters from the URL. */
export function UserContentPage<Row extends { id: string }>(props: UserContentPageProps<Row>) {
	const { head, user, one, filters, search, list, total, failure, skeleton, columns, children } = props
	const navigate = useNavigate()
	useHead(head)
	const { next } = list
	const many = `${one}s`
	const kind = one === 'list' ? 'Lists' : 'Reviews'
	const isFiltered = filters.search !== '' || filters.date !== 'all'
	const grid = `${css.grid} ${css[columns]}`
	// Only the query changes; the path keeps its spelling.
	const change = (changed: Partial<UserContentFilters>, how: { replace?: boolean } = {}) =>
		void navigate(
			{ search: userContentQuery({ ...filters, cursor: null, ...changed }) },
			{ ...how, preventScrollReset: true },
		)
	return (
		<>
			<UserPageHead user={user} page={kind} />
			<UserContentFilterBar filters={filters} {...search} onChange={change} />
			<div role="status">
				<h2 className={css.count}>{total === undefined ? kind : pluralize(total, one)}</h2>
			</div>
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, failure)}
				nextHref={next && 'cursor' in next ? userContentQuery({ ...filters, cursor: next.cursor }) : null}
				skeleton={
					<SkeletonList label={`Loading ${many}`} count={6} className={grid}>
						{skeleton}
					</SkeletonList>
				}
				empty={
					<Empty scene={isFiltered ? 'magnifier' : many === 'reviews' ? 'book' : 'shelf'}>
						{isFiltered ? `No ${many} found` : `No ${many} yet.`}
					</Empty>
				}
				endMessage="You've reached the end!"
				onRestart={filters.cursor ? () => change({}) : null}
			>
				{(rows) => (
					<ul className={grid}>
						{rows.map((row) => (
							<li key={row.id}>{children(row)}</li>
						))}
					</ul>
				)}
			</PagedList>
		</>
	)
}
