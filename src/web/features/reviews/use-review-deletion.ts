import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listReviews, type Review } from '#contract/reviews.ts'
import { readPages } from '#web/app/data.tsx'
import { REVIEW_DELETED } from './delete-review-dialog.tsx'
import { type ReviewListFilters, reviewListInput } from './review-filters.ts'

/** The deletion of an own review out of the list that is shown: asked for, done, and said. */
export function useReviewDeletion(shown: ReviewListFilters) {
	const client = useQueryClient()
	const [reviewToDelete, setReviewToDelete] = useState<Review | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const heading = useRef<HTMLHeadingElement>(null)
	// The dialog gives the focus back to a button that goes with its card: afterwards it goes on to the heading.
	useEffect(() => {
		if (message !== null) heading.current?.focus({ preventScroll: true })
	}, [message])
	const removeRow = (reviewId: string) =>
		client.setQueryData(
			readPages(listReviews, reviewListInput(shown)).queryKey,
			(list) =>
				list && {
					...list,
					pages: list.pages.map((page) => ({ ...page, reviews: page.reviews.filter(({ id }) => id !== reviewId) })),
				},
		)
	return {
		/** The heading of the list, which takes the focus after a deletion. */
		heading,
		message,
		hideMessage: () => setMessage(null),
		/** The review that the user is asked about, null while there is none. */
		asked: reviewToDelete,
		requestDeletion: (review: Review) => {
			setMessage(null)
			setReviewToDelete(review)
		},
		cancel: () => setReviewToDelete(null),
		finishDeletion: (reviewId: string) => {
			removeRow(reviewId)
			setReviewToDelete(null)
			setMessage(REVIEW_DELETED)
		},
	}
}
