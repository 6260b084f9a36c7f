const ENTITIES = new Map(
	Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—' }),
)
const BLOCK_TAGS = /<\/?(?:br|p|div|li|ul|ol|h[1-6]|tr|table|blockquote)(?=[\s/>])[^<>]*>/gi
const TAGS = /<[a-z/!][^<>]*>/gi
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi
// Control characters except line feed, noncharacters, and characters that change the text direction
const UNWANTED = /(?!\n)[\p{Cc}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Converts HTML to plain text with line breaks, at most `maxChars` characters long; truncated texts end in an ellipsis. */
export function toPlainText(html: string, maxChars: number): string {
	return truncate(
		decodeEntities(stripHiddenBlocks(html).replace(/\r\n?/g, '\n').replace(BLOCK_TAGS, '\n').replace(TAGS, ''))
			.toWellFormed()
			.replace(UNWANTED, ' ')
			.replace(/[^\S\n]+/g, ' ')
			.replace(/ ?\n ?/g, '\n')
			.replace(/\n{3,}/g, '\n\n')
			.trim(),
		maxChars,
	)
}

/** Converts HTML to a single line of plain text. */
export function toPlainLine(html: string, maxChars: number): string {
	return toPlainText(html, maxChars).replaceAll('\n', ' ').replace(/ {2,}/g, ' ')
}

// Start and end of invisible blocks. An unclosed block hides the rest of the text.
const HIDDEN_BLOCKS = [
	['<!--', '-->'],
	['<script', '</script'],
	['<style', '</style'],
] as const

function stripHiddenBlocks(html: string): string {
	let text = html
	for (const [beginning, ending] of HIDDEN_BLOCKS) {
		const lower = lowerAscii(text)
		const visible: string[] = []
		let from = 0
		for (let start = lower.indexOf(beginning); start !== -1; start = lower.indexOf(beginning, from)) {
			visible.push(text.slice(from, start))
			const end = lower.indexOf(ending, start + beginning.length)
			// A closing tag is removed later, with all other tags
			from = end === -1 ? text.length : end + (ending.endsWith('>') ? ending.length : 0)
		}
		text = visible.join('') + text.slice(from)
	}
	return text
}

/** Lowercases ASCII letters only, so that all indexes stay valid. */
function lowerAscii(text: string): string {
	return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

function decodeEntities(text: string): string {
	return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
		if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? whole
		const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)
		return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
	})
}

function truncate(text: string, maxChars: number): string {
	if (text.length <= maxChars) return text
	const characters = [...text]
	return characters.length <= maxChars
		? text
		: `${characters
				.slice(0, maxChars - 1)
				.join('')
				.trimEnd()}…`
}
