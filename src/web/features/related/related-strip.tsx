import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { listRelated, type Related, type RelatedGames } from '#contract/related.ts'
import { useRead } from '#web/app/data.tsx'
import { getReadFailureMessage } from '#web/app/failure-messages.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import { Notice } from '#web/ui/notice.tsx'
import ui from '#web/ui/section.module.css'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './related-strip.module.css'

const SHOWN = 8
/** Games of the series, where there are enough others: it has a page of its own. */
const OF_SERIES = 4

/** One strip of the games that are like a game, each with its reason; nothing if there are none. */
export function RelatedStrip({ gameId }: { gameId: number }) {
	const { data, error, retry } = useRead(listRelated, { params: { id: gameId } })
	const shown = data && choose(data)
	if (shown?.length === 0) return null
	return (
		<section className={`${ui.section} ${css.section}`} aria-labelledby="more-like-this">
			<header className={ui.head}>
				<h2 id="more-like-this" tabIndex={-1}>
					More Like This
				</h2>
			</header>
			{shown ? (
				<ul className={css.strip}>
					{shown.map((row) => (
						<li key={row.game.id}>
							<RelatedGame row={row} />
						</li>
					))}
				</ul>
			) : error ? (
				<div className={css.failure}>
					<Notice kind="bad" message={getReadFailureMessage(error, listRelated.config.failure)} />
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<SkeletonList label="Loading games" count={SHOWN} className={css.strip}>
					<Skeleton shape="cover" />
					<div className={css.words}>
						<Skeleton />
						<Skeleton shape="short" />
					</div>
				</SkeletonList>
			)}
		</section>
	)
}

/** The series first, then what people like, then what has the same facts. */
function choose({ sameSeries, alsoLiked, similar }: RelatedGames): Related[] {
	const others = [...alsoLiked, ...similar].slice(0, SHOWN - Math.min(sameSeries.length, OF_SERIES))
	return [...sameSeries.slice(0, SHOWN - others.length), ...others]
}

function RelatedGame({ row: { game, reason } }: { row: Related }) {
	return (
		<article className={css.game}>
			<CoverWithMenu game={game}>
				<GameCover game={game} sizes="(min-width: 1000px) 12vw, 140px" />
			</CoverWithMenu>
			<div className={css.words}>
				<h3 className={css.name}>
					<Link to={paths.game(game.id)} className={card.link}>
						{getGameName(game)}
					</Link>
				</h3>
				<p className={css.reason}>{reason}</p>
			</div>
		</article>
	)
}
