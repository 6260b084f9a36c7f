import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const PREFIX = 'savepoint'
/** PostgreSQL truncates longer names. */
const MAX_LENGTH = 63

/**
 * The version of the schema that a process can read: the number of the last contracting migration, which waits
 * for processes with a lower number, or that of the baseline.
 */
const SCHEMA_VERSION = 8

/** Returns the application name of this process: the fingerprint of its secret, its id, host and version of the schema. */
export function toApplicationName(fingerprint: string): string {
	const version = ` schema ${SCHEMA_VERSION}`
	return (
		`${PREFIX} ${fingerprint} process ${process.pid} on ${hostname()}`.slice(0, MAX_LENGTH - version.length) + version
	)
}

/** Lists the connected processes of the site that read an earlier version of the schema, by their application names. */
export async function findOlderProcesses(db: Kysely<Tables>): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select distinct application_name as name from pg_stat_activity
		where datname = current_database() and application_name like ${`${PREFIX} % process %`}
			and coalesce(substring(application_name from ' schema (\\d+)$')::int, 0) < ${SCHEMA_VERSION}
		order by name`.execute(db)
	return rows.map(({ name }) => name)
}

/** Lists the site's processes that use this database with a different secret, as "process 4711 on web-2". */
export async function findForeignProcesses(db: Kysely<Tables>, fingerprint: string): Promise<string[]> {
	const { rows } = await sql<{ location: string }>`
		select distinct regexp_replace(substr(application_name, ${PREFIX.length + fingerprint.length + 3}::int), ' schema \\d+$', '') as location
		from pg_stat_activity
		where datname = current_database() and application_name like ${`${PREFIX} %`}
			and split_part(application_name, ' ', 2) <> ${fingerprint}
		order by location`.execute(db)
	return rows.map(({ location }) => location)
}

/** Whether another process of the site is connected, of whatever version. */
export async function hasOtherProcesses(db: Kysely<Tables>): Promise<boolean> {
	const { rows } = await sql`
		select from pg_stat_activity
		where datname = current_database() and application_name like ${`${PREFIX} % process %`}
			and application_name <> current_setting('application_name') limit 1`.execute(db)
	return rows.length > 0
}
