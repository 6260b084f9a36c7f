/** A seeded generator: the same seed gives the same numbers in the same order on every machine. */
export type Random = {
	/** Returns a number from `low` up to but excluding `high`. */
	between(low: number, high: number): number
	/** Returns an integer from `low` to `high`, both included. */
	whole(low: number, high: number): number
	chance(share: number): boolean
	pick<T>(choices: readonly T[]): T
}

/** Hashes a text to a 32-bit number (FNV-1a with a final mix, so that similar texts get very different numbers). */
export function hashText(text: string): number {
	let hash = 0x811c9dc5
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
	}
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
	return (hash ^ (hash >>> 16)) >>> 0
}

/** Creates a mulberry32 generator seeded with a text. */
export function createRandom(text: string): Random {
	let state = hashText(text)
	function next(): number {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
	}
	return {
		between: (low, high) => low + next() * (high - low),
		whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
		chance: (share) => next() < share,
		pick(choices) {
			const choice = choices[Math.floor(next() * choices.length)]
			if (choice === undefined) throw new RangeError('Nothing to pick from')
			return choice
		},
	}
}
