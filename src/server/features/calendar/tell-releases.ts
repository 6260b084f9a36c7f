import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findOpenRelease, lockRelease, noteTold, notifyWishers, recordReleases } from './queries-releases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PEOPLE_PER_BATCH = 500
/** A site that was off tells late of what came out within so many days; older games are news to nobody. */
const MAX_DAYS_LATE = 3

/** What the job that tells of releases needs. */
export interface ReleaseJobOptions {
	db: Db
	clock: () => number
}

/**
 * Notifies those who have a game on the wishlist on the day on which it comes out, in UTC, once. Each batch is one transaction that
 * also notes how far it is, under the lock of the release: after a kill it continues, and of two processes one waits.
 */
export async function tellReleases({ db, clock }: ReleaseJobOptions, stopping?: AbortSignal): Promise<void> {
	const today = now({ clock }).slice(0, 10)
	const from = new Date(Date.parse(today) - MAX_DAYS_LATE * DAY_MS).toISOString().slice(0, 10)
	while (!stopping?.aborted && (await recordReleases(db, { from, to: today })) > 0);
	for (;;) {
		const id = await findOpenRelease(db)
		if (id === undefined) return
		do if (stopping?.aborted) return
		while (await tellBatch({ db, clock }, id))
	}
}

/** Notifies a batch of those who wished for a release. Returns false if everybody has been told. */
function tellBatch({ db, clock }: ReleaseJobOptions, id: string): Promise<boolean> {
	return inTransaction(db, async (transaction) => {
		const release = await lockRelease(transaction, id)
		// Another process was faster
		if (!release) return false
		const at = now({ clock })
		const batch = { most: PEOPLE_PER_BATCH, at }
		const { game_id: gameId, told_up_to: after } = release
		const told = await notifyWishers(transaction, { id, gameId, after }, batch)
		const isFinished = told.length < PEOPLE_PER_BATCH
		await noteTold(transaction, id, { upTo: told.at(-1) ?? after, finishedAt: isFinished ? at : null })
		return !isFinished
	})
}
