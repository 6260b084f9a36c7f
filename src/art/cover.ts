import { COMPANIONS } from './companions.ts'
import { findMotifs } from './genre-style.ts'
import { HEIGHT, LAYOUTS, WIDTH } from './layouts.ts'
import { MOTIFS, type Motif } from './motifs.ts'
import { ALL_PALETTES, isDark, PALETTES, type Palette } from './palette.ts'
import { createRandom, type Random } from './random.ts'
import { rect } from './svg.ts'
import type { Typeface } from './typeface.ts'

/** What a picture is drawn from. An unknown `motif` or family of palettes counts as none: then the genres decide. */
export type ArtFacts = {
	name: string
	studio: string | null
	year: string | null
	genres: readonly string[]
	motif?: string | null
	palette?: string | null
}

/** A cover, or one of the three illustrations. */
export type PictureKind = 'cover' | 1 | 2 | 3

/**
 * Draws a cover of 600 by 800 units as SVG. The same facts always give the same picture. Letters are drawn as outlines, so
 * no untrusted text enters the markup. Without `labels`, the line with studio and year, the title has more room.
 */
export function coverSvg(face: Typeface, facts: ArtFacts, { labels: hasLabels = true } = {}): string {
	const { palette, motif, random } = pickStyle(facts)
	const layout = random.pick(LAYOUTS)
	const labels = hasLabels ? { studio: facts.studio, year: facts.year } : null
	const sheet = { face, name: facts.name, labels, palette, random, composition: MOTIFS[motif] }
	return svgDocument(WIDTH, HEIGHT, layout(sheet))
}

const WIDE = 1280
const LOW = 720

/**
 * Draws an illustration of 1280 by 720 units without text. The first shows the motif of the cover and serves as a
 * backdrop: its upper third and its left quarter are calm. The second and the third show the companions of the motif.
 */
export function illustrationSvg(facts: ArtFacts, index: 1 | 2 | 3): string {
	const { palette, motif } = pickStyle(facts)
	const scene = { height: LOW, bottom: 700, plain: 0, palette, random: createRandom(`${toSeed(facts)}\n${index}`) }
	if (index === 1)
		// The middle of a wider canvas lies to the right of the left quarter
		return svgDocument(WIDE, LOW, MOTIFS[motif]({ ...scene, width: WIDE * 1.26, top: LOW / 3 }) + calmEdges(palette))
	const [second, third] = COMPANIONS[motif]
	return svgDocument(WIDE, LOW, MOTIFS[index === 2 ? second : third]({ ...scene, width: WIDE, top: 40 }))
}

/** Fades the top and the left of a backdrop to the bare ground. */
function calmEdges({ ground }: Palette): string {
	const stop = (offset: number, opacity: number) =>
		`<stop offset="${offset}" stop-color="${ground}" stop-opacity="${opacity}"/>`
	return (
		`<defs><linearGradient id="upper" x1="0" y1="0" x2="0" y2="1">${stop(0, 1)}${stop(1, 0)}</linearGradient><linearGradient id="left">${stop(0, 0.94)}${stop(0.6, 0.75)}${stop(1, 0)}</linearGradient></defs>` +
		rect(0, 0, WIDE, LOW * 0.38, 'url(#upper)') +
		rect(0, 0, WIDE * 0.4, LOW, 'url(#left)')
	)
}

/** Picks what a game's pictures have in common, and the random numbers for the rest. */
function pickStyle(facts: ArtFacts): { palette: Palette; motif: Motif; random: Random } {
	const random = createRandom(toSeed(facts))
	const palette = random.pick(findPalettes(facts))
	return { palette, motif: isMotif(facts.motif) ? facts.motif : random.pick(findMotifs(facts.genres)), random }
}

function toSeed({ name, studio, year }: ArtFacts): string {
	return `${name}\n${studio}\n${year}`
}

function findPalettes({ palette, genres }: ArtFacts): readonly Palette[] {
	if (palette && Object.hasOwn(PALETTES, palette)) return PALETTES[palette as keyof typeof PALETTES]
	const isHorror = genres.some((genre) => /horror/i.test(genre))
	return isHorror ? ALL_PALETTES.filter(({ ground }) => isDark(ground)) : ALL_PALETTES
}

function isMotif(name: string | null | undefined): name is Motif {
	return typeof name === 'string' && Object.hasOwn(MOTIFS, name)
}

function svgDocument(wide: number, tall: number, content: string): string {
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}">${content}</svg>`
}
