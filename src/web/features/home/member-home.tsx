import { Link } from 'react-router'
import { getFeed } from '#contract/feed.ts'
import { listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { formatCount } from '#web/app/format.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { FeedList } from '#web/features/feed/feed-list.tsx'
import { useNear } from '#web/ui/use-near.ts'
import css from './member-home.module.css'
import { LATEST, PLAYING } from './member-reads.ts'
import { PlayingGame } from './playing-game.tsx'
import { Section } from './section.tsx'
import { Waiting } from './waiting.tsx'

const loadNewcomer = () => import('./newcomer.tsx')
const loadForYou = () => import('./for-you.tsx')

/** What a member plays now, what the people they follow did last, and what waits for them. */
export function MemberHome() {
	const { user } = useSession()
	return (
		<div className={css.parts}>
			<PlayingNow />
			<div className={css.columns} data-follows="">
				<FollowedActivity />
				{user && <Waiting userId={user.id} />}
			</div>
			<ForYou />
		</div>
	)
}

function PlayingNow() {
	const { user } = useSession()
	const { data, error, retry } = useRead(listLibrary, PLAYING)
	const entries = data?.entries ?? []
	const rest = (data?.totalCount ?? 0) - entries.length
	const library = user && paths.library(user.username, { status: 'playing' })
	return (
		<Section
			title="Playing Now"
			{...(library && { more: { to: library, label: 'Library' } })}
			error={error}
			failure={listLibrary.config.failure}
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={null}
			skeletons={1}
		>
			{entries.length === 0 ? (
				<Newcomer part="StartPlaying" />
			) : (
				<>
					<ul className={css.playing}>
						{entries.map((entry) => (
							<li key={entry.gameId}>
								<PlayingGame entry={entry} />
							</li>
						))}
					</ul>
					{rest > 0 && library && (
						<p className={css.rest}>
							<Link to={library}>and {formatCount(rest)} more</Link>
						</p>
					)}
				</>
			)}
		</Section>
	)
}

function FollowedActivity() {
	const { data, error, retry } = useRead(getFeed, LATEST)
	const items = data?.items ?? []
	if (data && items.length === 0)
		return (
			<div className={css.start}>
				<Newcomer part="NewHere" />
				<div data-follows="">
					<Newcomer part="PeopleToFollow" />
				</div>
			</div>
		)
	return (
		<Section
			title="From People You Follow"
			more={{ to: paths.feed(), label: 'All Activity' }}
			error={error}
			failure={getFeed.config.failure}
			onRetry={retry}
			isLoaded={data !== undefined}
			empty={null}
			skeletons={LATEST.query.limit}
		>
			<FeedList items={items} />
		</Section>
	)
}

/** What the viewer may like, below what they came for: it loads when it is about to be seen. */
function ForYou() {
	const [place, isNear] = useNear('400px')
	const { module, hasFailed } = useLazyModule(loadForYou, isNear)
	return (
		<div ref={place} className={module || hasFailed ? undefined : css.forYou} data-follows="">
			{module && <module.ForYou />}
		</div>
	)
}

/** A part of the page that most members have outgrown. */
function Newcomer({ part }: { part: keyof Awaited<ReturnType<typeof loadNewcomer>> }) {
	const { module, hasFailed } = useLazyModule(loadNewcomer, true)
	const Part = module?.[part]
	if (Part) return <Part />
	return hasFailed ? null : <div aria-busy="true" />
}
