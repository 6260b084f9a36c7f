import { crystal } from '#art/compositions/figure.ts'
import { findCompositions, pickPalette } from './genre-style.ts'
import { contrast, mix, type Palette, pickInk } from './palette.ts'
import { createRandom, type Random } from './random.ts'
import type { Composition } from './scene.ts'
import { num, rect } from './svg.ts'
import { drawText, typesetTitle } from './title.ts'
import type { Typeface } from './typeface.ts'

export type ArtFacts = { name: string; studio: string | null; year: string | null; genres: readonly string[] }

/** A cover, or one of the three illustrations. */
export type Motif = 'cover' | 1 | 2 | 3

const WIDTH = 600
const HEIGHT = 800
const MARGIN = 44
const LABEL_SIZE = 19
/** The minimum contrast ratio of text on its background, small text included. */
const MIN_CONTRAST = 4.5

type Sheet = { face: Typeface; facts: ArtFacts; palette: Palette; random: Random; composition: Composition }

/**
 * Draws a cover of 600 by 800 units as SVG. The same facts always give the same picture. Letters are drawn as outlines, so
 * no untrusted text enters the markup.
 */
export function coverSvg(face: Typeface, facts: ArtFacts): string {
	const random = createRandom(`${facts.name}\n${facts.studio}\n${facts.year}`)
	const palette = pickPalette(facts.genres, random)
	const composition = random.pick(findCompositions(facts.genres))
	const layout = random.pick([
		underTitle,
		underTitle,
		overPanel,
		overPanel,
		inWindow,
		inWindow,
		onBand,
		onPlate,
		inDisc,
	])
	return svgDocument(WIDTH, HEIGHT, layout({ face, facts, palette, random, composition }))
}

/** Draws an illustration of 1280 by 720 units without text. Each index gives a different one. */
export function illustrationSvg(facts: ArtFacts, index: number): string {
	const random = createRandom(`${facts.name}\n${facts.studio}\n${facts.year}`)
	const palette = pickPalette(facts.genres, random)
	const compositions = [...new Set(findCompositions(facts.genres))]
	const start = random.whole(0, compositions.length - 1)
	const composition = compositions[(start + index) % compositions.length] ?? random.pick(compositions)
	const scene = {
		width: 1280,
		height: 720,
		top: 40,
		bottom: 700,
		plain: 0,
		palette,
		random: createRandom(`${facts.name}\n${index}`),
	}
	return svgDocument(1280, 720, composition(scene))
}

function svgDocument(wide: number, tall: number, content: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}">${content}</svg>`
}

/** Studio, year and title on the plain ground, the art from there to the bottom edge. */
function underTitle({ face, facts, palette, random, composition }: Sheet): string {
	const ink = pickInk(palette.ground, palette)
	const title = typesetTitle(face, facts.name, { width: WIDTH - MARGIN * 2, height: 290, maxSize: 176 })
	const start = MARGIN + LABEL_SIZE + 34
	const top = title ? start + title.height + 40 : start
	const art = composition({ width: WIDTH, height: HEIGHT, top, bottom: HEIGHT - 20, plain: top, palette, random })
	return (
		art + labels(face, facts, MARGIN + LABEL_SIZE * 0.66, ink, palette) + (title?.svg(MARGIN - 4, start, ink) ?? '')
	)
}

/** The art above, the text on a dark panel below it. */
function overPanel({ face, facts, palette, random, composition }: Sheet): string {
	const title = typesetTitle(face, facts.name, { width: WIDTH - MARGIN * 2, height: 250, maxSize: 168 })
	const foot = HEIGHT - MARGIN
	const titleTop = foot - LABEL_SIZE - 30 - (title?.height ?? 0)
	const edge = titleTop - 40
	const art = composition({ width: WIDTH, height: edge, top: 36, bottom: edge, plain: 0, palette, random })
	const panel = rect(0, edge, WIDTH, HEIGHT - edge, palette.deep)
	return (
		art +
		panel +
		labels(face, facts, foot, palette.paper, palette) +
		(title?.svg(MARGIN - 4, titleTop, palette.paper) ?? '')
	)
}

/** The art behind a window in a plain sheet, the text above it. */
function inWindow({ face, facts, palette, random, composition }: Sheet): string {
	const dark = random.chance(0.35)
	const sheet = dark ? palette.deep : palette.paper
	const ink = dark ? palette.paper : palette.deep
	const title = typesetTitle(face, facts.name, { width: WIDTH - MARGIN * 2, height: 250, maxSize: 168 })
	const start = MARGIN + LABEL_SIZE + 34
	const top = title ? start + title.height + 40 : start
	const room = { wide: WIDTH - MARGIN * 2, tall: HEIGHT - MARGIN - top }
	const art = composition({
		width: room.wide,
		height: room.tall,
		top: room.tall * 0.07,
		bottom: room.tall,
		plain: 0,
		palette,
		random,
	})
	const shape = random.chance(0.4) ? archShape(room.wide, room.tall) : `M0 0H${room.wide}V${num(room.tall)}H0Z`
	return `<defs><clipPath id="window"><path d="${shape}"/></clipPath></defs>${rect(0, 0, WIDTH, HEIGHT, sheet)}<g transform="translate(${MARGIN} ${num(top)})"><g clip-path="url(#window)">${art}</g></g>${labels(face, facts, MARGIN + LABEL_SIZE * 0.66, ink, palette)}${title?.svg(MARGIN - 4, start, ink) ?? ''}`
}

