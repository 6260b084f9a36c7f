import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/db/connect.ts'
import type { Services } from '#server/services.ts'
import { CONNECTION_TIMEOUT_MS, getServerUrl } from './database-server.ts'

/** Opens a second connection pool, with the application name `beside`, to a site's database, with the limits of requests or none. */
export async function openSecondConnection(
	{ db }: Pick<Services, 'db'>,
	limits: { statementTimeoutMs?: 0 } = {},
): Promise<Database> {
	const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
	const url = new URL(getServerUrl())
	url.pathname = `/${rows[0]?.name}`
	url.searchParams.set('application_name', 'beside')
	return openDatabase({ url: url.href, connectionTimeoutMs: CONNECTION_TIMEOUT_MS, ...limits })
}
