import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** A table as a backup sees it. */
export interface TableInfo {
	name: string
	/** The columns that are stored, not generated from others. */
	columns: string[]
	/** Tables that its foreign keys reference. */
	references: string[]
	/** Its size in pages of the database. */
	pages: number
	/** Whether it has an index of words, which takes longer to build than any other. */
	hasWordIndex: boolean
}

export interface SequenceInfo {
	name: string
	/** The last value that was drawn, as text because it may exceed a number. */
	lastValue: string
}

/** Lists every table of the schema that holds rows, and none of an extension. Each comes after those it references. */
export async function listTables(db: Db): Promise<TableInfo[]> {
	const { rows } = await sql<TableInfo>`
		select c.relname as name, (pg_relation_size(c.oid) / 8192)::int as pages,
			array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
			array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid where f.conrelid = c.oid and f.contype = 'f') as references,
			exists (
				select from pg_index i join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam
				where i.indrelid = c.oid and m.amname = 'gin'
			) as "hasWordIndex"
		from pg_class c
		where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
			and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
		order by name`.execute(db)
	return orderByReferences(rows)
}

function orderByReferences(tables: readonly TableInfo[]): TableInfo[] {
	const byName = new Map(tables.map((table) => [table.name, table]))
	const ordered = new Set<TableInfo>()
	const visiting = new Set<TableInfo>()
	// Tables that reference each other stay in the order of their names
	function visit(table: TableInfo): void {
		if (ordered.has(table) || visiting.has(table)) return
		visiting.add(table)
		for (const name of table.references.toSorted()) {
			const referenced = byName.get(name)
			if (referenced) visit(referenced)
		}
		ordered.add(table)
	}
	for (const table of tables) visit(table)
	return [...ordered]
}

/** Lists the sequences that have been used. */
export async function listSequences(db: Db): Promise<SequenceInfo[]> {
	const { rows } = await sql<SequenceInfo>`
		select sequencename as name, last_value::text as "lastValue" from pg_sequences
		where schemaname = current_schema() and last_value is not null order by 1`.execute(db)
	return rows
}

/** Returns the statement that copies a table's rows. */
export function buildCopyOut(db: Db, { name, columns }: Pick<TableInfo, 'name' | 'columns'>): string {
	const list = sql.join(columns.map((column) => sql.ref(column)))
	return sql`copy ${sql.table(name)} (${list}) to stdout`.compile(db).sql
}

/** Begins a transaction that sees the database at one moment, during which no table of it can be altered. */
export async function beginSnapshot(db: Db): Promise<void> {
	const tables = await listTables(db)
	await sql`begin isolation level repeatable read, read only`.execute(db)
	// Before the snapshot: rows of a table that is rewritten after it would be missing
	if (tables.length > 0)
		await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in access share mode`.execute(db)
}

const PICTURE_BATCH = 1_000

/** Returns the addresses of all pictures that accounts use, or may still claim, in batches. */
export async function* listPictureAddresses(db: Db): AsyncGenerator<{ picture: string; isUsed: boolean }[]> {
	await sql`declare backup_pictures no scroll cursor for
		select picture, bool_or(is_used) as "isUsed" from (
			select picture, true as is_used from users where picture is not null
			union all select picture, false from unused_pictures
		) addresses group by picture order by picture`.execute(db)
	for (;;) {
		const { rows } = await sql<{ picture: string; isUsed: boolean }>`
			fetch ${sql.lit(PICTURE_BATCH)} from backup_pictures`.execute(db)
		if (rows.length === 0) break
		yield rows
	}
	await sql`close backup_pictures`.execute(db)
}
