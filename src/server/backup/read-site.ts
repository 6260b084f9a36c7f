import type { Readable } from 'node:stream'
import { lockBackup } from '#server/db/backup-lock.ts'
import type { Database } from '#server/db/connect.ts'
import { listMigrations } from '#server/db/migrate.ts'
import type { Session } from '#server/db/session.ts'
import { getPictureFiles } from '#server/features/media/picture-names.ts'
import type { PictureStorage } from '#server/features/media/storage.ts'
import { BackupError } from './backup-error.ts'
import {
	type Entry,
	FORMAT_PATH,
	FORMAT_VERSION,
	type Format,
	getPartPath,
	type ManifestFacts,
	PART_BYTES,
	PICTURES_FOLDER,
	SECRET_PATH,
} from './entries.ts'
import { mapInOrder } from './map-in-order.ts'
import {
	beginSnapshot,
	buildCopyOut,
	listPictureAddresses,
	listSequences,
	listTables,
	type TableInfo,
} from './queries-tables.ts'

/** What a backup contains. */
export interface SiteContents {
	database: Database
	/** Undefined: without pictures. */
	pictures: PictureStorage | undefined
	/** Undefined: without the secret. */
	secret: string | undefined
	clock: () => number
}

const LINE_FEED = 10
const CONCURRENT_PICTURES = 16

/**
 * Reads the whole site as it was at one moment: the format, every table, the secret and the pictures. Returns what else
 * the manifest needs.
 */
export async function* readSite(contents: SiteContents): AsyncGenerator<Entry, ManifestFacts> {
	const session = await contents.database.openSession()
	try {
		const { db } = session
		await beginSnapshot(db)
		await lockBackup(db)
		const tables = await listTables(db)
		if (!tables.some(({ name }) => name === 'schema_migrations'))
			throw new BackupError('The database contains no site: Savepoint has never been started on it.')
		const format: Format = {
			version: FORMAT_VERSION,
			createdAt: new Date(contents.clock()).toISOString(),
			migrations: (await listMigrations(db)).map(({ name, checksum }) => ({ name, checksum })),
			tables: tables.map(({ name, columns }) => ({ name, columns })),
		}
		yield { path: FORMAT_PATH, bytes: Buffer.from(`${JSON.stringify(format, null, '\t')}\n`) }
		if (contents.secret !== undefined) yield { path: SECRET_PATH, bytes: Buffer.from(contents.secret) }
		const sequences = await listSequences(db)
		for (const table of orderByDuration(tables)) yield* readTable(session, table)
		const missingPictures = contents.pictures ? yield* readPictures(session, contents.pictures) : 0
		return { sequences, missingPictures }
	} finally {
		session.close()
	}
}

/** Puts the tables first whose indexes take longest to build, so that a restore builds them while it loads the others. */
function orderByDuration(tables: readonly TableInfo[]): TableInfo[] {
	const getPages = ({ hasWordIndex, pages }: TableInfo) => (hasWordIndex ? pages : 0)
	return tables.toSorted((one, other) => getPages(other) - getPages(one))
}

async function* readTable(session: Session, table: TableInfo): AsyncGenerator<Entry> {
	let part = 0
	for await (const bytes of splitRows(session.copyOut(buildCopyOut(session.db, table))))
		yield { path: getPartPath(table.name, part++), bytes }
}

/** Cuts rows in PostgreSQL's text format into parts of whole rows. */
async function* splitRows(rows: Readable): AsyncGenerator<Buffer> {
	let pending: Buffer[] = []
	let size = 0
	for await (const chunk of rows as AsyncIterable<Buffer>) {
		pending.push(chunk)
		size += chunk.length
		// Only rows end with this byte, even if it is the last one of a chunk in the middle
		const end = size < PART_BYTES ? -1 : chunk.lastIndexOf(LINE_FEED)
		if (end === -1) continue
		const whole = Buffer.concat(pending)
		const rest = chunk.length - end - 1
		yield whole.subarray(0, whole.length - rest)
		pending = [whole.subarray(whole.length - rest)]
		size = rest
	}
	if (size > 0) yield Buffer.concat(pending)
}

/** Reads the files of pictures and returns how many of those that accounts use do not exist. */
async function* readPictures(session: Session, storage: PictureStorage): AsyncGenerator<Entry, number> {
	let missing = 0
	for await (const addresses of listPictureAddresses(session.db)) {
		const files = addresses.flatMap(({ picture, isUsed }) =>
			Object.values(getPictureFiles(picture) ?? {}).map((name) => ({ name, isUsed })),
		)
		const read = mapInOrder(files, CONCURRENT_PICTURES, async (file) => ({
			...file,
			bytes: await storage.get(file.name),
		}))
		for await (const { name, isUsed, bytes } of read) {
			if (bytes) yield { path: `${PICTURES_FOLDER}/${name}`, bytes }
			// The files of a picture that nobody uses yet may be about to be written
			else if (isUsed) missing++
		}
	}
	return missing
}
