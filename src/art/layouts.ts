import { crystal } from '#art/compositions/figure.ts'
import { contrast, mix, type Palette, pickInk } from './palette.ts'
import type { Random } from './random.ts'
import type { Composition } from './scene.ts'
import { num, rect } from './svg.ts'
import { drawText, typesetTitle } from './title.ts'
import type { Typeface } from './typeface.ts'

export const WIDTH = 600
export const HEIGHT = 800
const MARGIN = 44
const LABEL_SIZE = 19
const LABEL_ROOM = LABEL_SIZE + 34
/** The minimum contrast ratio of text on its background, small text included. */
const MIN_CONTRAST = 4.5

/** The contents of a cover. Without labels, the title may take their room. */
export type Sheet = {
	face: Typeface
	name: string
	labels: { studio: string | null; year: string | null } | null
	palette: Palette
	random: Random
	composition: Composition
}

/** Places title, labels and art on a cover. */
export type Layout = (sheet: Sheet) => string

/** Studio, year and title on the plain ground, the art from there to the bottom edge. */
const underTitle: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const ink = pickInk(palette.ground, palette)
	const title = drawHead(sheet, ink, { height: 290, maxSize: 176 })
	const top = title.bottom + 40
	return (
		composition({ width: WIDTH, height: HEIGHT, top, bottom: HEIGHT - 20, plain: top, palette, random }) + title.svg
	)
}

/** The art above, the text on a dark panel below it. */
const overPanel: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const foot = drawFoot(sheet, palette.paper, HEIGHT - MARGIN, { width: WIDTH - MARGIN * 2, height: 250, maxSize: 168 })
	// A whole number, because the antialiased edges of art and panel would let the page through
	const edge = Math.floor(foot.top - 40)
	return (
		composition({ width: WIDTH, height: edge, top: 36, bottom: edge, plain: 0, palette, random }) +
		rect(0, edge, WIDTH, HEIGHT - edge, palette.deep) +
		foot.svg
	)
}

/** The art behind a window in a plain sheet, the text above it. */
const inWindow: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const [fill, ink] = random.chance(0.35) ? [palette.deep, palette.paper] : [palette.paper, palette.deep]
	const title = drawHead(sheet, ink, { height: 250, maxSize: 168 })
	const top = title.bottom + 40
	const width = WIDTH - MARGIN * 2
	const height = HEIGHT - MARGIN - top
	const art = composition({ width, height, top: height * 0.07, bottom: height, plain: 0, palette, random })
	const shape = random.chance(0.4) ? archShape(width, height) : `M0 0H${width}V${num(height)}H0Z`
	return `<defs><clipPath id="window"><path d="${shape}"/></clipPath></defs>${rect(0, 0, WIDTH, HEIGHT, fill)}<g transform="translate(${MARGIN} ${num(top)})"><g clip-path="url(#window)">${art}</g></g>${title.svg}`
}

/** The art over the whole sheet, the text on a band across it. */
const onBand: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const [fill, ink] = random.chance(0.5) ? [palette.paper, palette.deep] : [palette.deep, palette.paper]
	const from = 96
	const title = drawHead(sheet, ink, { height: 230, maxSize: 150 }, from + 28)
	const height = title.bottom + 28 - from
	const art = composition({
		width: WIDTH,
		height: HEIGHT,
		top: from + height + 24,
		bottom: HEIGHT - 20,
		plain: 0,
		palette,
		random,
	})
	return art + rect(0, from, WIDTH, height, fill) + title.svg
}

/** The art over the whole sheet within a margin, the text on a plate below it. */
const onPlate: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const width = WIDTH - MARGIN
	const fill = random.chance(0.5) ? palette.paper : palette.deep
	const box = { width: width - MARGIN * 2, height: 220, maxSize: 140 }
	const foot = drawFoot(sheet, pickInk(fill, palette), HEIGHT - MARGIN, box)
	const edge = foot.top - MARGIN / 2 - 32
	const art = composition({ width, height: edge, top: 30, bottom: edge, plain: 0, palette, random })
	const clip = `<clipPath id="sheet"><rect width="${num(width)}" height="${num(edge)}"/></clipPath>`
	return `<defs>${clip}</defs>${rect(0, 0, WIDTH, HEIGHT, fill)}<g transform="translate(${MARGIN / 2} ${MARGIN / 2})"><g clip-path="url(#sheet)">${art}</g></g>${foot.svg}`
}

