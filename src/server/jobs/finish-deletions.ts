import { completeDeletions } from '#server/features/account/queries-deletions.ts'
import { deleteOldMails, getMailFolder } from '#server/mail/delivery.ts'
import type { Services } from '#server/services.ts'

/** Longer than the links in mails are valid, which is a day. */
const MAIL_FILE_RETENTION_MS = 2 * 24 * 60 * 60 * 1000
/** Longer than a deletion and the clocks of two processes can be apart. */
const DELETION_MARGIN_MS = 2 * 60 * 60 * 1000

/** Deletes the old mail files of this machine, and returns when the oldest remaining mail was queued. */
export async function deleteMailFiles({ config, clock }: Services): Promise<number | undefined> {
	return deleteOldMails(getMailFolder(config), clock() - MAIL_FILE_RETENTION_MS)
}

/** Deletes old mail files, and completes account deletions that no waiting mail and no remaining file can refer to. */
export async function finishDeletions(services: Services): Promise<void> {
	const { db, clock, mail } = services
	const nowMs = clock()
	// First the outbox: a mail that leaves it meanwhile is a file by then
	const oldestWaiting = await mail.findOldest()
	const oldestFileMs = await deleteMailFiles(services)
	const oldestMs = Math.min(oldestFileMs ?? nowMs, oldestWaiting === undefined ? nowMs : Date.parse(oldestWaiting))
	await completeDeletions(db, new Date(oldestMs - DELETION_MARGIN_MS).toISOString(), new Date(nowMs).toISOString())
}
