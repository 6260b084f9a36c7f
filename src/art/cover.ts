import { crystal } from '#art/compositions/figure.ts'
import { compositionsFor, paletteFor } from './choose.ts'
import { contrast, inkOn, mix, type Palette } from './palette.ts'
import { type Random, randomFrom } from './random.ts'
import type { Composition } from './scene.ts'
import { num, rect } from './svg.ts'
import { setTitle, textAt } from './title.ts'
import type { Typeface } from './typeface.ts'

export type ArtFacts = { name: string; studio: string | null; year: string | null; genres: readonly string[] }

/** A cover, or one of the three illustrations. */
export type Motif = 'cover' | 1 | 2 | 3

const width = 600
const height = 800
const margin = 44
const labelSize = 19
/** Of words on their ground, small ones too. */
const READABLE = 4.5

type Sheet = { face: Typeface; facts: ArtFacts; palette: Palette; random: Random; composition: Composition }

/** A cover of 600 by 800 units as SVG. The same facts give the same picture; every letter is an outline, so no text of others enters the markup. */
export function coverSvg(face: Typeface, facts: ArtFacts): string {
	const random = randomFrom(`${facts.name}\n${facts.studio}\n${facts.year}`)
	const palette = paletteFor(facts.genres, random)
	const composition = random.pick(compositionsFor(facts.genres))
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
	return picture(width, height, layout({ face, facts, palette, random, composition }))
}

/** A wide picture of 1280 by 720 units without words; each index gives another one. */
export function illustrationSvg(facts: ArtFacts, index: number): string {
	const random = randomFrom(`${facts.name}\n${facts.studio}\n${facts.year}`)
	const palette = paletteFor(facts.genres, random)
	const compositions = [...new Set(compositionsFor(facts.genres))]
	const start = random.whole(0, compositions.length - 1)
	const composition = compositions[(start + index) % compositions.length] ?? random.pick(compositions)
	const scene = {
		width: 1280,
		height: 720,
		top: 40,
		bottom: 700,
		plain: 0,
		palette,
		random: randomFrom(`${facts.name}\n${index}`),
	}
	return picture(1280, 720, composition(scene))
}

function picture(wide: number, tall: number, content: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}">${content}</svg>`
}

/** Studio, year and title on the open ground, the art from there to the lower edge. */
function underTitle({ face, facts, palette, random, composition }: Sheet): string {
	const ink = inkOn(palette.ground, palette)
	const title = setTitle(face, facts.name, { width: width - margin * 2, height: 290, largest: 176 })
	const start = margin + labelSize + 34
	const top = title ? start + title.height + 40 : start
	const art = composition({ width, height, top, bottom: height - 20, plain: top, palette, random })
	return art + labels(face, facts, margin + labelSize * 0.66, ink, palette) + (title?.svg(margin - 4, start, ink) ?? '')
}

/** The art above, the words on a dark panel below it. */
function overPanel({ face, facts, palette, random, composition }: Sheet): string {
	const title = setTitle(face, facts.name, { width: width - margin * 2, height: 250, largest: 168 })
	const foot = height - margin
	const titleTop = foot - labelSize - 30 - (title?.height ?? 0)
	const edge = titleTop - 40
	const art = composition({ width, height: edge, top: 36, bottom: edge, plain: 0, palette, random })
	const panel = rect(0, edge, width, height - edge, palette.deep)
	return (
		art +
		panel +
		labels(face, facts, foot, palette.paper, palette) +
		(title?.svg(margin - 4, titleTop, palette.paper) ?? '')
	)
}

/** The art behind a window in a plain sheet, the words above it. */
function inWindow({ face, facts, palette, random, composition }: Sheet): string {
	const dark = random.chance(0.35)
	const sheet = dark ? palette.deep : palette.paper
	const ink = dark ? palette.paper : palette.deep
	const title = setTitle(face, facts.name, { width: width - margin * 2, height: 250, largest: 168 })
	const start = margin + labelSize + 34
	const top = title ? start + title.height + 40 : start
	const room = { wide: width - margin * 2, tall: height - margin - top }
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
	return `<defs><clipPath id="window"><path d="${shape}"/></clipPath></defs>${rect(0, 0, width, height, sheet)}<g transform="translate(${margin} ${num(top)})"><g clip-path="url(#window)">${art}</g></g>${labels(face, facts, margin + labelSize * 0.66, ink, palette)}${title?.svg(margin - 4, start, ink) ?? ''}`
}

