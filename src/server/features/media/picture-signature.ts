/** How many leading bytes identify the format. */
export const SIGNATURE_BYTES = 12

/**
 * Returns whether the leading bytes are the signature of a supported format. Decoders of other formats (SVG, PDF, TIFF)
 * never see untrusted bytes; file names and content types do not matter.
 */
export function hasPictureSignature(bytes: Buffer): boolean {
	const text = (from: number, to: number) => bytes.toString('latin1', from, to)
	if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return true
	if (text(0, 8) === '\x89PNG\r\n\x1a\n') return true
	if (/^GIF8[79]a$/.test(text(0, 6))) return true
	if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return true
	return text(4, 8) === 'ftyp' && /^(avif|avis)$/.test(text(8, 12))
}
