/**
 * Draws the cover of each built-in game.
 *
 * @module-tag ci
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DRAWING_VERSION } from '#server/features/media/drawings.ts'
import { COMPANIONS } from './companions.ts'
import { type ArtFacts, coverSvg, illustrationSvg } from './cover.ts'
import { findMotifs } from './genre-style.ts'
import { MOTIFS, type Motif } from './motifs.ts'
import { ALL_PALETTES, contrast, PALETTES, pickInk } from './palette.ts'
import { typesetTitle } from './title.ts'
import { openTypeface } from './typeface.ts'
import { renderWebp } from './webp.ts'

const face = openTypeface()

const LANTERN: ArtFacts = {
	name: 'Lantern Hollow',
	studio: 'Mossgate Studio',
	year: '2019',
	genres: ['Adventure', 'Puzzle'],
}

function named(name: string): ArtFacts {
	return { ...LANTERN, name }
}

type CatalogLine = {
	name: string
	releaseDate: string
	developers: string[]
	genres: string[]
	motif: string
	palette: string
}

const builtIn: ArtFacts[] = readFileSync(new URL('../../catalog/games.jsonl', import.meta.url), 'utf8')
	.trimEnd()
	.split('\n')
	.map((line): CatalogLine => JSON.parse(line))
	.map(({ name, releaseDate, developers, genres, motif, palette }) => ({
		name,
		studio: developers[0] ?? null,
		year: releaseDate.slice(0, 4),
		genres,
		motif,
		palette,
	}))

const SCENES = [1, 2, 3] as const
const motifs = Object.keys(MOTIFS) as Motif[]
const families = Object.keys(PALETTES)

/** Returns whether librsvg can read and draw it. */
async function draws(svg: string): Promise<boolean> {
	const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true })
	return info.width > 0 && new Set(data).size > 4
}

/** Returns the least opacity of a picture, drawn at a quarter of its size; 255 is opaque. */
async function minAlpha(svg: string): Promise<number> {
	const { channels } = await sharp(Buffer.from(svg), { density: 18 }).stats()
	return channels[3]?.min ?? 255
}

describe('a cover', () => {
	it('is the same picture for the same facts', () => {
		expect(coverSvg(face, { ...LANTERN })).toBe(coverSvg(face, LANTERN))
		expect(illustrationSvg({ ...LANTERN }, 1)).toBe(illustrationSvg(LANTERN, 1))
	})

	// Browsers cache a picture forever. A change to the drawings under the same version would leave them with the old one:
	// raise DRAWING_VERSION in drawings.ts and the number in drawing_mark, and add a `.repeat` migration that computes the columns again.
	it('does not change within a drawing version', () => {
		const genres = ['Horror', 'Racing', 'Sport', 'Fighting', 'Puzzle', 'Music', 'Arcade', 'Platform', 'Shooter', 'RPG']
		const pictures = Array.from({ length: 100 }, (_, number) => {
			const facts = { ...named(`Lantern ${number}: Hollow`), genres: [genres[number % genres.length] ?? ''] }
			return coverSvg(face, facts) + illustrationSvg(facts, 1)
		})
		for (const [number, motif] of motifs.entries()) {
			const facts = { ...named(`Lantern ${number}`), motif, palette: families[number % families.length] ?? null }
			pictures.push(
				coverSvg(face, facts, { labels: number % 2 === 0 }),
				illustrationSvg(facts, SCENES[number % 3] ?? 1),
			)
		}
		expect([DRAWING_VERSION, createHash('sha256').update(pictures.join()).digest('hex').slice(0, 16)]).toEqual([
			3,
			'873a65ce3dece31a',
		])
	})

	it('is different for a different title, studio or year', () => {
		const covers = [
			LANTERN,
			named('Untitled Pier Game'),
			{ ...LANTERN, studio: 'Ninth Pier' },
			{ ...LANTERN, year: '2020' },
		].map((facts) => coverSvg(face, facts))
		expect(new Set(covers).size).toBe(covers.length)
	})

	it.each([
		'<script>alert(1)</script>',
		`"quoted" & 'single' ]]>`,
		'</svg><image href="https://example.org/x.png"/>',
		'&lt;&#0;\u0000\u202e\ufffe',
	])('does not let markup in a title through: %j', async (name) => {
		const svg = coverSvg(face, { ...named(name), studio: name, year: name })
		expect(svg).not.toMatch(/<script|alert|quoted|href|&|\]\]>/)
		expect(svg.match(/<\/svg>/g)).toHaveLength(1)
		expect(await draws(svg)).toBe(true)
	})

	it.each([
		'',
		' ',
		'.',
		'???',
		'X',
		'ゼルダの伝説',
		'ゼルダ Zelda',
		'Ведьмак 3: Дикая Охота',
		'🎮 Emoji 🎮',
		'مرحبا',
		'Łódź: Příběh',
		'W'.repeat(400),
		'Deep '.repeat(200),
		'A: B: C: D',
		': a subtitle alone',
	])('draws the title %j', async (name) => {
		expect(await draws(coverSvg(face, named(name)))).toBe(true)
		expect(await draws(coverSvg(face, { ...named(name), studio: null, year: null, genres: [] }))).toBe(true)
	})

	it('can be drawn for any genre, known or unknown', async () => {
		for (const genre of [
			'',
			'Gardening',
			'Horror',
			'Racing',
			"Hack and slash/Beat 'em up",
			'Real Time Strategy (RTS)',
		]) {
			expect(await draws(coverSvg(face, { ...LANTERN, genres: [genre] }))).toBe(true)
		}
	})

	it('differs for every game of the built-in catalog and contains only finite numbers', () => {
		expect(builtIn.length).toBeGreaterThanOrEqual(80)
		const covers = builtIn.map((facts) => coverSvg(face, facts))
		expect(new Set(covers).size).toBe(builtIn.length)
		const wide = builtIn.slice(0, 200).flatMap((facts) => SCENES.map((index) => illustrationSvg(facts, index)))
		expect(new Set(wide).size).toBe(wide.length)
		for (const svg of [...covers, ...wide]) expect(svg).not.toMatch(/NaN|Infinity|undefined/)
	})
})

