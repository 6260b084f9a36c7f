import { hostname } from 'node:os'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

const PREFIX = 'savepoint'
/** PostgreSQL cuts off what is longer. */
const MAX_LENGTH = 63

/** How a process of the site names itself to the server: by a fingerprint of its secret, and by where it runs. */
export function toApplicationName(fingerprint: string): string {
	return `${PREFIX} ${fingerprint} process ${process.pid} on ${hostname()}`.slice(0, MAX_LENGTH)
}

/** Where other processes of the site use this database with another secret, as "process 4711 on web-2". */
export async function findForeignProcesses(db: Kysely<Tables>, fingerprint: string): Promise<string[]> {
	const { rows } = await sql<{ place: string }>`
		select distinct substr(application_name, ${PREFIX.length + fingerprint.length + 3}::int) as place
		from pg_stat_activity
		where datname = current_database() and application_name like ${`${PREFIX} %`}
			and split_part(application_name, ' ', 2) <> ${fingerprint}
		order by place`.execute(db)
	return rows.map(({ place }) => place)
}
