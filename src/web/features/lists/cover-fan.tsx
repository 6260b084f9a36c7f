import type { GameRef } from '#contract/game-ref.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import css from './cover-fan.module.css'

const SLOTS = [0, 1, 2, 3, 4]

/** The covers of a list's first five games, stacked; empty slots if there are none. */
export function CoverFan({ games }: { games: readonly GameRef[] }) {
	return (
		<div className={css.fan} aria-hidden="true">
			{SLOTS.map((slot) => {
				const game = games[slot]
				if (game)
					return (
						<span key={slot} className={css.slot}>
							<GameCover game={game} sizes="120px" />
						</span>
					)
				return games.length === 0 && <span key={slot} className={`${css.slot} ${css.empty}`} />
			})}
		</div>
	)
}
