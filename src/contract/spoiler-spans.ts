/** What stands in a text for each span that its reader may not see. */
export const HIDDEN_SPAN = '▮▮▮'

const MARK = '||'

/** A part of a text: a span that its author marked as a spoiler, or what is between spans. */
export interface TextPart {
	text: string
	isSpoiler: boolean
}

/**
 * Splits a text at its spans `||hidden||`. A mark without a partner is text, as is a pair with nothing or white space next to one of its
 * marks inside it, so that `a || b || c` hides nothing. `text_without_spoilers` in the database does the same.
 */
export function splitSpoilers(text: string): TextPart[] {
	const pieces = text.split(MARK)
	const parts: TextPart[] = []
	let plain = pieces[0] ?? ''
	for (let at = 1; at < pieces.length; at++) {
		const piece = pieces[at] ?? ''
		if (at === pieces.length - 1 || piece === '' || piece !== piece.trim()) {
			plain += MARK + piece
			continue
		}
		if (plain !== '') parts.push({ text: plain, isSpoiler: false })
		parts.push({ text: piece, isSpoiler: true })
		plain = pieces[++at] ?? ''
	}
	if (plain !== '') parts.push({ text: plain, isSpoiler: false })
	return parts
}

/** Replaces each spoiler span of a text, as its readers get it who may not see them. */
export function hideSpoilers(text: string): string {
	// Most texts have none, and lists ask for each of theirs
	if (!text.includes(MARK)) return text
	return splitSpoilers(text)
		.map((part) => (part.isSpoiler ? HIDDEN_SPAN : part.text))
		.join('')
}

/** Returns the text without the marks of its spans, for where a span cannot be opened, such as an excerpt. */
export function removeSpoilerMarks(text: string): string {
	return splitSpoilers(text)
		.map((part) => part.text)
		.join('')
}

export function hasSpoilerSpan(text: string): boolean {
	return text.includes(MARK) && splitSpoilers(text).some(({ isSpoiler }) => isSpoiler)
}

/** Returns whether a text has marks in pairs that hide nothing. */
export function hasInertMarks(text: string): boolean {
	return text.includes(MARK) && splitSpoilers(text).some((part) => !part.isSpoiler && part.text.split(MARK).length > 2)
}
