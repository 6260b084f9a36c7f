import type { ReactNode } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Period } from '#contract/shapes.ts'
import type { useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { createItemList } from '#web/app/item-list.ts'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { formatPeriod, formatPeriodTitle, PeriodTabs } from './period.tsx'
import { type parseRankingParams, rankingQuery } from './ranking.ts'

interface RankingPageProps<Row extends { id: string | number }> {
	title: string
	/** By what the rows are ranked, without the period: "Ranked by reviews,". */
	lead: string
	/** For search engines. */
	description: string
	query: ReturnType<typeof parseRankingParams>['query']
	/** The ranking's path. */
	path: (query: { period?: Period; page?: number }) => string
	list: ReturnType<typeof useReadPages<Endpoint, Row>>
	/** The failure message where the server gives no reason. */
	failure: string
	/** The class of the grid. */
	className: string | undefined
	/** What is being loaded, as in "Loading games". */
	loading: string
	/** The skeleton of one row. */
	skeleton: ReactNode
	/** The message of an empty ranking. */
	empty: string
	/** Returns the page that a row links to. */
	pageOf: (row: Row) => { name: string; path: string }
	children: (row: Row, index: number) => ReactNode
}

/** A ranking by popularity in the period from the URL. */
export function RankingPage<Row extends { id: string | number }>(props: RankingPageProps<Row>) {
	const { title, lead, description, query, path, list, failure, className, loading, skeleton, empty, pageOf } = props
	const { period, page, limit } = query
	const { rows, error, next } = list
	useHead({
		title: `${title} ${formatPeriodTitle(period)}`,
		description,
		path: path(rankingQuery({ period, page })),
		status: error && !rows ? getFailureStatus(error) : 200,
		jsonLd: (absolute) => createItemList(absolute, rows?.map(pageOf), { name: title, first: (page - 1) * limit + 1 }),
	})
	return (
		<>
			<PageHead title={title} lead={`${lead} ${formatPeriod(period)}.`}>
				<PeriodTabs current={period} href={(to) => path({ period: to })} />
			</PageHead>
			<PagedList
				list={list}
				getMessage={(error) => getReadFailureMessage(error, failure)}
				nextHref={next && 'page' in next ? path({ period, page: next.page }) : null}
				skeleton={
					<SkeletonList label={loading} count={limit} className={className}>
						{skeleton}
					</SkeletonList>
				}
				empty={<Empty scene="seed">{empty}</Empty>}
				skip="Skip the list"
			>
				{(rows) => (
					<ul className={className}>
						{rows.map((row, index) => (
							<li key={row.id}>{props.children(row, index)}</li>
						))}
					</ul>
				)}
			</PagedList>
		</>
	)
}
