import { sql } from 'kysely'
import { CONTRACTING, type Migration } from './migrate.ts'
import type { Db } from './tables.ts'

/**
 * Checks whether the database has these migrations with the same text. During a rolling update it may lack one that waits
 * for the end of the processes before, and it may have more, which a newer process has added and which suit the version
 * before.
 */
export async function hasMigrations(db: Db, migrations: readonly Migration[]): Promise<boolean> {
	const { rows } = await sql<{
		name: string
		checksum: string
	}>`select name, checksum from schema_migrations`.execute(db)
	const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
	return migrations.every(
		({ name, checksum }) => applied.get(name) === checksum || (name.endsWith(CONTRACTING) && !applied.has(name)),
	)
}
