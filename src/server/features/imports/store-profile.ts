import { v7 as uuidv7 } from 'uuid'
import { IMPORT_UNDER_WAY, TOO_MANY_IMPORTS } from '#contract/imports.ts'
import { now } from '#server/clock.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { conflict } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { addImport, findImport, type ImportRecord, makeRoomForImport } from './queries.ts'
import { steam } from './sources/steam.ts'

/** Stores an import that is to be read from a Steam profile. Each is another one, because the profile changes. Throws 409. */
export async function storeProfile(services: Services, userId: string, steamId: string): Promise<ImportRecord> {
	const { db } = services
	const id = uuidv7({ msecs: services.clock() })
	await inTransaction(db, async (tx) => {
		const at = now(services)
		if (!(await makeRoomForImport(tx, userId, at))) throw conflict(TOO_MANY_IMPORTS)
		const added = { id, userId, source: steam.name, fileName: steamId, hash: `steam ${id}`, mapping: null }
		if (!(await addImport(tx, { ...added, meanings: { ...steam.meanings }, at }))) throw conflict(IMPORT_UNDER_WAY)
	})
	const run = await findImport(db, id, userId)
	if (!run) throw conflict(IMPORT_UNDER_WAY)
	return run
}
