// Most short words are one typo away from each other
const MIN_LETTERS = 3
const MAX_LETTERS = 30

/**
 * Returns the word and all its variants with one letter deleted. Two words that differ by one deletion, insertion,
 * substitution or transposition share a key; so do a few that differ by two.
 */
export function getTypoKeys(word: string): string[] {
	const letters = [...word]
	if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || /^\p{N}/u.test(word)) return []
	return [...new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))])]
}

/** Returns whether the words differ by exactly one deletion, insertion, substitution or transposition. */
export function isOneTypo(typed: string, word: string): boolean {
	const a = [...typed]
	const b = [...word]
	let start = 0
	while (start < a.length && start < b.length && a[start] === b[start]) start++
	let end = 0
	while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
	const rest = [a.length - start - end, b.length - start - end] as const
	if (rest[0] <= 1 && rest[1] <= 1) return rest[0] + rest[1] > 0
	return rest[0] === 2 && rest[1] === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

/** Words of fewer letters are two typos away from too many others. */
const MIN_LETTERS_FOR_TWO = 6
const MAX_LETTERS_FOR_TWO = 12
const LATIN = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns what a word two typos away may be, or be with one letter deleted: some 3,000 strings, or none for a word that is too short
 * or too long. Letters that were left out or replaced are looked for in the Latin alphabet.
 */
export function getTwoTypoKeys(word: string): string[] {
	const letters = [...word]
	if (letters.length < MIN_LETTERS_FOR_TWO || letters.length > MAX_LETTERS_FOR_TWO || !/^\p{L}+$/u.test(word)) return []
	const keys = new Set<string>()
	for (const part of [letters, ...letters.map((_, index) => letters.toSpliced(index, 1))]) {
		const isWhole = part === letters
		for (const index of [...part.keys(), part.length]) {
			keys.add(part.toSpliced(index, 1).join(''))
			const [letter, next] = part.slice(index, index + 2)
			if (letter !== undefined && next !== undefined) keys.add(part.toSpliced(index, 2, next, letter).join(''))
			for (const other of LATIN) {
				if (letter !== undefined) keys.add(part.toSpliced(index, 1, other).join(''))
				if (isWhole) keys.add(part.toSpliced(index, 0, other).join(''))
			}
		}
	}
	return [...keys]
}

/** Returns whether two typos or fewer make one word the other. */
export function isTwoTypos(typed: string, word: string): boolean {
	const a = [...typed]
	const b = [...word]
	if (Math.abs(a.length - b.length) > 2) return false
	let [before, last]: [number[], number[]] = [[], b.map((_, index) => index)]
	last.push(b.length)
	for (const [i, letter] of a.entries()) {
		const row = [i + 1]
		for (const [j, other] of b.entries()) {
			const swapped = letter === b[j - 1] && other === a[i - 1] ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY
			row.push(
				Math.min((last[j] ?? 0) + (letter === other ? 0 : 1), (last[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1, swapped),
			)
		}
		before = last
		last = row
	}
	return (last[b.length] ?? 0) <= 2
}
