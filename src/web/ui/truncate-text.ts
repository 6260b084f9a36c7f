// Code points that extend the character before them: combining marks, variation selectors, skin tones, joiners
const JOINED = /^[\p{M}\p{Emoji_Modifier}\u200d]$/u

/**
 * Collapses white space and truncates a text to `length` characters plus an ellipsis. Cuts between words if a word ends
 * in the second half, and never inside a character.
 */
export function truncateText(text: string, length: number): string {
	// A character takes at most two code units; slice past the limit to see whether anything follows
	const start = text
		.slice(0, 4 * length + 4)
		.replace(/\s+/g, ' ')
		.trim()
	const characters = Array.from(start)
	if (characters.length <= length) return start
	let end = length
	while (end > 1 && (JOINED.test(characters[end] ?? '') || characters[end - 1] === '\u200d')) end--
	const cut = characters.slice(0, end).join('')
	const space = characters[end] === ' ' ? cut.length : cut.lastIndexOf(' ')
	return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/, '')}…`
}
