import { createRequire } from 'node:module'

// The package has no types
const LineBreaker = createRequire(import.meta.url)('linebreak') as new (
	text: string,
) => {
	/** Returns the next place where a line may end, as an index into the text; null after its end. */
	nextBreak: () => { position: number } | null
}

/** The scripts that write words without spaces, which need a dictionary to be broken. */
const SPACELESS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const words = new Intl.Segmenter('th', { granularity: 'word' })

/** Korean is broken between words, although UAX #14 allows it between any two of these. */
const BETWEEN_HANGUL = /^\p{Script=Hangul}{2}$/u

/** Returns where a line of the text may end, in order, as UAX #14 tells; the last is the end of the text. */
export function findLineBreaks(text: string): number[] {
	const breaks: number[] = []
	const breaker = new LineBreaker(text)
	let start = 0
	for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
		if (BETWEEN_HANGUL.test(text.slice(next.position - 1, next.position + 1))) continue
		const part = text.slice(start, next.position)
		if (SPACELESS.test(part)) {
			// Punctuation stays with the word before it
			for (const { index, segment, isWordLike } of words.segment(part))
				if (index > 0 && isWordLike && !/^\p{M}/u.test(segment)) breaks.push(start + index)
		}
		breaks.push(next.position)
		start = next.position
	}
	return breaks
}
