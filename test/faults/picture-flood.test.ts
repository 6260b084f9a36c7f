import { expect, test } from 'vitest'
import { getGame } from '#contract/games.ts'
import { startSite, type TestSite } from '#kit/site.ts'

const MARK = '0'.repeat(16)

async function fetchPicture(site: TestSite, url: string) {
	const { statusCode: status, headers } = await site.app.inject(url)
	return { status, headers }
}

test('a flood of pictures is bounded, and other requests are answered meanwhile', async () => {
	await using site = await startSite()
	const ids = await Promise.all(Array.from({ length: 80 }, (_, index) => site.addGame({ name: `Flood ${index}` })))
	const url = (id = 0) => `/share-pictures/games/${id}-${MARK}.jpg`
	const known = url(ids[0])
	await fetchPicture(site, known)
	const flood = ids.slice(1).map((id) => fetchPicture(site, url(id)))
	let isOver = false
	void Promise.all(flood).then(() => {
		isOver = true
	})
	expect((await fetchPicture(site, known)).status).toBe(200)
	expect((await site.call(getGame, { params: { id: ids[1] ?? 0 } })).data.name).toBe('Flood 1')
	expect(isOver).toBe(false)
	const { running, waiting } = site.services.sharePictures.queueState()
	expect([running <= 3, waiting <= 20]).toEqual([true, true])
	const answers = await Promise.all(flood)
	const drawn = answers.filter(({ status }) => status === 200)
	const refused = answers.filter(({ status }) => status === 503)
	expect(drawn.length + refused.length).toBe(79)
	expect(drawn.length).toBeGreaterThanOrEqual(23)
	expect(refused.length).toBeGreaterThan(0)
	expect(refused[0]?.headers['retry-after']).toBe('5')
	expect(site.services.sharePictures.queueState().refused).toBe(refused.length)
	expect((await fetchPicture(site, url(ids.at(-1)))).status).toBe(200)
})
