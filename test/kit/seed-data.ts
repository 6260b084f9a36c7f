import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/savepoint')
/** What decides what a first start writes to the database. */
const SOURCES = [
	'catalog/games.jsonl',
	'src/server/catalog',
	'src/server/db',
	'src/server/features/search',
	'src/contract',
]

/**
 * A data folder whose embedded database has every migration and the built-in games, as a first start leaves it. Rebuilt
 * when what it depends on has changed; copy it, never open it.
 */
export async function prepareSeedData(): Promise<string> {
	const folder = path.join(CACHE, `loaded-${await sourcesHash()}`)
	if (existsSync(folder)) return folder
	const draft = `${folder}.${process.pid}`
	await mkdir(draft, { recursive: true })
	try {
		const database = await openDatabase({ folder: draft })
		try {
			await migrate(database.db)
			await loadBuiltinCatalog(database.db, Date.now, () => {})
		} finally {
			await database.close()
		}
		for (const name of await readdir(CACHE))
			if (/^loaded-[0-9a-f]+$/.test(name) && name !== path.basename(folder))
				await rm(path.join(CACHE, name), { recursive: true, force: true })
		await rename(draft, folder)
	} catch (error) {
		// Whoever prepared it at the same time was first
		if (!existsSync(folder)) throw error
	} finally {
		await rm(draft, { recursive: true, force: true })
	}
	return folder
}

async function sourcesHash(): Promise<string> {
	const hash = createHash('sha256')
	for (const source of SOURCES)
		for (const file of await listFiles(source)) hash.update(file).update(await readFile(file))
	return hash.digest('hex').slice(0, 16)
}

async function listFiles(source: string): Promise<string[]> {
	const place = path.join(ROOT, source)
	if (path.extname(source) !== '') return [place]
	const entries = await readdir(place, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort()
}

/** The global setup of Vitest and Playwright: the data is there before the first test's time runs. */
export default async function prepare(): Promise<void> {
	if (!process.env.TEST_DATABASE_URL) await prepareSeedData()
}
