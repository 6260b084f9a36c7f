import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. Its content is read when the files before it have been. */
export interface ArchiveFile {
	/** The path in the archive, with `/` between folders. */
	path: string
	content: AsyncIterable<string> | readonly Buffer[]
	/** Whether the content is compressed already, as pictures are. */
	isCompressed?: boolean
}

/**
 * Writes files as a ZIP archive, one after the other, at the pace of its reader. If the reader goes away or a file fails, the
 * archive is destroyed and nothing more is read.
 */
export function streamZip(files: AsyncIterable<ArchiveFile>, mtime: Date): Readable {
	const zip = new ZipFile()
	const output = zip.outputStream as Readable
	zip.on('error', (error: Error) => output.destroy(error))
	void addFiles(zip, output, files, mtime).catch((error: unknown) => output.destroy(error as Error))
	return output
}

async function addFiles(zip: ZipFile, output: Readable, files: AsyncIterable<ArchiveFile>, mtime: Date): Promise<void> {
	for await (const { path, content, isCompressed = false } of files) {
		const source = Readable.from(content, { objectMode: false })
		const stop = () => source.destroy()
		output.once('close', stop)
		// It may have been closed while the file was prepared
		if (output.destroyed) stop()
		else zip.addReadStream(source, path, { mtime, compress: !isCompressed })
		try {
			await finished(source)
		} catch (error) {
			if (output.destroyed) return
			throw error
		} finally {
			output.off('close', stop)
		}
	}
	zip.end()
}
