import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import type { Tables } from './tables.ts'

/** A connection of its own that runs queries and copies rows, so that both can be part of one transaction. */
export interface Session {
	db: Kysely<Tables>
	/** Runs `copy … to stdout` and returns the rows in PostgreSQL's text format, read as fast as they are consumed. */
	copyOut: (statement: string) => Readable
	/** Runs `copy … from stdin` with whole rows in PostgreSQL's text format. */
	copyIn: (statement: string, rows: Buffer) => Promise<void>
	/** Closes the connection, which rolls back an open transaction. Closing it again changes nothing. */
	close: () => void
}

/** Creates a session on a connection that nothing else uses. */
export function createSession(client: pg.PoolClient): Session {
	const connection = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient
	let isOpen = true
	const pool = { connect: async () => connection, end: async () => {}, options: {} }
	return {
		db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
		copyOut: (statement) => client.query(copyStreams.to(statement)),
		copyIn: (statement, rows) => pipeline([rows], client.query(copyStreams.from(statement))),
		// Not returned to the pool: it may be in the middle of copying rows, where it takes no other statement
		close() {
			if (isOpen) client.release(true)
			isOpen = false
		},
	}
}
