import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl'

/** A file of a ZIP archive. */
interface UnzippedFile {
	bytes: Buffer
	mtime: Date
	/** Whether the archive says that the name is UTF-8. */
	isUtf8: boolean
}

const open = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** Reads all files of a ZIP archive, checking names, sizes and checksums. */
export async function unzip(archive: Buffer): Promise<Map<string, UnzippedFile>> {
	const zip = await open(archive, { lazyEntries: true, strictFileNames: true })
	const openStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
	const files = new Map<string, UnzippedFile>()
	await new Promise<void>((resolve, reject) => {
		zip.on('entry', (entry: Entry) => {
			void openStream(entry)
				.then(buffer)
				.then((bytes) => {
					const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0
					files.set(entry.fileName, { bytes, mtime: entry.getLastModDate(), isUtf8 })
					zip.readEntry()
				})
				.catch(reject)
		})
		zip.once('error', reject)
		zip.once('end', resolve)
		zip.readEntry()
	})
	return files
}
