import { FILE_PROBLEMS } from '#contract/import-problems.ts'
import { FileProblem, type ImportFile } from './source.ts'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Characters of the beginning that recognize a source. */
const HEAD_BYTES = 8 * 1024

const encodings = new WeakMap<Pick<ImportFile, 'open'>, Promise<Encoding>>()

/** Streams a file as text: UTF-8 or UTF-16 by its mark, else UTF-8 if all of it is, else Windows-1252. Lines end in LF. */
export async function* readText(file: Pick<ImportFile, 'open'>): AsyncGenerator<string> {
	let encoding = encodings.get(file)
	if (!encoding) {
		encoding = findEncoding(file.open())
		encodings.set(file, encoding)
	}
	const decoder = new TextDecoder(await encoding)
	let endsInReturn = false
	for await (const bytes of file.open()) {
		let text = decoder.decode(bytes, { stream: true })
		if (text === '') continue
		// The line feed of a CR LF that two chunks share
		if (endsInReturn && text.startsWith('\n')) text = text.slice(1)
		endsInReturn = text.endsWith('\r')
		yield text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
	}
	const rest = decoder.decode()
	if (rest !== '') yield rest
}

/** Returns the beginning of a file as text. */
export async function readHead(file: Pick<ImportFile, 'open'>): Promise<string> {
	let head = ''
	for await (const text of readText(file)) {
		head += text
		if (head.length >= HEAD_BYTES) break
	}
	return head.slice(0, HEAD_BYTES)
}

async function findEncoding(bytes: AsyncIterable<Uint8Array>): Promise<Encoding> {
	const decoder = new TextDecoder('utf-8', { fatal: true })
	let mark: number[] | undefined = []
	for await (const chunk of bytes) {
		if (mark) {
			mark.push(...chunk.subarray(0, 3 - mark.length))
			if (mark[0] === 0xff && mark[1] === 0xfe) return 'utf-16le'
			if (mark[0] === 0xfe && mark[1] === 0xff) return 'utf-16be'
			if (mark.length >= 3) mark = undefined
		}
		// Text of neither kind has a zero byte
		if (chunk.includes(0)) throw new FileProblem(FILE_PROBLEMS.notText)
		try {
			decoder.decode(chunk, { stream: true })
		} catch {
			return 'windows-1252'
		}
	}
	try {
		decoder.decode()
		return 'utf-8'
	} catch {
		return 'windows-1252'
	}
}
