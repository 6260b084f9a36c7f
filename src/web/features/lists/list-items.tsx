import { Link } from 'react-router'
import type { GameListDetail, ListItem } from '#contract/lists.ts'
import { paths } from '#contract/paths.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import css from './list-items.module.css'
import { ListText } from './list-text.tsx'

/** Covers above the fold, which load eagerly. */
const EAGER_COVERS = 6

/** How a list shows its games: as covers only, or in rows with their notes. */
export type ListView = 'wall' | 'rows'

/** From this many games on, a list with few notes is a wall, too. */
const LONG_LIST = 10

/** Returns the view of a list whose URL has none: rows if there are notes to read, otherwise a wall. */
export function defaultListView(items: readonly ListItem[]): ListView {
	const noted = items.filter(({ notes }) => notes !== '').length
	return noted === 0 || (items.length >= LONG_LIST && noted * 3 < items.length) ? 'wall' : 'rows'
}

/** The games of a list, with numbers if it is ranked. On a wall, notes are shown on a press. */
export function ListItems({ list, view }: { list: GameListDetail; view: ListView }) {
	const Items = list.isRanked ? 'ol' : 'ul'
	return (
		<Items className={view === 'rows' ? css.rows : css.wall} data-ranked={list.isRanked}>
			{list.items.map(({ id, game, notes }, index) => (
				<li key={id} className={css.item}>
					{list.isRanked && <span className={css.number}>{index + 1}</span>}
					<span className={css.cover}>
						<CoverWithMenu game={game}>
							<GameCover
								game={game}
								sizes={view === 'rows' ? '84px' : '(min-width: 700px) 180px, 31vw'}
								eager={index < EAGER_COVERS}
								priority={index === 0 ? 'high' : undefined}
							/>
						</CoverWithMenu>
					</span>
					<div className={css.words}>
						<h3 className={css.name}>
							<Link to={paths.game(game.id)} className={`${card.link} ${css.link}`}>
								{getGameName(game)}
							</Link>
						</h3>
						{game.developers.length > 0 && <p className={css.line}>{game.developers.join(', ')}</p>}
						{notes && view === 'rows' && (
							<p className={css.notes}>
								<Notes list={list} id={id} notes={notes} />
							</p>
						)}
						{notes && view === 'wall' && (
							<details className={css.fold}>
								<summary>
									Note<span className="visually-hidden"> on {getGameName(game)}</span>
								</summary>
								<p className={css.note}>
									<Notes list={list} id={id} notes={notes} />
								</p>
							</details>
						)}
					</div>
				</li>
			))}
		</Items>
	)
}

function Notes({ list, id, notes }: { list: GameListDetail; id: string; notes: string }) {
	return <ListText list={list} text={notes} pick={({ items }) => items.find((item) => item.id === id)?.notes} />
}
