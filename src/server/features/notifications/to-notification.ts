import type { Notification, NotificationKind } from '#contract/notifications.ts'
import { removeSpoilerMarks } from '#contract/spoiler-spans.ts'
import type { SpoilerSubject, TextReader } from '#server/features/texts/queries-text-reader.ts'
import { KINDS_WITHOUT_ACTORS, type NotificationRow } from './queries.ts'

const MAX_ACTORS = 3
const EXCERPT_LENGTH = 160

/** What a notification of each kind is about, which may be on its way to deletion. */
const SUBJECTS: Readonly<Record<NotificationKind, (row: NotificationRow) => boolean>> = {
	review_like: ({ review_id }) => review_id !== null,
	comment_like: isOfComment,
	list_like: ({ list_id }) => list_id !== null,
	comment: isOfComment,
	reply: isOfComment,
	mention: ({ review_id, list_id }) => review_id !== null || list_id !== null,
	follow: () => true,
	list_copy: ({ list_id }) => list_id !== null,
	moderation: () => true,
	suggestion: () => true,
	import: () => true,
	release: ({ game }) => game !== null,
}

function isOfComment({ comment_id, review_id, list_id }: NotificationRow): boolean {
	return comment_id !== null && (review_id !== null || list_id !== null)
}

/** Checks whether a notification has somebody and something to show, neither of which is being deleted. */
export function isShown(row: NotificationRow): boolean {
	return SUBJECTS[row.kind](row) && (row.actors.length > 0 || KINDS_WITHOUT_ACTORS.includes(row.kind))
}

/** Returns what decides who may read the comment that a notification is about. */
export function toSpoilerSubject(row: NotificationRow): SpoilerSubject {
	return {
		id: row.comment_id ?? row.id,
		authorId: row.commenter_id,
		about: row.review_id === null ? null : { reviewId: row.review_id },
		containsSpoilers: row.contains_spoilers ?? false,
		hasMentions: row.has_mentions ?? false,
		texts: [row.content],
	}
}

/** Converts a row to the notification, with the excerpt of the comment as `reader` reads it. */
export function toNotification(row: NotificationRow, reader: TextReader): Notification {
	const actors = [...new Map(row.actors.map((actor) => [actor.id, actor])).values()].slice(0, MAX_ACTORS)
	return {
		id: row.id,
		kind: row.kind,
		actors: actors.map(({ id, username, picture }) => ({ id, username, profilePicture: picture })),
		actorCount: row.actor_count,
		review: row.review_id !== null && row.game ? { id: row.review_id, game: row.game } : null,
		comment:
			row.comment_id === null || row.commenter_id === null || row.content === null
				? null
				: {
						id: row.comment_id,
						reviewId: row.review_id,
						listId: row.list_id,
						parentId: row.parent_id,
						userId: row.commenter_id,
						excerpt: cutText(removeSpoilerMarks(reader.read(toSpoilerSubject(row), row.content).text)),
						hasLiked: row.has_liked,
					},
		list: row.list_id !== null && row.title !== null ? { id: row.list_id, title: row.title } : null,
		game: row.review_id === null ? row.game : null,
		text: row.text,
		...(row.action_id === null ? {} : { actionId: row.action_id }),
		...(row.import_id === null ? {} : { importId: row.import_id }),
		isRead: row.is_read,
		createdAt: row.created_at,
	}
}

/** Cuts a text, to the length of an excerpt if none is given, without splitting a character. */
export function cutText(text: string, length = EXCERPT_LENGTH): string {
	const characters = Array.from(text)
	return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