/** The art over the whole sheet, the text on a band across it. */
function onBand({ face, facts, palette, random, composition }: Sheet): string {
	const isPaper = random.chance(0.5)
	const ink = isPaper ? palette.deep : palette.paper
	const title = typesetTitle(face, facts.name, { width: WIDTH - MARGIN * 2, height: 230, maxSize: 150 })
	const tall = (title?.height ?? 0) + LABEL_SIZE + 34 + 56
	const from = 96
	const art = composition({
		width: WIDTH,
		height: HEIGHT,
		top: from + tall + 24,
		bottom: HEIGHT - 20,
		plain: 0,
		palette,
		random,
	})
	const band = rect(0, from, WIDTH, tall, isPaper ? palette.paper : palette.deep)
	const start = from + 28 + LABEL_SIZE + 34
	return (
		art +
		band +
		labels(face, facts, from + 28 + LABEL_SIZE * 0.66, ink, palette) +
		(title?.svg(MARGIN - 4, start, ink) ?? '')
	)
}

/** The art over the whole sheet within a margin, the text on a plate below it. */
function onPlate({ face, facts, palette, random, composition }: Sheet): string {
	const inner = { wide: WIDTH - MARGIN, tall: HEIGHT - MARGIN }
	const title = typesetTitle(face, facts.name, { width: inner.wide - MARGIN * 2, height: 220, maxSize: 140 })
	const tall = (title?.height ?? 0) + LABEL_SIZE + 30 + 64
	const edge = inner.tall - tall
	const art = composition({ width: inner.wide, height: edge, top: 30, bottom: edge, plain: 0, palette, random })
	const sheet = random.chance(0.5) ? palette.paper : palette.deep
	const ink = pickInk(sheet, palette)
	const clip = `<clipPath id="sheet"><rect width="${num(inner.wide)}" height="${num(edge)}"/></clipPath>`
	return (
		`<defs>${clip}</defs>${rect(0, 0, WIDTH, HEIGHT, sheet)}<g transform="translate(${MARGIN / 2} ${MARGIN / 2})"><g clip-path="url(#sheet)">${art}</g></g>` +
		(title?.svg(MARGIN - 4, MARGIN / 2 + edge + 32, ink) ?? '') +
		labels(face, facts, HEIGHT - MARGIN, ink, palette)
	)
}

/** The art in a round window that is clipped by the edge of the sheet, the text above it. */
function inDisc({ face, facts, palette, random, composition }: Sheet): string {
	const preferred = random.pick([palette.paper, palette.deep, palette.mid])
	const sheet = contrast(pickInk(preferred, palette), preferred) < MIN_CONTRAST ? palette.deep : preferred
	const ink = pickInk(sheet, palette)
	const title = typesetTitle(face, facts.name, { width: WIDTH - MARGIN * 2, height: 250, maxSize: 168 })
	const start = MARGIN + LABEL_SIZE + 34
	const from = title ? start + title.height + 44 : start
	const radius = Math.max((HEIGHT - from) * 0.62, 262)
	const side = radius * 2
	const left = WIDTH / 2 - radius
	const art = composition({
		width: side,
		height: side,
		top: side * 0.1,
		bottom: Math.min(side, HEIGHT - from + 10),
		plain: 0,
		palette,
		random,
	})
	const clip = `<clipPath id="disc"><circle cx="${num(radius)}" cy="${num(radius)}" r="${num(radius)}"/></clipPath>`
	return (
		`<defs>${clip}</defs>${rect(0, 0, WIDTH, HEIGHT, sheet)}<g transform="translate(${num(left)} ${num(from)})"><g clip-path="url(#disc)">${art}</g></g>` +
		labels(face, facts, MARGIN + LABEL_SIZE * 0.66, ink, palette) +
		(title?.svg(MARGIN - 4, start, ink) ?? '')
	)
}

function archShape(wide: number, tall: number): string {
	const radius = Math.min(wide / 2, tall * 0.6)
	return `M0 ${num(tall)}V${num(radius)}A${num(wide / 2)} ${num(radius)} 0 0 1 ${num(wide)} ${num(radius)}V${num(tall)}Z`
}

/** Draws the mark, the studio and the year on one baseline. */
function labels(face: Typeface, { studio, year }: ArtFacts, baseline: number, ink: string, palette: Palette): string {
	const yearText = face.keepDrawable(year ?? '').slice(0, 10)
	const yearWidth = yearText === '' ? 0 : (face.typesetText(yearText, 'label').width * LABEL_SIZE) / 1000
	const room = WIDTH - MARGIN * 2 - 24 - yearWidth - 24
	let name = face.keepDrawable(studio ?? '').slice(0, 60)
	const widthOf = (text: string) => (face.typesetText(text, 'labelNarrow').width * LABEL_SIZE) / 1000
	if (widthOf(name) > room) {
		while (name.length > 1 && widthOf(`${name}…`) > room) name = name.slice(0, -1).trimEnd()
		name = `${name}…`
	}
	return (
		crystal(MARGIN + 7, baseline - LABEL_SIZE * 0.33, 11, ink, mix(palette.glow, ink, 0.1)) +
		(name === ''
			? ''
			: drawText(
					face,
					name,
					(face.typesetText(name, 'label').width * LABEL_SIZE) / 1000 > room ? 'labelNarrow' : 'label',
					LABEL_SIZE,
					MARGIN + 24,
					baseline,
					ink,
				)) +
		(yearText === '' ? '' : drawText(face, yearText, 'label', LABEL_SIZE, WIDTH - MARGIN - yearWidth, baseline, ink))
	)
}
