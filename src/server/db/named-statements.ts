import { createHash } from 'node:crypto'
import type { ClientBase, QueryResult } from 'pg'
import { retrying } from './retrying.ts'

/**
 * Stands before a statement whose right plan depends on its values, as with patterns that are had once or a million
 * times: it stays unnamed, and so is planned for them each time.
 */
export const PLANNED_EACH_TIME = '/* planned for its values */ '

const NAMED = /^\s*(select|insert|update|delete|with)\b/i
const BEGINS = /^\s*(begin|start)\b/i
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i
const names = new Map<string, string>()
const NAMES_KEPT = 2_000

/**
 * Makes a connection prepare every statement once, under a name made from its text: an unnamed one is parsed and
 * planned each time, which costs 1.7 times as much on a short read. A statement on its own that was the victim of a
 * deadlock has changed nothing, and is run again.
 */
export function nameStatements(client: ClientBase): void {
	const query = client.query.bind(client) as (...args: unknown[]) => Promise<QueryResult>
	let inTransaction = false
	const named = (first: unknown, ...rest: unknown[]) => {
		if (typeof first !== 'string' || typeof rest[0] === 'function') return query(first, ...rest)
		if (BEGINS.test(first)) inTransaction = true
		else if (ENDS.test(first)) inTransaction = false
		if (!NAMED.test(first)) return query(first, ...rest)
		const statement = { name: nameOf(first), text: first, values: rest[0] }
		return inTransaction ? query(statement) : retrying(() => query(statement))
	}
	client.query = named as typeof client.query
}

function nameOf(text: string): string {
	const known = names.get(text)
	if (known) return known
	if (names.size >= NAMES_KEPT) names.clear()
	const name = createHash('sha1').update(text).digest('base64url')
	names.set(text, name)
	return name
}
