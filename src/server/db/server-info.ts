import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** What of a PostgreSQL server decides whether the site can use it. */
export interface ServerFacts {
	/** 15 for 15.4. */
	majorVersion: number
	version: string
	encoding: string
	isReadOnly: boolean
}

export async function findServerFacts(db: Kysely<Tables>): Promise<ServerFacts> {
	const { rows } = await sql<ServerFacts>`
		select current_setting('server_version_num')::int / 10000 as "majorVersion", current_setting('server_version') as version,
			current_setting('server_encoding') as encoding, current_setting('transaction_read_only')::boolean as "isReadOnly"`.execute(
		db,
	)
	if (!rows[0]) throw new Error('The server told nothing of itself')
	return rows[0]
}
