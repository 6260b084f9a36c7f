import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { SchemaMismatchError } from './migration-errors.ts'
import type { Db } from './tables.ts'

/** The first of the migrations that the baseline replaces. */
const FIRST = '001_accounts_games_reviews'
/** The last commit with those migrations, and the checksum of them all. */
export const LAST_COMMIT_BEFORE_BASELINE = '57f6fd14'
const LAST_CHECKSUM = '10f129ab68ce21a6c0f5dd4492cd9986bc76bed9e028ddcf108a8d287eeec165'

export interface AppliedMigration {
	name: string
	checksum: string
}

/**
 * Whether a database with these migrations has the tables of the baseline from the migrations that it replaces. Throws
 * `SchemaMismatchError` if it has only some of those.
 */
export function isBeforeBaseline(applied: readonly AppliedMigration[]): boolean {
	if (!applied.some(({ name }) => name === FIRST)) return false
	const lines = applied.map(({ name, checksum }) => `${name} ${checksum}`).sort()
	if (createHash('sha256').update(lines.join('\n')).digest('hex') === LAST_CHECKSUM) return true
	throw new SchemaMismatchError(
		`The database is of a version before 0.1.0. Start the site, or restore the backup, with commit ${LAST_COMMIT_BEFORE_BASELINE}, and then start this version.`,
	)
}

/** Puts the baseline in the place of the migrations before it, and drops all functions, views and triggers, which the definitions create anew. */
export async function enterBaseline(db: Db, baseline: AppliedMigration): Promise<void> {
	const { rows } = await sql<{ object: string }>`
		with made as (
			select p.oid from pg_proc p join pg_language l on l.oid = prolang
			where pronamespace = current_schema()::regnamespace and lanname in ('sql', 'plpgsql') and proname <> 'utc_day'
		)
		select object from (
			select 1 as step, format('trigger %I on %s', tgname, tgrelid::regclass) as object from pg_trigger
				where not tgisinternal and tgfoid in (select oid from made)
			union all
			select 2, 'view if exists quiet_pairs, blocked_pairs, visible_users'
			union all
			select 3, format('function %s', oid::regprocedure) from made
		) objects order by step`.execute(db)
	await sql
		.raw(
			[
				...rows.map(({ object }) => `drop ${object}`),
				'alter table comments validate constraint comments_about_one, validate constraint comments_authored',
				'delete from schema_migrations',
				`insert into schema_migrations (name, checksum) values ('${baseline.name}', '${baseline.checksum}')`,
			].join(';\n'),
		)
		.execute(db)
}
