import { toRowError } from './backup-error.ts'
import { analyzeTable, runStatement, type TableDefinition } from './queries-load.ts'
import type { SessionPool } from './session-pool.ts'

/** Builds the indexes and constraints of loaded tables while others are still being loaded. */
export interface TableBuilder {
	/** Begins with a table whose rows are complete. */
	add: (table: string) => void
	/** Begins with all tables that are left, and waits until every table is complete. */
	finish: () => Promise<void>
}

/** Creates a builder of tables that works on the sessions of a pool. */
export function createTableBuilder(pool: SessionPool, definitions: ReadonlyMap<string, TableDefinition>): TableBuilder {
	const loaded = new Map([...definitions.keys()].map((table) => [table, Promise.withResolvers<void>()]))
	const built = new Map(
		[...definitions].map(([table, definition]) => [
			table,
			loaded.get(table)?.promise.then(() => buildTable(pool, table, definition)),
		]),
	)
	// A check locks both tables against building indexes and against other checks
	let lastCheck = Promise.resolve()
	function check(table: string, statement: string): Promise<void> {
		const checked = lastCheck.then(() => define(pool, table, statement))
		lastCheck = checked.catch(() => {})
		return checked
	}
	const checked = [...definitions].flatMap(([table, { foreignKeys }]) =>
		foreignKeys.map(async ({ statement, references }) => {
			await Promise.all([built.get(table), built.get(references)])
			await check(table, statement)
		}),
	)
	const complete = Promise.all([...built.values(), ...checked])
	// Reported at the end
	complete.catch(() => {})
	return {
		add: (table) => loaded.get(table)?.resolve(),
		async finish() {
			for (const { resolve } of loaded.values()) resolve()
			await complete
		},
	}
}

async function buildTable(pool: SessionPool, table: string, { constraints, indexes }: TableDefinition): Promise<void> {
	// One after the other, because each locks the table
	for (const statement of constraints) await define(pool, table, statement)
	await Promise.all(indexes.map((statement) => define(pool, table, statement)))
	await pool.run((db) => analyzeTable(db, table))
}

async function define(pool: SessionPool, table: string, statement: string): Promise<void> {
	await pool.run((db) =>
		runStatement(db, statement).catch((error: unknown) => {
			throw toRowError(error, table)
		}),
	)
}
