import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type Comment, listComments } from '#contract/comments.ts'
import type { Answer } from '#web/app/api-client.ts'

const PAGE_SIZE = 20

type CommentsPage = Answer<typeof listComments>

/** The call that reads the comments on a review, newest first; an address may say where the list begins. */
export function commentsInput(reviewId: string, search: URLSearchParams) {
	const cursor = search.get('cursor')
	return { params: { reviewId }, query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } }
}

/** Changes the comments that the cache holds of a review: `change` gets the rows of each part and which part it is. */
export function useKnownComments(reviewId: string) {
	const client = useQueryClient()
	return (change: (rows: Comment[], part: number) => Comment[]) =>
		client.setQueriesData<InfiniteData<CommentsPage>>(
			{
				queryKey: [listComments.url],
				predicate: ({ queryKey }) => (queryKey[2] as ReturnType<typeof commentsInput>).params.reviewId === reviewId,
			},
			(known) =>
				known && {
					...known,
					pages: known.pages.map((page, part) => ({ ...page, comments: change(page.comments, part) })),
				},
		)
}
