import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import type { DrawableText } from './drawable-text.ts'
import type { SizedFont } from './fonts.ts'
import { findLineBreaks } from './line-breaks.ts'

// The package's types describe another build than the one that Node imports
const createBidi = createRequire(import.meta.url)('bidi-js') as () => Bidi
const bidi = createBidi()

/** A stretch of a text on one line. */
interface Range {
	start: number
	end: number
}

/** A stretch in one font and one direction. */
interface TextRun {
	text: string
	level: number
	font: SizedFont
}

/** A text whose stretches can be measured and set, with widths in ems. */
export interface Line {
	width: number
	/** The glyphs from left to right, whatever the direction of their text. */
	glyphs: readonly { font: SizedFont; glyph: number; x: number; y: number }[]
}

/** Breaks a text into lines and sets them. */
export interface LineSetter {
	/** Whether the text as a whole runs from right to left. */
	isRightToLeft: boolean
	/** Breaks the text into lines of at most `width` ems. A word that is wider is broken anywhere between two letters. */
	breakLines: (width: number) => Range[]
	/** Sets a stretch of the text as one line. */
	setLine: (range: Range) => Line
}

/** Returns the setter of a text. */
export function createLineSetter({ text, fonts, clusterEnds }: DrawableText): LineSetter {
	const embedding = bidi.getEmbeddingLevels(text, 'auto')
	const ends = new Set(clusterEnds)
	const breaks = findLineBreaks(text).filter((place) => ends.has(place))

	/** Splits a stretch into runs, in the order of the text. */
	function splitRuns({ start, end }: Range): TextRun[] {
		const runs: TextRun[] = []
		for (let index = start; index < end; index++) {
			const [level, font, unit] = [embedding.levels[index] ?? 0, fonts[index], text[index] ?? '']
			const last = runs.at(-1)
			if (last && last.font === font && last.level === level) last.text += unit
			else if (font) runs.push({ text: unit, level, font })
		}
		return runs
	}

	/** Sets a stretch without the spaces at its ends. */
	function setLine(range: Range): Line {
		return setRuns(orderVisually(splitRuns(trimRange(text, range))))
	}

	/** The stretches between two places where lines may break, with and without the space at their end. */
	const words = breaks.map((end, index) => {
		const range = { start: breaks[index - 1] ?? 0, end }
		return { ...range, width: setRuns(splitRuns(range)).width, inkWidth: setLine(range).width }
	})

	/** Returns the end of the longest stretch from `start` that fits, at a cluster's end; at least one cluster. */
	function breakWord(start: number, end: number, width: number): number {
		let place = start
		for (const clusterEnd of clusterEnds) {
			if (clusterEnd <= start || clusterEnd > end) continue
			if (place > start && setLine({ start, end: clusterEnd }).width > width) break
			place = clusterEnd
		}
		return place
	}

	return {
		isRightToLeft: (embedding.paragraphs[0]?.level ?? 0) % 2 === 1,
		setLine,
		breakLines(width) {
			const lines: Range[] = []
			let line = { start: 0, end: 0, width: 0 }
			for (const word of words) {
				if (line.width + word.inkWidth <= width) {
					line = { start: line.start, end: word.end, width: line.width + word.width }
					continue
				}
				if (line.end > line.start) lines.push({ start: line.start, end: line.end })
				let { start } = word
				let rest = word.inkWidth
				while (rest > width) {
					const end = breakWord(start, word.end, width)
					if (end >= word.end) break
					lines.push({ start, end })
					start = end
					rest = setLine({ start, end: word.end }).width
				}
				line = { start, end: word.end, width: rest + word.width - word.inkWidth }
			}
			if (line.end > line.start) lines.push({ start: line.start, end: line.end })
			return lines
		},
	}
}

/** Sets runs one after the other, from left to right. */
function setRuns(runs: readonly TextRun[]): Line {
	let width = 0
	const glyphs: Line['glyphs'][number][] = []
	for (const { text, level, font } of runs) {
		const run = font.shape(text, level % 2 === 1)
		for (const { glyph, x, y } of run.glyphs) glyphs.push({ font, glyph, x: width + x, y })
		width += run.width
	}
	return { width, glyphs }
}

function trimRange(text: string, { start, end }: Range): Range {
	while (end > start && text[end - 1] === ' ') end--
	while (start < end && text[start] === ' ') start++
	return { start, end }
}

/** Orders the runs of a line from left to right, as rule L2 of UAX #9 tells. */
function orderVisually(runs: TextRun[]): TextRun[] {
	const ordered = [...runs]
	const highest = Math.max(0, ...runs.map(({ level }) => level))
	for (let level = highest; level > 0; level--) {
		for (let first = 0; first < ordered.length; first++) {
			let last = first
			while ((ordered[last]?.level ?? -1) >= level) last++
			if (last - first > 1) ordered.splice(first, last - first, ...ordered.slice(first, last).reverse())
			first = Math.max(first, last)
		}
	}
	return ordered
}
