import { readFile } from 'node:fs/promises'
import * as hb from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import decompress from 'woff2-encoder/decompress'
import type { Family } from './font-files.ts'

/** The styles of text. The axes are set as far as a font has them. */
const STYLES = {
	heading: { opsz: 96, wght: 700, wdth: 100 },
	label: { opsz: 14, wght: 600, wdth: 100 },
	reading: { wght: 400 },
} as const

export type TextStyle = keyof typeof STYLES

/** A font with the axes of a style. */
export interface SizedFont {
	hasLetter: (codePoint: number) => boolean
	/** Sets letters of one script in one direction. Letters that the font lacks are left out. */
	shape: (text: string, isRightToLeft: boolean) => ShapedText
	/** Returns the outlines of a glyph as SVG paths, each with its color; without one it has the color of the text. */
	drawGlyph: (glyph: number) => readonly { outline: string; color?: string }[]
	/** The size of the outlines' unit in ems. Their y points up. */
	unit: number
}

/** A text with its glyphs from left to right, in ems. */
export interface ShapedText {
	glyphs: readonly { glyph: number; x: number; y: number }[]
	width: number
}

/** Opens fonts of packages, each once. */
export interface Fonts {
	/** Returns a font that has all letters of a cluster; undefined if the families have none. */
	find: (families: readonly Family[], letters: readonly number[], style: TextStyle) => Promise<SizedFont | undefined>
}

/** Words are measured several times until they have their size and line. */
const MAX_CACHED_SHAPES = 3_000

/** Creates the fonts. They stay open: the files of all of them have 30 MB. */
export function createFonts(): Fonts {
	const faces = new Map<string, Promise<hb.Face>>()
	const fonts = new Map<string, SizedFont>()
	const shapes = new LRUCache<string, ShapedText>({ max: MAX_CACHED_SHAPES })

	function cacheShapes(key: string, font: SizedFont): SizedFont {
		return {
			...font,
			shape(text, isRightToLeft) {
				const name = `${key} ${isRightToLeft} ${text}`
				const shaped = shapes.get(name) ?? font.shape(text, isRightToLeft)
				shapes.set(name, shaped)
				return shaped
			},
		}
	}

	async function open(file: string, style: TextStyle, enlargement: number): Promise<SizedFont> {
		const key = `${style} ${file}`
		const opened = fonts.get(key)
		if (opened) return opened
		const face = faces.get(file) ?? readFace(file)
		faces.set(file, face)
		const font = cacheShapes(key, createSizedFont(await face, style, enlargement))
		fonts.set(key, font)
		return font
	}

	return {
		async find(families, letters, style) {
			for (const family of families) {
				for (const file of family.findFiles(letters[0] ?? 0)) {
					const font = await open(file, style, family.enlargement)
					if (letters.every(font.hasLetter)) return font
				}
			}
			return undefined
		},
	}
}

async function readFace(file: string): Promise<hb.Face> {
	const bytes = await readFile(file)
	const font = file.endsWith('.woff2') ? await decompress(bytes) : bytes
	return new hb.Face(new hb.Blob(font), 0)
}

// One for all, because what it holds outside of JavaScript's memory is freed late
const buffer = new hb.Buffer()

function createSizedFont(face: hb.Face, style: TextStyle, enlargement: number): SizedFont {
	const font = new hb.Font(face)
	const axes = face.getAxisInfos()
	font.setVariations(
		Object.entries(STYLES[style]).flatMap(([tag, value]) => (tag in axes ? [new hb.Variation(tag, value)] : [])),
	)
	const unit = enlargement / face.upem
	const palette = face.hasColorLayers() ? (face.getColorPalettes()[0]?.colors ?? []) : undefined

	return {
		unit,
		hasLetter: (codePoint) => font.nominalGlyph(codePoint) !== undefined,
		shape(text, isRightToLeft) {
			buffer.clearContents()
			buffer.addText(text)
			buffer.guessSegmentProperties()
			buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR)
			hb.shape(font, buffer)
			const glyphs: ShapedText['glyphs'][number][] = []
			let width = 0
			for (const { codepoint: glyph, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
				// A letter without a glyph
				if (glyph === 0) continue
				glyphs.push({ glyph, x: width + xOffset * unit, y: yOffset * unit })
				width += xAdvance * unit
			}
			return { glyphs, width }
		},
		drawGlyph(glyph) {
			const layers = palette ? face.getGlyphColorLayers(glyph) : []
			if (layers.length === 0) return [{ outline: font.glyphToPath(glyph) }]
			return layers.map((layer) => {
				const color = layer.colorIndex === undefined ? undefined : palette?.[layer.colorIndex]
				const outline = font.glyphToPath(layer.glyph)
				return color ? { outline, color: formatColor(color) } : { outline }
			})
		},
	}
}

function formatColor({ red, green, blue, alpha }: { red: number; green: number; blue: number; alpha: number }): string {
	return `rgba(${red},${green},${blue},${(alpha / 255).toFixed(2)})`
}
