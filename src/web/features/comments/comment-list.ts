import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { type Comment, listComments, listListComments, listReplies } from '#contract/comments.ts'
import type { ResponseBody } from '#web/app/api-client.ts'

type Pages = InfiniteData<Pick<ResponseBody<typeof listComments>, 'comments'>>

/** A comment as changed, or null to take it away. */
type Change = (comment: Comment) => Comment | null

function changeAll(comments: readonly Comment[], change: Change): Comment[] {
	return comments.flatMap((comment) => {
		const replies = comment.replies.length > 0 ? changeAll(comment.replies, change) : comment.replies
		const changed = change({ ...comment, replies: replies as Comment['replies'] })
		return changed ? [changed] : []
	})
}

/** Returns functions that update all cached comments, on every page and in every thread. */
export function useCachedComments() {
	const client = useQueryClient()
	const update = (changePage: (comments: Comment[], index: number) => Comment[]) => {
		for (const { url } of [listComments, listListComments, listReplies])
			client.setQueriesData<Pages>(
				{ queryKey: [url] },
				(cached) =>
					cached?.pages && {
						...cached,
						pages: cached.pages.map((page, index) => ({ ...page, comments: changePage(page.comments, index) })),
					},
			)
	}
	return {
		/** Changes one comment. */
		patch: (id: string, change: (comment: Comment) => Partial<Comment>) =>
			update((rows) => changeAll(rows, (row) => (row.id === id ? { ...row, ...change(row) } : row))),
		/** Shows a new comment at the top of those on its subject, or a reply at the end of its thread. */
		add: (comment: Comment) =>
			update((rows, index) => {
				if (comment.parentId !== null)
					return rows.map((row) =>
						row.id === comment.parentId
							? {
									...row,
									replyCount: row.replyCount + (comment.moderation ? 0 : 1),
									replies: [...row.replies, comment] as Comment['replies'],
								}
							: row,
					)
				const isHere = rows.some((row) => row.reviewId === comment.reviewId && row.listId === comment.listId)
				return index === 0 && (isHere || rows.length === 0) ? [comment, ...rows] : rows
			}),
		/** Takes a deleted comment away; with replies it leaves a tombstone, and a tombstone goes with its last reply. */
		remove: ({ id, parentId }: Comment) =>
			update((rows) =>
				changeAll(rows, (row) => {
					if (row.id === id)
						return row.replyCount > 0
							? { ...row, isDeleted: true, user: null, userId: null, username: null, content: '', likes: 0 }
							: null
					if (row.id !== parentId) return row
					const replyCount = Math.max(0, row.replyCount - 1)
					return row.isDeleted && replyCount === 0 ? null : { ...row, replyCount }
				}),
			),
	}
}
