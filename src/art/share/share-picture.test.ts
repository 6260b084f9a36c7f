/**
 * Each draws pictures of 1200 by 630 pixels.
 *
 * @module-tag ci
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTypesetter } from '#art/text/text-block.ts'
import { COLORS, type EmbeddedPicture } from './frame.ts'
import { renderJpeg } from './render-jpeg.ts'
import { type ShareRequest, sharePictureSize, sharePictureSvg } from './share-picture.ts'
import type { YearFacts } from './year-picture.ts'

const typesetter = createTypesetter()
const HOSTILE = '"/><script>alert(1)</script>&amp;<image href="file:///etc/passwd"/>'
const LONG = 'The Incredibly Long and Winding Chronicles of Sir Reginald Featherstonehaugh-Cholmondeley '.repeat(5)

const noise = (width: number, height: number) =>
	sharp({
		create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 80 } },
	})
		.webp()
		.toBuffer()
const PICTURES = [
	{ bytes: await noise(450, 600), width: 360, height: 480 },
	{ bytes: await noise(96, 96), width: 96, height: 96 },
]
const cover = 'picture:0'
const face = 'picture:1'
const person = (name = 'mira_k', picture: EmbeddedPicture | null = null) => ({ name, picture })

const review = (change: Partial<Extract<ShareRequest, { kind: 'review' }>['facts']> = {}): ShareRequest => ({
	kind: 'review',
	facts: {
		game: 'Journey',
		year: '2012',
		cover,
		rating: 4.5,
		text: 'We did not need to talk.',
		author: person(),
		...change,
	},
})
const game = (change: Partial<Extract<ShareRequest, { kind: 'game' }>['facts']> = {}): ShareRequest => ({
	kind: 'game',
	facts: {
		name: 'Journey',
		year: '2012',
		studio: 'thatgamecompany',
		cover,
		averageRating: 4.25,
		ratingCounts: [0, 0, 0, 1, 0, 4, 9, 30, 12, 8],
		...change,
	},
})
const list = (change: Partial<Extract<ShareRequest, { kind: 'list' }>['facts']> = {}): ShareRequest => ({
	kind: 'list',
	facts: { title: 'Rainy days', gameCount: 8, covers: Array(5).fill(cover), author: person(), ...change },
})
const profile = (change: Partial<Extract<ShareRequest, { kind: 'profile' }>['facts']> = {}): ShareRequest => ({
	kind: 'profile',
	facts: {
		person: person(),
		reviewCount: 12,
		listCount: 1,
		followerCount: 1_204,
		covers: Array(5).fill(cover),
		...change,
	},
})
const year = (change: Partial<YearFacts> = {}, kind: 'year' | 'poster' = 'year'): ShareRequest => ({
	kind,
	facts: {
		person: person(),
		year: 2026,
		isSoFar: false,
		games: 38,
		minutesPlayed: 24_720,
		covers: Array(5).fill(cover),
		best: { name: 'Outer Wilds', rating: 5 },
		monthCounts: [1, 4, 0, 2, 3, 0, 1, 6, 2, 1, 0, 4],
		ratingCounts: [0, 0, 0, 1, 0, 4, 9, 30, 12, 8],
		...change,
	},
})
const home = (covers: EmbeddedPicture[]): ShareRequest => ({ kind: 'home', facts: { headline: 'Discover', covers } })

const draw = async (request: ShareRequest) =>
	(await renderJpeg(await sharePictureSvg(typesetter, request), PICTURES, undefined, sharePictureSize(request))).jpeg
type Edge = readonly [left: number, top: number, width: number, height: number]

const region = (jpeg: Buffer, [left, top, width, height]: Edge) =>
	sharp(jpeg).extract({ left, top, width, height }).greyscale().raw().toBuffer()

/** Returns how many pixels of a region differ visibly between two pictures. */
async function countDifferences(one: Buffer, other: Buffer, edge: Edge): Promise<number> {
	const [a, b] = [await region(one, edge), await region(other, edge)]
	return a.filter((value, index) => Math.abs(value - (b[index] ?? 0)) > 40).length
}

test.each([
	['a review', review()],
	['a review by somebody with a picture', review({ author: person('kestrel', face) })],
	['a game', game()],
	['a game without ratings', game({ ratingCounts: Array(10).fill(0), averageRating: 0, year: null, studio: null })],
	['a list', list()],
	['a list of one', list({ gameCount: 1, covers: [cover] })],
	['an empty list', list({ gameCount: 0, covers: [] })],
	['a profile', profile()],
	['an empty profile', profile({ covers: [], reviewCount: 0, listCount: 0, followerCount: 0 })],
	['a year', year()],
	[
		'a year that is not over, with one game',
		year({ isSoFar: true, games: 1, minutesPlayed: 0, covers: [cover], best: null }),
	],
	['home', home(Array(32).fill(cover))],
	['home of a site without games', home([])],
	['names in letters that no font has', review({ game: 'ខ្មែរ', text: 'ខ្មែរ', author: person('ᚠᚢᚦ') })],
])('the picture of %s is a JPEG of 1200 by 630 and at most 300 kB', async (_, request) => {
	const jpeg = await draw(request)
	expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630, channels: 3 })
	// The covers here are noise, which compresses worst
	expect(jpeg.length).toBeLessThanOrEqual(300_000)
	expect((await sharp(jpeg).stats()).channels[0]?.stdev).toBeGreaterThan(3)
})

