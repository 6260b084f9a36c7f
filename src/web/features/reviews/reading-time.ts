import { countWords } from '#contract/word-count.ts'

const WORDS_PER_MINUTE = 200
/** Below it, a text is read before its time is. */
const MIN_WORDS = 600

/** Estimates how many minutes a long text takes to read; null for a short one. */
export function estimateReadingMinutes(text: string): number | null {
	const words = countWords(text)
	return words > MIN_WORDS ? Math.round(words / WORDS_PER_MINUTE) : null
}
