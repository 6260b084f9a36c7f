import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { getReview, type Review } from '#contract/reviews.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { asksForSpoilers } from '#web/features/texts/spoilers-param.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { isTextHidden } from './review-excerpt.tsx'
import css from './review-text.module.css'
import { ReviewWords, revealedReviewInput } from './review-words.tsx'

const loadReason = () => import('./spoiler-reason.tsx')

/** The text of a review on its page, or a box that says why it is hidden and shows it on a press. */
export function ReviewText({ review }: { review: Review }) {
	const [search] = useSearchParams()
	const [hasPressed, setPressed] = useState(false)
	const isWanted = review.isHidden && (hasPressed || asksForSpoilers(search))
	const revealed = useRead(getReview, revealedReviewInput(review.id), { enabled: isWanted })
	const shown = (isWanted && revealed.data) || review
	const isBoxed = isTextHidden(shown)
	const text = useRef<HTMLParagraphElement>(null)
	// The button that had the focus is gone
	useEffect(() => {
		if (hasPressed && !isBoxed) text.current?.focus({ preventScroll: true })
	}, [hasPressed, isBoxed])
	if (isBoxed)
		return (
			<HiddenReview
				review={review}
				isLoading={isWanted && revealed.isFetching}
				problem={isWanted && revealed.error ? getFailureMessage(revealed.error, getReview.config.failure) : null}
				onShow={() => {
					if (isWanted) revealed.retry()
					else setPressed(true)
				}}
			/>
		)
	return (
		<p ref={text} className={css.text} tabIndex={hasPressed ? -1 : undefined}>
			<ReviewWords review={shown} />
		</p>
	)
}

interface HiddenReviewProps {
	review: Review
	isLoading: boolean
	problem: string | null
	onShow: () => void
}

function HiddenReview({ review: { id, game }, isLoading, problem, onShow }: HiddenReviewProps) {
	const { status } = useSession()
	const { module } = useLazyModule(loadReason, status === 'in')
	const sentence = `Contains spoilers for ${game.name}.`
	return (
		// Members may turn out to see the text
		<div className={css.box} data-settles="">
			<p>{module ? <module.SpoilerReason game={game.name}>{sentence}</module.SpoilerReason> : sentence}</p>
			{status === 'unknown' ? (
				<Link to={paths.review(id, { spoilers: 1 })} className={buttonClass('quiet')} rel="nofollow">
					Show the Review
				</Link>
			) : (
				<Button onClick={onShow} aria-disabled={isLoading}>
					{isLoading ? 'Loading...' : 'Show the Review'}
				</Button>
			)}
			<div role="alert">{problem && <p className={css.problem}>{problem}</p>}</div>
			<p className={css.settings} data-for="members">
				<Link to={`${paths.settings()}#spoilers`}>Change when spoilers are shown</Link>
			</p>
		</div>
	)
}
