import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { NO_RECOMMENDATIONS, type Recommendation, type Recommendations } from '#contract/recommendations.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import { passFocusOn } from '#web/ui/pass-focus-on.ts'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { dismissRecommendation } from './dismissals.ts'
import css from './recommended-games.module.css'

/** `strip`: one row, which scrolls sideways on narrow screens. `wall`: all of them. */
type Layout = 'strip' | 'wall'

const SIZES: Readonly<Record<Layout, string>> = {
	strip: '(min-width: 1000px) 16vw, 140px',
	wall: '(min-width: 700px) 180px, 44vw',
}

interface RecommendedGamesProps {
	recommendations: Recommendations
	/** How many are shown; by default all. */
	most?: number
	layout: Layout
	/** The level of the games' headings. */
	heading: 'h2' | 'h3'
}

/** Recommended games with the reason, each of which can be dismissed, or why there are none. */
export function RecommendedGames({
	recommendations: { games, message },
	most = games.length,
	layout,
	heading,
}: RecommendedGamesProps) {
	// The last one may have been dismissed
	if (games.length === 0) return <NoRecommendations message={message ?? NO_RECOMMENDATIONS} />
	return (
		<ul className={css[layout]}>
			{games.slice(0, most).map((row) => (
				<li key={row.game.id}>
					<RecommendedGame row={row} sizes={SIZES[layout]} heading={heading} />
				</li>
			))}
		</ul>
	)
}

function RecommendedGame({
	row,
	sizes,
	heading: Heading,
}: { row: Recommendation; sizes: string } & Pick<RecommendedGamesProps, 'heading'>) {
	const { game, reason } = row
	const client = useQueryClient()
	return (
		<article ref={passFocusOn} className={css.game}>
			<CoverWithMenu game={game}>
				<GameCover game={game} sizes={sizes} />
			</CoverWithMenu>
			<Heading className={css.name}>
				<Link to={paths.game(game.id)} className={card.link}>
					{getGameName(game)}
				</Link>
			</Heading>
			<p className={css.reason}>{reason}</p>
			<span className={css.action}>
				<Button kind="plain" aria-label={`Not for Me: ${game.name}`} onClick={() => dismissRecommendation(client, row)}>
					Not for Me
				</Button>
			</span>
		</article>
	)
}

/** The placeholder of recommended games, in their size. */
export function RecommendedGamesSkeleton({ count, layout }: { count: number; layout: Layout }) {
	return (
		<SkeletonList label="Loading recommendations" count={count} className={css[layout]} rowClassName={css.game}>
			<Skeleton shape="cover" />
			<div className={css.name}>
				<Skeleton />
			</div>
			<div className={css.reason}>
				<Skeleton />
				<Skeleton shape="short" />
			</div>
			<span className={css.action} />
		</SkeletonList>
	)
}

/** With the way to get some. */
function NoRecommendations({ message }: { message: string }) {
	return (
		<p className={css.none}>
			{message} <Link to={paths.welcome()}>Rate Games</Link>
		</p>
	)
}
