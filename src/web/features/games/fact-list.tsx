import type { Game } from '#contract/games.ts'
import { formatRelease } from '#web/app/format.ts'
import css from './fact-list.module.css'

/** A game's known facts; empty ones are left out. */
export function FactList({ game }: { game: Game }) {
	const facts: [string, string][] = [
		['Developers', game.developers.join(', ')],
		['Publishers', game.publishers.join(', ')],
		['Released', game.releaseDate === null ? '' : formatRelease(game.releaseDate)],
		['Genres', game.genres.join(', ')],
		['Platforms', game.platforms.join(', ')],
		['Game modes', game.gameModes.join(', ')],
	]
	return (
		<dl className={css.facts}>
			{facts
				.filter(([, value]) => value !== '')
				.map(([label, value]) => (
					<div key={label}>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</div>
				))}
		</dl>
	)
}
