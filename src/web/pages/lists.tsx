import { Link, useSearchParams } from 'react-router'
import { LIMITS } from '#contract/limits.ts'
import { listLists } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import type { Period } from '#contract/shapes.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureStatus, getReadFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { createItemList } from '#web/app/item-list.ts'
import { formatPeriod, formatPeriodTitle, PeriodTabs, parsePeriod } from '#web/features/games/period.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { ListCardSkeleton } from '#web/features/lists/list-card-skeleton.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TextTabs } from '#web/ui/text-tabs.tsx'
import css from './lists.module.css'

const PAGE_SIZE = 12
const DEFAULT_PERIOD: Period = 'week'

/** What the URL selects. `cursor` is where the page starts, for browsers without JavaScript. */
interface Shown {
	isNew: boolean
	period: Period
	tag: string
	cursor: string | null
}

function parseUrl(search: URLSearchParams): Shown {
	return {
		isNew: search.get('sort') === 'new',
		period: parsePeriod(search, DEFAULT_PERIOD),
		tag: Array.from((search.get('tag') ?? '').trim())
			.slice(0, LIMITS.listTagMax)
			.join(''),
		cursor: search.get('cursor'),
	}
}

function toInput({ isNew, period, tag, cursor }: Shown) {
	return {
		query: {
			limit: PAGE_SIZE,
			includeGameCount: true,
			...(isNew ? {} : { sortBy: 'popular' as const, period }),
			...(tag ? { tag } : {}),
			...(cursor ? { cursor } : {}),
		},
	}
}

/** The address of what is shown, without defaults. */
const toPath = ({ isNew, period, tag, cursor }: Partial<Shown>) =>
	paths.lists({
		...(isNew ? { sort: 'new' } : period === DEFAULT_PERIOD || period === undefined ? {} : { period }),
		...(tag ? { tag } : {}),
		...(cursor ? { cursor } : {}),
	})

export const loader = createLoader(({ client, url }) =>
	preload(client, readPages(listLists, toInput(parseUrl(url.searchParams)))),
)

/** Everyone's public lists: those that are popular in a period, or the newest, perhaps with one tag. */
export function Component() {
	const [search] = useSearchParams()
	const shown = parseUrl(search)
	const { isNew, period, tag } = shown
	const list = useReadPages(listLists, toInput(shown), (page) => page.lists)
	const { rows, error, next } = list
	const title = `${isNew ? 'New Lists' : `Popular Lists ${formatPeriodTitle(period)}`}${tag && `: ${tag}`}`
	useHead({
		title,
		description: 'Game lists by players, to read, like, copy and work through.',
		path: toPath({ ...shown, cursor: null }),
		status: error && !rows ? getFailureStatus(error) : 200,
		jsonLd: (absolute) =>
			createItemList(
				absolute,
				rows?.map(({ id, title }) => ({ name: title, path: paths.list(id) })),
				{ name: title },
			),
	})
	return (
		<>
			<PageHead title="Lists" lead={isNew ? 'Newest first.' : `Ranked by likes and comments, ${formatPeriod(period)}.`}>
				<Link className={buttonClass('quiet')} to={paths.newList()}>
					Create a List
				</Link>
			</PageHead>
			<div className={css.bar}>
				<TextTabs label="Order" current={isNew ? 'new' : 'popular'}>
					<Link to={toPath({ period, tag })} aria-current={isNew ? undefined : 'page'} preventScrollReset>
						Popular
					</Link>
					<Link to={toPath({ isNew: true, tag })} aria-current={isNew ? 'page' : undefined} preventScrollReset>
						New
					</Link>
				</TextTabs>
				{!isNew && <PeriodTabs current={period} href={(to) => toPath({ period: to, tag })} />}
				{tag && (
					<Link className={buttonClass('quiet')} to={toPath({ ...shown, tag: '', cursor: null })} preventScrollReset>
						<span className="visually-hidden">Remove filter:</span>
						<span className={css.tag}>{tag}</span>
						<FrameIcon name="close" size={16} />
					</Link>
				)}
			</div>
			<h2 className="visually-hidden">{title}</h2>
			<PagedList
				list={list}
				getMessage={(error) => getReadFailureMessage(error, listLists.config.failure)}
				nextHref={next && 'cursor' in next ? toPath({ ...shown, cursor: next.cursor }) : null}
				skeleton={
					<SkeletonList label="Loading lists" count={6} className={css.grid}>
						<ListCardSkeleton />
					</SkeletonList>
				}
				empty={<Empty scene="shelf">{describeEmptiness(shown)}</Empty>}
				endMessage="You've reached the end!"
			>
				{(rows) => (
					<ul className={css.grid}>
						{rows.map((row) => (
							<li key={row.id}>
								<ListCard list={row} descriptionLength={100} />
							</li>
						))}
					</ul>
				)}
			</PagedList>
		</>
	)
}

function describeEmptiness({ isNew, period, tag }: Shown): string {
	if (isNew) return tag ? 'No lists have this tag.' : 'No lists yet.'
	const what = tag ? 'list with this tag' : 'list'
	return period === 'all' ? `No ${what} has been liked yet.` : `No ${what} has been liked ${formatPeriod(period)}.`
}
