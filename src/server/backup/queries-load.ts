import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { SequenceInfo, TableInfo } from './queries-tables.ts'

/** The statements that give a table its indexes and constraints after its rows are loaded. */
export interface TableDefinition {
	/** Primary keys and other constraints that need an index. */
	constraints: string[]
	/** The slowest first. */
	indexes: string[]
	foreignKeys: { statement: string; references: string }[]
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

export async function begin(db: Db): Promise<void> {
	await sql`begin`.execute(db)
}

export async function commit(db: Db): Promise<void> {
	await sql`commit`.execute(db)
}

/**
 * Empties the tables, disables their triggers, drops their indexes and constraints, and returns what builds them again.
 * Rows are loaded as they were counted; an index is built faster from all rows than row by row.
 */
export async function prepareLoad(db: Db, tables: readonly TableInfo[]): Promise<Map<string, TableDefinition>> {
	const { rows: constraints } = await sql<{ table: string; references: string; drop: string; create: string }>`
		select r.relname as table, coalesce(f.relname, '') as references,
			format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
			format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(o.oid)) as create
		from pg_constraint o join pg_class r on r.oid = conrelid left join pg_class f on f.oid = confrelid
		where conrelid = any(${toRegclasses(tables)}) and contype in ('f', 'p', 'u', 'x') and conparentid = 0
		order by contype <> 'f', contype <> 'p', conname`.execute(db)
	const { rows: indexes } = await sql<{ table: string; drop: string; create: string }>`
		select r.relname as table, format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
		from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class r on r.oid = i.indrelid join pg_am m on m.oid = c.relam
		where i.indrelid = any(${toRegclasses(tables)}) and not c.relispartition
			and not exists (select from pg_constraint o where o.conindid = i.indexrelid and o.contype in ('p', 'u', 'x'))
		order by m.amname <> 'gin', c.relname`.execute(db)
	for (const { drop } of [...constraints, ...indexes]) await sql.raw(drop).execute(db)
	await sql`truncate ${joinTables(tables)} restart identity`.execute(db)
	// Autovacuum would read what is about to be analyzed, and its locks would hold up constraints
	for (const { name } of tables)
		await sql`alter table ${sql.table(name)} disable trigger user, set (autovacuum_enabled = off)`.execute(db)

	const definitions = new Map<string, TableDefinition>(
		tables.map(({ name }) => [name, { constraints: [], indexes: [], foreignKeys: [] }]),
	)
	for (const { table, create } of indexes) definitions.get(table)?.indexes.push(create)
	for (const { table, references, create } of constraints)
		if (references) definitions.get(table)?.foreignKeys.push({ statement: create, references })
		else definitions.get(table)?.constraints.push(create)
	return definitions
}

/** Begins the transaction that loads the rows of a table. */
export async function beginTable(db: Db, name: string): Promise<void> {
	await begin(db)
	// Only rows of a table that is new or empty since the same transaction can be loaded as frozen
	await sql`truncate ${sql.table(name)}`.execute(db)
}

/** Returns the statement that loads rows of a table. */
export function buildCopyIn(db: Db, { name, columns }: Pick<TableInfo, 'name' | 'columns'>): string {
	const list = sql.join(columns.map((column) => sql.ref(column)))
	// Frozen rows need no later vacuum
	return sql`copy ${sql.table(name)} (${list}) from stdin with (freeze)`.compile(db).sql
}

/** Runs a statement of a `TableDefinition`. */
export async function runStatement(db: Db, statement: string): Promise<void> {
	await sql.raw(statement).execute(db)
}

/** Sets the sequences, and enables triggers and autovacuum. */
export async function finishLoad(
	db: Db,
	tables: readonly TableInfo[],
	sequences: readonly SequenceInfo[],
): Promise<void> {
	for (const { name, lastValue } of sequences)
		await sql`select setval(quote_ident(${name}::text)::regclass, ${lastValue}::bigint)`.execute(db)
	for (const { name } of tables)
		await sql`alter table ${sql.table(name)} enable trigger user, reset (autovacuum_enabled)`.execute(db)
}

/** Collects the statistics of a table that plans of queries need. */
export async function analyzeTable(db: Db, name: string): Promise<void> {
	await sql`analyze ${sql.table(name)}`.execute(db)
}

/** Returns the number that a server gives the session, for `cancelStatements`. */
export async function readSessionId(db: Db): Promise<number> {
	const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
	return rows[0]?.pid ?? 0
}

/** Ends the statements that sessions are running. */
export async function cancelStatements(db: Db, sessionIds: readonly number[]): Promise<void> {
	await sql`select pg_cancel_backend(id) from unnest(${[...sessionIds]}::int[]) id`.execute(db)
}

function joinTables(tables: readonly TableInfo[]): RawBuilder<unknown> {
	return sql.join(tables.map(({ name }) => sql.table(name)))
}

function toRegclasses(tables: readonly TableInfo[]): RawBuilder<unknown> {
	return sql`array(select quote_ident(name)::regclass from unnest(${tables.map(({ name }) => name)}::text[]) name)`
}
