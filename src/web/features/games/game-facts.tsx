import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Credits } from './credits.tsx'
import { FactList } from './fact-list.tsx'
import css from './game-facts.module.css'
import { WebsiteLinks } from './website-links.tsx'

/** Everything that is known about a game, its websites, and where that comes from. */
export function GameFacts({ game, platformHref }: Required<ComponentProps<typeof FactList>>) {
	return (
		<aside className={css.facts} aria-label="Facts">
			<FactList game={game} platformHref={platformHref} />
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
