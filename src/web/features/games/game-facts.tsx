import { Link } from 'react-router'
import { EDITION_LABELS } from '#contract/game-kinds.ts'
import type { GameDetail } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { TimeFact } from '#web/features/time-to-beat/time-fact.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Credits } from './credits.tsx'
import { type Fact, FactList } from './fact-list.tsx'
import css from './game-facts.module.css'
import { WebsiteLinks } from './website-links.tsx'

/** Everything that is known about a game, its websites, and where that comes from. */
export function GameFacts({ game }: { game: GameDetail }) {
	const { series, editionOf, kind } = game
	const more: Fact[] = []
	if (series) more.push(['Series', [[series.name, paths.series(series.slug)]]])
	if (editionOf) more.push([EDITION_LABELS[kind], [[editionOf.name, paths.game(editionOf.id)]]])
	return (
		<aside className={css.facts} aria-label="Facts">
			<FactList game={game} more={more}>
				<TimeFact time={game.timeToBeat} />
			</FactList>
			<WebsiteLinks websites={game.websites} />
			<Credits credits={game.credits} />
			<Link to={paths.gameHistory(game.id)} className={css.history}>
				History
			</Link>
		</aside>
	)
}

/** The placeholder of the facts. */
export function GameFactsSkeleton() {
	return (
		<div className={css.facts}>
			<Skeleton shape="short" />
			<Skeleton shape="short" />
			<Skeleton shape="short" />
		</div>
	)
}
