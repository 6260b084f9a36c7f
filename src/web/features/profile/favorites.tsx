import { useState } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './favorites.module.css'

const loadDialog = () => import('./favorites-dialog.tsx')

interface FavoritesProps {
	games: readonly GameRef[]
	/** Whether the viewer may choose them. */
	isOwn: boolean
}

/** The games that a user has pinned, in one row. Without any, others see nothing, and the owner five empty places. */
export function Favorites({ games, isOwn }: FavoritesProps) {
	if (games.length === 0 && !isOwn) return null
	return (
		<section className={css.favorites} data-empty={games.length === 0}>
			<header className={css.head}>
				<h2>Favorites</h2>
				{isOwn && <Choose games={games} />}
			</header>
			{games.length === 0 ? (
				<div className={css.places} aria-hidden="true">
					{['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
						<span key={place} className={css.place} />
					))}
				</div>
			) : (
				<ul className={css.places}>
					{games.map((game) => (
						<li key={game.id}>
							<CoverWithMenu game={game}>
								<Link to={paths.game(game.id)} title={game.name}>
									<GameCover game={game} sizes="(min-width: 700px) 132px, 18vw" decorative={false} />
								</Link>
							</CoverWithMenu>
						</li>
					))}
				</ul>
			)}
		</section>
	)
}

/** Opens the dialog that chooses the favorites. */
function Choose({ games }: { games: readonly GameRef[] }) {
	const [isOpen, setOpen] = useState(false)
	const { module, load } = useLazyForm(loadDialog)
	return (
		<>
			<Button
				kind="plain"
				aria-haspopup="dialog"
				onClick={() => {
					load()
					setOpen(true)
				}}
			>
				Choose<span className="visually-hidden"> your favorites</span>
			</Button>
			{module && <module.FavoritesDialog stored={games} open={isOpen} onClose={() => setOpen(false)} />}
		</>
	)
}
