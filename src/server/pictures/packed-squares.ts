/** The two sizes in which a picture is kept, as WebP. */
export interface Squares {
	small: Buffer
	large: Buffer
}

const LENGTH_BYTES = 4

/** Both squares in one piece: the length of the large one, that one, the small one. */
export function packed({ large, small }: Squares): Buffer {
	const length = Buffer.alloc(LENGTH_BYTES)
	length.writeUInt32BE(large.length)
	return Buffer.concat([length, large, small])
}

/** The squares of such a piece; undefined where it is none. */
export function unpacked(bytes: Buffer): Squares | undefined {
	if (bytes.length < LENGTH_BYTES) return undefined
	const end = LENGTH_BYTES + bytes.readUInt32BE()
	if (end >= bytes.length) return undefined
	return { large: bytes.subarray(LENGTH_BYTES, end), small: bytes.subarray(end) }
}
