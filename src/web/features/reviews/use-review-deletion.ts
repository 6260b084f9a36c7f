import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listReviews, type Review } from '#contract/reviews.ts'
import { readPages } from '#web/app/data.tsx'
import { useLazyForm } from '#web/app/lazy-form.ts'
import { type ReviewListFilters, reviewListInput } from './review-filters.ts'

const loadDialog = () => import('./delete-review-dialog.tsx')

/** Manages deleting the viewer's review from a list: confirmation, removal of the row, and the success message. */
export function useReviewDeletion(filters: ReviewListFilters) {
	const client = useQueryClient()
	const [reviewToDelete, setReviewToDelete] = useState<Review | null>(null)
	const [message, setMessage] = useState<string | null>(null)
	const dialog = useLazyForm(loadDialog)
	const heading = useRef<HTMLHeadingElement>(null)
	// The dialog returns the focus to a button that is removed with its card, so move it on to the heading.
	useEffect(() => {
		if (message !== null) heading.current?.focus({ preventScroll: true })
	}, [message])
	const removeRow = (reviewId: string) =>
		client.setQueryData(
			readPages(listReviews, reviewListInput(filters)).queryKey,
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
		/** The module of the dialog that asks for confirmation, null until it has loaded. */
		dialog: dialog.module,
		hideMessage: () => setMessage(null),
		/** The review to confirm, null while there is none. */
		reviewToDelete,
		requestDeletion: (review: Review) => {
			setMessage(null)
			dialog.load()
			setReviewToDelete(review)
		},
		cancel: () => setReviewToDelete(null),
		finishDeletion: (reviewId: string, message: string) => {
			removeRow(reviewId)
			setReviewToDelete(null)
			setMessage(message)
		},
	}
}
