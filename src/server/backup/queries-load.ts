import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { SequenceInfo, TableInfo } from './queries-tables.ts'

/** Statements that give tables back the indexes and constraints that loading does without. */
export interface Rebuild {
	statements: readonly string[]
}

/** Returns up to three relations of the schema, which is empty if there are none. */
export async function findRelations(db: Db): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`
		select c.relname as name from pg_class c
		where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
			and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by c.relkind = 'S', name limit 3`.execute(db)
	return rows.map(({ name }) => name)
}

/** Begins the transaction of a restore. Statements in it may take long. */
export async function beginLoad(db: Db): Promise<void> {
	await sql`begin`.execute(db)
	// Building indexes in memory takes a fraction of the time
	await sql`set local maintenance_work_mem = '256MB'`.execute(db)
}

export async function commitLoad(db: Db): Promise<void> {
	await sql`commit`.execute(db)
}

/**
 * Empties the tables and drops their indexes and constraints, disables their triggers, and returns what `finishLoad`
 * needs. Rows are loaded as they were counted; an index is built faster from all rows than row by row.
 */
export async function prepareLoad(db: Db, tables: readonly TableInfo[]): Promise<Rebuild> {
	const { rows: constraints } = await sql<{ drop: string; create: string }>`
		select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
			format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
		from pg_constraint
		where conrelid = any(${toRegclasses(tables)}) and contype in ('f', 'p', 'u', 'x') and conparentid = 0
		order by contype <> 'f', conname`.execute(db)
	const { rows: indexes } = await sql<{ drop: string; create: string }>`
		select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
		from pg_index i join pg_class c on c.oid = i.indexrelid
		where i.indrelid = any(${toRegclasses(tables)}) and not c.relispartition
			and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
		order by c.relname`.execute(db)
	await sql`truncate ${joinTables(tables)} restart identity`.execute(db)
	for (const { drop } of [...constraints, ...indexes]) await sql.raw(drop).execute(db)
	for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
	return { statements: [...indexes, ...constraints.toReversed()].map(({ create }) => create) }
}

/** Returns the statement that loads rows of a table. */
export function buildCopyIn(db: Db, { name, columns }: Pick<TableInfo, 'name' | 'columns'>): string {
	const list = sql.join(columns.map((column) => sql.ref(column)))
	// Frozen rows need no later vacuum; the table is emptied in the same transaction, so nobody sees them before
	return sql`copy ${sql.table(name)} (${list}) from stdin with (freeze)`.compile(db).sql
}

/** Sets the sequences, and builds the indexes and constraints that `prepareLoad` has dropped. Enables the triggers. */
export async function finishLoad(
	db: Db,
	tables: readonly TableInfo[],
	{ rebuild, sequences }: { rebuild: Rebuild; sequences: readonly SequenceInfo[] },
): Promise<void> {
	for (const { name, lastValue } of sequences)
		await sql`select setval(quote_ident(${name}::text)::regclass, ${lastValue}::bigint)`.execute(db)
	for (const statement of rebuild.statements) await sql.raw(statement).execute(db)
	for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
	// A table with pending checks cannot be altered by the migrations that follow
	await sql`set constraints all immediate`.execute(db)
}

/** Collects the statistics that plans of queries need. */
export async function analyzeTables(db: Db): Promise<void> {
	await sql`analyze`.execute(db)
}

function joinTables(tables: readonly TableInfo[]): RawBuilder<unknown> {
	return sql.join(tables.map(({ name }) => sql.table(name)))
}

function toRegclasses(tables: readonly TableInfo[]): RawBuilder<unknown> {
	return sql`array(select quote_ident(name)::regclass from unnest(${tables.map(({ name }) => name)}::text[]) name)`
}
