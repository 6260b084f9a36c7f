import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import { unhurried } from '#server/db/without-statement-timeout.ts'
import { SEARCH_FORM } from '#server/features/search/search-key.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { importCatalogue } from './import.ts'
import { jsonLines } from './json-lines.ts'

const FILE = new URL('../../../catalog/games.jsonl', import.meta.url)
// goes up when the program stores something else for the same file
const FORM = 3

// any number that nothing else on the server takes
const LOCK = 5_091_160

/** Loads the games that come with the program, unless exactly these are loaded. `say` hears what was done. */
export function loadBuiltinCatalogue(
	db: Kysely<Tables>,
	clock: () => number,
	say: (sentence: string) => void,
): Promise<void> {
	// of several processes that start at once the others wait, and then find it loaded
	return unhurried(db, async (connection) => {
		await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(connection)
		try {
			await load(connection, clock, say)
		} finally {
			await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(connection)
		}
	})
}

async function load(db: Kysely<Tables>, clock: () => number, say: (sentence: string) => void): Promise<void> {
	const file = await readFile(FILE)
	const hash = createHash('sha256').update(`${FORM} ${SEARCH_FORM}\n`).update(file).digest('base64url')
	const loaded = await db
		.selectFrom('catalogue_loads')
		.select('content_hash')
		.where('source', '=', BUILTIN_SOURCE)
		.executeTakeFirst()
	if (loaded?.content_hash === hash) return

	const source = { name: BUILTIN_SOURCE, entries: () => jsonLines(once(file)), isWhole: true }
	const { added, joined, changed, refusals } = await importCatalogue(db, source, { clock })
	for (const { place, reason } of refusals) say(`catalog/games.jsonl, ${place}: ${reason}.`)
	await db
		.insertInto('catalogue_loads')
		.values({ source: BUILTIN_SOURCE, content_hash: hash, loaded_at: new Date(clock()).toISOString() })
		.onConflict((conflict) =>
			conflict.column('source').doUpdateSet((row) => ({
				content_hash: row.ref('excluded.content_hash'),
				loaded_at: row.ref('excluded.loaded_at'),
			})),
		)
		.execute()
	say(
		`Built-in catalogue loaded: ${added} games added, ${changed} updated${joined > 0 ? `, ${joined} joined with games of other sources` : ''}.`,
	)
}

async function* once(file: Buffer): AsyncGenerator<Buffer> {
	yield file
}
