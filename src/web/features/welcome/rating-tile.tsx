import { useEffect, useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { getLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { useRead } from '#web/app/data.tsx'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { rate } from '#web/features/library-entry/entry-change.ts'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { StarSlider } from '#web/ui/star-slider.tsx'
import css from './rating-tile.module.css'

interface RatingTileProps {
	game: GameRef
	/** The viewer's entry, as the page read it. */
	listed: LibraryEntry | null
	isOpen: boolean
	onPress: () => void
}

/** A cover that shows five stars when it is pressed. */
export function RatingTile({ game, listed, isOpen, onPress }: RatingTileProps) {
	const { data: detail } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isOpen })
	const { marks, refusal, save } = useLibraryEntry(game.id, detail ? detail.entry : listed)
	const [dragged, setDragged] = useState<number | null>(null)
	const stars = useRef<HTMLDivElement>(null)
	const rating = dragged ?? marks.rating ?? 0
	useEffect(() => {
		if (isOpen) stars.current?.querySelector('input')?.focus({ preventScroll: true })
	}, [isOpen])
	return (
		<div className={css.tile} data-open={isOpen}>
			<div className={css.frame}>
				<button
					type="button"
					className={css.cover}
					aria-expanded={isOpen}
					aria-label={`Rate ${game.name}`}
					onClick={onPress}
				>
					<GameCover game={game} sizes="(min-width: 700px) 160px, 30vw" eager />
					{marks.status && (
						<span className={css.mark} data-night="">
							<StatusMark status={marks.status} />
						</span>
					)}
				</button>
				{(isOpen || rating > 0) && (
					<div ref={stars} className={css.stars} data-night="">
						<StarSlider
							aria-label={`Your rating of ${game.name}`}
							value={rating}
							onChange={(value) => setDragged(value === (marks.rating ?? 0) ? null : value)}
							onCommit={(value) => {
								setDragged(null)
								save(rate(marks, value || null))
							}}
						/>
					</div>
				)}
			</div>
			<p className={css.name} aria-hidden="true">
				{game.name}
			</p>
			{refusal && <p role="alert">{refusal}</p>}
		</div>
	)
}
