import { EMOJI, type Face, type Family, listFamilies } from './font-files.ts'
import type { Fonts, SizedFont, TextStyle } from './fonts.ts'

/** A text all of whose letters have a font. */
export interface DrawableText {
	text: string
	/** The font of each UTF-16 unit of the text. */
	fonts: readonly SizedFont[]
	/** Where its clusters end, which are what a reader takes for one letter. Lines are broken at these places only. */
	clusterEnds: readonly number[]
}

/** No longer text is looked at, in UTF-16 units. */
const MAX_LENGTH = 2_000
const ELLIPSIS = '…'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
// Hidden letters that change the shape of their neighbors, or the order of a line
const JOINERS = /[\u200c-\u200f]|\ufe0e|\ufe0f/u
// Unassigned letters are no surprise to come: a new letter that has a glyph is drawn
const HIDDEN = /(?![\u200c-\u200f])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu
// More than any language stacks on one letter
const EXCESSIVE_MARKS = /(\p{M}{4})\p{M}+/gu
const EMOJI_SEQUENCE = /^\p{RGI_Emoji}$/v

/** Returns the clusters of a text, each what a reader takes for one letter. */
export function splitClusters(text: string): string[] {
	return Array.from(graphemes.segment(text), ({ segment }) => segment)
}

/**
 * Finds the fonts of a text on one line. A letter without a font becomes its plain form, as a mathematical bold A becomes an
 * A; any others become one "…". The result is empty if nothing of the text can be drawn.
 */
export async function makeDrawable(fonts: Fonts, input: string, style: TextStyle): Promise<DrawableText> {
	const source = joinLines(input)
	const face: Face = style === 'reading' ? 'reading' : 'heading'
	const families = listFamilies(face, source)
	const drawable: { text: string; font: SizedFont | null }[] = []
	for (const cluster of splitClusters(source)) {
		const found = (await findFont(cluster)) ?? (await findPlainForm(cluster))
		if (found) drawable.push(...found)
		else {
			// Once for any number of letters and words
			const isRepeated = drawable.findLast(({ text }) => text !== ' ')?.font === null
			while (isRepeated && drawable.at(-1)?.text === ' ') drawable.pop()
			if (!isRepeated) drawable.push({ text: ELLIPSIS, font: null })
		}
	}
	if (!drawable.some(({ text, font }) => font && text.trim() !== '')) return { text: '', fonts: [], clusterEnds: [] }
	const [dots] = (await findFont(ELLIPSIS)) ?? []
	let text = ''
	const fontOf: SizedFont[] = []
	const clusterEnds: number[] = []
	for (const cluster of drawable) {
		const font = cluster.font ?? dots?.font
		if (!font) continue
		text += cluster.text
		for (let unit = 0; unit < cluster.text.length; unit++) fontOf.push(font)
		clusterEnds.push(text.length)
	}
	return { text, fonts: fontOf, clusterEnds }

	async function findFont(cluster: string) {
		if (EMOJI_SEQUENCE.test(cluster)) return findOf([EMOJI], cluster)
		const clean = cluster.replace(HIDDEN, '')
		if (clean === '') return []
		return (await findOf(families, clean)) ?? (await findWithoutMarks(clean))
	}

	async function findOf(families: readonly Family[], text: string) {
		const letters = Array.from(text)
			.filter((letter) => !JOINERS.test(letter))
			.map((letter) => letter.codePointAt(0) ?? 0)
		// Of a sequence of emoji, the font may know only the parts
		const font = await fonts.find(families, families[0] === EMOJI ? letters.slice(0, 1) : letters, style)
		return font && [{ text, font }]
	}

	/** A mark in no font that has its letter is left out. */
	async function findWithoutMarks(cluster: string) {
		const base = cluster.replace(/\p{M}/gu, '')
		return base === '' || base === cluster ? undefined : findOf(families, base)
	}

	async function findPlainForm(cluster: string) {
		const plain = cluster.normalize('NFKD').replace(/\p{M}/gu, '')
		if (plain === cluster || plain === '') return undefined
		const found: { text: string; font: SizedFont }[] = []
		for (const letter of splitClusters(plain)) {
			const one = await findFont(letter)
			if (!one) return undefined
			found.push(...one)
		}
		return found
	}
}

/** Returns a text on one line, bounded in length, with single spaces and without stacks of marks. */
export function joinLines(text: string): string {
	return text
		.slice(0, MAX_LENGTH)
		.normalize('NFC')
		.replace(/[\p{Z}\s\u2028\u2029]+/gu, ' ')
		.replace(EXCESSIVE_MARKS, '$1')
		.trim()
}
