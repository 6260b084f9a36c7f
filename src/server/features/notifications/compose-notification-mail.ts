import { formatLimit } from '#contract/limits.ts'
import type { MailPurpose } from '#contract/mail-subscription.ts'
import { notificationPath, notificationSentence } from '#contract/notification-sentences.ts'
import { paths } from '#contract/paths.ts'
import { isFixedChannel } from '#contract/preferences.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { toSalutation } from '#server/features/account/placeholder-names.ts'
import { createAppealToken } from '#server/features/moderation/appeal-tokens.ts'
import { toPreferences } from '#server/features/preferences/preferences.ts'
import { findPreferences } from '#server/features/preferences/queries.ts'
import { createUnsubscribeToken } from '#server/features/preferences/unsubscribe-tokens.ts'
import { STRICT_READER } from '#server/features/texts/queries-text-reader.ts'
import { getConfiguredOrigin } from '#server/http/origin.ts'
import type { Keys } from '#server/lifecycle/secret-keys.ts'
import { type MailItem, renderMail } from '#server/mail/mail-template.ts'
import type { ComposedMail } from '#server/mail/sender.ts'
import { countUnreadBetween, findMailedNotifications, findUnreadBetween, type NotificationRow } from './queries.ts'
import { findMailRecipient, type MailRecipient } from './queries-mails.ts'
import { cutText, isShown, toNotification } from './to-notification.ts'

/** The most notifications that a mail lists; it says how many more there are. */
export const MAX_MAILED_ITEMS = 20
const MAX_SUBJECT_LENGTH = 120

/** A mail about notifications as it waits for an attempt: what was read meanwhile is not in it. */
export type NotificationMail =
	| { kind: 'notifications'; userId: string; ids: string[]; count: number }
	| { kind: 'digest'; userId: string; rhythm: 'daily' | 'weekly'; since: string; until: string }

/** Tells a mail about notifications from others. */
export function isNotificationMail(mail: { kind: string }): mail is NotificationMail {
	return mail.kind === 'notifications' || mail.kind === 'digest'
}

interface ComposeOptions {
	config: Pick<Config, 'publicUrl' | 'port'>
	keys: Pick<Keys, 'unsubscribing' | 'appeals'>
}

/** The notifications that a mail lists, and how many it is about. */
interface Contents {
	rows: NotificationRow[]
	count: number
}

const TEXTS: Readonly<Record<NotificationMail['kind'], { reason: string; stop: string }>> = {
	notifications: {
		reason: 'You’re getting this mail because you asked for emails about this.',
		stop: 'Stop these mails',
	},
	digest: { reason: 'This is a summary of your unread notifications on Savepoint.', stop: 'Stop this summary' },
}

/** Composes a mail about notifications. Returns undefined if all are read or the recipient gets no such mails any more. */
export async function composeNotificationMail(
	options: ComposeOptions,
	db: Db,
	mail: NotificationMail,
): Promise<ComposedMail | undefined> {
	const recipient = await findMailRecipient(db, mail.userId)
	if (!recipient?.is_verified) return undefined
	const { rows, count } = await findContents(db, mail)
	const shown = rows.filter(isShown)
	return shown.length > 0 ? render(options, recipient, mail, { rows: shown, count }) : undefined
}

async function findContents(db: Db, mail: NotificationMail): Promise<Contents> {
	const preferences = toPreferences(await findPreferences(db, mail.userId))
	if (mail.kind === 'notifications') {
		const found = await findMailedNotifications(db, mail.userId, mail.ids)
		const rows = found.filter((row) => isShown(row) && preferences.notifications[row.kind].mail)
		return { rows, count: rows.length + mail.count - mail.ids.length }
	}
	if (preferences.digest === 'never') return { rows: [], count: 0 }
	const rows = await findUnreadBetween(db, mail.userId, { ...mail, limit: MAX_MAILED_ITEMS })
	const count = rows.length < MAX_MAILED_ITEMS ? rows.length : await countUnreadBetween(db, mail.userId, mail)
	return { rows: rows.slice(0, MAX_MAILED_ITEMS), count }
}

function render(
	{ config, keys }: ComposeOptions,
	{ id, username, email }: MailRecipient,
	mail: NotificationMail,
	{ rows, count }: Contents,
): ComposedMail {
	const origin = getConfiguredOrigin(config)
	const items = rows.map((row) => toItem(row, origin, keys))
	const more = count - items.length
	if (more > 0) items.push({ sentence: `And ${formatLimit(more)} more`, url: origin + paths.home() })
	const purpose: MailPurpose = mail.kind
	// Messages of moderators can't be stopped
	const canStop = rows.some(({ kind }) => mail.kind === 'digest' || !isFixedChannel(kind, 'mail'))
	const unsubscribeUrl = origin + paths.unsubscribe(createUnsubscribeToken(keys.unsubscribing, { userId: id, purpose }))
	const { reason, stop } = TEXTS[mail.kind]
	const content = renderMail({
		subject: toSubject(mail, rows, count),
		username: toSalutation(username),
		paragraphs: [],
		items,
		closing: canStop ? reason : 'You’re getting this mail because a moderator wrote to you.',
		closingLinks: [
			...(canStop ? [{ label: stop, url: unsubscribeUrl }] : []),
			{ label: 'Choose what you get', url: origin + paths.settings() },
		],
		origin,
	})
	// What is read before a retry is not in it
	return { mail: { to: email, ...content, ...(canStop ? { unsubscribeUrl } : {}) }, isComposedAgain: true }
}

/** "kestrel and 3 others liked your review of Celeste, and 2 more". */
function toSubject(mail: NotificationMail, rows: readonly NotificationRow[], count: number): string {
	const [first] = rows
	if (!first) return ''
	const sentence =
		first.kind === 'moderation'
			? 'A message from the moderators'
			: notificationSentence(toNotification(first, STRICT_READER))
	const subject =
		cutText(toLine(sentence), MAX_SUBJECT_LENGTH) + (count > 1 ? `, and ${formatLimit(count - 1)} more` : '')
	return mail.kind === 'digest' ? `${mail.rhythm === 'daily' ? 'Your day' : 'Your week'}: ${subject}` : subject
}

function toItem(row: NotificationRow, origin: string, keys: ComposeOptions['keys']): MailItem {
	const notification = toNotification(row, STRICT_READER)
	return {
		sentence: toLine(notificationSentence(notification)),
		excerpt: toLine(notification.comment?.excerpt ?? '') || undefined,
		// Also for those who are banned, and cannot log in
		url:
			origin +
			(row.action_id === null
				? notificationPath(notification)
				: paths.appeal(row.action_id, { token: createAppealToken(keys.appeals, row.action_id) })),
	}
}

/** Joins the lines of a text. */
function toLine(text: string): string {
	return text.trim().replace(/\s+/g, ' ')
}
