import type { Comment } from '#contract/comments.ts'
import type { Db } from '#server/db/tables.ts'
import { loadTextReader } from '#server/features/texts/queries.ts'
import { type CommentRow, toComment, toCommentSpoilerSubject } from './queries-rows.ts'

/** Converts rows, with the first replies to each by its id, to the comments that a viewer (null: a visitor) gets. */
export async function toComments(
	db: Db,
	rows: readonly CommentRow[],
	{
		viewerId,
		reveal,
		replies = new Map(),
	}: {
		viewerId: string | null
		reveal?: boolean | undefined
		replies?: ReadonlyMap<string | null, readonly CommentRow[]>
	},
): Promise<Comment[]> {
	const subjects = [...rows, ...[...replies.values()].flat()].map(toCommentSpoilerSubject)
	const reader = await loadTextReader(db, viewerId, subjects, { reveal })
	return rows.map((row) => toComment(row, reader, replies.get(row.id)))
}
