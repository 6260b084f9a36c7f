const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Length, type and checksum around a chunk's data. */
const FRAME_BYTES = 12
// Pixels and transparency
const CRITICAL_CHUNKS: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

/**
 * Returns a PNG without its ancillary chunks, some of which (`zTXt`, `iTXt`, `iCCP`) the decoder would inflate to any
 * size while reading the header. Other formats, and a truncated last chunk, stay unchanged.
 */
export function dropAncillaryChunks(bytes: Buffer): Buffer {
	if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return bytes
	const chunks: Buffer[] = [SIGNATURE]
	let start = SIGNATURE.length
	while (start < bytes.length) {
		const isWhole = start + FRAME_BYTES <= bytes.length
		const end = isWhole ? start + FRAME_BYTES + bytes.readUInt32BE(start) : bytes.length
		const type = bytes.toString('latin1', start + 4, start + 8)
		if (CRITICAL_CHUNKS.has(type)) chunks.push(bytes.subarray(start, end))
		if (type === 'IEND') break
		start = end
	}
	return Buffer.concat(chunks)
}
