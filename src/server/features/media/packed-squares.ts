const LENGTH_BYTES = 4

/** Several files in one piece, each after its length. */
export function packed(parts: readonly Buffer[]): Buffer {
	return Buffer.concat(
		parts.flatMap((part) => {
			const length = Buffer.alloc(LENGTH_BYTES)
			length.writeUInt32BE(part.length)
			return [length, part]
		}),
	)
}

/** The files of such a piece; undefined where it is none of so many. */
export function unpacked(bytes: Buffer, count: number): Buffer[] | undefined {
	const parts: Buffer[] = []
	let at = 0
	while (at + LENGTH_BYTES <= bytes.length) {
		const end = at + LENGTH_BYTES + bytes.readUInt32BE(at)
		if (end > bytes.length) return undefined
		parts.push(bytes.subarray(at + LENGTH_BYTES, end))
		at = end
	}
	return at === bytes.length && parts.length === count ? parts : undefined
}
