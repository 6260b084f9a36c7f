import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getPopularReviews, getReview, listReviews, type Review } from '#contract/reviews.ts'

/** Returns a function that patches a cached review and invalidates the lists that may contain it. */
export function usePatchCachedReview(id: string): (patch: (review: Review) => Partial<Review>) => void {
	const client = useQueryClient()
	return (news) => patchCachedReview(client, id, news)
}

function patchCachedReview(client: QueryClient, id: string, news: (review: Review) => Partial<Review>): void {
	client.setQueriesData<Review>({ queryKey: [getReview.url] }, (review) =>
		review?.id === id ? { ...review, ...news(review) } : review,
	)
	for (const { url } of [listReviews, getPopularReviews]) void client.invalidateQueries({ queryKey: [url] })
}
