import { group, num, path } from './svg.ts'
import { CAP_HEIGHT, DESCENT, type FontStyle, type Typeface } from './typeface.ts'

export type TitleBox = { width: number; height: number; maxSize: number }

/** A title set in lines. `svg` draws it with the top of its first capital at the given point. */
export type TypesetTitle = { height: number; svg(x: number, y: number, ink: string): string }

type Line = { text: string; style: FontStyle; size: number; gapAbove: number }
type Parts = { head: string[]; tail: string[] }
type Setting = { lines: Line[]; score: number }

const MAX_TITLE_LENGTH = 84
const MAX_WORD_LENGTH = 16
const SECOND_SHARE = 0.62
const SERIES_SHARE = 0.5
const LEADING = 0.9
const SMALL_WORDS = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to|vs\.?|with|&)$/i

/**
 * Sets a title as large as it fits, in balanced lines, with a subtitle after a colon in the secondary style. Returns null
 * if most of its letters cannot be drawn: the rest would be a different name.
 */
export function typesetTitle(face: Typeface, name: string, box: TitleBox): TypesetTitle | null {
	const text = face.keepDrawable(name.replaceAll("'", '’'))
	if (countLetters(text) * 2 < countLetters(name.normalize('NFC'))) return null
	// Undrawable letters may leave a trailing colon behind
	const parts = splitTitle(shortenName(text.replace(/ ?[:–—-]$/u, '')))
	const { head, tail } = parts
	if (head.length === 0) return null
	const settings: Setting[] = []
	for (const narrow of [false, true]) {
		for (let headLines = 1; headLines <= Math.min(head.length, 5); headLines++) {
			for (let tailLines = Math.min(tail.length, 1); tailLines <= Math.min(tail.length, 3); tailLines++) {
				settings.push(composeSetting(face, parts, headLines, tailLines, narrow, box))
			}
		}
	}
	const best = settings.reduce((one, other) => (other.score > one.score ? other : one))
	return drawSetting(face, best)
}

function countLetters(text: string): number {
	return text.match(/\p{L}/gu)?.length ?? 0
}

function shortenName(name: string): string {
	const words = name.split(' ').flatMap(splitWord)
	let text = ''
	for (const word of words) {
		if (text.length + word.length >= MAX_TITLE_LENGTH) return `${text}…`
		text = text === '' ? word : `${text} ${word}`
	}
	return text
}

/** Splits a word that is too long for a line, after its hyphens or into pieces of about equal length. */
function splitWord(word: string): string[] {
	const letters = [...word]
	if (letters.length <= MAX_WORD_LENGTH) return [word]
	const hyphen = letters.findIndex((letter, index) => letter === '-' && index > 2 && index < letters.length - 3)
	const count = Math.ceil(letters.length / MAX_WORD_LENGTH)
	const end = hyphen > 0 ? hyphen + 1 : Math.ceil(letters.length / count)
	return [letters.slice(0, end).join(''), ...splitWord(letters.slice(end).join(''))]
}

function splitTitle(name: string): Parts {
	const [, head, tail] = /^(.{2,}?)(?::| [-–—])\s(.{2,})$/u.exec(name) ?? [undefined, name, '']
	return { head: splitWords(head ?? ''), tail: splitWords(tail ?? '') }
}

function splitWords(text: string): string[] {
	return text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word) || word === '&' || word === '+')
}

