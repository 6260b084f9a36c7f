// What belongs to the character before it: combining marks, variation selectors, skin tones, joiners.
const JOINED = /^[\p{M}\p{Emoji_Modifier}\u200d]$/u

/**
 * At most `length` characters of a text with its white space as single spaces, and an ellipsis where something is
 * left out. Cuts between words where one ends in the second half, never inside a character.
 */
export function truncateText(text: string, length: number): string {
	// A character takes two code units at most; one more tells whether anything follows.
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
