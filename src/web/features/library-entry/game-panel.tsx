import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { formatCount } from '#web/app/format.ts'
import { Score } from '#web/features/games/score.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game-panel.module.css'
import { LogControl } from './log-control.tsx'

interface GamePanelProps extends ComponentProps<typeof Score> {
	/** Returns the page of the reviews from players on a platform. */
	platformHref: (platform: string) => string
	/** The button that shares the game. */
	children: ReactNode
}

/** What the viewer can do with a game, and how others rated it. */
export function GamePanel({ children, platformHref, ...score }: GamePanelProps) {
	const { game } = score
	return (
		<div className={css.panel}>
			<LogControl key={game.id} game={game} stored={game.myEntry} reviewId={game.myReviewId} />
			{/* Depends on the viewer. */}
			<div className={css.action} data-settles="">
				{game.myReviewId === null ? (
					<Link to={paths.reviewForm(game.id)} className={buttonClass('main')}>
						Write a Review
					</Link>
				) : (
					<Link to={paths.review(game.myReviewId)} className={buttonClass('quiet')}>
						My Review
					</Link>
				)}
				{children}
			</div>
			<Score {...score} />
			<Figures game={game} platformHref={platformHref} />
		</div>
	)
}

/** How many people have the game, and its average ratings by platform and time where enough people have rated it. */
function Figures({ game: { statusCounts, scores }, platformHref }: Pick<GamePanelProps, 'game' | 'platformHref'>) {
	const counts = [
		...(statusCounts.playing > 0 ? [`${formatCount(statusCounts.playing)} playing`] : []),
		...(statusCounts.played > 0 ? [`${formatCount(statusCounts.played)} played`] : []),
		...(statusCounts.wished > 0 ? [`${formatCount(statusCounts.wished)} want it`] : []),
	].join(' · ')
	const platforms = scores.byPlatform.slice(0, 4)
	const longest = scores.byHours.findLast(({ from }) => from > 0)
	if (!counts && platforms.length === 0 && !longest) return null
	return (
		<div className={css.figures}>
			{counts && <p>{counts}</p>}
			{platforms.length > 0 && (
				<p className={css.platforms}>
					{platforms.map(({ platform, average }) => (
						<Link
							key={platform}
							to={platformHref(platform)}
							title={`Reviews from ${platform} players`}
							preventScrollReset
						>
							{shortPlatformName(platform)} {average.toFixed(1)}
						</Link>
					))}
				</p>
			)}
			{longest && (
				<p>
					After {longest.from} h: {longest.average.toFixed(1)}
				</p>
			)}
		</div>
	)
}

/** The placeholder of the panel. */
export function GamePanelSkeleton() {
	return (
		<div className={css.panel}>
			<div className={css.log} />
			<div className={css.action}>
				<Skeleton shape="block" />
			</div>
		</div>
	)
}
