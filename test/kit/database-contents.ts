import { sql } from 'kysely'
import { listTables } from '#server/backup/queries-tables.ts'
import { getDirectPlace, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import type { Db } from '#server/db/tables.ts'

/** Everything that a database contains, as text. */
export interface DatabaseContents {
	/** Every row of every table, generated columns included, in one order. */
	rows: Record<string, string[]>
	/** Columns, indexes, constraints, triggers, views, functions, extensions, options of tables, and sequences with their values. */
	schema: string[]
}

/** Reads everything that the database of a stopped site contains. */
export async function readContents(env: Readonly<Record<string, string>>): Promise<DatabaseContents> {
	const database = await openDatabase(getDirectPlace(readConfig(env)))
	try {
		const rows: Record<string, string[]> = {}
		for (const { name } of await listTables(database.db)) {
			const { rows: texts } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(
				database.db,
			)
			rows[name] = texts.map(({ row }) => row).sort()
		}
		return { rows, schema: await readSchema(database.db) }
	} finally {
		await database.close()
	}
}

async function readSchema(db: Db): Promise<string[]> {
	const { rows } = await sql<{ line: string }>`
		select pg_get_indexdef(indexrelid) as line from pg_index i join pg_class c on c.oid = indrelid where relnamespace = 'public'::regnamespace
		union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
			where connamespace = 'public'::regnamespace and contype <> 'n'
		union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
		union all select table_name || ' ' || column_name || ' ' || is_nullable || coalesce(column_default, '') || coalesce(generation_expression, '')
			from information_schema.columns where table_schema = 'public'
		union all select pg_get_functiondef(oid) from pg_proc p where pronamespace = 'public'::regnamespace
			and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
		union all select pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
		union all select extname || ' ' || extnamespace::regnamespace from pg_extension
		union all select relname || ' ' || reloptions::text from pg_class where relnamespace = 'public'::regnamespace and reloptions is not null
		union all select sequencename || ' ' || coalesce(last_value::text, 'unused') from pg_sequences where schemaname = 'public'`.execute(
		db,
	)
	return rows.map(({ line }) => line).sort()
}
