import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { LibraryChange } from '#contract/library.ts'
import { paths } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { StarSlider } from '#web/ui/star-slider.tsx'
import { type EntryMarks, pressLove, rate } from './entry-change.ts'
import { LoveButton } from './love-button.tsx'
import css from './star-row.module.css'
import type { useLibraryEntry } from './use-library-entry.ts'

interface StarRowProps {
	name: string
	entry: ReturnType<typeof useLibraryEntry>
	/** The viewer's review of the game. */
	reviewId: string | null
}

/** The viewer's rating of a game, with or without a review, and the heart. */
export function StarRow({ name, entry: { marks, refusal, save }, reviewId }: StarRowProps) {
	/** While the pointer is down */
	const [dragged, setDragged] = useState<number | null>(null)
	const [hovered, setHovered] = useState<number | null>(null)
	// Keys that follow one another are one change, which one Undo takes back
	const keys = useRef<{ before: EntryMarks; change: LibraryChange } | null>(null)
	const stars = useRef<HTMLDivElement>(null)
	const rating = dragged ?? marks.rating ?? 0
	const shown = hovered ?? rating
	return (
		<>
			<div className={css.row}>
				<div ref={stars} className={css.stars}>
					<StarSlider
						aria-label={`Your rating of ${name}`}
						value={rating}
						onHover={setHovered}
						onBlur={() => {
							keys.current = null
						}}
						onChange={(value) => setDragged(value === (marks.rating ?? 0) ? null : value)}
						onCommit={(value, by) => {
							setDragged(null)
							const change = rate(marks, value || null)
							const before = keys.current?.before ?? marks
							const all = by === 'key' ? { ...keys.current?.change, ...change } : change
							keys.current = by === 'key' ? { before, change: all } : null
							save(all, by === 'key' ? before : marks)
						}}
					/>
				</div>
				<span className={css.value} aria-hidden="true">
					{shown > 0 && shown}
				</span>
				{/* Keeps its place, so that nothing moves */}
				<span className={css.clear} data-shown={rating > 0}>
					<Button
						kind="icon"
						aria-label={`Remove your rating of ${name}`}
						title="Remove rating"
						onClick={() => {
							save(rate(marks, null))
							// The button goes with the rating
							stars.current?.querySelector('input')?.focus({ preventScroll: true })
						}}
					>
						<FrameIcon name="close" size={16} />
					</Button>
				</span>
				<LoveButton name={name} isLoved={marks.isLoved} onPress={() => save(pressLove(marks))} />
			</div>
			{refusal && (
				<p className={css.refusal} role="alert">
					{refusal} {reviewId && <Link to={paths.review(reviewId)}>Open your review</Link>}
				</p>
			)}
		</>
	)
}
