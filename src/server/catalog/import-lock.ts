import type { Database } from '#server/db/connect.ts'
import { tryAcquireImportLock, releaseImportLock } from './queries-locks.ts'

/** Another import is under way. */
export class ImportAlreadyRunning extends Error {
	constructor() {
		super('Another import into this database is running. Wait until it has ended, or stop it.')
	}
}

/** Does work that only one program at a time may do on a database. Throws `ImportRunning`. */
export function withImportLock<T>({ kind, db }: Database, work: () => Promise<T>): Promise<T> {
	// Only one program can have it open
	if (kind === 'embedded') return work()
	return db.connection().execute(async (connection) => {
		if (!(await tryAcquireImportLock(connection))) throw new ImportAlreadyRunning()
		try {
			return await work()
		} finally {
			// With the connection gone the lock is gone
			await releaseImportLock(connection).catch(() => undefined)
		}
	})
}
