import { useEffect, useRef, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { getLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { useRead } from '#web/app/data.tsx'
import type { Toast } from '#web/app/toasts.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { rate } from '#web/features/library-entry/entry-change.ts'
import { StatusMark } from '#web/features/library-entry/status-mark.tsx'
import { useLibraryEntry } from '#web/features/library-entry/use-library-entry.ts'
import { StarSlider } from '#web/ui/star-slider.tsx'
import { Stars } from '#web/ui/stars.tsx'
import css from './rating-tile.module.css'

/** How long the stars under a cover stay after a press, for another half or a mistake. */
const REST_MS = 1000

interface RatingTileProps {
	game: GameRef
	/** The viewer's entry, as the page read it. */
	listed: LibraryEntry | null
	isOpen: boolean
	/** The stars take the place of the name, where those on the cover would be too small to press. */
	isForThumbs: boolean
	onPress: () => void
	/** Called when the stars have been pressed and nothing more comes. */
	onDone: () => void
	announce: (toast: Toast | null) => void
}

/** A cover that shows five stars when it is pressed. */
export function RatingTile({ game, listed, isOpen, isForThumbs, onPress, onDone, announce }: RatingTileProps) {
	const { data: detail } = useRead(getLibraryEntry, { params: { gameId: game.id } }, { enabled: isOpen })
	const { marks, refusal, save } = useLibraryEntry(game, detail ? detail.entry : listed, announce)
	const [dragged, setDragged] = useState<number | null>(null)
	const cover = useRef<HTMLButtonElement>(null)
	const stars = useRef<HTMLDivElement>(null)
	const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
	const rating = dragged ?? marks.rating ?? 0
	useEffect(() => {
		if (isOpen) stars.current?.querySelector('input')?.focus({ preventScroll: true })
		return () => clearTimeout(rest.current)
	}, [isOpen])
	const close = () => {
		// The stars go
		if (stars.current?.contains(document.activeElement)) cover.current?.focus({ preventScroll: true })
		onDone()
	}
	const slider = (
		<StarSlider
			aria-label={`Your rating of ${game.name}`}
			value={rating}
			isWhole={isForThumbs}
			onChange={(value) => {
				clearTimeout(rest.current)
				setDragged(value === (marks.rating ?? 0) ? null : value)
			}}
			onCommit={(value, by) => {
				setDragged(null)
				save(rate(marks, value || null))
				if (isForThumbs && by === 'pointer') rest.current = setTimeout(close, REST_MS)
			}}
		/>
	)
	return (
		<div className={css.tile} data-open={isOpen} data-for-thumbs={isForThumbs}>
			<div className={css.frame}>
				<button
					ref={cover}
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
				{!isForThumbs && (isOpen || rating > 0) && (
					<div ref={stars} className={css.stars} data-night="">
						{slider}
					</div>
				)}
			</div>
			<div className={css.foot}>
				{isForThumbs && isOpen ? (
					<div ref={stars} className={css.row}>
						{slider}
					</div>
				) : (
					<>
						<p className={css.name} aria-hidden="true">
							{game.name}
						</p>
						{isForThumbs && rating > 0 && <Stars rating={rating} size={14} />}
					</>
				)}
			</div>
			{refusal && <p role="alert">{refusal}</p>}
		</div>
	)
}
