import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Endpoint } from '#contract/endpoint.ts'
import { paths } from '#contract/paths.ts'
import { failureSentence, type useReadPages } from '#web/app/data.tsx'
import { counted } from '#web/app/format.ts'
import { useHead } from '#web/app/head.tsx'
import type { PageHead } from '#web/app/head-tags.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { InfiniteList } from '#web/ui/infinite-list.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { MadeFilterBar } from './user-content-filter-bar.tsx'
import { type MadeFilters, madeQuery } from './user-content-filters.ts'
import css from './user-content-page.module.css'

interface MadePageProps<Row extends { id: string }> {
	head: PageHead
	user: { username: string; profilePicture: string | null }
	/** What it is that they made. */
	one: 'review' | 'list'
	shown: MadeFilters
	/** What the search looks in. */
	search: { label: string; placeholder: string }
	list: ReturnType<typeof useReadPages<Endpoint, Row>>
	/** How many there are as filtered, undefined until it is known. */
	total: number | undefined
	/** The sentence of a failure. */
	failure: string
	/** The place of a row that is on its way. */
	place: ReactNode
	/** How narrow a column of rows may be. */
	columns: 'wide' | 'narrow'
	children: (row: Row) => ReactNode
}

/** All that somebody made of one kind, newest first, filtered as the address says. */
export function MadePage<Row extends { id: string }>(props: MadePageProps<Row>) {
	const { head, user, one, shown, search, list, total, failure, place, columns, children } = props
	const navigate = useNavigate()
	useHead(head)
	const { rows, error } = list
	const sentence = error && failureSentence(error, failure)
	const many = `${one}s`
	const kind = one === 'list' ? 'Lists' : 'Reviews'
	const isFiltered = shown.search !== '' || shown.date !== 'all'
	const grid = `${css.grid} ${css[columns]}`
	// The way stays as it is written: only what follows it changes.
	const change = (filters: Partial<MadeFilters>, how: { replace?: boolean } = {}) =>
		void navigate({ search: madeQuery({ ...shown, cursor: null, ...filters }) }, { ...how, preventScrollReset: true })
	return (
		<>
			<header className={css.head}>
				<Link to={paths.profile(user.username)} className={css.back}>
					<Icon name="left" size={18} />
					Back to {user.username}'s profile
				</Link>
				<div className={css.title}>
					<Avatar name={user.username} src={user.profilePicture} />
					<h1>
						{user.username}'s {kind}
					</h1>
				</div>
			</header>
			<MadeFilterBar shown={shown} {...search} onChange={change} />
			<div role="status">
				<h2 className={css.count}>{total === undefined ? kind : counted(total, one)}</h2>
			</div>
			{rows ? (
				rows.length === 0 ? (
					<Empty>{isFiltered ? `No ${many} found` : `No ${many} yet.`}</Empty>
				) : (
					<InfiniteList
						nextHref={list.next && 'cursor' in list.next ? madeQuery({ ...shown, cursor: list.next.cursor }) : null}
						isLoading={list.isLoadingMore}
						error={sentence}
						onMore={list.more}
						onRetry={list.retry}
						endMessage="You've reached the end!"
					>
						<ul className={grid}>
							{rows.map((row) => (
								<li key={row.id}>{children(row)}</li>
							))}
						</ul>
					</InfiniteList>
				)
			) : error ? (
				<Empty
					alert
					action={
						// A place in the list that is none any more leads to its start.
						<TryAgain onRetry={() => (error.status === 400 && shown.cursor ? change({}) : list.retry())} />
					}
				>
					{sentence}
				</Empty>
			) : (
				<ul className={grid} aria-busy="true" aria-label={`Loading ${many}`}>
					{[0, 1, 2, 3, 4, 5].map((index) => (
						<li key={index}>{place}</li>
					))}
				</ul>
			)}
		</>
	)
}
