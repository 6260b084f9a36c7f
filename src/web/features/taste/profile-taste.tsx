import { useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { GameRef } from '#contract/game-ref.ts'
import { paths } from '#contract/paths.ts'
import type { Taste } from '#contract/taste.ts'
import { pluralize } from '#web/app/format.ts'
import { CoverWithMenu } from '#web/features/games/cover-with-menu.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import ui from '#web/ui/section.module.css'
import css from './profile-taste.module.css'

interface ProfileTasteProps {
	taste: Taste
	/** Whether it came after the page was shown, as after the server’s HTML, which is that of visitors. */
	isLate: boolean
}

/**
 * How alike the viewer and the owner of a profile rate, in a line, and the games that show it. Nothing in sight makes room for it: if
 * it is late and its place is in sight, it comes after the rest.
 */
export function ProfileTaste({ taste: { match, uncertainty, shared, agree, disagree }, isLate }: ProfileTasteProps) {
	const place = useRef<HTMLElement>(null)
	const [isLast, setLast] = useState(isLate)
	// Before it is painted, and once
	useLayoutEffect(() => {
		const before = place.current?.previousElementSibling
		if (isLate && before && before.getBoundingClientRect().bottom >= window.innerHeight) setLast(false)
	}, [isLate])
	return (
		<section ref={place} className={`${ui.section} ${css.taste}`} data-last={isLast} aria-labelledby="taste">
			<header className={ui.head}>
				<h2 id="taste">Taste</h2>
			</header>
			<p className={css.line}>
				<Mark match={match} />
				<span>
					<strong>{match}% match</strong>, ± {uncertainty}, from {pluralize(shared, 'game')}
				</span>
			</p>
			<div className={css.groups}>
				<Games title="You agree" games={agree} />
				<Games title="You differ" games={disagree} />
			</div>
		</section>
	)
}

function Games({ title, games }: { title: string; games: readonly GameRef[] }) {
	if (games.length === 0) return null
	return (
		<div>
			<h3 className={css.title}>{title}</h3>
			<ul className={css.games}>
				{games.map((game) => (
					<li key={game.id}>
						<CoverWithMenu game={game}>
							<Link to={paths.game(game.id)} title={game.name}>
								<GameCover game={game} sizes="64px" decorative={false} />
							</Link>
						</CoverWithMenu>
					</li>
				))}
			</ul>
		</div>
	)
}

const RADIUS = 7
/** How far apart the circles are that have nothing in common, and those that are the same. */
const FAR = 2 * RADIUS

/** Two circles, which overlap by the match. */
function Mark({ match }: { match: number }) {
	const apart = (FAR * (100 - match)) / 100
	return (
		<svg className={css.mark} viewBox="0 0 30 16" width="30" height="16" aria-hidden="true">
			<circle cx={15 - apart / 2} cy="8" r={RADIUS} />
			<circle cx={15 + apart / 2} cy="8" r={RADIUS} />
		</svg>
	)
}
