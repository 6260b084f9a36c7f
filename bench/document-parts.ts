import { brotliCompressSync, constants } from 'node:zlib'

/** A number of bytes, and how many of them a connection carries. */
export interface Bytes {
	raw: number
	sent: number
}

// What the server compresses pages with
const QUALITY = 5

const KINDS = {
	styles: /<style>.*?<\/style>/gs,
	state: /<script type="application\/json" id="state">.*?<\/script>/gs,
	svg: /<svg.*?<\/svg>/gs,
} as const

export type DocumentPart = 'document' | keyof typeof KINDS | 'rest'

/** Returns the bytes of a document and of each kind in it. A kind is compressed by itself, so the kinds do not add up to `sent`. */
export function splitDocument(html: string): Record<DocumentPart, Bytes> {
	const parts = Object.entries(KINDS).map(([kind, pattern]) => [kind, (html.match(pattern) ?? []).join('')])
	const rest = Object.values(KINDS).reduce((text, pattern) => text.replace(pattern, ''), html)
	return Object.fromEntries(
		[['document', html], ...parts, ['rest', rest]].map(([kind, text = '']) => [kind, countBytes(text)]),
	) as Record<DocumentPart, Bytes>
}

function countBytes(text: string): Bytes {
	const sent = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }).length
	return { raw: Buffer.byteLength(text), sent }
}
