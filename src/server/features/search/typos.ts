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
