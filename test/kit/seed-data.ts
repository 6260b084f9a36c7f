import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { loadBuiltinCatalog } from '#server/catalog/builtin.ts'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/savepoint')
/** Longer than a run of the tests needs a folder of sources that have changed since. */
const MAX_UNUSED_MS = 60 * 60 * 1000
/** The sources that determine what a first start writes to the database. */
const SOURCES = [
	'catalog/games.jsonl',
	'src/server/catalog',
	'src/server/db',
	'src/server/features/search',
	'src/contract',
]

/**
 * Returns a data folder whose embedded database has all migrations and the built-in games, as after a first start. Cached,
 * and rebuilt when its sources change. Copy it; never open it.
 */
export async function prepareSeedData(): Promise<string> {
	const folder = path.join(CACHE, `loaded-${await sourcesHash()}`)
	if (await markUsed(folder)) return folder
	const temporary = `${folder}.${randomUUID()}`
	await mkdir(temporary, { recursive: true })
	try {
		const database = await openDatabase({ folder: temporary })
		try {
			await migrate(database.db)
			await loadBuiltinCatalog(database.db, Date.now, () => {})
		} finally {
			await database.close()
		}
		await deleteUnused()
		await rename(temporary, folder)
	} catch (error) {
		// A concurrent process was faster
		if (!(await markUsed(folder))) throw error
	} finally {
		await rm(temporary, { recursive: true, force: true })
	}
	return folder
}

/** Updates a folder's time of use. Returns false if there is no such folder. */
async function markUsed(folder: string): Promise<boolean> {
	const now = new Date()
	return utimes(folder, now, now).then(
		() => true,
		(error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT') return false
			throw error
		},
	)
}

/** Deletes folders of other sources, except those that another run in this checkout may be copying. */
async function deleteUnused(): Promise<void> {
	for (const name of await readdir(CACHE)) {
		const folder = path.join(CACHE, name)
		const facts = name.startsWith('loaded-') ? await stat(folder).catch(() => undefined) : undefined
		if (facts && facts.mtimeMs < Date.now() - MAX_UNUSED_MS) await rm(folder, { recursive: true, force: true })
	}
}

async function sourcesHash(): Promise<string> {
	const hash = createHash('sha256')
	for (const source of SOURCES)
		for (const file of await listFiles(source)) hash.update(file).update(await readFile(file))
	return hash.digest('hex').slice(0, 16)
}

async function listFiles(source: string): Promise<string[]> {
	const location = path.join(ROOT, source)
	if (path.extname(source) !== '') return [location]
	const entries = await readdir(location, { recursive: true, withFileTypes: true })
	return entries
		.filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
		.map((entry) => path.join(entry.parentPath, entry.name))
		.sort()
}

/** The global setup of Vitest and Playwright: prepares the data before the first test's timeout starts. */
export default async function prepare(): Promise<void> {
	if (!process.env.TEST_DATABASE_URL) await prepareSeedData()
}