/** Composes one setting: a long series name is set smaller than the title after it; otherwise the subtitle is set smaller. */
function composeSetting(
	face: Typeface,
	{ head, tail }: Parts,
	headLines: number,
	tailLines: number,
	narrow: boolean,
	box: TitleBox,
): Setting {
	const loud: FontStyle = narrow ? 'narrow' : 'display'
	const quiet: FontStyle = narrow ? 'secondNarrow' : 'second'
	const series = tailLines > 0 && head.length >= 4
	const blocks = [
		{
			...balanceLines(face, head, headLines, series ? quiet : loud),
			style: series ? quiet : loud,
			share: series ? SERIES_SHARE : 1,
		},
		...(tailLines > 0
			? [
					{
						...balanceLines(face, tail, tailLines, series ? loud : quiet),
						style: series ? loud : quiet,
						share: series ? 1 : SECOND_SHARE,
					},
				]
			: []),
	]
	const lines = blocks.flatMap(({ lines, style, share }, block) =>
		lines.map(
			(text, index): Line => ({
				text,
				style,
				size: share,
				gapAbove:
					block + index === 0 ? 0 : share * LEADING + (style === quiet ? share * 0.08 : 0) + (index === 0 ? 0.14 : 0),
			}),
		),
	)
	const first = (blocks[0]?.share ?? 1) * CAP_HEIGHT
	const ems = lines.reduce((sum, { gapAbove }) => sum + gapAbove, first + DESCENT * (blocks.at(-1)?.share ?? 1))
	const size = Math.min(box.maxSize, box.height / ems, ...blocks.map(({ width, share }) => box.width / (width * share)))
	const untidy = blocks.reduce((sum, block) => sum + block.untidy, 0)
	return {
		lines: lines.map((line) => ({ ...line, size: line.size * size, gapAbove: line.gapAbove * size })),
		score: size * (narrow ? 0.8 : 1) * 0.96 ** (headLines + tailLines) * 0.9 ** untidy,
	}
}

/** Breaks words into `count` lines with the widest as narrow as possible; a small word at the end of a line costs extra. Widths in ems. */
function balanceLines(
	face: Typeface,
	all: string[],
	count: number,
	style: FontStyle,
): { lines: string[]; width: number; untidy: number } {
	type Break = { lines: string[]; width: number; untidy: number; cost: number }
	let ends = new Map<number, Break>([[0, { lines: [], width: 0, untidy: 0, cost: 0 }]])
	for (let row = 1; row <= count; row++) {
		const next = new Map<number, Break>()
		for (const [start, before] of ends) {
			const furthest = all.length - (count - row)
			for (let end = row === count ? furthest : start + 1; end <= furthest; end++) {
				const text = all
					.slice(start, end)
					.join(' ')
					.replaceAll(/(?<=\S)- /g, '-')
				const width = Math.max(before.width, face.typesetText(text, style).width / 1000)
				const untidy =
					before.untidy +
					(row < count && SMALL_WORDS.test(all[end - 1] ?? '') ? 1 : 0) +
					(count > 1 && text.length < 3 ? 2 : 0)
				const cost = width * (1 + 0.12 * untidy)
				if (cost < (next.get(end)?.cost ?? Number.POSITIVE_INFINITY))
					next.set(end, { lines: [...before.lines, text], width, untidy, cost })
			}
		}
		ends = next
	}
	const best = ends.get(all.length)
	if (!best) throw new RangeError(`${all.length} words do not make ${count} lines`)
	return best
}

function drawSetting(face: Typeface, { lines }: Setting): TypesetTitle {
	const rise = (lines[0]?.size ?? 0) * CAP_HEIGHT
	const drop = lines.reduce((sum, { gapAbove }) => sum + gapAbove, 0)
	return {
		height: rise + drop,
		svg(x, y, ink) {
			let baseline = y + rise
			return lines
				.map(({ text, style, size, gapAbove }) => {
					baseline += gapAbove
					return drawText(face, text, style, size, x, baseline, ink)
				})
				.join('')
		},
	}
}

/** Draws one line of drawable text as outlines. */
export function drawText(
	face: Typeface,
	text: string,
	style: FontStyle,
	size: number,
	x: number,
	baseline: number,
	fill: string,
): string {
	const scale = Math.round(size * 1000) / 1_000_000
	const place = `translate(${num(x)} ${num(baseline)}) scale(${scale})`
	return group(path(face.typesetText(text, style).outline, fill), `transform="${place}"`)
}
