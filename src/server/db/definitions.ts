import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { hasOtherProcesses } from './application-names.ts'
import type { Db } from './tables.ts'

const FOLDER = new URL('../', import.meta.url)
/** In the order of their creation: views call functions, and triggers need theirs. */
const KINDS = ['function', 'view', 'trigger']
/** Begins the comment on each definition in the database: what has none is the operator's own. */
const MARK = 'Savepoint '
/** How many sets of definitions a database remembers. */
const MAX_REMEMBERED = 50
const CHECKSUM_LENGTH = 16

/** A function, view or trigger that a file beside its feature defines. */
export interface Definition {
	/** As statements name it: `function notify_user`, `trigger reviews_010 on reviews`. */
	object: string
	text: string
	/** A checksum of what cannot be replaced in place: the arguments and result of a function, the whole of a view. */
	shape: string
	checksum: string
}

// Read once: after an update in place, the files are those of a later version
const DEFINITIONS = await readDefinitions(FOLDER)

/**
 * Replaces the definitions that have changed and drops those that are gone, in the caller's transaction. Returns whether there
 * were any. An earlier version that starts again during a rolling update leaves those of the later one.
 */
export async function applyDefinitions(transaction: Db, definitions = DEFINITIONS): Promise<boolean> {
	const existing = await listExisting(transaction)
	const known = new Set(definitions.map(({ object }) => object))
	const gone = [...existing.keys()].filter((object) => !known.has(object))
	const hasOtherShape = ({ object, shape }: Definition) => existing.has(object) && existing.get(object)?.shape !== shape
	// A view may call a function, or read a view, that has to be dropped first
	const areViewsRemade = definitions.some((each) => !each.object.startsWith('trigger ') && hasOtherShape(each))
	const isRemade = (each: Definition) =>
		hasOtherShape(each) || (areViewsRemade && existing.has(each.object) && each.object.startsWith('view '))
	const remade = definitions.filter(isRemade)
	const changed = definitions.filter((each) => existing.get(each.object)?.checksum !== each.checksum || isRemade(each))
	if (changed.length + gone.length === 0) return false
	const sets = await listAppliedSets(transaction)
	const set = toSet(definitions)
	if (existing.size > 0 && sets.includes(set) && (await hasOtherProcesses(transaction))) return false
	const statements = [
		'set local check_function_bodies = off',
		...toDrops([...gone.filter((object) => !isFunction(object)), ...remade.map(({ object }) => object)]),
		...changed.map(({ text }) => text),
		// Their triggers have other functions by now
		...toDrops(gone.filter(isFunction)),
		...changed.map(({ object, shape, checksum }) => `comment on ${object} is '${MARK}${shape} ${checksum}'`),
		`comment on table schema_migrations is '${[...sets.filter((one) => one !== set), set].slice(-MAX_REMEMBERED).join(' ')}'`,
	]
	await sql.raw(statements.join(';\n')).execute(transaction)
	return true
}

/** Whether the definitions of this version are those of the database, or were before a later version came. */
export async function hasDefinitions(db: Db, definitions = DEFINITIONS): Promise<boolean> {
	return (await listAppliedSets(db)).includes(toSet(definitions))
}

/** Reads the definitions in all `….sql` files below a folder but those in `migrations/`. Names are unique in the site. */
export async function readDefinitions(folder: URL): Promise<readonly Definition[]> {
	const files: string[] = []
	for await (const file of glob('**/*.sql', { cwd: folder, exclude: (name) => name === 'migrations' })) files.push(file)
	const texts = await Promise.all(files.sort().map((file) => readFile(new URL(file, folder), 'utf8')))
	const statements = texts.flatMap((text) => text.split(/^(?=create )/m)).filter((part) => part.startsWith('create '))
	const definitions = statements.map(parseDefinition)
	return KINDS.flatMap((kind) => definitions.filter(({ object }) => object.startsWith(kind)))
}

/** Parses a statement that begins with `create`, and may end with the comment on the next one. */
function parseDefinition(statement: string): Definition {
	const text = statement.replace(/;\s*(--.*\s*)*$/, '')
	const [, constraint, kind, name] = /^create (?:or replace |(constraint ))?(\w+) (\w+)/.exec(text) ?? []
	if (!name || !kind || !KINDS.includes(kind))
		throw new Error(`No definition of a ${KINDS.join(', ')}: ${text.slice(0, 80)}`)
	const table = kind === 'trigger' ? / on (\w+)/.exec(text)?.[1] : undefined
	const isReplaced = kind === 'trigger' && !constraint
	return {
		object: table ? `trigger ${name} on ${table}` : `${kind} ${name}`,
		text,
		shape: toChecksum(isReplaced ? '' : kind === 'function' ? (text.split(/\blanguage\b/)[0] ?? '') : text),
		checksum: toChecksum(text),
	}
}

async function listExisting(db: Db): Promise<Map<string, Pick<Definition, 'shape' | 'checksum'>>> {
	const { rows } = await sql<{ object: string; comment: string }>`
		select object, description as comment from (
			select 'pg_proc'::regclass as classoid, oid, format('function %s', proname) as object from pg_proc
				where pronamespace = current_schema()::regnamespace
			union all
			select 'pg_class'::regclass, oid, format('view %s', relname) from pg_class
				where relkind = 'v' and relnamespace = current_schema()::regnamespace
			union all
			select 'pg_trigger'::regclass, t.oid, format('trigger %s on %s', tgname, relname) from pg_trigger t join pg_class c on c.oid = tgrelid
				where relnamespace = current_schema()::regnamespace
		) objects join pg_description on objoid = oid and pg_description.classoid = objects.classoid
		where starts_with(description, ${MARK})`.execute(db)
	return new Map(
		rows.map(({ object, comment }) => {
			const [shape = '', checksum = ''] = comment.slice(MARK.length).split(' ')
			return [object, { shape, checksum }]
		}),
	)
}

/** Lists the sets of definitions that the database has had, the present one last. */
async function listAppliedSets(db: Db): Promise<string[]> {
	const { rows } = await sql<{ sets: string | null }>`
		select obj_description(to_regclass('schema_migrations'), 'pg_class') as sets`.execute(db)
	return rows[0]?.sets?.split(' ') ?? []
}

function isFunction(object: string): boolean {
	return object.startsWith('function ')
}

function toSet(definitions: readonly Definition[]): string {
	return toChecksum(definitions.map(({ checksum }) => checksum).join())
}

/** Drops triggers first, then all views in one statement, because some read others, and then the functions. */
function toDrops(objects: readonly string[]): string[] {
	const ofKind = (kind: string) => objects.filter((object) => object.startsWith(`${kind} `))
	const listNames = (kind: string) => ofKind(kind).map((object) => object.slice(kind.length + 1))
	return [
		...ofKind('trigger').map((trigger) => `drop ${trigger}`),
		...['view', 'function'].flatMap((kind) =>
			listNames(kind).length > 0 ? [`drop ${kind} ${listNames(kind).join(', ')}`] : [],
		),
	]
}

function toChecksum(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, CHECKSUM_LENGTH)
}
