import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ClientBase, Connection, QueryResult } from 'pg'
import { withRetry } from './retry.ts'

/**
 * Stands before a statement whose right plan depends on its values, as with patterns that are had once or a million
 * times: it stays unnamed, and so is planned for them each time.
 */
export const UNPREPARED = '/* planned for its values */ '

/** A statement is prepared from this use on: combinations of filters make more statements than a database can keep. */
const PREPARED_FROM_USE = 3
/** Prepared statements of a connection. The least recently used one is closed for the next. */
export const MAX_PREPARED_STATEMENTS = 100
const MAX_COUNTED_TEXTS = 1_000

const NAMED = /^\s*(select|insert|update|delete|with)\b/i
const BEGINS = /^\s*(begin|start)\b/i
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i

/**
 * Makes a connection prepare the statements that are used often, each under a name made from its text: an unnamed one is
 * parsed and planned each time, which costs 1.7 times as much on a short read. A statement on its own that was the victim
 * of a deadlock has changed nothing, and is run again.
 */
export type NameStatements = (client: ClientBase) => void

/** For the connections of one database, which count the uses of a statement together. */
export function createStatementNaming(): NameStatements {
	const countUse = createUseCounter()
	return (client) => {
		const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
		const prepared = new LRUCache<string, true>({
			max: MAX_PREPARED_STATEMENTS,
			dispose: (_, name) => closePrepared(client, name),
		})
		let inTransaction = false
		const named = (first: unknown, ...rest: unknown[]) => {
			if (typeof first !== 'string' || typeof rest[0] === 'function') return query(first, ...rest)
			if (BEGINS.test(first)) inTransaction = true
			else if (ENDS.test(first)) inTransaction = false
			if (!NAMED.test(first)) return query(first, ...rest)
			const name = countUse(first)
			const run = () => {
				if (name === undefined) return query(first, ...rest)
				if (!prepared.get(name)) prepared.set(name, true)
				return query({ name, text: first, values: rest[0] })
			}
			return inTransaction ? run() : withRetry(run)
		}
		client.query = named as typeof client.query
	}
}

/** Counts a use of a statement and returns its name; undefined while it has not been used often enough. */
function createUseCounter(): (text: string) => string | undefined {
	const textUses = new LRUCache<string, { name: string; uses: number }>({ max: MAX_COUNTED_TEXTS })
	return (text) => {
		const use = textUses.get(text) ?? { name: preparedName(text) ?? '', uses: 0 }
		if (use.uses++ === 0) textUses.set(text, use)
		return use.uses >= PREPARED_FROM_USE ? use.name : undefined
	}
}

/** The name under which a statement is prepared once it is used often; undefined where it never is. */
export function preparedName(text: string): string | undefined {
	return NAMED.test(text) ? createHash('sha1').update(text).digest('base64url') : undefined
}

/** Closes a prepared statement of a connection. */
function closePrepared(client: ClientBase, name: string): void {
	// The driver remembers what it has prepared, and has no call to forget it
	const { connection } = client as ClientBase & { connection: DriverConnection }
	delete connection.parsedStatements[name]
	connection.close({ type: 'S', name: name }, true)
}

type DriverConnection = Connection & { parsedStatements: Record<string, string> }