describe('the motif and the family of colors of a game', () => {
	it('decide, unless they are unknown', () => {
		const chosen = coverSvg(face, { ...LANTERN, motif: 'lighthouse', palette: 'teal' })
		const grounds = new Set(PALETTES.teal.map(({ ground }) => ground))
		expect([...grounds].some((ground) => chosen.includes(ground))).toBe(true)
		expect(coverSvg(face, { ...LANTERN, motif: 'torch', palette: 'teal' })).not.toBe(chosen)
		expect(coverSvg(face, { ...LANTERN, motif: 'lighthouse', palette: 'sand' })).not.toBe(chosen)
		for (const unknown of ['', 'nothing', '__proto__', 'constructor', 'toString', null])
			expect(coverSvg(face, { ...LANTERN, motif: unknown, palette: unknown })).toBe(coverSvg(face, LANTERN))
	})

	it('are one of many for a game of unknown genres', () => {
		expect(new Set(findMotifs(['Gardening'])).size).toBeGreaterThan(20)
	})

	it('come with two companions, all different', () => {
		for (const motif of motifs) expect(new Set([motif, ...COMPANIONS[motif]]).size, motif).toBe(3)
	})

	it.each(motifs)(
		'%s covers the whole sheet, and is calm where words or a cover lie on the backdrop',
		async (motif) => {
			for (const number of [0, 1, 2]) {
				const facts = { ...named(`Lantern ${number}`), motif, palette: families[number] ?? null }
				expect(await minAlpha(coverSvg(face, facts)), facts.name).toBeGreaterThan(127)
			}
			const svg = illustrationSvg({ ...LANTERN, motif, palette: 'slate' }, 1)
			expect(await minAlpha(svg)).toBeGreaterThan(127)
			const { data, info } = await sharp(Buffer.from(svg)).resize(128).raw().toBuffer({ resolveWithObject: true })
			const roughness = (wide: number, tall: number) => {
				let sum = 0
				for (let y = 0; y < tall; y++)
					for (let x = 1; x < wide; x++)
						for (const channel of [0, 1, 2]) {
							const at = (y * info.width + x) * info.channels + channel
							sum += Math.abs((data[at] ?? 0) - (data[at - info.channels] ?? 0))
						}
				return sum / (3 * wide * tall)
			}
			expect(roughness(info.width, info.height / 3)).toBeLessThan(6)
			expect(roughness(info.width / 4, info.height)).toBeLessThan(6)
		},
	)
})

describe('the line with studio and year', () => {
	it('is left out without labels', () => {
		const studio = face.typesetText('Mossgate Studio', 'label').outline
		expect(coverSvg(face, LANTERN)).toContain(studio)
		expect(coverSvg(face, LANTERN, { labels: false })).not.toContain(studio)
	})
})

describe('a title', () => {
	const box = { width: 512, height: 290, maxSize: 176 }

	it('stays within its box', () => {
		for (const name of [...builtIn.map((facts) => facts.name), 'W'.repeat(400), 'Deep '.repeat(200)]) {
			const title = typesetTitle(face, name, box)
			expect(title?.height).toBeLessThanOrEqual(box.height)
		}
	})

	it('keeps the letters that the typeface has and the base letters of the others', () => {
		expect(face.keepDrawable('Pokémon  Łódź\tゼルダ')).toBe('Pokémon Łódź')
		expect(typesetTitle(face, '1942', box)).not.toBeNull()
		for (const name of ['ゼルダの伝説', '魔界戦記ディスガイア2 PC', 'Ведьмак 3', '???', ''])
			expect(typesetTitle(face, name, box)).toBeNull()
		for (const name of ['ゼルダ Zelda', 'Fire Emblem: 風花雪月', 'Đường Về Nhà'])
			expect(typesetTitle(face, name, box)).not.toBeNull()
	})
})

describe('a palette', () => {
	it.each(ALL_PALETTES)('has readable text on $ground', (palette) => {
		expect(contrast(pickInk(palette.ground, palette), palette.ground)).toBeGreaterThanOrEqual(4.5)
		expect(contrast(palette.paper, palette.deep)).toBeGreaterThanOrEqual(7)
	})
})

describe('renderWebp', () => {
	it('returns a WebP of the requested width with the proportions of the picture', async () => {
		for (const [svg, width, height] of [
			[coverSvg(face, LANTERN), 300, 400],
			[illustrationSvg(LANTERN, 2), 640, 360],
		] as const) {
			const picture = await sharp(await renderWebp(svg, width)).metadata()
			expect(picture).toMatchObject({ format: 'webp', width, height })
		}
	})
})
