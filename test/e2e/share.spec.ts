import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a game, a review, a list and a profile can be shared: their link is copied', { tag: ['@ci', '@phone'] }, async ({
	page,
	site,
}) => {
	const { username, review: write, createList } = await registerAndLogIn(page, site)
	const review = await write(1)
	const list = await createList({ title: 'To pass on', games: [{ gameId: 1 }] })
	await page.addInitScript(() => {
		const copied: string[] = []
		Object.assign(window, { copied })
		Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true })
		Reflect.deleteProperty(Navigator.prototype, 'share')
		navigator.clipboard.writeText = async (text) => void copied.push(text)
	})
	for (const [path, name] of [
		['/games/1', /^Share \w/],
		[`/reviews/${review}`, /^Share the review of .* by /],
		[`/list/${list}`, 'Share To pass on'],
		[`/profile/${username}`, `Share ${username}'s profile`],
	] as const) {
		await visit(page, path)
		await page.getByRole('button', { name }).click()
		await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeVisible()
		await expect
			.poll(() => page.evaluate(() => (window as never as { copied: string[] }).copied))
			.toEqual([site.url + path])
	}
})

test('where the browser can share, it gets the title and the link; a closed dialog says nothing', {
	tag: '@ci',
}, async ({ page, site }) => {
	await page.addInitScript(() => {
		const shared: unknown[] = []
		Object.assign(window, { shared })
		Object.defineProperty(navigator, 'share', {
			value: async (data: unknown) => {
				shared.push(data)
				throw new DOMException('Closed', 'AbortError')
			},
		})
	})
	await visit(page, '/games/1')
	const name = await page.getByRole('heading', { level: 1 }).innerText()
	await page.getByRole('button', { name: `Share ${name}` }).click()
	await expect
		.poll(() => page.evaluate(() => (window as never as { shared: unknown[] }).shared))
		.toEqual([{ title: name, url: `${site.url}/games/1` }])
	await expect(page.getByText('Link copied')).toHaveCount(0)
})

test('a link that may not be copied is shown instead', { tag: '@ci' }, async ({ page, site }) => {
	await page.addInitScript(() => {
		Reflect.deleteProperty(Navigator.prototype, 'share')
		navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
	})
	await visit(page, '/games/1')
	await page.getByRole('button', { name: /^Share / }).click()
	await expect(page.getByText(`Copy this link: ${site.url}/games/1`)).toBeVisible()
})
