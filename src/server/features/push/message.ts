import { notificationPath, notificationSentence } from '#contract/notification-sentences.ts'
import type { PushMessage } from '#contract/push.ts'
import type { NotificationRow } from '#server/features/notifications/queries.ts'
import { cutText, isShown, toNotification } from '#server/features/notifications/to-notification.ts'
import { STRICT_READER } from '#server/features/texts/queries-text-reader.ts'

/** What devices show; more would only make the message larger. */
const MAX_TITLE_LENGTH = 120
const MAX_BODY_LENGTH = 140

/**
 * Composes the message about a notification: who did what, and what an unflagged comment says without its spoilers. What
 * moderators write is for no lock screen. Undefined if nothing of the notification is left to tell.
 */
export function composePushMessage(row: NotificationRow): PushMessage | undefined {
	if (!isShown(row)) return undefined
	const notification = toNotification(row, STRICT_READER)
	const title =
		row.kind === 'moderation' ? 'You have a message from the moderators' : notificationSentence(notification)
	// The comment that somebody likes is the reader's own
	const excerpt = row.kind === 'comment_like' ? undefined : notification.comment?.excerpt
	return {
		title: cutText(toLine(title), MAX_TITLE_LENGTH),
		body: cutText(toLine(excerpt ?? ''), MAX_BODY_LENGTH),
		url: notificationPath(notification),
		tag: notification.id,
	}
}

const toLine = (text: string) => text.trim().replace(/\s+/g, ' ')
