import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { BackupError } from './backup-error.ts'

/** A file of a backup. Backups, and moves between databases, are sequences of them. */
export interface Entry {
	path: string
	bytes: Buffer
}

/** The version of the format that this program writes, and the newest that it reads. */
export const FORMAT_VERSION = 1

/** The first entry. */
export const FORMAT_PATH = 'format.json'
export const SECRET_PATH = 'secret'
export const PICTURES_FOLDER = 'pictures'
/** The last entry: an interrupted backup has none. */
export const MANIFEST_PATH = 'manifest.json'

/** Rows are written in parts of about this size, so that nobody holds a whole table in memory. */
export const PART_BYTES = 4 * 1024 * 1024

const Format = Type.Object({
	version: Type.Integer({ minimum: 1 }),
	createdAt: Type.String(),
	/** The migrations of the database, in the order of their names. */
	migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
	/** Tables and their columns in the order of the copied rows; a table comes after those that it references. Their rows may come in another order. */
	tables: Type.Array(Type.Object({ name: Type.String(), columns: Type.Array(Type.String()) })),
})
export type Format = Type.Static<typeof Format>

const Manifest = Type.Object({
	/** By `format.json`, `secret`, `pictures` and `tables/<name>`: what all their bytes together must be. */
	sections: Type.Record(
		Type.String(),
		Type.Object({ files: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }),
	),
	/** Number of rows by table. */
	rows: Type.Record(Type.String(), Type.Integer()),
	/** Sequences that have been used, and their last values as text. */
	sequences: Type.Array(Type.Object({ name: Type.String(), lastValue: Type.String() })),
	/** Pictures that accounts name and the storage does not have. */
	missingPictures: Type.Integer(),
})
export type Manifest = Type.Static<typeof Manifest>

/** What the manifest says beyond what can be counted. */
export type ManifestFacts = Pick<Manifest, 'sequences' | 'missingPictures'>

/** Returns the path of a part of a table's rows. */
export function getPartPath(table: string, part: number): string {
	return `tables/${table}/${String(part).padStart(6, '0')}.copy`
}

/** Returns the section of an entry: its folder, or itself. */
export function getSection(path: string): string {
	return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path
}

/** Returns the table whose rows a section contains; undefined for another section. */
export function getTable(section: string): string | undefined {
	return section.startsWith('tables/') ? section.slice('tables/'.length) : undefined
}

/** Parses the first entry. Throws `BackupError` if it is none, or if its version is newer than this program's. */
export function parseFormat(entry: Entry | undefined): Format {
	const value = entry?.path === FORMAT_PATH ? parseJson(entry.bytes) : undefined
	const version = (value as { version?: unknown } | undefined)?.version
	if (typeof version === 'number' && version > FORMAT_VERSION)
		throw new BackupError(
			`The backup has format ${version}, which a newer version of Savepoint wrote; this one reads up to ${FORMAT_VERSION}. Restore it with that version or a later one.`,
		)
	if (!Check(Format, value)) throw new BackupError('The file is not a backup of Savepoint.')
	return value
}

/** Parses the last entry. Throws `BackupError` if it is none. */
export function parseManifest(entry: Entry): Manifest {
	const value = parseJson(entry.bytes)
	if (!Check(Manifest, value)) throw new BackupError('The backup is damaged: its manifest cannot be read.')
	return value
}

function parseJson(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'))
	} catch {
		return undefined
	}
}
