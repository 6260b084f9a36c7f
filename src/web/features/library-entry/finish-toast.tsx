import { useState } from 'react'
import type { LibraryStatus } from '#contract/library-entry.ts'
import type { Toast } from '#web/app/toasts.ts'
import { StarSlider } from '#web/ui/star-slider.tsx'
import css from './finish-toast.module.css'
import { STATUS_WORDS } from './status-words.ts'

/** How long the question stays: an answer takes longer than Undo. */
const QUESTION_MS = 12_000

interface Finish {
	/** Of the game. */
	name: string
	status: LibraryStatus
	/** The rating of the game before it was finished. */
	rating: number | null
	hasReview: boolean
	show: (toast: Toast) => void
	/** Saves a rating; false if it is refused. */
	save: (rating: number | null) => boolean
	/** Takes the end back. */
	undo: () => void
	openReview: () => void
	/** Called when the question and what follows are over, unless the end was taken back. */
	onEnd: () => void
}

let questions = 0

/** Asks how a game was that has just been finished. An answer leads to the review. */
export function askForRating({ name, status, rating, hasReview, show, save, undo, openReview, onEnd }: Finish): void {
	// The stars of the question before would keep their value
	const key = ++questions
	const rate = (next: number | null, by: 'pointer' | 'key') => {
		if (!save(next)) return false
		show({
			message: next === null ? 'Rating removed' : `Rated ${next}`,
			// Keys reach a rating step by step
			control: by === 'key' && stars(next),
			actions: [
				{ label: hasReview ? 'My Review' : 'Write a Review', onPress: openReview },
				{
					label: 'Undo',
					onPress: () => {
						save(rating)
						onEnd()
					},
				},
			],
			onEnd,
		})
		return true
	}
	const stars = (current: number | null) => <FinishStars key={key} name={name} rating={current} onRate={rate} />
	show({
		message: `${STATUS_WORDS[status]} today. How was it?`,
		control: stars(rating),
		actions: [{ label: 'Undo', onPress: undo }],
		durationMs: QUESTION_MS,
		onEnd,
	})
}

interface FinishStarsProps {
	name: string
	rating: number | null
	/** Returns whether the rating was taken. */
	onRate: (rating: number | null, by: 'pointer' | 'key') => boolean
}

function FinishStars({ name, rating, onRate }: FinishStarsProps) {
	// Ahead of the toast, which renders later than the next key can come
	const [value, setValue] = useState(rating ?? 0)
	return (
		<div className={css.stars}>
			<StarSlider
				aria-label={`Your rating of ${name}`}
				value={value}
				onChange={setValue}
				onCommit={(next, by) => {
					if (!onRate(next || null, by)) setValue(rating ?? 0)
				}}
			/>
		</div>
	)
}
