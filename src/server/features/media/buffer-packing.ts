const LENGTH_BYTES = 4

/** Packs several buffers into one, each prefixed with its length. */
export function packBuffers(parts: readonly Buffer[]): Buffer {
	return Buffer.concat(
		parts.flatMap((part) => {
			const length = Buffer.alloc(LENGTH_BYTES)
			length.writeUInt32BE(part.length)
			return [length, part]
		}),
	)
}

/** Returns the packed buffers; undefined if the bytes are not a packed set of `count`. */
export function unpackBuffers(bytes: Buffer, count: number): Buffer[] | undefined {
	const parts: Buffer[] = []
	let start = 0
	while (start + LENGTH_BYTES <= bytes.length) {
		const end = start + LENGTH_BYTES + bytes.readUInt32BE(start)
		if (end > bytes.length) return undefined
		parts.push(bytes.subarray(start + LENGTH_BYTES, end))
		start = end
	}
	return start === bytes.length && parts.length === count ? parts : undefined
}