test.each([
	['everything', year({}, 'poster')],
	['a year that is not over', year({ isSoFar: true, person: person('kestrel', face) }, 'poster')],
	[
		'neither months nor ratings',
		year({ monthCounts: Array(12).fill(0), ratingCounts: Array(10).fill(0), best: null }, 'poster'),
	],
])('the picture of a year to save is a JPEG of 1080 by 1920, with %s', async (_, request) => {
	const jpeg = await draw(request)
	expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1920, channels: 3 })
	expect(jpeg.length).toBeLessThanOrEqual(900_000)
	expect((await sharp(jpeg).stats()).channels[0]?.stdev).toBeGreaterThan(3)
})

test('a poster says which game was the best, and how many were finished and rated', async () => {
	const whole = await draw(year({}, 'poster'))
	for (const [change, edge] of [
		[{ best: null }, [84, 1260, 912, 260]],
		[{ best: { name: 'Outer Wilds', rating: 1 } }, [84, 1360, 300, 160]],
		[{ monthCounts: Array(12).fill(0), ratingCounts: Array(10).fill(0) }, [84, 1550, 912, 150]],
		[{ games: 2 }, [84, 480, 912, 200]],
		[{ year: 2031 }, [84, 240, 912, 260]],
	] as const)
		expect(
			await countDifferences(whole, await draw(year(change as Partial<YearFacts>, 'poster')), edge),
		).toBeGreaterThan(100)
})

test('words and stars are drawn, in any script', async () => {
	const empty = await draw(review({ text: '' }))
	for (const text of ['Masterpiece.', 'لعبة رائعة', '素晴らしい', 'משחק מדהים', '🔥🔥🔥'])
		expect(await countDifferences(await draw(review({ text })), empty, [480, 200, 656, 290])).toBeGreaterThan(500)
	const stars = await Promise.all([0.5, 1, 4.5, 5].map(async (rating) => draw(review({ rating }))))
	const lit = await Promise.all(
		stars.map(async (picture) => (await region(picture, [476, 110, 270, 60])).filter((value) => value > 150).length),
	)
	expect(lit).toEqual(lit.toSorted((a, b) => a - b))
	expect(new Set(lit).size).toBe(4)
	expect((lit[0] ?? 0) * 2).toBeGreaterThan((lit[1] ?? 0) * 0.8)
})

test('long texts stay within the margins, and the rest of the picture stays as it was', async () => {
	const longName = 'w'.repeat(30)
	for (const [short, long] of [
		[review(), review({ game: LONG, text: LONG.repeat(5), author: person(longName) })],
		[game(), game({ name: LONG, studio: LONG })],
		[list(), list({ title: LONG, author: person(longName), gameCount: 500 })],
		[year(), year({ person: person(longName), games: 1_204, minutesPlayed: 9_876_543 })],
		[profile(), profile({ person: person(longName), reviewCount: 1_234_567, followerCount: 9_876_543 })],
	] as const) {
		const [one, other] = [await draw(short), await draw(long)]
		for (const edge of [
			[1140, 0, 60, 630],
			[0, 0, 1200, 40],
			[0, 600, 1200, 30],
			[0, 0, 60, 630],
		] as const)
			expect([short.kind, await countDifferences(one, other, edge)]).toEqual([short.kind, 0])
		expect(await countDifferences(one, other, [240, 40, 900, 560])).toBeGreaterThan(1_000)
	}
})

test('names and texts never enter the markup', async () => {
	for (const request of [
		review({ game: HOSTILE, year: HOSTILE, text: HOSTILE, author: person(HOSTILE) }),
		game({ name: HOSTILE, year: HOSTILE, studio: HOSTILE }),
		list({ title: HOSTILE, author: person(HOSTILE) }),
		profile({ person: person(HOSTILE) }),
		year({ person: person(HOSTILE), best: { name: HOSTILE, rating: 1 } }),
		year({ person: person(HOSTILE), best: { name: HOSTILE, rating: 1 } }, 'poster'),
	]) {
		const svg = await sharePictureSvg(typesetter, request)
		expect(svg).not.toMatch(/script|passwd|alert|<text|file:/)
		const { jpeg } = await renderJpeg(svg, PICTURES, undefined, sharePictureSize(request))
		expect(jpeg.length).toBeGreaterThan(10_000)
	}
})

test('a backdrop is drawn as it is, or soft and dark', async () => {
	const bytes = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#ff0000' } })
		.webp()
		.toBuffer()
	const svg = await sharePictureSvg(typesetter, list({ covers: [] }))
	const readRed = async (isSoft: boolean) => {
		const { jpeg } = await renderJpeg(svg, [], { bytes, isSoft })
		return (await sharp(jpeg).extract({ left: 20, top: 20, width: 4, height: 4 }).raw().toBuffer())[0] ?? 0
	}
	expect(await readRed(false)).toBeGreaterThan(240)
	const soft = await readRed(true)
	expect(soft).toBeLessThan(90)
	expect(soft).toBeGreaterThan(Number.parseInt(COLORS.canvas.slice(1, 3), 16) + 10)
})

test('a picture that cannot be decoded is left out', async () => {
	const svg = await sharePictureSvg(typesetter, review({ author: person('kestrel', face) }))
	const [good, broken] = [PICTURES[0]?.bytes ?? Buffer.alloc(0), Buffer.from('not a picture')]
	const pictures = [good, broken].map((bytes) => ({ bytes, width: 96, height: 96 }))
	expect((await renderJpeg(svg, PICTURES)).isComplete).toBe(true)
	for (const [contained, backdrop] of [
		[pictures, undefined],
		[PICTURES.slice(0, 1), undefined],
		[PICTURES, { bytes: broken, isSoft: true }],
		[PICTURES, { bytes: broken, isSoft: false }],
	] as const) {
		const { jpeg, isComplete } = await renderJpeg(svg, contained, backdrop)
		expect(isComplete).toBe(false)
		expect(await sharp(jpeg).metadata()).toMatchObject({ width: 1200, height: 630 })
	}
})
