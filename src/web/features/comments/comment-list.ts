import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type Comment, listComments } from '#contract/comments.ts'
import type { ResponseBody } from '#web/app/api-client.ts'

const PAGE_SIZE = 20

type CommentsPage = ResponseBody<typeof listComments>

/** Returns the request for a review's comments, newest first. The URL may contain the cursor to start at. */
export function commentsInput(reviewId: string, search: URLSearchParams) {
	const cursor = search.get('cursor')
	return { params: { reviewId }, query: { limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) } }
}

/** Returns a function that updates a review's cached comments. `change` receives the rows and the index of each page. */
export function useUpdateCachedComments(reviewId: string) {
	const client = useQueryClient()
	return (change: (rows: Comment[], pageIndex: number) => Comment[]) =>
		client.setQueriesData<InfiniteData<CommentsPage>>(
			{
				queryKey: [listComments.url],
				predicate: ({ queryKey }) => (queryKey[2] as ReturnType<typeof commentsInput>).params.reviewId === reviewId,
			},
			(cached) =>
				cached && {
					...cached,
					pages: cached.pages.map((page, index) => ({ ...page, comments: change(page.comments, index) })),
				},
		)
}
