import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

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
