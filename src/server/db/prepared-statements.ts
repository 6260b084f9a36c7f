import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ClientBase, Connection, QueryResult } from 'pg'
import { withRetry } from './retry.ts'

/**
 * The setting of a connection that prepares statements: each is planned once, for any values. Otherwise PostgreSQL plans one
 * again for each use as long as it finds that cheaper, which takes up to three times as long as the statement itself.
 */
export const PREPARED_PLANS = { plan_cache_mode: 'force_generic_plan' } as const

/**
 * Prefix of a statement whose best plan depends on its values, such as patterns that match one row or a million. It stays
 * unnamed and is planned for its values each time.
 */
export const UNPREPARED = '/* planned for its values */ '
/** Lets the next statements be planned for their values. */
export const PLAN_FOR_VALUES = 'set plan_cache_mode = auto'
/** Ends `PLAN_FOR_VALUES`. */
export const PLAN_ONCE = 'reset plan_cache_mode'

/** Statements are prepared from this use on: filter combinations make more statements than a database can hold. */
const MIN_USES_TO_PREPARE = 3
/** The maximum number of prepared statements per connection; beyond it the least recently used one is closed. */
export const MAX_PREPARED_STATEMENTS = 100
const MAX_COUNTED_TEXTS = 1_000

const PREPARABLE = /^\s*(select|insert|update|delete|with)\b/i
const TRANSACTION_START = /^\s*(begin|start)\b/i
const TRANSACTION_END = /^\s*(commit|rollback)\s*;?\s*$/i

/**
 * Makes a connection prepare frequent statements under a name derived from their text. An unnamed statement is parsed and
 * planned each time, which costs 1.7 times as much on a short read. Outside of a transaction, a statement that was rolled
 * back by a deadlock or serialization failure is retried.
 */
export type PrepareStatements = (client: ClientBase) => void

interface PreparerOptions {
	/** Whether connections keep prepared statements, which they do not behind a pooler. The default is yes. */
	isPreparing?: boolean
	/** Whether statements are retried. The default is yes. */
	isRetrying?: boolean
}

/** Creates the preparer for one database. Its connections share the use count of a statement. */
export function createStatementPreparer({
	isPreparing = true,
	isRetrying = true,
}: PreparerOptions = {}): PrepareStatements {
	const countUse = isPreparing ? createUseCounter() : () => undefined
	return (client) => {
		const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
		const prepared = new LRUCache<string, true>({
			max: MAX_PREPARED_STATEMENTS,
			dispose: (_, name) => closePrepared(client, name),
		})
		let inTransaction = false
		const preparingQuery = (first: unknown, ...rest: unknown[]) => {
			if (typeof first !== 'string' || typeof rest[0] === 'function') return query(first, ...rest)
			if (TRANSACTION_START.test(first)) inTransaction = true
			else if (TRANSACTION_END.test(first)) inTransaction = false
			if (isPreparing && first.startsWith(UNPREPARED)) return planForValues(query, first, ...rest)
			if (!PREPARABLE.test(first)) return query(first, ...rest)
			const name = countUse(first)
			const run = () => {
				if (name === undefined) return query(first, ...rest)
				if (!prepared.get(name)) prepared.set(name, true)
				return query({ name, text: first, values: rest[0] })
			}
			return inTransaction || !isRetrying ? run() : withRetry(run)
		}
		client.query = preparingQuery as typeof client.query
	}
}

/** Runs a statement that is planned for its values. */
async function planForValues(
	query: (...args: unknown[]) => Promise<QueryResult>,
	...statement: unknown[]
): Promise<QueryResult> {
	await query(PLAN_FOR_VALUES)
	try {
		return await query(...statement)
	} finally {
		// In a failed transaction this fails as well; its end takes the setting back
		await query(PLAN_ONCE).catch(() => {})
	}
}

/** Creates a function that counts a statement's use and returns its name, or undefined until it is used often enough. */
function createUseCounter(): (text: string) => string | undefined {
	const usage = new LRUCache<string, { name: string; uses: number }>({ max: MAX_COUNTED_TEXTS })
	return (text) => {
		const use = usage.get(text) ?? { name: getStatementName(text) ?? '', uses: 0 }
		if (use.uses++ === 0) usage.set(text, use)
		return use.uses >= MIN_USES_TO_PREPARE ? use.name : undefined
	}
}

/** Returns the name under which a statement is prepared; undefined if it never is. */
export function getStatementName(text: string): string | undefined {
	return PREPARABLE.test(text) ? createHash('sha1').update(text).digest('base64url') : undefined
}

/** Closes a prepared statement on a connection. */
function closePrepared(client: ClientBase, name: string): void {
	// The driver tracks prepared statements and has no method to remove one
	const { connection } = client as ClientBase & { connection: DriverConnection }
	delete connection.parsedStatements[name]
	connection.close({ type: 'S', name: name }, true)
}

type DriverConnection = Connection & { parsedStatements: Record<string, string> }
