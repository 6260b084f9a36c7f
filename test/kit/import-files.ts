import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { ImportMapping } from '#contract/imports.ts'
import { openImportFiles } from '#server/features/imports/sources/files.ts'
import type { ImportedGame, ImportedItem, ImportFile, ImportSource } from '#server/features/imports/sources/source.ts'

/** Writes an upload to the disk until the test is over, and opens it. */
export function openUpload(name: string, content: string | Uint8Array): Promise<ImportFile[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-import-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const file = path.join(folder, 'upload')
	writeFileSync(file, content)
	return openImportFiles(file, name)
}

/** Gathers all that a reader gives. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = []
	for await (const item of items) all.push(item)
	return all
}

/** Reads all of an upload by a source. */
export async function readUpload(
	source: ImportSource,
	name: string,
	content: string | Uint8Array,
	mapping: ImportMapping | null = null,
): Promise<ImportedItem[]> {
	return await collect(source.read(await openUpload(name, content), { mapping }))
}

/** Reads the games of an upload by a source. */
export async function readGames(...args: Parameters<typeof readUpload>): Promise<ImportedGame[]> {
	return (await readUpload(...args)).filter((item) => item.kind === 'game')
}

interface ZippedFile {
	name: string
	content: string | Uint8Array
	/** The size that the ZIP says, instead of the true one. */
	size?: number
	isLink?: boolean
	isEncrypted?: boolean
}

/** Makes a ZIP, which may lie. */
export function zip(files: readonly ZippedFile[]): Uint8Array {
	const parts: Buffer[] = []
	const directory: Buffer[] = []
	let offset = 0
	for (const { name, content, size, isLink, isEncrypted } of files) {
		const data = Buffer.from(content)
		const packed = deflateRawSync(data)
		const fields = Buffer.alloc(26)
		fields.writeUInt16LE(20, 0)
		fields.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2)
		fields.writeUInt16LE(8, 4)
		fields.writeUInt32LE(crc32(data), 10)
		fields.writeUInt32LE(packed.length, 14)
		fields.writeUInt32LE(size ?? data.length, 18)
		fields.writeUInt16LE(Buffer.byteLength(name), 22)
		const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed])
		const rest = Buffer.alloc(14)
		// Made on Unix, so that the attributes have the kind of file
		rest.writeUInt32LE(isLink ? (0o120777 << 16) >>> 0 : (0o100644 << 16) >>> 0, 6)
		rest.writeUInt32LE(offset, 10)
		directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), fields, rest, Buffer.from(name)]))
		parts.push(local)
		offset += local.length
	}
	const end = Buffer.alloc(18)
	end.writeUInt16LE(files.length, 4)
	end.writeUInt16LE(files.length, 6)
	end.writeUInt32LE(Buffer.concat(directory).length, 8)
	end.writeUInt32LE(offset, 12)
	return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}
