import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { type DiaryItem, getDiary } from '#contract/diary.ts'
import { getDiaryDays } from '#contract/diary-days.ts'
import { paths } from '#contract/paths.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getStats } from '#contract/stats.ts'
import { createLoader, preload, read, readPages, readPart, useRead, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage, isMissing } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { useSession } from '#web/app/session.tsx'
import { DiaryCalendar } from '#web/features/diary/diary-calendar.tsx'
import {
	diaryDaysInput,
	diaryInput,
	diaryQuery,
	parseDiaryFilters,
	type ShownDiary,
} from '#web/features/diary/diary-filters.ts'
import { DiaryJump } from '#web/features/diary/diary-jump.tsx'
import { DiaryList } from '#web/features/diary/diary-list.tsx'
import { userContentHead } from '#web/features/users/user-content-head.ts'
import { UserPageHead } from '#web/features/users/user-page-head.tsx'
import { NotFoundScreen } from '#web/layout/not-found-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import css from './user-diary.module.css'

const PAGE_ROWS = 8

const years = (username: string) => readPart(getStats, { query: { username } }, 'years', (stats) => stats.years)

export const loader = createLoader(({ client, params: { username = '' }, url }) =>
	preload(
		client,
		read(getProfile, { params: { username } }),
		years(username),
		read(getDiaryDays, diaryDaysInput(username, parseDiaryFilters(url.searchParams))),
		readPages(getDiary, diaryInput(username, parseDiaryFilters(url.searchParams))),
	),
)

/** No item has an id of its own. */
const toRow = (item: DiaryItem) => ({
	...item,
	id: [item.day, item.kind, item.game.id, item.playId, item.reviewId].join(' '),
})

/** What a user played, day by day. */
export function Component() {
	const { username = '' } = useParams()
	const [query] = useSearchParams()
	const navigate = useNavigate()
	const { user: viewer } = useSession()
	const shown = parseDiaryFilters(query)
	const profile = useRead(getProfile, { params: { username } })
	const { data: known } = useQuery(years(username))
	const { data: calendar } = useRead(getDiaryDays, diaryDaysInput(username, shown))
	const list = useReadPages(getDiary, diaryInput(username, shown), ({ items }) => items.map(toRow))
	const user = profile.data ?? { username, profilePicture: null }
	useHead(
		userContentHead(user, {
			kind: 'Diary',
			description: `What ${user.username} played, day by day, on Savepoint.`,
			path: paths.diary(user.username),
			paths: list.rows && [],
			error: list.error,
		}),
	)
	if (isMissing(profile.error) || isMissing(list.error))
		return <NotFoundScreen title="Profile Not Found">This user doesn’t exist.</NotFoundScreen>
	// Only the query changes; the path keeps its spelling.
	const change = (changed: Partial<ShownDiary>) =>
		void navigate({ search: diaryQuery({ ...shown, cursor: null, ...changed }) }, { preventScrollReset: true })
	const { next } = list
	return (
		<>
			<UserPageHead user={user} page="Diary" />
			{(known === undefined || known.length > 0 || shown.year !== null) && (
				<DiaryJump shown={shown} years={known ?? []} onMonth={(month) => change({ month })} />
			)}
			<div className={css.columns}>
				<DiaryCalendar username={username} shown={shown} />
				<div className={css.list}>
					<PagedList
						list={list}
						getMessage={(error) => getFailureMessage(error, getDiary.config.failure)}
						nextHref={next && 'cursor' in next ? diaryQuery({ ...shown, cursor: next.cursor }) : null}
						skeleton={
							<SkeletonList label="Loading the diary" count={PAGE_ROWS}>
								<Skeleton shape="block" />
							</SkeletonList>
						}
						empty={<EmptyDiary isOwn={viewer?.id === profile.data?.id} isPart={shown.year !== null} />}
						onRestart={shown.cursor ? () => change({}) : null}
					>
						{(items) => <DiaryList items={items} calendar={calendar} />}
					</PagedList>
				</div>
			</div>
		</>
	)
}

function EmptyDiary({ isOwn, isPart }: { isOwn: boolean; isPart: boolean }) {
	if (isPart) return <Empty scene="lantern">Nothing on these days.</Empty>
	if (!isOwn) return <Empty scene="lantern">Nothing in this diary yet.</Empty>
	return (
		<Empty
			scene="lantern"
			action={
				<Link to={paths.games()} className={buttonClass('main')}>
					Find a Game
				</Link>
			}
		>
			Log a play on a game’s page, and it will appear here.
		</Empty>
	)
}
