/**
 * Each site draws in a process of its own.
 *
 * @module-tag ci
 */
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { DRAWING_VERSION } from './drawings.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

async function coverOf(site: TestSite, id: number): Promise<string> {
	return (await site.call(getGame, { params: { id } })).data.cover ?? ''
}

test("every game has a cover whose address is a hash of the game's facts and the drawing version", async () => {
	await using site = await startSite()
	const id = await site.addGame({ name: 'Ōkami «狼»' })
	const toMark = (motif: string, palette: string) =>
		createHash('md5')
			.update(`${DRAWING_VERSION}\nŌkami «狼»\nStudio\n1998\n${motif}\n${palette}\nAdventure`)
			.digest('hex')
			.slice(0, 10)
	const mark = toMark('', '')
	expect(await coverOf(site, id)).toBe(`/art/${id}/cover-${mark}.webp`)
	await site.services.db.updateTable('games').set({ summary: 'A wolf.' }).where('id', '=', id).execute()
	expect(await coverOf(site, id)).toBe(`/art/${id}/cover-${mark}.webp`)
	await site.services.db.updateTable('games').set({ motif: 'wolf', palette: 'red' }).where('id', '=', id).execute()
	expect(await coverOf(site, id)).toBe(`/art/${id}/cover-${toMark('wolf', 'red')}.webp`)
	await site.services.db.updateTable('games').set({ name: 'Okami' }).where('id', '=', id).execute()
	expect(await coverOf(site, id)).not.toContain(toMark('wolf', 'red'))
})

test("a game's motif and colors are those of its drawing", async () => {
	await using site = await startSite()
	const id = await site.addGame({ name: 'Lantern Hollow' })
	const before = (await site.app.inject(await coverOf(site, id))).rawPayload
	const pictures = new Set<string>([before.toString('base64')])
	for (const [motif, palette] of [
		['wolf', 'red'],
		['goose', 'red'],
		['goose', 'sky'],
	]) {
		await site.services.db.updateTable('games').set({ motif, palette }).where('id', '=', id).execute()
		pictures.add((await site.app.inject(await coverOf(site, id))).rawPayload.toString('base64'))
	}
	expect(pictures.size).toBe(4)
})

test('a cover is drawn once per width, and browsers may cache it forever', async () => {
	await using site = await startSite()
	const cover = await coverOf(site, await site.addGame({ name: 'Lantern Hollow' }))
	for (const [query, width] of [
		['', 300],
		['?w=1', 150],
		['?w=301', 450],
		['?w=4000', 600],
	] as const) {
		const answer = await site.app.inject(`${cover}${query}`)
		expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
		expect(answer.headers).toMatchObject({ 'cache-control': IMMUTABLE, 'cross-origin-resource-policy': 'cross-origin' })
		expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width, height: (width * 4) / 3 })
	}
	await Promise.all(Array.from({ length: 20 }, () => site.app.inject(cover)))
	expect(await readdir(path.join(site.services.config.dataDir, 'art'))).toHaveLength(4)
})

test('a stale address returns the current cover, with a short cache lifetime', async () => {
	await using site = await startSite()
	const id = await site.addGame()
	const answer = await site.app.inject(`/art/${id}/cover-0123456789.webp`)
	expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=300'])
	expect(answer.rawPayload).toEqual((await site.app.inject(await coverOf(site, id))).rawPayload)
})

test('built-in games have three illustrations, others none', async () => {
	await using site = await startSite()
	const [own, other] = [await site.addGame({ source: 'savepoint' }), await site.addGame()]
	const { screenshots } = (await site.call(getGame, { params: { id: own } })).data
	expect(screenshots).toHaveLength(3)
	const pictures = await Promise.all(screenshots.map((address) => site.app.inject(`${address}?w=320`)))
	expect(pictures.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual(
		Array(3).fill([200, IMMUTABLE]),
	)
	expect(new Set(pictures.map(({ body }) => body)).size).toBe(3)
	expect((await site.call(getGame, { params: { id: other } })).data.screenshots).toEqual([])
	expect((await site.app.inject(`/art/${other}/scene-1-0123456789.webp`)).statusCode).toBe(404)
})

test.each([
	'/art/999/cover-0123456789.webp',
	'/art/0/cover-0123456789.webp',
	'/art/x/cover-0123456789.webp',
	'/art/1/..%2f..%2fsecret.webp',
	'/art/1/cover-zz.webp',
	'/art/1/scene-9-0123456789.webp',
	'/art/1/cover-0123456789',
])('%s is not found', async (address) => {
	await using site = await startSite()
	await site.addGame()
	expect((await site.app.inject(address)).statusCode).toBe(404)
})

test('many pictures at once are drawn one at a time, and too many are a 503', async () => {
	await using site = await startSite()
	const ids = await Promise.all(Array.from({ length: 6 }, () => site.addGame()))
	const widths = [150, 300, 450, 600]
	const known = await coverOf(site, ids[0] ?? 0)
	await site.app.inject(`${known}?w=150`)
	// Each width of each address is a drawing of its own; beyond the queue limit they are a 503
	const many = Array.from({ length: 60 }, (_, index) => site.addGame({ name: `Flood ${index}` }))
	const covers = await Promise.all((await Promise.all(many)).map((id) => coverOf(site, id)))
	const flood = covers.flatMap((cover) => widths.map((width) => site.app.inject(`${cover}?w=${width}`)))
	let isOver = false
	void Promise.all(flood).then(() => {
		isOver = true
	})
	const cached = await site.app.inject(`${known}?w=150`)
	expect(cached.statusCode).toBe(200)
	expect(isOver).toBe(false)
	const answers = await Promise.all(flood)
	const statuses = answers.map(({ statusCode }) => statusCode)
	expect(new Set(statuses)).toEqual(new Set([200, 503]))
	expect(answers.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('5')
})
