import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { num } from './svg.ts'

/** The styles of the heading typeface by its axes: optical size, weight, width. */
const FONT_STYLES = {
	display: { opsz: 96, wght: 800, wdth: 100 },
	narrow: { opsz: 96, wght: 800, wdth: 75 },
	second: { opsz: 60, wght: 400, wdth: 100 },
	secondNarrow: { opsz: 60, wght: 400, wdth: 80 },
	label: { opsz: 14, wght: 600, wdth: 100 },
	labelNarrow: { opsz: 14, wght: 600, wdth: 78 },
} as const

export type FontStyle = keyof typeof FONT_STYLES

/** The height of a capital letter and the depth of a "g" below the baseline, as shares of the type size. */
export const CAP_HEIGHT = 0.66
export const DESCENT = 0.2

/**
 * Opens a subset of the typeface: `bricolage-grotesque-<subset>-standard-normal.woff2` of
 * @fontsource-variable/bricolage-grotesque 5.3.0, decompressed to TrueType and otherwise unchanged, because fontkit cannot
 * vary a WOFF2 font. Another version of the typeface would change the covers.
 */
function openFont(subset: string): Font {
	const opened = create(readFileSync(new URL(`./fonts/bricolage-grotesque-${subset}.ttf`, import.meta.url)))
	if (!('layout' in opened)) throw new Error(`The subset ${subset} holds more than one font`)
	return opened
}

/** The heading typeface, opened for drawing. */
export interface Typeface {
	/** Removes letters that the typeface cannot draw; an accented letter that it lacks falls back to its base letter. */
	keepDrawable: (text: string) => string
	/** Sets one line of drawable text as an outline with 1,000 units per em, the baseline at 0 and y pointing down. */
	typesetText: (text: string, style: FontStyle) => TypesetText
}

export type TypesetText = { width: number; outline: string }

const MAX_CACHED_TEXTS = 500

/** Opens the typeface from its files. It caches font variations and typeset texts. */
export function openTypeface(): Typeface {
	// Searched in this order for a letter
	const subsets = [openFont('latin'), openFont('latin-ext'), openFont('vietnamese')]
	const fonts = new Map<string, Font>()
	const texts = new LRUCache<string, TypesetText>({ max: MAX_CACHED_TEXTS })

	function getFont(subset: number, style: FontStyle): Font {
		const key = `${subset} ${style}`
		const cached = fonts.get(key)
		if (cached) return cached
		const font = subsets[subset]
		if (!font) throw new RangeError(`No subset ${subset}`)
		const variation = font.getVariation(FONT_STYLES[style])
		fonts.set(key, variation)
		return variation
	}

	function findSubset(letter: string): number {
		return subsets.findIndex((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
	}

	function splitRuns(text: string): { subset: number; text: string }[] {
		const runs: { subset: number; text: string }[] = []
		for (const letter of text) {
			const subset = findSubset(letter)
			if (subset < 0) continue
			const last = runs.at(-1)
			if (last?.subset === subset) last.text += letter
			else runs.push({ subset, text: letter })
		}
		return runs
	}

	function layOut(text: string, style: FontStyle): TypesetText {
		let width = 0
		let outline = ''
		for (const run of splitRuns(text)) {
			const { glyphs, positions } = getFont(run.subset, style).layout(run.text)
			for (const [index, glyph] of glyphs.entries()) {
				const position = positions[index]
				if (!position) continue
				outline += toOutline(glyph.path.commands, width + position.xOffset, position.yOffset)
				width += position.xAdvance
			}
		}
		return { width, outline }
	}

	return {
		keepDrawable(text) {
			const letters = [...text.normalize('NFC').replace(/[\p{C}\p{Z}]+/gu, ' ')].map((letter) => {
				if (findSubset(letter) >= 0) return letter
				const base = [...letter.normalize('NFKD')][0] ?? ''
				return base !== letter && findSubset(base) >= 0 ? base : ''
			})
			return letters.join('').replace(/ +/g, ' ').trim()
		},
		typesetText(text, style) {
			const key = `${style} ${text}`
			const cached = texts.get(key)
			if (cached) return cached
			const set = layOut(text, style)
			texts.set(key, set)
			return set
		},
	}
}

const PATH_LETTERS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const

function toOutline(commands: readonly PathCommand[], x: number, y: number): string {
	return commands
		.map(({ command, args }) => {
			const coordinates = args.map((value, index) => (index % 2 === 0 ? num(x + value) : num(-(y + value))))
			return PATH_LETTERS[command] + coordinates.join(' ')
		})
		.join('')
}

type PathCommand = { command: keyof typeof PATH_LETTERS; args: number[] }
