import { Link } from 'react-router'
import type { FeedItem } from '#contract/feed.ts'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { pluralize } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { ListCard } from '#web/features/lists/list-card.tsx'
import { ReviewCard } from '#web/features/reviews/review-card.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { Stars } from '#web/ui/stars.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './feed-list.module.css'
import { foldLogs, type Log } from './fold-logs.ts'
import { describeLog } from './log-words.ts'

const TEXT_LENGTH = 220

/** What followed users did, newest first. */
export function FeedList({ items }: { items: readonly FeedItem[] }) {
	return (
		<ol className={css.items}>
			{foldLogs(items).map((entry) =>
				Array.isArray(entry) ? (
					<li key={entry[0]?.id} className={css.item}>
						<FoldedLogs logs={entry} />
					</li>
				) : (
					<li key={entry.id} className={css.item}>
						<FeedEntry item={entry} />
					</li>
				),
			)}
		</ol>
	)
}

function FeedEntry({ item }: { item: FeedItem }) {
	const { review, list, log, games, count } = item
	if (review) return <ReviewCard review={review} textLength={TEXT_LENGTH} />
	if (list) return <ListCard list={list} descriptionLength={150} />
	if (log) {
		const [before, after] = describeLog(log)
		return (
			<LogEntry item={item} games={[log.game]}>
				{before}{' '}
				<Link to={paths.game(log.game.id)} className={css.game}>
					{log.game.name}
				</Link>
				{after && ` ${after}`}
				{log.rating !== null && <Stars rating={log.rating} size={14} />}
			</LogEntry>
		)
	}
	return (
		<LogEntry item={item} games={games}>
			logged {pluralize(count, 'game')}
		</LogEntry>
	)
}

/** Several logs by one person on one day. */
function FoldedLogs({ logs }: { logs: readonly Log[] }) {
	const [first] = logs
	if (!first) return null
	const words = logs.map(({ log }) => describeLog(log))
	const same = words.every((each) => String(each) === String(words[0])) ? words[0] : undefined
	const ratings = new Map(logs.map(({ log }) => [log.game.id, log.rating]))
	return (
		<LogEntry item={first} games={logs.map(({ log }) => log.game)} ratings={ratings}>
			{same ? same[0] : 'logged'} {pluralize(logs.length, 'game')}
			{same?.[1] && ` ${same[1]}`}
		</LogEntry>
	)
}

interface LogEntryProps {
	item: Pick<FeedItem, 'user' | 'createdAt'>
	/** Whose covers are shown. */
	games: readonly GameRef[]
	/** What is shown below a cover, by the id of its game. */
	ratings?: ReadonlyMap<number, number | null>
	children: React.ReactNode
}

function LogEntry({ item: { user, createdAt }, games, ratings, children }: LogEntryProps) {
	return (
		<article className={css.log}>
			<Link to={paths.profile(user.username)} className={css.face} tabIndex={-1} aria-hidden="true">
				<Avatar name={user.username} src={user.profilePicture} />
			</Link>
			<div className={css.words}>
				<p className={css.line}>
					<Link to={paths.profile(user.username)} className={css.name}>
						{user.username}
					</Link>{' '}
					{children}
				</p>
				<p className={css.time}>
					<Time time={createdAt} />
				</p>
				{games.length > 1 && (
					<ul className={css.covers}>
						{games.map((game) => (
							<li key={game.id}>
								<CoverWithMenu game={game}>
									<Link to={paths.game(game.id)} title={game.name}>
										<GameCover game={game} sizes="64px" decorative={false} />
									</Link>
								</CoverWithMenu>
								<Rating rating={ratings?.get(game.id) ?? null} />
							</li>
						))}
					</ul>
				)}
			</div>
			{games.length === 1 && games[0] && (
				<div className={css.cover}>
					<CoverWithMenu game={games[0]}>
						<Link to={paths.game(games[0].id)} tabIndex={-1} aria-hidden="true">
							<GameCover game={games[0]} sizes="44px" />
						</Link>
					</CoverWithMenu>
				</div>
			)}
		</article>
	)
}

const Rating = ({ rating }: { rating: number | null }) => (rating === null ? null : <Stars rating={rating} size={10} />)

/** A feed that is loading. */
export function FeedSkeleton({ count }: { count: number }) {
	return (
		<SkeletonList label="Loading the feed" count={count} className={css.items} rowClassName={css.item}>
			<Skeleton />
			<Skeleton shape="short" />
		</SkeletonList>
	)
}
