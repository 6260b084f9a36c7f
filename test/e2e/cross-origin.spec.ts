import type { Page } from '@playwright/test'
import {
	embed,
	postForms,
	postWithoutPreflight,
	readCrossOrigin,
	startOtherSite,
	writeWithPreflight,
} from '#kit/browser/other-site.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

// Another site of the same browser in which somebody is logged in. The two share no host: what they may do to each
// other is what any two sites may.

test('a page of another origin can change, read and frame nothing', { tag: ['@ci', '@trust-26'] }, async ({
	page,
	site,
	context,
}) => {
	const { accessToken } = (await registerAndLogIn(page, site)).tokens
	// A page without reviews, which would report those that it shows
	await visit(page, '/about')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	const friend = await registerPerson(site)
	const review = await friend.review(1)
	const before = await state(friend, review, accessToken, site.url)
	const calls = await callsOf(site.url, [review, friend.id, friend.username, '1'])
	const [reads, writes] = [
		calls.filter(({ method }) => method === 'GET'),
		calls.filter(({ method }) => method !== 'GET'),
	]
	expect([reads.length > 20, writes.length > 15]).toEqual([true, true])

	await using evil = await startOtherSite()
	const attacker = await context.newPage()
	const answers: [method: string, path: string, status: number][] = []
	context.on('response', (response) => {
		const { origin, pathname } = new URL(response.url())
		if (origin === site.url && response.frame().page() === attacker)
			answers.push([response.request().method(), pathname, response.status()])
	})
	let asked = 0
	attacker.on('request', (request) => {
		if (request.method() === 'GET' && request.url().startsWith(`${site.url}/api/`)) asked++
	})
	await attacker.goto(evil.url)

	const posts = writes.filter(({ method }) => method === 'POST')
	for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
		await attacker.evaluate(postForms, [posts.map(({ url }) => url), enctype, review] as const)
	const heard = await attacker.evaluate(
		postWithoutPreflight,
		posts.map(({ url }) => url),
	)
	expect(heard).toEqual([])
	// With what a stolen token would allow, and with none, the browser asks first and is not allowed
	const opened = await attacker.evaluate(writeWithPreflight, [writes, accessToken] as const)
	expect(opened).toEqual([])
	const read = await attacker.evaluate(
		readCrossOrigin,
		reads.map(({ url }) => url),
	)
	expect(read).toEqual([])
	await attacker.evaluate(
		embed,
		reads.map(({ url }) => url),
	)
	expect(await framed(attacker, site.url)).toEqual([])

	const reached = answers.filter(([method]) => method === 'POST')
	expect(new Set(reached.map(([, path]) => path))).toEqual(new Set(posts.map(({ url }) => new URL(url).pathname)))
	// Who is not logged in is refused first; what a provider signs, a form may bring
	const isRefused = (path: string, status: number) =>
		status === 401 || status === 415 || (status === 400 && path.endsWith('/data-deletion'))
	expect(reached.filter(([, path, status]) => !isRefused(path, status))).toEqual([])
	expect(answers.filter(([method]) => method === 'PUT' || method === 'DELETE')).toEqual([])
	// By scripts, as a picture, a style and a script
	expect(asked).toBeGreaterThanOrEqual(4 * reads.length)
	expect(await state(friend, review, accessToken, site.url)).toEqual(before)
})

test("windows of another origin, opener or opened, cannot access the site's window", {
	tag: ['@ci', '@trust-26'],
}, async ({ page, site, context }) => {
	await registerAndLogIn(page, site)
	await using evil = await startOtherSite()
	const attacker = await context.newPage()
	await attacker.goto(evil.url)
	const opening = context.waitForEvent('page')
	await attacker.evaluate((url) => {
		Object.assign(window, { victim: window.open(url) })
	}, `${site.url}/settings`)
	const victim = await opening
	await expect(victim.getByRole('heading', { level: 1 })).toBeVisible()
	const seen = await attacker.evaluate(() => {
		const { victim } = window as unknown as { victim: Window }
		return [victim.closed, victim.length]
	})
	// To the one who opened it the window is gone, and has no frames to count
	expect(seen).toEqual([true, 0])
	await expect.poll(() => victim.evaluate(() => window.opener)).toBeNull()
})

interface Call {
	method: string
	url: string
}

/** Every call of the API, with each of the ids in its path. */
async function callsOf(origin: string, ids: readonly string[]): Promise<Call[]> {
	const { paths } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as { paths: Record<string, object> }
	return Object.entries(paths).flatMap(([path, operations]) =>
		Object.keys(operations).flatMap((method) =>
			(path.includes('{') && method === 'get' ? ids : ids.slice(0, 1)).map((id) => ({
				method: method.toUpperCase(),
				url: `${origin}${path.replace(/\{\w+\}/g, id)}`,
			})),
		),
	)
}

/** What the two have, as they see it themselves. */
async function state(friend: Person, review: string, token: string, origin: string): Promise<unknown[]> {
	const victims = ['/api/auth/me', '/api/notifications/unread-count', '/api/auth/username-required']
	const own = await Promise.all(
		victims.map(async (path) => {
			const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } })
			return [path, answer.status, await answer.json()]
		}),
	)
	const paths = [
		'/auth/me',
		`/reviews/${review}`,
		`/comments/review/${review}`,
		`/reviews?userId=${friend.id}`,
		`/lists?userId=${friend.id}`,
		`/users/search?query=${friend.username}`,
	]
	const friends = await Promise.all(paths.map((path) => friend.send('GET', path)))
	return [...own, ...friends]
}

/** The pages of the site that stand in a frame of another one. */
async function framed(attacker: Page, origin: string): Promise<string[]> {
	for (const path of ['/', '/settings', '/login', '/api/reviews', '/api/docs']) {
		await attacker.evaluate((url) => {
			const frame = document.createElement('iframe')
			frame.src = url
			document.body.append(frame)
			return new Promise((resolve) => frame.addEventListener('load', resolve))
		}, origin + path)
	}
	const texts = await Promise.all(
		attacker
			.frames()
			.filter((frame) => frame !== attacker.mainFrame())
			.map(async (frame) => [frame.url(), await frame.evaluate(() => document.body?.innerText ?? '')] as const),
	)
	expect(texts).toHaveLength(5)
	return texts.filter(([url]) => url.startsWith(origin)).map(([url]) => url)
}
