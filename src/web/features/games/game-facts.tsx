import { Link } from 'react-router'
import type { GameDetail } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Credits } from './credits.tsx'
import { FactLink, FactList } from './fact-list.tsx'
import css from './game-facts.module.css'
import { WebsiteLinks } from './website-links.tsx'

interface GameFactsProps {
	game: GameDetail
	/** Returns what a platform leads to. */
	platformHref: (platform: string) => string
}

const EDITION_LABELS: Readonly<Record<GameDetail['kind'], string>> = {
	game: 'Edition of',
	expansion: 'Expansion of',
	remaster: 'Remaster of',
	remake: 'Remake of',
	port: 'Port of',
	bundle: 'Bundle with',
}

/** Everything that is known about a game, its websites, and where that comes from. */
export function GameFacts({ game, platformHref }: GameFactsProps) {
	const { series, editionOf } = game
	return (
		<aside className={css.facts} aria-label="Facts">
			<FactList
				game={game}
				platformHref={platformHref}
				more={[
					...(series ? [['Series', <FactLink to={paths.series(series.slug)} name={series.name} />] as const] : []),
					...(editionOf
						? [[EDITION_LABELS[game.kind], <FactLink to={paths.game(editionOf.id)} name={editionOf.name} />] as const]
						: []),
				]}
			/>
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
