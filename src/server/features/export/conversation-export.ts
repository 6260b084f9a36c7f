import { readWhole } from '#server/db/stored-text.ts'
import type { Db } from '#server/db/tables.ts'
import { mapBatches, readBatches } from './json-stream.ts'
import {
	readActivityReads,
	readCommentLikes,
	readComments,
	readListComments,
	readListLikes,
	readMailTimes,
	readNotifications,
} from './queries.ts'

// How many rows are held in memory at a time
const TEXT_BATCH_SIZE = 100
const SHORT_BATCH_SIZE = 500

type Row<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number]

function exportComment(row: Row<typeof readComments> | Row<typeof readListComments>) {
	return {
		id: row.id,
		parentId: row.parent_id,
		content: readWhole(row.content),
		containsSpoilers: row.contains_spoilers,
		likes: row.likes,
		createdAt: row.created_at,
		editedAt: row.edited_at,
	}
}

/** The account's comments on reviews. */
export function exportComments(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readComments>>(TEXT_BATCH_SIZE, (last, limit) => readComments(db, userId, last?.id, limit)),
		(row) => ({ ...exportComment(row), reviewId: row.review_id, gameId: row.game_id, gameName: row.game_name }),
	)
}

/** The account's comments on lists. */
export function exportListComments(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readListComments>>(TEXT_BATCH_SIZE, (last, limit) =>
			readListComments(db, userId, last?.id, limit),
		),
		(row) => ({ ...exportComment(row), listId: row.list_id }),
	)
}

/** The comments that the account likes. */
export function exportLikedComments(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readCommentLikes>>(SHORT_BATCH_SIZE, (last, limit) =>
			readCommentLikes(db, userId, last?.comment_id, limit),
		),
		({ comment_id, review_id, list_id, username, created_at }) => ({
			commentId: comment_id,
			reviewId: review_id,
			listId: list_id,
			author: username,
			createdAt: created_at,
		}),
	)
}

/** The lists that the account likes. */
export function exportLikedLists(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readListLikes>>(SHORT_BATCH_SIZE, (last, limit) =>
			readListLikes(db, userId, last?.list_id, limit),
		),
		({ list_id, username, created_at }) => ({ listId: list_id, author: username, createdAt: created_at }),
	)
}

/** The account's notifications. */
export function exportNotifications(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readNotifications>>(SHORT_BATCH_SIZE, (last, limit) =>
			readNotifications(db, userId, last?.id, limit),
		),
		({ kind, target, actor_count, text, is_read, created_at }) => ({
			kind,
			about: target,
			actorCount: actor_count,
			text,
			isRead: is_read,
			createdAt: created_at,
		}),
	)
}

/** When the account last got mails about notifications. */
export async function exportMailTimes(db: Db, userId: string) {
	const times = await readMailTimes(db, userId)
	return { lastSentAt: times?.mailed_at ?? null, lastDigestUntil: times?.digested_at ?? null }
}

/** The activities of followed users that the account has marked as read. */
export function exportReadActivities(db: Db, userId: string) {
	return mapBatches(
		readBatches<Row<typeof readActivityReads>>(SHORT_BATCH_SIZE, (last, limit) =>
			readActivityReads(db, userId, last?.activity_id, limit),
		),
		({ activity_id, user_id }) => ({ activityId: activity_id, userId: user_id }),
	)
}
