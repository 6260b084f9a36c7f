import { Link } from 'react-router'
import type { ListItem } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import css from './list-items.module.css'

/** Covers above the fold, which load eagerly. */
const EAGER_COVERS = 6

/** The games of a list: rows if any game has notes, otherwise a grid of covers. */
export function ListItems({ items }: { items: readonly ListItem[] }) {
	const hasNotes = items.some(({ notes }) => notes !== '')
	return (
		<ol className={hasNotes ? css.rows : css.wall}>
			{items.map(({ id, game, notes }, index) => (
				<li key={id} className={css.item}>
					<span className={css.number}>{index + 1}</span>
					<span className={css.cover}>
						<GameCover
							game={game}
							sizes={hasNotes ? '84px' : '(min-width: 700px) 168px, 31vw'}
							eager={index < EAGER_COVERS}
						/>
					</span>
					<div className={css.words}>
						<h3 className={css.name}>
							<Link to={paths.game(game.id)} className={`${card.link} ${css.link}`}>
								{getGameName(game)}
							</Link>
						</h3>
						{game.developers.length > 0 && <p className={css.line}>{game.developers.join(', ')}</p>}
						{notes && <p className={css.notes}>{notes}</p>}
					</div>
				</li>
			))}
		</ol>
	)
}