/** The art in a round window that is clipped by the edge of the sheet, the text above it. */
const inDisc: Layout = (sheet) => {
	const { palette, random, composition } = sheet
	const preferred = random.pick([palette.paper, palette.deep, palette.mid])
	const fill = contrast(pickInk(preferred, palette), preferred) < MIN_CONTRAST ? palette.deep : preferred
	const title = drawHead(sheet, pickInk(fill, palette), { height: 250, maxSize: 168 })
	const from = title.bottom + 44
	const radius = Math.max((HEIGHT - from) * 0.62, 262)
	const side = radius * 2
	const bottom = Math.min(side, HEIGHT - from + 10)
	const art = composition({ width: side, height: side, top: side * 0.1, bottom, plain: 0, palette, random })
	const clip = `<clipPath id="disc"><circle cx="${num(radius)}" cy="${num(radius)}" r="${num(radius)}"/></clipPath>`
	return `<defs>${clip}</defs>${rect(0, 0, WIDTH, HEIGHT, fill)}<g transform="translate(${num(WIDTH / 2 - radius)} ${num(from)})"><g clip-path="url(#disc)">${art}</g></g>${title.svg}`
}

/** The layouts; those that occur twice are twice as frequent. */
export const LAYOUTS: readonly Layout[] = [
	underTitle,
	underTitle,
	overPanel,
	overPanel,
	inWindow,
	inWindow,
	onBand,
	onPlate,
	inDisc,
]

type Box = { height: number; maxSize: number }

/** Draws the labels with the title below them; `bottom` is the baseline of the last line. */
function drawHead(sheet: Sheet, ink: string, box: Box, top = MARGIN): { svg: string; bottom: number } {
	const start = top + (sheet.labels ? LABEL_ROOM : 0)
	const height = box.height + (sheet.labels ? 0 : LABEL_ROOM)
	const title = typesetTitle(sheet.face, sheet.name, { ...box, width: WIDTH - MARGIN * 2, height })
	return {
		svg: drawLabels(sheet, top + LABEL_SIZE * 0.66, ink) + (title?.svg(MARGIN - 4, start, ink) ?? ''),
		bottom: start + (title?.height ?? 0),
	}
}

/** Draws the labels with the title above them; `top` is the top of the title. */
function drawFoot(
	sheet: Sheet,
	ink: string,
	bottom: number,
	box: Box & { width: number },
): { svg: string; top: number } {
	const room = sheet.labels ? LABEL_SIZE + 30 : 0
	const height = box.height + (sheet.labels ? 0 : LABEL_ROOM)
	const title = typesetTitle(sheet.face, sheet.name, { ...box, height })
	const top = bottom - room - (title?.height ?? 0)
	return { svg: (title?.svg(MARGIN - 4, top, ink) ?? '') + drawLabels(sheet, bottom, ink), top }
}

function archShape(wide: number, tall: number): string {
	const radius = Math.min(wide / 2, tall * 0.6)
	return `M0 ${num(tall)}V${num(radius)}A${num(wide / 2)} ${num(radius)} 0 0 1 ${num(wide)} ${num(radius)}V${num(tall)}Z`
}

/** Draws the mark, the studio and the year on one baseline. */
function drawLabels({ face, labels, palette }: Sheet, baseline: number, ink: string): string {
	if (!labels) return ''
	const yearText = face.keepDrawable(labels.year ?? '').slice(0, 10)
	const yearWidth = yearText === '' ? 0 : (face.typesetText(yearText, 'label').width * LABEL_SIZE) / 1000
	const room = WIDTH - MARGIN * 2 - 24 - yearWidth - 24
	let name = face.keepDrawable(labels.studio ?? '').slice(0, 60)
	const widthOf = (text: string) => (face.typesetText(text, 'labelNarrow').width * LABEL_SIZE) / 1000
	if (widthOf(name) > room) {
		while (name.length > 1 && widthOf(`${name}…`) > room) name = name.slice(0, -1).trimEnd()
		name = `${name}…`
	}
	const style = (face.typesetText(name, 'label').width * LABEL_SIZE) / 1000 > room ? 'labelNarrow' : 'label'
	return (
		crystal(MARGIN + 7, baseline - LABEL_SIZE * 0.33, 11, ink, mix(palette.glow, ink, 0.1)) +
		(name === '' ? '' : drawText(face, name, style, LABEL_SIZE, MARGIN + 24, baseline, ink)) +
		(yearText === '' ? '' : drawText(face, yearText, 'label', LABEL_SIZE, WIDTH - MARGIN - yearWidth, baseline, ink))
	)
}
