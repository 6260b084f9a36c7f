import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { FILE_PROBLEMS } from '#contract/import-problems.ts'
import { FileProblem, type ImportFile } from './source.ts'
import { readHead } from './text.ts'

/** What an uploaded ZIP may hold; bytes are counted while they are unpacked, whatever the ZIP says. */
const ZIP_LIMITS = { entries: 20_000, readable: 1_000, entryBytes: 100 * 1024 * 1024, bytes: 200 * 1024 * 1024 }

const READABLE = /\.(csv|tsv|txt|json|ndjson)$/i
/** NeoDB's file of the account, which has its private key: it is never opened. */
const SECRET = /(^|\/)actor\.ndjson$/i
const FILE_TYPE = 0o170000
const SYMLINK = 0o120000

/** Opens an upload: the file itself, or the readable ones in a ZIP. Throws `FileProblem` for what cannot be opened. */
export async function openImportFiles(path: string, name: string): Promise<ImportFile[]> {
	const { size } = await stat(path)
	if (size === 0) throw new FileProblem(FILE_PROBLEMS.empty)
	if (!(await isZip(path))) return [await withHead(name, size, () => createReadStream(path))]
	const entries = await listEntries(path)
	if (entries.length === 0) throw new FileProblem(FILE_PROBLEMS.nothingInZip)
	const files: ImportFile[] = []
	let bytes = 0
	for (const entry of entries) {
		let entryBytes = 0
		for await (const chunk of readEntry(path, entry)) {
			entryBytes += chunk.length
			if (bytes + entryBytes > ZIP_LIMITS.bytes) throw new FileProblem(FILE_PROBLEMS.largeFiles)
		}
		bytes += entryBytes
		if (entryBytes > 0) files.push(await withHead(entry.fileName, entryBytes, () => readEntry(path, entry)))
	}
	if (files.length === 0) throw new FileProblem(FILE_PROBLEMS.empty)
	return files
}

async function withHead(name: string, bytes: number, read: ImportFile['open']): Promise<ImportFile> {
	const file = { name, bytes, head: '', open: read }
	file.head = await readHead(file)
	return file
}

async function isZip(path: string): Promise<boolean> {
	await using file = await open(path)
	const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
	// The second is a ZIP without entries
	return bytesRead === 4 && ['504b0304', '504b0506'].includes(buffer.toString('hex'))
}

/** Lists the readable entries of a ZIP, after looking at all of them. */
async function listEntries(path: string): Promise<Entry[]> {
	const readable: Entry[] = []
	let entries = 0
	for await (const entry of eachEntry(path)) {
		// The archive of an export has a picture of each game
		if (++entries > ZIP_LIMITS.entries) throw new FileProblem(FILE_PROBLEMS.manyFiles)
		const { fileName } = entry
		if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) throw new FileProblem(FILE_PROBLEMS.unsafeZip)
		if (/\.zip$/i.test(fileName)) throw new FileProblem(FILE_PROBLEMS.zipInZip)
		// What macOS adds to a ZIP, such as `__MACOSX/._collection.csv`
		const isHidden = /(^|\/)(\._|__MACOSX\/)/.test(fileName)
		if (READABLE.test(fileName) && !SECRET.test(fileName) && !isHidden) {
			if (entry.isEncrypted()) throw new FileProblem(FILE_PROBLEMS.protectedZip)
			if (entry.uncompressedSize > ZIP_LIMITS.entryBytes) throw new FileProblem(FILE_PROBLEMS.largeFiles)
			if (readable.length >= ZIP_LIMITS.readable) throw new FileProblem(FILE_PROBLEMS.manyFiles)
			readable.push(entry)
		}
	}
	return readable
}

async function* readEntry(path: string, entry: Entry): AsyncGenerator<Uint8Array> {
	let zip: ZipFile | undefined
	let stream: Readable | undefined
	let bytes = 0
	try {
		zip = await yauzl.openPromise(path, { autoClose: false })
		stream = await zip.openReadStreamPromise(entry)
		for await (const chunk of stream) {
			bytes += (chunk as Buffer).length
			if (bytes > ZIP_LIMITS.entryBytes) throw new FileProblem(FILE_PROBLEMS.largeFiles)
			yield chunk as Buffer
		}
	} catch (error) {
		throw error instanceof FileProblem ? error : zipProblem(error)
	} finally {
		stream?.destroy()
		zip?.close()
	}
}

async function* eachEntry(path: string): AsyncGenerator<Entry> {
	let zip: ZipFile | undefined
	try {
		zip = await yauzl.openPromise(path, { autoClose: false })
		for await (const entry of zip.eachEntry()) yield entry
	} catch (error) {
		throw error instanceof FileProblem ? error : zipProblem(error)
	} finally {
		zip?.close()
	}
}

function zipProblem(error: unknown): unknown {
	const { message, code } = error as NodeJS.ErrnoException
	// Errors of the disk are the operator's
	if (code !== undefined && !code.startsWith('Z_')) return error
	return new FileProblem(
		/^(absolute path|invalid relative path)/.test(message) ? FILE_PROBLEMS.unsafeZip : FILE_PROBLEMS.damagedZip,
	)
}
