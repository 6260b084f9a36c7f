import { LOOKUP_FAILED } from '#contract/catalog-growth.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Services } from '#server/services.ts'
import { normalizeId } from './match-rows.ts'
import { type ImportRecord, lockImport, refreshCounts, updateImport } from './queries.ts'
import { findWanted, releaseWanted, saveFetched } from './queries-missing-games.ts'

/** Whether games of an import are to be looked up. */
export const isFetching = ({ state, counts }: ImportRecord) => state === 'matching' && (counts.wanted ?? 0) > 0

/**
 * Looks up the next row whose game is wanted, one at a time, so that an import goes on where it was after a restart. Once none is left,
 * or the source does not answer, the rows are compared with the library.
 */
export async function fetchNextGame({ db, missingGames }: Services, { id }: ImportRecord): Promise<void> {
	const wanted = await findWanted(db, id)
	const answer = wanted ? await missingGames.add(wanted.ids.map(normalizeId)) : null
	await inTransaction(db, async (tx) => {
		if (!(await lockImport(tx, id, 'matching'))) return
		if (wanted && answer !== 'unreachable') {
			// Another process may have been faster
			if ((await findWanted(tx, id))?.row === wanted.row) await saveFetched(tx, id, wanted.row, answer)
			return
		}
		await releaseWanted(tx, id)
		await refreshCounts(tx, id)
		await updateImport(tx, id, { position: 0, failures: 0, error: answer === null ? null : LOOKUP_FAILED.error })
	})
}
