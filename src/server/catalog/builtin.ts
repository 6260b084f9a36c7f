import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { refreshRankings } from '#server/db/rankings.ts'
import type { Db } from '#server/db/tables.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { SEARCH_FORM_VERSION } from '#server/features/search/search-key.ts'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { importCatalog } from './import.ts'
import { parseJsonLines } from './json-lines.ts'
import { findLoadedHash, saveLoadedHash } from './queries-loads.ts'
import { acquireBuiltinLock, releaseBuiltinLock } from './queries-locks.ts'
import type { CatalogSource } from './source.ts'

const CATALOG_FILE = new URL('../../../catalog/games.jsonl', import.meta.url)
// Increment when the program stores something else for the same file
const FORMAT_VERSION = 4
/** Where much else waits for its place in rankings, the job goes on. */
const MAX_REFRESH_MS = 5_000

/** Loads the built-in games, unless exactly these are loaded already. Reports what it did to `log`. */
export function loadBuiltinCatalog(db: Db, clock: () => number, log: (sentence: string) => void): Promise<void> {
	// When several processes start at once, one loads; the others wait and then find the catalog loaded
	return withoutStatementTimeout(db, async (connection) => {
		await acquireBuiltinLock(connection)
		try {
			await loadIfChanged(connection, clock, log)
		} finally {
			await releaseBuiltinLock(connection)
		}
	})
}

async function loadIfChanged(db: Db, clock: () => number, log: (sentence: string) => void): Promise<void> {
	const file = await readFile(CATALOG_FILE)
	const hash = createHash('sha256')
		.update(`${FORMAT_VERSION} ${SEARCH_FORM_VERSION}\n`)
		.update(file)
		.digest('base64url')
	if ((await findLoadedHash(db, BUILTIN_SOURCE)) === hash) return

	const { added, joined, changed, refusals } = await importCatalog(db, createBuiltinSource(file), { clock })
	for (const { position, reason } of refusals) log(`catalog/games.jsonl, ${position}: ${reason}.`)
	// A new site has its games in every order when it opens
	await refreshRankings(db, MAX_REFRESH_MS)
	await saveLoadedHash(db, BUILTIN_SOURCE, hash, new Date(clock()).toISOString())
	log(
		`Built-in catalog loaded: ${added} games added, ${changed} updated${joined > 0 ? `, ${joined} merged into games of other sources` : ''}.`,
	)
}

/** Creates the source of the built-in games, whose content is the file's unless given. */
export function createBuiltinSource(content?: Buffer): CatalogSource {
	return {
		name: BUILTIN_SOURCE,
		isComplete: true,
		async *entries() {
			yield* parseJsonLines(toChunks(content ?? (await readFile(CATALOG_FILE))))
		},
	}
}

async function* toChunks(file: Buffer): AsyncGenerator<Buffer> {
	yield file
}
