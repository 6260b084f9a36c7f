import { useLayoutEffect, useRef, useState } from 'react'
import { truncateText } from '#web/ui/truncate-text.ts'
import css from './expandable-text.module.css'
import cardCss from './review-card.module.css'

const EXPAND_MS = 120

interface ExpandableTextProps {
	text: string
	/** The maximum length before it is expanded, in characters. */
	maxLength: number
	/** Whose text it is, for the button's accessible name. */
	subject: string
}

/** The beginning of a text on a card, and a button that shows all of it in place. */
export function ExpandableText({ text, maxLength, subject }: ExpandableTextProps) {
	const [heightBefore, setHeightBefore] = useState<number | null>(null)
	const words = useRef<HTMLParagraphElement>(null)
	const isOpen = heightBefore !== null
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
	const beginning = truncateText(text, maxLength)
	return (
		<>
			<p
				ref={words}
				className={isOpen ? `${cardCss.text} ${css.whole}` : cardCss.text}
				tabIndex={isOpen ? -1 : undefined}
			>
				{isOpen ? text : beginning}
			</p>
			{!isOpen && beginning !== text && (
				<button type="button" className={css.button} onClick={() => setHeightBefore(words.current?.offsetHeight ?? 0)}>
					Read on<span className="visually-hidden">, {subject}</span>
				</button>
			)}
		</>
	)
}
