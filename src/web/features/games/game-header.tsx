import type { GameDetail } from '#contract/games.ts'
import { shortPlatformName } from '#contract/platform-names.ts'
import { releaseYear } from '#web/app/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import css from './game-header.module.css'

/** The name of a game, and who made it, when and for what. */
export function GameHeader({ game }: { game: GameDetail }) {
	return (
		<header className={css.head}>
			<h1>{game.name}</h1>
			<p className={css.line}>{formatByline(game)}</p>
		</header>
	)
}

/** Returns studio, year and platforms in one line. */
function formatByline({ developers, releaseDate, platforms }: GameDetail): string {
	const platformText =
		platforms.slice(0, 4).map(shortPlatformName).join(', ') +
		(platforms.length > 4 ? ` +${platforms.length - 4} more` : '')
	return [developers[0], releaseDate && releaseYear(releaseDate), platformText].filter(Boolean).join(' · ')
}

/** The placeholder of the header. */
export function GameHeaderSkeleton() {
	return (
		<div className={css.head}>
			<h1 className="visually-hidden">Loading game...</h1>
			<div className={css.skeleton}>
				<Skeleton shape="short" />
			</div>
			<Skeleton />
		</div>
	)
}
