import type { GameRef } from '#contract/game-ref.ts'
import { releaseYear } from '#web/app/format.ts'
import { GameCover } from './game-cover.tsx'
import css from './game-line.module.css'
import { getGameName } from './game-name.ts'
import { splitGameName } from './series-name.ts'

/** A game on one line: cover, name, year and studio. The name of a series steps back behind the title within it. */
export function GameLine({ game }: { game: GameRef }) {
	const [series, title] = splitGameName(getGameName(game))
	const facts = [game.releaseDate && releaseYear(game.releaseDate), game.developers[0]].filter(Boolean)
	return (
		<>
			<span className={css.thumbnail}>
				<GameCover game={game} sizes="44px" />
			</span>
			<span className={css.words}>
				<span className={css.name}>
					<span className={css.series}>{series}</span>
					{title}
				</span>
				{facts.length > 0 && <span className={css.facts}>{facts.join(' · ')}</span>}
			</span>
		</>
	)
}
