import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { COMMENT_NOT_FOUND, listComments, listListComments, listReplies } from '#contract/comments.ts'
import type { Refusal } from '#contract/endpoint.ts'
import { LIST_NOT_FOUND } from '#contract/lists.ts'
import { REVIEW_NOT_FOUND } from '#contract/reviews.ts'
import type { App } from '#server/http/app-type.ts'
import { decodeCursor, encodeCursor } from '#server/http/cursors.ts'
import { notFound } from '#server/http/errors.ts'
import { assertPageDepth } from '#server/http/paging.ts'
import type { Services } from '#server/services.ts'
import { toComments } from './comment-response.ts'
import { findComment } from './queries.ts'
import {
	countThreads,
	countThreadsBefore,
	findFirstReplies,
	listReplyRows,
	listThreadRows,
	type Subject,
} from './queries-threads.ts'

/** Registers the routes that read comments. */
export function commentRoutes(app: App, services: Services): void {
	const { cursors } = services.keys

	app.route({
		...listComments,
		handler: (request) => listThreads(request, { kind: 'review', id: request.params.reviewId }, REVIEW_NOT_FOUND),
	})

	app.route({
		...listListComments,
		handler: (request) => listThreads(request, { kind: 'list', id: request.params.listId }, LIST_NOT_FOUND),
	})

	app.route({
		...listReplies,
		async handler(request) {
			const { id } = request.params
			const { limit = 20, cursor, reveal } = request.query
			const after = cursor === undefined ? undefined : decodeCursor(cursors, 'replies', cursor)
			const viewerId = request.viewer?.userId ?? null
			const comment = await findComment(request.reads, id, viewerId)
			if (!comment) throw notFound(COMMENT_NOT_FOUND)
			const viewer = { id: viewerId, seesHidden: viewerId !== null }
			const rows = await listReplyRows(request.reads, id, { limit, after }, viewer)
			// A tombstone is there for its replies
			if (comment.user_id === null && !after && rows.length === 0) throw notFound(COMMENT_NOT_FOUND)
			const pageRows = rows.slice(0, limit)
			const last = pageRows.at(-1)
			return {
				comments: await toComments(request.reads, pageRows, { viewerId, reveal }),
				nextCursor: last && rows.length > limit ? encodeCursor(cursors, 'replies', [last.created_at, last.id]) : null,
			}
		},
	})

	/** Answers a page of the comments on a review or list that reply to none, with their first replies. */
	async function listThreads(request: ThreadsRequest, subject: Subject, missing: Refusal) {
		const { page: askedPage = 1, limit = 20, cursor, comment, reveal } = request.query
		assertPageDepth(askedPage, limit)
		const after = cursor === undefined ? undefined : decodeCursor(cursors, 'comments', cursor)
		const viewerId = request.viewer?.userId ?? null
		const counted = await countThreads(request.reads, subject, viewerId)
		if (counted === undefined) throw notFound(missing)
		const { count: totalCount, viewer } = counted
		const before = comment === undefined ? undefined : await countThreadsBefore(request.reads, subject, comment, viewer)
		if (comment !== undefined && before === undefined) throw notFound(COMMENT_NOT_FOUND)
		const page = before === undefined ? askedPage : Math.floor(before / limit) + 1
		const rows = await listThreadRows(request.reads, subject, { page, limit, after }, viewer)
		const pageRows = rows.slice(0, limit)
		const replies = await findFirstReplies(request.reads, pageRows, viewer, comment ?? null)
		const last = pageRows.at(-1)
		return {
			comments: await toComments(request.reads, pageRows, { viewerId, reveal, replies }),
			totalCount,
			totalPages: Math.ceil(totalCount / limit),
			currentPage: after ? null : page,
			nextCursor: last && rows.length > limit ? encodeCursor(cursors, 'comments', [last.created_at, last.id]) : null,
		}
	}
}

type ThreadsRequest = Pick<FastifyRequest, 'reads' | 'viewer'> & {
	query: Static<(typeof listComments)['schema']['querystring']>
}
