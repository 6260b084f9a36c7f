import { group, num, path } from '#art/svg.ts'
import { joinLines, makeDrawable, splitClusters } from './drawable-text.ts'
import { createFonts, type TextStyle } from './fonts.ts'
import { createLineSetter, type Line, type LineSetter } from './text-lines.ts'

/** Where a text goes, in pixels. */
export interface TextBox {
	width: number
	/** The first size in which the text fits is taken; in the last, what does not fit gives way to "…". */
	sizes: readonly number[]
	/** The most lines for each size, or for all. */
	maxLines: number | readonly number[]
	/** The distance of lines as a share of the size. */
	leading?: number
	/** Right-to-left texts begin at the right edge all the same. */
	align?: 'start' | 'center'
	/** Whether the lines are made about equally long. */
	isBalanced?: boolean
}

/** A text set in lines, in pixels. */
export interface TextBlock {
	size: number
	lineCount: number
	/** The width of the longest line. */
	width: number
	height: number
	isRightToLeft: boolean
	/** Draws the text in a box whose top left corner is at a point. */
	draw: (x: number, y: number, fill: string) => string
}

/** Sets texts of people in any script, as outlines. */
export interface Typesetter {
	/** Sets a text; undefined if nothing of it can be drawn. */
	set: (text: string, style: TextStyle, box: TextBox) => Promise<TextBlock | undefined>
}

const DEFAULT_LEADING = 1.2
/** The height of capitals as a share of the size: they are centered in their line. */
const CAP_HEIGHT = 0.68
const ELLIPSIS = '…'

/** Creates a typesetter. It opens the fonts that it needs and keeps them. */
export function createTypesetter(): Typesetter {
	const fonts = createFonts()
	return {
		async set(text, style, box) {
			const drawable = await makeDrawable(fonts, text, style)
			if (drawable.text === '') return undefined
			const setter = createLineSetter(drawable)
			for (const [index, size] of box.sizes.entries()) {
				const maxLines = typeof box.maxLines === 'number' ? box.maxLines : (box.maxLines[index] ?? 1)
				const ranges = setter.breakLines(box.width / size)
				if (ranges.length <= maxLines) {
					const lines = box.isBalanced ? balance(setter, box.width / size) : ranges
					return createBlock(lines.map(setter.setLine), setter, size, box)
				}
				if (index < box.sizes.length - 1) continue
				const visible = ranges.slice(0, maxLines)
				const last = visible.pop()
				const ending = last && (await shorten(drawable.text.slice(last.start), style, box.width / size))
				return createBlock([...visible.map(setter.setLine), ...(ending ? [ending] : [])], setter, size, box)
			}
			return undefined
		},
	}

	/** Sets the beginning of a text that fits on one line with "…", and the quotation mark that ends it. */
	async function shorten(text: string, style: TextStyle, width: number): Promise<Line | undefined> {
		const closing = /[”»」]$/.exec(text)?.[0] ?? ''
		const clusters = splitClusters(text)
		let best: Line | undefined
		let [fitting, tooLong] = [-1, clusters.length + 1]
		while (tooLong - fitting > 1) {
			const count = Math.floor((fitting + tooLong) / 2)
			const part = clusters
				.slice(0, count)
				.join('')
				.replace(/[\s,.;:…]+$/u, '')
			const drawable = await makeDrawable(fonts, `${part}${ELLIPSIS}${closing}`, style)
			const line = createLineSetter(drawable).setLine({ start: 0, end: drawable.text.length })
			if (line.width <= width) {
				fitting = count
				best = line
			} else tooLong = count
		}
		return best
	}
}

/** Breaks a text into as few lines as in a width, made about equally long. */
function balance(setter: LineSetter, width: number) {
	const count = setter.breakLines(width).length
	let [tooNarrow, enough] = [width / 2, width]
	while (count > 1 && enough - tooNarrow > 0.25) {
		const middle = (tooNarrow + enough) / 2
		if (setter.breakLines(middle).length <= count) enough = middle
		else tooNarrow = middle
	}
	return setter.breakLines(enough)
}

function createBlock(
	lines: readonly Line[],
	{ isRightToLeft }: LineSetter,
	size: number,
	{ width: boxWidth, leading = DEFAULT_LEADING, align = 'start' }: TextBox,
): TextBlock {
	const pitch = size * leading
	return {
		size,
		lineCount: lines.length,
		width: Math.max(0, ...lines.map(({ width }) => width * size)),
		height: lines.length * pitch,
		isRightToLeft,
		draw(x, y, fill) {
			return lines
				.map(({ width, glyphs }, index) => {
					const free = boxWidth - width * size
					const left = x + (align === 'center' ? free / 2 : isRightToLeft ? free : 0)
					const baseline = y + index * pitch + (pitch + CAP_HEIGHT * size) / 2
					return glyphs
						.map(({ font, glyph, x: across, y: up }) => {
							const scale = (font.unit * size).toFixed(6)
							const place = `translate(${num(left + across * size)} ${num(baseline - up * size)}) scale(${scale} -${scale})`
							const paths = font.drawGlyph(glyph).map(({ outline, color }) => path(outline, color ?? fill))
							return group(paths.join(''), `transform="${place}"`)
						})
						.join('')
				})
				.join('')
		},
	}
}

/** Cuts a text after at most `length` letters, at the end of a word if it has words, and says so with "…". */
export function excerpt(text: string, length: number): string {
	const clusters = splitClusters(joinLines(text))
	if (clusters.length <= length) return clusters.join('')
	const cut = clusters.slice(0, length).join('')
	const wordEnd = cut.lastIndexOf(' ')
	const shortened = wordEnd > cut.length * 0.7 ? cut.slice(0, wordEnd) : cut
	return `${shortened.replace(/[\p{P}\s]+$/u, '') || shortened}${ELLIPSIS}`
}
