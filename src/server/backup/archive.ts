import { createReadStream, createWriteStream } from 'node:fs'
import { link, open, rm } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { BackupError } from './backup-error.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { Entry } from './entries.ts'

const COMPRESSION_LEVEL = 3
const ENTRY_MODE = 0o600
const ARCHIVE_MODE = 0o600
/** Smaller pieces of the uncompressed archive keep the garbage collector busy. */
const DECOMPRESSED_BYTES = 1024 * 1024
/** More than a part of rows with its last, cut row; a backup with a larger entry is not ours. */
const MAX_ENTRY_BYTES = 64 * 1024 * 1024
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

/**
 * Writes entries to a new file, completely or not at all: a tar archive, compressed by zstd, and encrypted in the age
 * format if there is a passphrase. Throws `BackupError` if the file exists.
 */
export async function writeArchive(
	entries: AsyncIterable<Entry>,
	file: string,
	passphrase: string | undefined,
	scryptWorkFactor?: number,
): Promise<void> {
	const unfinished = `${file}.unfinished`
	const compress = createZstdCompress({
		params: { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
	})
	const output = createWriteStream(unfinished, { mode: ARCHIVE_MODE, flush: true })
	try {
		await pipeline(
			Readable.from(packEntries(entries), { objectMode: false }),
			compress,
			(compressed: AsyncIterable<Buffer>) =>
				passphrase === undefined ? compressed : encrypt(compressed, passphrase, scryptWorkFactor),
			output,
		)
		// Unlike renaming, this never replaces a file
		await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
			throw error.code === 'EEXIST' ? new BackupError(`The file ${file} exists already. Name another one.`) : error
		})
	} finally {
		await rm(unfinished, { force: true })
	}
}

/**
 * Opens a file that `writeArchive` has written and returns its entries, read one by one. Throws `BackupError` if it is no
 * backup or needs a passphrase; the entries throw one if it is damaged or truncated, or if the passphrase is wrong.
 */
export async function openArchive(file: string, passphrase: string | undefined): Promise<AsyncGenerator<Entry>> {
	const isEncrypted = await readIsEncrypted(file)
	if (isEncrypted && passphrase === undefined)
		throw new BackupError(
			`The backup ${file} is encrypted. Set BACKUP_PASSPHRASE, or name a file with the passphrase: --passphrase-file.`,
		)
	return readEntries(file, isEncrypted ? passphrase : undefined)
}

async function* readEntries(file: string, passphrase: string | undefined): AsyncGenerator<Entry> {
	const archive = extract()
	const unpacked = new PassThrough()
	// Apart, because the archive ends before the compression's checksum is read
	const reading = Promise.all([
		pipeline(
			createReadStream(file),
			(bytes: AsyncIterable<Buffer>) => (passphrase === undefined ? bytes : decrypt(bytes, passphrase)),
			createZstdDecompress({ chunkSize: DECOMPRESSED_BYTES }),
			unpacked,
		),
		pipeline(unpacked, archive),
	])
	// Reported when the archive ends
	reading.catch(() => {})
	try {
		for await (const entry of archive) {
			const { name, size = 0, type } = entry.header
			if (type !== 'file' || size > MAX_ENTRY_BYTES)
				throw new BackupError(`The file is not a backup of Savepoint: it contains ${name}, a ${type} of ${size} bytes.`)
			const parts: Buffer[] = []
			for await (const part of entry) parts.push(part as Buffer)
			yield { path: name, bytes: Buffer.concat(parts) }
		}
		await reading
	} catch (error) {
		throw describeDamage(error)
	}
}

async function* packEntries(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
	const archive = pack()
	const writing = (async () => {
		for await (const { path, bytes } of entries) {
			await new Promise<void>((resolve, reject) => {
				archive.entry({ name: path, size: bytes.length, mode: ENTRY_MODE }, bytes, (error) =>
					error ? reject(error) : resolve(),
				)
			})
		}
		archive.finalize()
	})()
	writing.catch((error: Error) => archive.destroy(error))
	for await (const chunk of archive) yield chunk as Buffer
	await writing
}

async function readIsEncrypted(file: string): Promise<boolean> {
	const handle = await open(file)
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0)
		const start = buffer.subarray(0, bytesRead)
		if (start.equals(AGE_MAGIC)) return true
		if (start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return false
		throw new BackupError(`The file ${file} is not a backup of Savepoint.`)
	} finally {
		await handle.close()
	}
}

function describeDamage(error: unknown): unknown {
	if (error instanceof BackupError) return error
	const { code = '', message } = error as NodeJS.ErrnoException
	if (code === 'Z_BUF_ERROR' || /unexpected end of data/i.test(message))
		return new BackupError('The backup is incomplete: its end is missing.')
	if (/^(Z|ZSTD)_/i.test(code) || /tar header|tar format/i.test(message))
		return new BackupError(`The backup is damaged: ${message}.`)
	return error
}
