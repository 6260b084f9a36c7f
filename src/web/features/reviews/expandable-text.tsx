import { useLayoutEffect, useRef, useState } from 'react'
import type { Review } from '#contract/reviews.ts'
import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './expandable-text.module.css'
import cardCss from './review-card.module.css'

const EXPAND_MS = 120

const loadWords = () => import('./review-words.tsx')

interface ExpandableTextProps {
	review: Review
	/** The maximum length before it is expanded, in characters. */
	maxLength: number
}

/** The beginning of a review's text on a card, and a button that shows all of it in place. */
export function ExpandableText({ review, maxLength }: ExpandableTextProps) {
	const whole = removeSpoilerMarks(review.description)
	const [heightBefore, setHeightBefore] = useState<number | null>(null)
	const words = useRef<HTMLParagraphElement>(null)
	const isOpen = heightBefore !== null
	const { module } = useLazyModule(loadWords, isOpen)
	// Before the first paint of the whole text
	useLayoutEffect(() => {
		if (heightBefore === null || !words.current) return
		const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
		words.current.animate(
			isMotionReduced
				? { opacity: [0, 1] }
				: { height: [`${heightBefore}px`, `${words.current.offsetHeight}px`], overflow: ['clip', 'clip'] },
			{ duration: EXPAND_MS, easing: 'ease-out' },
		)
		// The button is gone
		words.current.focus({ preventScroll: true })
	}, [heightBefore])
	const beginning = truncateText(whole, maxLength)
	return (
		<>
			<p
				ref={words}
				className={isOpen ? `${cardCss.text} ${css.whole}` : cardCss.text}
				tabIndex={isOpen ? -1 : undefined}
			>
				{!isOpen ? beginning : module ? <module.ReviewWords review={review} /> : whole}
			</p>
			{!isOpen && beginning !== whole && (
				<button type="button" className={css.button} onClick={() => setHeightBefore(words.current?.offsetHeight ?? 0)}>
					Read on<span className="visually-hidden">, {review.username}'s review</span>
				</button>
			)}
		</>
	)
}
