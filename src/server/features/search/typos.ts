// Short words are mostly one slip from each other
const MIN_LETTERS = 3
const MAX_LETTERS = 30

/**
 * The word and what is left of it when any one letter is left out. Two words that differ by one letter left out, put in,
 * changed or swapped with its neighbor share one of them; a few that differ by two do too.
 */
export function getTypoKeys(word: string): string[] {
	const letters = [...word]
	if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || /^\p{N}/u.test(word)) return []
	return [...new Set([word, ...letters.map((_, index) => letters.toSpliced(index, 1).join(''))])]
}

/** Whether exactly one letter was left out, put in, changed, or swapped with its neighbor. */
export function isOneTypo(typed: string, word: string): boolean {
	const a = [...typed]
	const b = [...word]
	let start = 0
	while (start < a.length && start < b.length && a[start] === b[start]) start++
	let end = 0
	while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
	const left = [a.length - start - end, b.length - start - end] as const
	if (left[0] <= 1 && left[1] <= 1) return left[0] + left[1] > 0
	return left[0] === 2 && left[1] === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}
