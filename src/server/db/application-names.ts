import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const PREFIX = 'savepoint'
/** PostgreSQL truncates longer names. */
const MAX_LENGTH = 63

/** Returns the application name of this process: the fingerprint of its secret, its id and its host. */
export function toApplicationName(fingerprint: string): string {
	return `${PREFIX} ${fingerprint} process ${process.pid} on ${hostname()}`.slice(0, MAX_LENGTH)
}

/** Lists the site's processes that use this database with a different secret, as "process 4711 on web-2". */
export async function findForeignProcesses(db: Kysely<Tables>, fingerprint: string): Promise<string[]> {
	const { rows } = await sql<{ location: string }>`
		select distinct substr(application_name, ${PREFIX.length + fingerprint.length + 3}::int) as location
		from pg_stat_activity
		where datname = current_database() and application_name like ${`${PREFIX} %`}
			and split_part(application_name, ' ', 2) <> ${fingerprint}
		order by location`.execute(db)
	return rows.map(({ location }) => location)
}
