import type { Session } from '#server/db/session.ts'
import { BackupError, toRowError } from './backup-error.ts'
import { beginTable, buildCopyIn, commit } from './queries-load.ts'
import type { TableInfo } from './queries-tables.ts'
import type { SessionPool } from './session-pool.ts'

/** Loads the rows of one table after the other, each in a transaction. */
export interface TableLoader {
	/** Loads a part of a table's rows, and returns while the server still reads it. */
	add: (table: LoadedTable, rows: Buffer) => Promise<void>
	/** Waits until the last table is complete. */
	finish: () => Promise<void>
}

type LoadedTable = Pick<TableInfo, 'name' | 'columns'>

interface OpenTable {
	name: string
	statement: string
	session: Session
	/** The part that the server reads. */
	copying: Promise<void>
}

/** Creates a loader that works on the sessions of a pool and reports each complete table. */
export function createTableLoader(pool: SessionPool, onLoaded: (table: string) => void): TableLoader {
	const loaded = new Set<string>()
	let open: OpenTable | undefined
	async function start(table: LoadedTable): Promise<OpenTable> {
		const { name } = table
		// It would be emptied first
		if (loaded.has(name))
			throw new BackupError(`The file is not a backup of Savepoint: it contains the rows of ${name} in two places.`)
		loaded.add(name)
		const session = await pool.acquire()
		await beginTable(session.db, name)
		return { name, statement: buildCopyIn(session.db, table), session, copying: Promise.resolve() }
	}
	async function finish(): Promise<void> {
		if (!open) return
		const { name, session, copying } = open
		await copying
		await commit(session.db)
		open = undefined
		pool.release(session)
		onLoaded(name)
	}
	return {
		async add(table, rows) {
			pool.throwIfFailed()
			if (open?.name !== table.name) {
				await finish()
				open = await start(table)
			}
			await open.copying
			open.copying = open.session.copyIn(open.statement, rows).catch((error: unknown) => {
				throw toRowError(error, table.name)
			})
			// Reported before the next part
			open.copying.catch(() => {})
		},
		finish,
	}
}
