import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getPopularReviews, getReview, listReviews, type Review } from '#contract/reviews.ts'

/** Puts into the cache what an answer said of a review; lists that hold it are read anew when they are next shown. */
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
