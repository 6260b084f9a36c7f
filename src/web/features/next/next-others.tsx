import { useId } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import type { Next } from '#contract/next.ts'
import { paths } from '#contract/paths.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { getGameName } from '#web/features/games/game-name.ts'
import card from '#web/ui/card.module.css'
import section from '#web/ui/section.module.css'
import css from './next-others.module.css'

/** Further games that fit, in three rows; one without games is left out. */
export function NextOthers({ others: { shortest, longestWaiting, lovedByFriends } }: Pick<Next, 'others'>) {
	return (
		<div className={css.others}>
			<Strip title="Shortest First" games={shortest} />
			<Strip title="Waiting Longest" games={longestWaiting} />
			<Strip title="Friends Love" games={lovedByFriends} />
		</div>
	)
}

function Strip({ title, games }: { title: string; games: readonly GameRef[] }) {
	const id = useId()
	if (games.length === 0) return null
	return (
		<section className={section.section} aria-labelledby={id}>
			<header className={section.head}>
				<h2 id={id}>{title}</h2>
			</header>
			<ul className={css.strip}>
				{games.map((game) => (
					<li key={game.id}>
						<article className={css.game}>
							<CoverWithMenu game={game}>
								<GameCover game={game} sizes="120px" />
							</CoverWithMenu>
							<h3 className={css.name}>
								<Link to={paths.game(game.id)} className={card.link}>
									{getGameName(game)}
								</Link>
							</h3>
						</article>
					</li>
				))}
			</ul>
		</section>
	)
}
