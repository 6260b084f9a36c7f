import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

const ROOT = new URL('../../', import.meta.url)
/** The file that `npm run tables` writes. */
export const STORED_TABLES = new URL('src/server/db/stored-tables.ts', ROOT)
const COLUMN_TYPES = new URL('src/server/db/column-types.ts', ROOT)

/** Tables that only triggers and functions write. */
const KEPT = new Set([
	'user_counts',
	'game_counts',
	'review_counts',
	'list_counts',
	'game_scores',
	'review_search',
	'day_changes',
])
const TYPES: Readonly<Record<string, string>> = {
	bigint: 'string',
	boolean: 'boolean',
	bytea: 'Buffer',
	date: 'string',
	integer: 'number',
	real: 'number',
	smallint: 'number',
	text: 'string',
	'timestamp with time zone': 'Timestamp',
	tsvector: 'string',
	uuid: 'string',
}

interface Column {
	table: string
	name: string
	type: string
	isArray: boolean
	isNullable: boolean
	hasDefault: boolean
	/** The values that a check allows. */
	values: string[] | null
}

/** Returns the types of the tables of a migrated database, as the text of `stored-tables.ts`. */
export async function describeTables(db: Db): Promise<string> {
	const own = new Set(
		Array.from(readFileSync(COLUMN_TYPES, 'utf8').matchAll(/^\t'([\w.]+)': /gm), ([, key]) => key ?? ''),
	)
	const columns = await listColumns(db)
	const lines = [...Map.groupBy(columns, ({ table }) => table)].map(([table, ofTable]) => {
		const fields = ofTable.map((column) => `\t\t${column.name}: ${toType(column, own)}\n`)
		return `\t${table}: {\n${fields.join('')}\t}\n`
	})
	const unknown = [...own].filter((key) => !columns.some(({ table, name }) => key === `${table}.${name}`))
	if (unknown.length > 0) throw new Error(`column-types.ts has columns that are not there: ${unknown.join(', ')}.`)
	return [
		'// Written by `npm run tables` from the schema. The migrations document the columns.\n\n',
		"import type { ColumnType, Generated } from 'kysely'\n",
		"import type { ColumnTypes, Timestamp } from './column-types.ts'\n\n",
		`export interface StoredTables {\n${lines.join('')}}\n`,
	].join('')
}

function toType(
	{ table, name, type, isArray, isNullable, hasDefault, values }: Column,
	own: ReadonlySet<string>,
): string {
	const key = `${table}.${name}`
	if (own.has(key)) return `ColumnTypes['${key}']`
	const plain = values ? values.map((value) => `'${value}'`).join(' | ') : TYPES[type]
	if (!plain) throw new Error(`The column ${key} is of the type ${type}: name its type in column-types.ts.`)
	const read = (isArray ? `${plain}[]` : plain) + (isNullable ? ' | null' : '')
	if (KEPT.has(table)) return `ColumnType<${read}, never, never>`
	return hasDefault ? `Generated<${read}>` : read
}

async function listColumns(db: Db): Promise<Column[]> {
	const { rows } = await sql<Column & { check: string | null }>`
		select relname as table, attname as name, format_type(coalesce(nullif(typelem, 0), t.oid), null) as type, typcategory = 'A' as "isArray",
			not attnotnull as "isNullable", atthasdef or attidentity <> '' as "hasDefault",
			(select string_agg(pg_get_constraintdef(o.oid), ' ') from pg_constraint o where conrelid = c.oid and contype = 'c' and attnum = any (conkey)) as check
		from pg_attribute join pg_class c on c.oid = attrelid join pg_type t on t.oid = atttypid
		where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'schema_migrations' and attnum > 0 and not attisdropped
		order by relname collate "C", attnum`.execute(db)
	return rows.map(({ check, ...column }) => ({ ...column, values: readValues(check ?? '', column.name) }))
}

/** Finds the values in a check such as `status = ANY (ARRAY['open'::text, 'done'::text])`. */
function readValues(check: string, name: string): string[] | null {
	const list = new RegExp(`\\(${name} = ANY \\(ARRAY\\[([^\\]]*)\\]`).exec(check)?.[1]
	return list === undefined ? null : Array.from(list.matchAll(/'([^']*)'::text/g), ([, value]) => value ?? '')
}
