import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { type Someone, someone } from './someone.ts'

// Another site of the same browser in which somebody is signed in. The two share no host: what they may do to each
// other is what any two sites may.

test('trust case 26: a page of another origin changes nothing, reads nothing and frames nothing, whatever it sends', async ({
	page,
	site,
	context,
}, { project }) => {
	test.skip(project.name !== 'desktop', 'Origins do not depend on the width')
	const { accessToken } = await signedIn(page, site, 'victim')
	await page.goto('/')
	await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
	const friend = await someone(site, 'friend')
	const review = await friend.reviews(1)
	const before = await state(friend, review, accessToken, site.url)
	const calls = await callsOf(site.url, [review, friend.id, 'friend', '1'])
	const [reads, writes] = [
		calls.filter(({ method }) => method === 'GET'),
		calls.filter(({ method }) => method !== 'GET'),
	]
	expect([reads.length > 20, writes.length > 15]).toEqual([true, true])

	await using evil = await otherSite()
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
		sendInSilence,
		posts.map(({ url }) => url),
	)
	expect(heard).toEqual([])
	// with what a stolen token would allow, and with none, the browser asks first and is not allowed
	const opened = await attacker.evaluate(askToWrite, [writes, accessToken] as const)
	expect(opened).toEqual([])
	const read = await attacker.evaluate(
		readAcross,
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
	// who is not signed in is refused first; what a provider signs, a form may bring
	const isRefused = (path: string, status: number) =>
		status === 401 || status === 415 || (status === 400 && path.endsWith('/data-deletion'))
	expect(reached.filter(([, path, status]) => !isRefused(path, status))).toEqual([])
	expect(answers.filter(([method]) => method === 'PUT' || method === 'DELETE')).toEqual([])
	// by scripts, as a picture, a style and a script
	expect(asked).toBeGreaterThanOrEqual(4 * reads.length)
	expect(await state(friend, review, accessToken, site.url)).toEqual(before)
})

test('trust case 26: a window that another origin opens or is opened by is none that it can reach', async ({
	page,
	site,
	context,
}, { project }) => {
	test.skip(project.name !== 'desktop', 'Origins do not depend on the width')
	await signedIn(page, site, 'window_victim')
	await using evil = await otherSite()
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
	// to the one who opened it the window is gone, and has no frames to count
	expect(seen).toEqual([true, 0])
	expect(await victim.evaluate(() => window.opener)).toBeNull()
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
async function state(friend: Someone, review: string, token: string, origin: string): Promise<unknown[]> {
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
		'/reviews',
		'/lists',
		'/users/search?query=vi',
	]
	const friends = await Promise.all(paths.map((path) => friend.does('GET', path)))
	return [...own, ...friends]
}

/** A site with one empty page that allows itself everything. */
async function otherSite(): Promise<AsyncDisposable & { url: string }> {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html')
		response.end('<!doctype html><title>Another site</title><body></body>')
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}/`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}

/** Sends a form to each address, its one field made so that the body of a text/plain one is JSON. */
async function postForms([urls, enctype, reviewId]: readonly [readonly string[], string, string]): Promise<void> {
	for (const url of urls) {
		const frame = document.createElement('iframe')
		frame.name = `f${Math.random()}`
		const form = document.createElement('form')
		Object.assign(form, { action: url, method: 'post', enctype, target: frame.name })
		const field = document.createElement('input')
		field.name = `{"reviewId":"${reviewId}","content":"Forged","title":"Forged","impressions":["${reviewId}"],"x":"`
		field.value = '"}'
		form.append(field)
		document.body.append(frame, form)
		const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
		form.submit()
		await loaded
		frame.remove()
		form.remove()
	}
}

/** Posts in every way that asks nobody's leave; whatever was heard in return. */
async function sendInSilence(urls: readonly string[]): Promise<string[]> {
	const heard: string[] = []
	for (const url of urls) {
		for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', '']) {
			const body = new Blob(['{"impressions":[]}'], { type })
			const answer = await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body })
			if (answer.type !== 'opaque' || (await answer.text()) !== '') heard.push(`${url} ${type}`)
		}
		navigator.sendBeacon(url, '{"impressions":[]}')
	}
	return heard
}

/** Asks for leave to write JSON with a token; what was answered after all. */
async function askToWrite([calls, token]: readonly [readonly Call[], string]): Promise<string[]> {
	const opened: string[] = []
	for (const { method, url } of calls)
		for (const headers of [
			{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
			{ 'content-type': 'application/json' },
			{ 'x-http-method-override': 'DELETE' },
		] as HeadersInit[])
			await fetch(url, { method, headers, credentials: 'include', body: '{}' }).then(
				({ status }) => opened.push(`${method} ${url} ${status}`),
				() => {},
			)
	return opened
}

/** Reads as scripts read; what could be read. */
async function readAcross(urls: readonly string[]): Promise<string[]> {
	const read: string[] = []
	for (const url of urls)
		await fetch(url, { credentials: 'include' }).then(
			() => read.push(url),
			() => {},
		)
	return read
}

/** Loads each address as the picture, style and script of the page, and waits until the browser has given up. */
async function embed(urls: readonly string[]): Promise<void> {
	for (const url of urls)
		await Promise.all(
			['img', 'script', 'link'].map((name) => {
				const element = document.createElement(name)
				Object.assign(element, name === 'link' ? { rel: 'stylesheet', href: url } : { src: url })
				const done = new Promise((resolve) => {
					element.addEventListener('load', resolve)
					element.addEventListener('error', resolve)
				})
				document.body.append(element)
				return done
			}),
		)
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
