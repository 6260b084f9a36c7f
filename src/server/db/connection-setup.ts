import pg from 'pg'
import type { PrepareStatements } from './prepared-statements.ts'

// Recycles sessions, and with them the memory that they have accumulated
export const CONNECTION_LIFETIME_SECONDS = 30 * 60

// Timestamps become ISO 8601 text, dates stay text, and counts fit a number
const TIMESTAMPTZ_OID = 1184
const DATE_OID = 1082

/** How the values of every connection are parsed. */
export const TYPES = {
	getTypeParser(oid: number, format?: 'text' | 'binary') {
		if (oid === TIMESTAMPTZ_OID) return toIsoTime
		if (oid === DATE_OID) return String
		return pg.types.getTypeParser(oid, format)
	},
}

/** Converts `2026-11-21 03:55:10.5+00` to `2026-11-21T03:55:10.500Z`. Every session runs in UTC. */
function toIsoTime(text: string): string {
	return text.length > 19 && text.charCodeAt(4) === 45 && text.endsWith('+00')
		? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`
		: new Date(text).toISOString()
}

/** Prepares a new connection for the site's statements. */
export async function initializeSession(client: pg.ClientBase, prepareStatements: PrepareStatements): Promise<void> {
	// A broken connection fails its statement anyway; without a listener the error would also end the process
	client.on('error', () => {})
	await client.query("set time zone 'UTC'")
	prepareStatements(client)
}