/** The art over the whole sheet, the words on a band across it. */
function onBand({ face, facts, palette, random, composition }: Sheet): string {
	const isPaper = random.chance(0.5)
	const ink = isPaper ? palette.deep : palette.paper
	const title = setTitle(face, facts.name, { width: width - margin * 2, height: 230, largest: 150 })
	const tall = (title?.height ?? 0) + labelSize + 34 + 56
	const from = 96
	const art = composition({ width, height, top: from + tall + 24, bottom: height - 20, plain: 0, palette, random })
	const band = rect(0, from, width, tall, isPaper ? palette.paper : palette.deep)
	const start = from + 28 + labelSize + 34
	return (
		art +
		band +
		labels(face, facts, from + 28 + labelSize * 0.66, ink, palette) +
		(title?.svg(margin - 4, start, ink) ?? '')
	)
}

/** The art over the whole sheet within a margin, the words on a plate in its lower corner. */
function onPlate({ face, facts, palette, random, composition }: Sheet): string {
	const inner = { wide: width - margin, tall: height - margin }
	const title = setTitle(face, facts.name, { width: inner.wide - margin * 2, height: 220, largest: 140 })
	const tall = (title?.height ?? 0) + labelSize + 30 + 64
	const edge = inner.tall - tall
	const art = composition({ width: inner.wide, height: edge, top: 30, bottom: edge, plain: 0, palette, random })
	const sheet = random.chance(0.5) ? palette.paper : palette.deep
	const ink = inkOn(sheet, palette)
	const clip = `<clipPath id="sheet"><rect width="${num(inner.wide)}" height="${num(edge)}"/></clipPath>`
	return (
		`<defs>${clip}</defs>${rect(0, 0, width, height, sheet)}<g transform="translate(${margin / 2} ${margin / 2})"><g clip-path="url(#sheet)">${art}</g></g>` +
		(title?.svg(margin - 4, margin / 2 + edge + 32, ink) ?? '') +
		labels(face, facts, height - margin, ink, palette)
	)
}

/** The art in a round window that the sheet's edge cuts, the words above it. */
function inDisc({ face, facts, palette, random, composition }: Sheet): string {
	const asked = random.pick([palette.paper, palette.deep, palette.mid])
	const sheet = contrast(inkOn(asked, palette), asked) < READABLE ? palette.deep : asked
	const ink = inkOn(sheet, palette)
	const title = setTitle(face, facts.name, { width: width - margin * 2, height: 250, largest: 168 })
	const start = margin + labelSize + 34
	const from = title ? start + title.height + 44 : start
	const radius = Math.max((height - from) * 0.62, 262)
	const side = radius * 2
	const left = width / 2 - radius
	const art = composition({
		width: side,
		height: side,
		top: side * 0.1,
		bottom: Math.min(side, height - from + 10),
		plain: 0,
		palette,
		random,
	})
	const clip = `<clipPath id="disc"><circle cx="${num(radius)}" cy="${num(radius)}" r="${num(radius)}"/></clipPath>`
	return (
		`<defs>${clip}</defs>${rect(0, 0, width, height, sheet)}<g transform="translate(${num(left)} ${num(from)})"><g clip-path="url(#disc)">${art}</g></g>` +
		labels(face, facts, margin + labelSize * 0.66, ink, palette) +
		(title?.svg(margin - 4, start, ink) ?? '')
	)
}

function archShape(wide: number, tall: number): string {
	const radius = Math.min(wide / 2, tall * 0.6)
	return `M0 ${num(tall)}V${num(radius)}A${num(wide / 2)} ${num(radius)} 0 0 1 ${num(wide)} ${num(radius)}V${num(tall)}Z`
}

/** The mark, the studio and the year on one baseline. */
function labels(face: Typeface, { studio, year }: ArtFacts, baseline: number, ink: string, palette: Palette): string {
	const shownYear = face.drawable(year ?? '').slice(0, 10)
	const yearWidth = shownYear === '' ? 0 : (face.setText(shownYear, 'label').width * labelSize) / 1000
	const room = width - margin * 2 - 24 - yearWidth - 24
	let name = face.drawable(studio ?? '').slice(0, 60)
	const widthOf = (text: string) => (face.setText(text, 'labelNarrow').width * labelSize) / 1000
	if (widthOf(name) > room) {
		while (name.length > 1 && widthOf(`${name}…`) > room) name = name.slice(0, -1).trimEnd()
		name = `${name}…`
	}
	return (
		crystal(margin + 7, baseline - labelSize * 0.33, 11, ink, mix(palette.glow, ink, 0.1)) +
		(name === ''
			? ''
			: textAt(
					face,
					name,
					(face.setText(name, 'label').width * labelSize) / 1000 > room ? 'labelNarrow' : 'label',
					labelSize,
					margin + 24,
					baseline,
					ink,
				)) +
		(shownYear === '' ? '' : textAt(face, shownYear, 'label', labelSize, width - margin - yearWidth, baseline, ink))
	)
}
