import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { SEARCH_FORM } from '#server/features/search/search-key.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { importCatalog } from './import.ts'
import { jsonLines } from './json-lines.ts'
import { findLoadedHash, keepLoadedHash } from './queries-loads.ts'
import { lockBuiltin, unlockBuiltin } from './queries-locks.ts'

const FILE = new URL('../../../catalog/games.jsonl', import.meta.url)
// Goes up when the program stores something else for the same file
const FORM = 3

/** Loads the games that come with the program, unless exactly these are loaded. `say` hears what was done. */
export function loadBuiltinCatalog(db: Db, clock: () => number, say: (sentence: string) => void): Promise<void> {
	// Of several processes that start at once the others wait, and then find it loaded
	return withoutStatementTimeout(db, async (connection) => {
		await lockBuiltin(connection)
		try {
			await load(connection, clock, say)
		} finally {
			await unlockBuiltin(connection)
		}
	})
}

async function load(db: Db, clock: () => number, say: (sentence: string) => void): Promise<void> {
	const file = await readFile(FILE)
	const hash = createHash('sha256').update(`${FORM} ${SEARCH_FORM}\n`).update(file).digest('base64url')
	if ((await findLoadedHash(db, BUILTIN_SOURCE)) === hash) return

	const source = { name: BUILTIN_SOURCE, entries: () => jsonLines(once(file)), isWhole: true }
	const { added, joined, changed, refusals } = await importCatalog(db, source, { clock })
	for (const { place, reason } of refusals) say(`catalog/games.jsonl, ${place}: ${reason}.`)
	await keepLoadedHash(db, BUILTIN_SOURCE, hash, new Date(clock()).toISOString())
	say(
		`Built-in catalog loaded: ${added} games added, ${changed} updated${joined > 0 ? `, ${joined} joined with games of other sources` : ''}.`,
	)
}

async function* once(file: Buffer): AsyncGenerator<Buffer> {
	yield file
}
