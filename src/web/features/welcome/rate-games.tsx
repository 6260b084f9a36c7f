import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { getPopularGames } from '#contract/games.ts'
import { getLibrarySummary, listLibrary } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { readPart, useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { formatCount } from '#web/app/format.ts'
import { lazy } from '#web/app/lazy.tsx'
import { ACTION_MS, type Toast } from '#web/app/toasts.ts'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { FOR_THUMBS, useMediaQuery } from '#web/ui/use-media-query.ts'
import css from './rate-games.module.css'
import { RatingTile } from './rating-tile.tsx'
import { pickVariedGames } from './varied-games.ts'

const BringGames = lazy(() => import('#web/features/imports/bring-games.tsx'), 'BringGames', {
	placeholder: () => <div aria-busy="true" />,
	failure: () => null,
})

const SHOWN = 12
const SUGGESTIONS = 8
/** From so many ratings on, those of others can be compared with them. */
const ENOUGH = 5

/** The games that most people know, across decades and genres. */
export const knownGames = readPart(getPopularGames, { query: { limit: 48, period: 'all' } }, 'known', ({ data }) =>
	pickVariedGames(data.games, SHOWN).map(({ id, name, cover, releaseDate, developers }) => ({
		id,
		name,
		cover,
		releaseDate,
		developers,
	})),
)

const RATED = { query: { rated: true, limit: 50 } } as const

/** Twelve well-known games to rate, and a search for any other. */
export function RateGames() {
	const { data: known, error, refetch } = useQuery(knownGames)
	const { data: rated } = useRead(listLibrary, RATED)
	const [found, setFound] = useState<GameRef[]>([])
	const [openId, setOpenId] = useState<number | null>(null)
	const [last, setLast] = useState<Toast | null>(null)
	const isForThumbs = useMediaQuery(FOR_THUMBS)
	const foundIds = new Set(found.map(({ id }) => id))
	const games = known && [...found, ...known.filter(({ id }) => !foundIds.has(id))]
	const listed = new Map(rated?.entries.map((entry) => [entry.gameId, entry]))
	return (
		<>
			<div className={css.search}>
				<GameSearch
					label="Search for another game"
					limit={SUGGESTIONS}
					onPick={(game) => {
						setFound((before) => [game, ...before.filter(({ id }) => id !== game.id)])
						setOpenId(game.id)
					}}
				/>
			</div>
			{games ? (
				<ul className={css.games}>
					{games.map((game) => (
						<li key={game.id}>
							<RatingTile
								game={game}
								listed={listed.get(game.id) ?? null}
								isOpen={openId === game.id}
								isForThumbs={isForThumbs}
								onPress={() => setOpenId((before) => (before === game.id ? null : game.id))}
								onDone={() => setOpenId((before) => (before === game.id ? null : before))}
								announce={setLast}
							/>
						</li>
					))}
				</ul>
			) : error ? (
				<Empty alert action={<TryAgain onRetry={() => void refetch()} />}>
					{getFailureMessage(error, getPopularGames.config.failure)}
				</Empty>
			) : (
				<SkeletonList label="Loading games" count={SHOWN} className={css.games}>
					<Skeleton shape="cover" />
				</SkeletonList>
			)}
			<BringGames />
			<Foot last={last} onEnd={() => setLast(null)} />
		</>
	)
}

/** The bar at the lower edge: how many are rated, Undo of the last rating in the place of a toast, and the way on, or out while none is. */
function Foot({ last, onEnd }: { last: Toast | null; onEnd: () => void }) {
	const { data: summary } = useRead(getLibrarySummary, {})
	const next = useRef<HTMLAnchorElement>(null)
	const [shown, setShown] = useState<{ of: Toast; durationMs: number } | null>(null)
	if ((shown?.of ?? null) !== last) setShown(last && { of: last, durationMs: ACTION_MS })
	const holds = useCountdown(shown, onEnd)
	const rated = summary?.rated ?? 0
	return (
		<footer ref={bottomBar} className={css.foot}>
			<div className={css.rated} {...holds}>
				<p role="status">
					{formatCount(rated)} rated
					{rated >= ENOUGH && <span className={css.enough}> Enough to find people like you</span>}
				</p>
				{last?.actions?.map(({ label, onPress }) => (
					<span key={label} className={css.undo}>
						<span aria-hidden="true">·</span>
						<Button
							kind="plain"
							onClick={() => {
								// The button goes
								next.current?.focus({ preventScroll: true })
								onEnd()
								onPress()
							}}
						>
							{label}
						</Button>
					</span>
				))}
			</div>
			{rated === 0 ? (
				<Link ref={next} to={paths.home()} className={buttonClass('quiet')}>
					Skip
				</Link>
			) : (
				<Link ref={next} to={paths.welcome({ step: 'next' })} className={buttonClass('main')}>
					Go On
				</Link>
			)}
		</footer>
	)
}
