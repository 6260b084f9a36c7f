import {
	COMMENT_ALREADY_LIKED,
	COMMENT_NOT_FOUND,
	createComment,
	deleteComment,
	likeComment,
	listComments,
	NOT_YOUR_COMMENT,
} from '#contract/comments.ts'
import { REVIEW_NOT_FOUND } from '#contract/reviews.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import { findReviewCounts } from '#server/features/reviews/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { conflict, forbidden, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import { requireViewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import { addComment, addCommentLike, countComments, findComment, listCommentRows, toComment } from './queries.ts'

export function commentRoutes(app: App, services: Services): void {
	const { db } = services
	const { cursors } = services.keys

	app.route({
		...listComments,
		async handler(request) {
			const { reviewId } = request.params
			const { page = 1, limit = 20, cursor } = request.query
			assertPageDepth(page, limit)
			const after = cursor === undefined ? undefined : decodeCursor(cursors, 'comments', cursor)
			const totalCount = await countComments(request.reads, reviewId)
			if (totalCount === undefined) throw notFound(REVIEW_NOT_FOUND)
			const viewerId = request.viewer?.userId ?? null
			const rows = await listCommentRows(request.reads, reviewId, { page, limit, after }, viewerId)
			const pageRows = rows.slice(0, limit)
			const last = pageRows.at(-1)
			return {
				comments: pageRows.map(toComment),
				totalCount,
				totalPages: Math.ceil(totalCount / limit),
				currentPage: after ? null : page,
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, 'comments', [last.created_at, last.id]) : null,
			}
		},
	})

	app.route({
		...createComment,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { reviewId, content } = request.body
			const { id } = await createOnce(services, request, request.body, async (db, id) => {
				if (!(await addComment(db, { id, reviewId, userId: viewer.userId, content, at: now(services) })))
					throw notFound(REVIEW_NOT_FOUND)
			})
			const [comment, counts] = [await findComment(db, id, viewer.userId), await findReviewCounts(db, reviewId)]
			if (!comment || !counts) throw notFound(REVIEW_NOT_FOUND)
			reply.code(201)
			return {
				...toComment(comment),
				reviewImpressions: counts.impressions_total,
				weeklyImpressions: counts.impressions_week,
				monthlyImpressions: counts.impressions_month,
				yearlyImpressions: counts.impressions_year,
			}
		},
	})

	app.route({
		...deleteComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			if (await deleteContent(services, 'comment', id, viewer.userId)) return { success: true as const }
			throw (await findComment(db, id, viewer.userId)) ? forbidden(NOT_YOUR_COMMENT) : notFound(COMMENT_NOT_FOUND)
		},
	})

	app.route({
		...likeComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			const liked = await addCommentLike(db, { commentId: id, userId: viewer.userId, at: now(services) })
			const comment = await findComment(db, id, viewer.userId)
			if (!comment) throw notFound(COMMENT_NOT_FOUND)
			if (!liked) throw conflict(COMMENT_ALREADY_LIKED, { likes: comment.likes })
			return { success: true as const, likes: comment.likes, hasLiked: true }
		},
	})
}
