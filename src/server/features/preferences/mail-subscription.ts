import type { MailPurpose, MailSubscription } from '#contract/mail-subscription.ts'
import { NOTIFICATION_KINDS } from '#contract/notifications.ts'
import { isFixedChannel, type Preferences } from '#contract/preferences.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { toPreferences } from './preferences.ts'
import {
	findPreferences,
	isAccountActive,
	lockPreferences,
	restoreDigest,
	restoreMails,
	stopDigest,
	stopMails,
} from './queries.ts'
import type { Unsubscription } from './unsubscribe-tokens.ts'

/** Returns whether a person gets mails of a purpose; undefined if the account is gone or being deleted. */
export async function findSubscription(
	db: Db,
	{ userId, purpose }: Unsubscription,
): Promise<MailSubscription | undefined> {
	if (!(await isAccountActive(db, userId))) return undefined
	return toSubscription(purpose, await findPreferences(db, userId))
}

/** Stops the mails of a purpose, or restores what a link stopped. Both can be repeated. Undefined as for `findSubscription`. */
export function changeSubscription(
	db: Db,
	link: Unsubscription,
	isSubscribed: boolean,
): Promise<MailSubscription | undefined> {
	const { userId, purpose } = link
	return inTransaction(db, async (transaction) => {
		await lockPreferences(transaction, userId)
		const row = await findPreferences(transaction, userId)
		const before = toSubscription(purpose, row)
		if (row && (isSubscribed ? before.canUndo : before.isSubscribed)) {
			if (purpose === 'digest') await (isSubscribed ? restoreDigest : stopDigest)(transaction, userId)
			else if (isSubscribed) await restoreMails(transaction, userId, row.stopped_mails ?? [])
			else await stopMails(transaction, userId, listMailedKinds(toPreferences(row)))
		}
		return findSubscription(transaction, link)
	})
}

function toSubscription(purpose: MailPurpose, row: Awaited<ReturnType<typeof findPreferences>>): MailSubscription {
	const preferences = toPreferences(row)
	const isSubscribed = purpose === 'digest' ? preferences.digest !== 'never' : listMailedKinds(preferences).length > 0
	const stopped = (purpose === 'digest' ? row?.stopped_digest : row?.stopped_mails) ?? null
	return { purpose, isSubscribed, canUndo: !isSubscribed && stopped !== null }
}

/** The kinds whose mails can be stopped and are not. */
function listMailedKinds({ notifications }: Preferences): string[] {
	return NOTIFICATION_KINDS.filter((kind) => notifications[kind].mail && !isFixedChannel(kind, 'mail'))
}
