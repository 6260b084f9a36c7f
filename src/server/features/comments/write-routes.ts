import type { Static } from 'typebox'
import {
	CHOOSE_SUBJECT,
	COMMENT_ALREADY_LIKED,
	COMMENT_NOT_FOUND,
	createComment,
	deleteComment,
	likeComment,
	type NewComment,
	NOT_A_PARENT,
	NOT_YOUR_COMMENT,
	NOT_YOUR_COMMENT_TO_EDIT,
	unlikeComment,
	updateComment,
} from '#contract/comments.ts'
import { LIST_NOT_FOUND } from '#contract/lists.ts'
import { REVIEW_NOT_FOUND } from '#contract/reviews.ts'
import { now } from '#server/clock.ts'
import { deleteContent } from '#server/db/content-deletion.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { publish } from '#server/features/moderation/publish.ts'
import { findReviewCounts } from '#server/features/reviews/queries.ts'
import { listMentionedNames } from '#server/features/texts/mentioned-names.ts'
import type { App } from '#server/http/app-type.ts'
import { conflict, forbidden, invalidInput, notFound } from '#server/http/errors.ts'
import { createOnce } from '#server/http/idempotency.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { toComments } from './comment-response.ts'
import {
	addComment,
	addCommentLike,
	deleteCommentLike,
	findComment,
	findRemovedComment,
	replaceComment,
} from './queries.ts'
import { findFirstReplies, type Subject } from './queries-threads.ts'

/** Registers the routes that create, change, delete and like comments. */
export function commentWriteRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createComment,
		async handler(request, reply) {
			const viewer = requireViewer(request)
			const { content, containsSpoilers = false } = request.body
			const subject = chooseSubject(request.body)
			const missing = subject.kind === 'review' ? REVIEW_NOT_FOUND : LIST_NOT_FOUND
			const { id } = await createOnce(services, request, request.body, (connection, id) =>
				inTransaction(connection, async (db) => {
					const parentId = await findThread(db, subject, request.body.parentId, viewer.userId)
					const comment = { id, subject, parentId, userId: viewer.userId, content, containsSpoilers }
					const mentioned = listMentionedNames(content)
					if (!(await addComment(db, { ...comment, mentioned, at: now(services) }))) throw notFound(missing)
					await publish(services, db, 'comment', id, [content])
				}),
			)
			const row = (await findComment(db, id, viewer.userId)) ?? (await findRemovedComment(db, id, viewer.userId))
			const [comment] = row ? await toComments(db, [row], { viewerId: viewer.userId }) : []
			if (!comment) throw notFound(missing)
			const counts = subject.kind === 'review' ? await findReviewCounts(db, subject.id, viewer.userId) : undefined
			reply.code(201)
			return {
				...comment,
				reviewImpressions: counts?.impressions_total ?? 0,
				weeklyImpressions: counts?.impressions_week ?? 0,
				monthlyImpressions: counts?.impressions_month ?? 0,
				yearlyImpressions: counts?.impressions_year ?? 0,
			}
		},
	})

	app.route({
		...updateComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			const { content, containsSpoilers } = request.body
			const comment = await findComment(db, id, viewer.userId)
			if (comment?.user_id == null) throw notFound(COMMENT_NOT_FOUND)
			if (comment.user_id !== viewer.userId) throw forbidden(NOT_YOUR_COMMENT_TO_EDIT)
			const mentioned = listMentionedNames(content)
			const change = { id, userId: viewer.userId, content, containsSpoilers, mentioned, at: now(services) }
			const isReplaced = await inTransaction(db, async (transaction) => {
				if (!(await replaceComment(transaction, change))) return false
				await publish(services, transaction, 'comment', id, [content])
				return true
			})
			const changed = isReplaced
				? ((await findComment(db, id, viewer.userId)) ?? (await findRemovedComment(db, id, viewer.userId)))
				: undefined
			if (!changed) throw notFound(COMMENT_NOT_FOUND)
			const replies = await findFirstReplies(db, [changed], { id: viewer.userId, seesHidden: true }, null)
			const [edited] = await toComments(db, [changed], { viewerId: viewer.userId, replies })
			if (!edited) throw notFound(COMMENT_NOT_FOUND)
			return edited
		},
	})

	app.route({
		...deleteComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			if (await deleteContent(services, 'comment', id, viewer.userId)) return { success: true as const }
			const comment = await findComment(db, id, viewer.userId)
			throw comment?.user_id ? forbidden(NOT_YOUR_COMMENT) : notFound(COMMENT_NOT_FOUND)
		},
	})

	app.route({
		...likeComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			const liked = await addCommentLike(db, { commentId: id, userId: viewer.userId, at: now(services) })
			const comment = await findComment(db, id, viewer.userId)
			if (!comment?.user_id) throw notFound(COMMENT_NOT_FOUND)
			if (!liked) throw conflict(COMMENT_ALREADY_LIKED, { likes: comment.likes })
			return { success: true as const, likes: comment.likes, hasLiked: true }
		},
	})

	app.route({
		...unlikeComment,
		async handler(request) {
			const viewer = requireViewer(request)
			const { id } = request.params
			await deleteCommentLike(db, id, viewer.userId)
			const comment = await findComment(db, id, viewer.userId)
			if (!comment?.user_id) throw notFound(COMMENT_NOT_FOUND)
			return { success: true as const, likes: comment.likes, hasLiked: false }
		},
	})
}

/** Returns what a new comment is on. Throws 400 unless it is either a review or a list. */
function chooseSubject({ reviewId, listId }: Static<typeof NewComment>): Subject {
	if (reviewId !== undefined && listId === undefined) return { kind: 'review', id: reviewId }
	if (listId !== undefined && reviewId === undefined) return { kind: 'list', id: listId }
	throw invalidInput([{ path: 'reviewId', message: CHOOSE_SUBJECT }])
}

/**
 * Returns the comment on the first level that a reply hangs under; null for a comment that replies to none. Throws 400 if the
 * parent is not on the same review or list, or has been deleted, and 404 if a block hides it from the viewer.
 */
async function findThread(
	db: Db,
	subject: Subject,
	parentId: string | undefined,
	viewerId: string,
): Promise<string | null> {
	if (parentId === undefined) return null
	const parent = await findComment(db, parentId, viewerId)
	if (parent && isOn(subject, parent)) return parent.parent_id ?? parent.id
	if (isOn(subject, await findComment(db, parentId, null))) throw notFound(COMMENT_NOT_FOUND)
	throw invalidInput([{ path: 'parentId', message: NOT_A_PARENT }])
}

function isOn(subject: Subject, comment: Awaited<ReturnType<typeof findComment>>): boolean {
	if (!comment?.user_id) return false
	return subject.id === (subject.kind === 'review' ? comment.review_id : comment.list_id)
}
