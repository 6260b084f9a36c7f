import type { Database } from '#server/db/connect.ts'
import { releaseImportLock, tryAcquireImportLock } from './queries-locks.ts'

/** Another import is running. */
export class ImportAlreadyRunning extends Error {
	constructor() {
		super('Another import into this database is running. Wait until it has finished, or stop it.')
	}
}

/** Runs `work` while holding the import lock. Throws `ImportAlreadyRunning` if another process holds it. */
export function withImportLock<T>({ db }: Database, work: () => Promise<T>): Promise<T> {
	return db.connection().execute(async (connection) => {
		if (!(await tryAcquireImportLock(connection))) throw new ImportAlreadyRunning()
		try {
			return await work()
		} finally {
			// A lost connection has released the lock already
			await releaseImportLock(connection).catch(() => undefined)
		}
	})
}
