import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const CONNECTION_TIMEOUT_MS = 3_000

/** The properties of a PostgreSQL server that decide whether the site can use it. */
export interface ServerInfo {
	/** For example 15 for version 15.4. */
	majorVersion: number
	version: string
	encoding: string
	isReadOnly: boolean
	/** How many connections users other than superusers may have. */
	maxConnections: number
}

/** The time limits in force on a connection, as PostgreSQL writes them; `0` is none. */
export interface TimeLimits {
	statement_timeout: string
	lock_timeout: string
	idle_in_transaction_session_timeout: string
}

/** A connection as the server gives it to a client with these options. */
export interface Session {
	/** Whether a pooler such as PgBouncer is between the client and the server. */
	isPooled: boolean
	limits: TimeLimits
}

/** Connects with startup options, which a pooler may refuse or ignore, and reads what they led to. */
export async function readSession(url: string, options?: string): Promise<Session> {
	const client = new pg.Client({
		connectionString: url,
		connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
		...(options === undefined ? {} : { options }),
	})
	// A broken connection fails the statement
	client.on('error', () => {})
	await client.connect()
	try {
		const { rows } = await client.query<TimeLimits & { pid: number }>(`
			select pg_backend_pid() as pid, current_setting('statement_timeout') as statement_timeout,
				current_setting('lock_timeout') as lock_timeout,
				current_setting('idle_in_transaction_session_timeout') as idle_in_transaction_session_timeout`)
		if (!rows[0]) throw new Error('The server returned nothing about the connection')
		const { pid, ...limits } = rows[0]
		return { isPooled: pid !== getProcessId(client), limits }
	} finally {
		await client.end()
	}
}

/** Returns the id of the server process that the connection reports; a pooler reports an invented one. */
export function getProcessId(client: pg.ClientBase): number {
	return (client as pg.ClientBase & { processID: number }).processID
}

export async function readServerInfo(db: Kysely<Tables>): Promise<ServerInfo> {
	const { rows } = await sql<ServerInfo>`
		select current_setting('server_version_num')::int / 10000 as "majorVersion", current_setting('server_version') as version,
			current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as "isReadOnly",
			current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections"`.execute(
		db,
	)
	if (!rows[0]) throw new Error('The server returned no information about itself')
	return rows[0]
}
