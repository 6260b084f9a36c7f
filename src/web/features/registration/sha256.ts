const ROUNDS = 64
const MAX_LENGTH = 55

const PRIMES = listPrimes(ROUNDS)
const ROUND_KEYS = Int32Array.from(PRIMES, (prime) => toFraction(Math.cbrt(prime)))
const INITIAL = Int32Array.from(PRIMES.slice(0, 8), (prime) => toFraction(Math.sqrt(prime)))
const words = new Int32Array(ROUNDS)
const hash = new Int32Array(8)

function listPrimes(count: number): number[] {
	const primes: number[] = []
	for (let candidate = 2; primes.length < count; candidate++)
		if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
	return primes
}

/** Returns the first 32 bits behind the point. */
function toFraction(value: number): number {
	return ((value % 1) * 2 ** 32) | 0
}

/**
 * Returns SHA-256 of a text of at most 55 ASCII characters, as eight numbers, which the next call replaces. The
 * browser's own is asynchronous, which takes longer than the hash of a text this short.
 */
export function sha256(text: string): Int32Array {
	if (text.length > MAX_LENGTH) throw new Error('Only for one block')
	words.fill(0, 0, 16)
	for (let index = 0; index < text.length; index++) add(index, text.charCodeAt(index))
	add(text.length, 0x80)
	words[15] = text.length * 8
	for (let index = 16; index < ROUNDS; index++) {
		const early = words[index - 15] as number
		const late = words[index - 2] as number
		const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
		const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
		words[index] = ((words[index - 16] as number) + small + (words[index - 7] as number) + large) | 0
	}
	return compress()
}

function add(index: number, byte: number): void {
	const word = index >> 2
	words[word] = (words[word] as number) | (byte << (24 - 8 * (index & 3)))
}

function compress(): Int32Array {
	let a = INITIAL[0] as number
	let b = INITIAL[1] as number
	let c = INITIAL[2] as number
	let d = INITIAL[3] as number
	let e = INITIAL[4] as number
	let f = INITIAL[5] as number
	let g = INITIAL[6] as number
	let h = INITIAL[7] as number
	for (let round = 0; round < ROUNDS; round++) {
		const key = ((ROUND_KEYS[round] as number) + (words[round] as number)) | 0
		const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + key) | 0
		const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
		h = g
		g = f
		f = e
		e = (d + one) | 0
		d = c
		c = b
		b = a
		a = (one + two) | 0
	}
	hash.set(INITIAL)
	hash[0] = (hash[0] as number) + a
	hash[1] = (hash[1] as number) + b
	hash[2] = (hash[2] as number) + c
	hash[3] = (hash[3] as number) + d
	hash[4] = (hash[4] as number) + e
	hash[5] = (hash[5] as number) + f
	hash[6] = (hash[6] as number) + g
	hash[7] = (hash[7] as number) + h
	return hash
}

function turn(value: number, bits: number): number {
	return (value >>> bits) | (value << (32 - bits))
}
