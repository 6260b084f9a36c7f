import { Link, useNavigate, useSearchParams } from 'react-router'
import { getFeed } from '#contract/feed.ts'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { isLoggedIn } from '#web/app/credentials.ts'
import { createLoader, preload, readPages, useReadPages } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { lazy } from '#web/app/lazy.tsx'
import { useSession } from '#web/app/session.tsx'
import { feedInput } from '#web/features/feed/feed-input.ts'
import { FeedList, FeedSkeleton } from '#web/features/feed/feed-list.tsx'
import { NewItems } from '#web/features/feed/new-items.tsx'
import { LoginRedirect } from '#web/features/sessions/login-redirect.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { useMediaQuery } from '#web/ui/use-media-query.ts'
import css from './feed.module.css'

const TITLE = 'From People You Follow'
const SKELETONS = 8
const HAS_ASIDE = '(width >= 1000px)'

const FriendsGames = lazy(() => import('#web/features/feed/friends-games.tsx'), 'FriendsGames')

export const loader = createLoader(({ client, url }) =>
	preload(client, ...(isLoggedIn() ? [readPages(getFeed, feedInput(url.searchParams.get('cursor')))] : [])),
)

/** What those whom the viewer follows did. Visitors are led to the login. */
export function Component() {
	const { status } = useSession()
	const hasAside = useMediaQuery(HAS_ASIDE)
	useHead({ title: TITLE })
	if (status === 'out') return <LoginRedirect message={LOG_IN_TO_KEEP_TRACK} />
	return (
		<div className={css.columns} data-for="members">
			<div>
				<PageHead title={TITLE} />
				{status === 'in' ? <Feed /> : <FeedSkeleton count={SKELETONS} />}
			</div>
			{status === 'in' && hasAside && (
				<aside className={css.aside} aria-label="Games of people you follow">
					<FriendsGames />
				</aside>
			)}
		</div>
	)
}

function Feed() {
	const navigate = useNavigate()
	const [query] = useSearchParams()
	const cursor = query.get('cursor')
	const list = useReadPages(getFeed, feedInput(cursor), ({ items }) => items)
	const { next } = list
	return (
		<>
			{cursor === null && list.rows && <NewItems first={list.rows[0]} />}
			<PagedList
				list={list}
				getMessage={(error) => getFailureMessage(error, getFeed.config.failure)}
				nextHref={next && 'cursor' in next ? paths.feed({ cursor: next.cursor }) : null}
				skeleton={<FeedSkeleton count={SKELETONS} />}
				empty={
					<Empty
						scene="cups"
						action={
							<Link to={paths.users()} className={buttonClass('main')}>
								Find People to Follow
							</Link>
						}
					>
						Activity from people you follow will appear here.
					</Empty>
				}
				endMessage="That’s everything."
				onRestart={cursor === null ? null : () => void navigate(paths.feed())}
			>
				{(items) => (
					<>
						<h2 className="visually-hidden">Activity</h2>
						<FeedList items={items} />
					</>
				)}
			</PagedList>
		</>
	)
}
