import { sql } from 'kysely'
import { RESTORE_SCHEMA } from '#server/db/restore-schema.ts'
import type { Db } from '#server/db/tables.ts'

const SCHEMA = sql.id(RESTORE_SCHEMA)

/** Whether the database user may create tables where the site has them. */
export async function canCreateTables(db: Db): Promise<boolean> {
	const { rows } = await sql<{ canCreate: boolean | null }>`
		select has_schema_privilege(current_schema(), 'create') as "canCreate"`.execute(db)
	return rows[0]?.canCreate ?? false
}

/**
 * Creates the empty schema of a restore, and the extension that sites need where they have it: only a superuser could move it
 * there. A schema that a killed restore has left is dropped. Returns whether the database lacked the extension.
 */
export async function createStaging(db: Db): Promise<{ isExtensionNew: boolean }> {
	await sql`drop schema if exists ${SCHEMA} cascade`.execute(db)
	await sql`create schema ${SCHEMA}`.execute(db)
	const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
	if (rows.length === 0) await sql`create extension pg_trgm`.execute(db)
	return { isExtensionNew: rows.length === 0 }
}

/** Drops the schema of a restore with everything in it, and what `createStaging` has added. An open transaction is rolled back. */
export async function dropStaging(db: Db, { isExtensionNew }: { isExtensionNew: boolean }): Promise<void> {
	await sql`rollback`.execute(db)
	await sql`drop schema if exists ${SCHEMA} cascade`.execute(db)
	if (isExtensionNew) await sql`drop extension pg_trgm`.execute(db)
}

/** Makes statements of this session refer to the schema of the restore, and lets them take long and much memory. */
export async function enterStaging(db: Db): Promise<void> {
	await sql`select set_config('search_path', ${`${RESTORE_SCHEMA}, `} || current_setting('search_path'), false)`.execute(
		db,
	)
	// Building indexes in memory takes a fraction of the time
	await sql`set maintenance_work_mem = '256MB'`.execute(db)
	// Nothing is a site before the last commit, which waits for the disk and so for all others
	await sql`set synchronous_commit = off`.execute(db)
	// Otherwise an index would be built to its end although this process is gone. Some systems lack the setting
	await sql`set client_connection_check_interval = '1s'`.execute(db).catch(() => {})
}

/** Begins the transaction that moves the restored site to the schema that sites use, to which statements refer again. */
export async function beginPublishing(db: Db): Promise<void> {
	await sql`begin`.execute(db)
	await sql`set local search_path to default`.execute(db)
	await sql`set local synchronous_commit to default`.execute(db)
}

/** Moves everything out of the schema of the restore and drops it. */
export async function moveOutOfStaging(db: Db): Promise<void> {
	const { rows } = await sql<{ statement: string }>`
		with staging as (select ${RESTORE_SCHEMA}::regnamespace as id),
			dependent as (
				select classid, objid from pg_depend
				where deptype = 'e' or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass)
			)
		select format('alter %s set schema %I', object, current_schema()) as statement from (
			select 2 as step, format('%s %s', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass) as object
			from pg_class, staging
			where relnamespace = staging.id and relkind in ('r', 'p', 'v', 'S')
				and not exists (select from dependent where classid = 'pg_class'::regclass and objid = oid)
			union all
			select 1, format('collation %s', oid::regcollation) from pg_collation, staging where collnamespace = staging.id
			union all
			-- Before the tables, because a routine is named with the types of its arguments, which may be those of rows
			select 1, format('routine %s', oid::regprocedure) from pg_proc, staging
			where pronamespace = staging.id and not exists (select from dependent where classid = 'pg_proc'::regclass and objid = oid)
		) objects order by step`.execute(db)
	for (const { statement } of rows) await sql.raw(statement).execute(db)
	// Fails if a migration has created something of another kind
	await sql`drop schema ${SCHEMA} restrict`.execute(db)
}
