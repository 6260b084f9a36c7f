import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Another site and the attacks of its page: all functions except the first run in the browser, on that page.

/** Starts a site with one empty page and no restrictions. */
export async function startOtherSite(): Promise<AsyncDisposable & { url: string }> {
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

/** Submits a form to each URL; as text/plain, its single field forms a JSON body. */
export async function postForms([urls, enctype, reviewId]: readonly [
	readonly string[],
	string,
	string,
]): Promise<void> {
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

/** Posts in every way that needs no CORS preflight, and returns the requests whose response was readable. */
export async function postWithoutPreflight(urls: readonly string[]): Promise<string[]> {
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

/** Tries requests that need a CORS preflight, and returns those that were allowed. */
export async function writeWithPreflight([calls, token]: readonly [
	readonly { method: string; url: string }[],
	string,
]): Promise<string[]> {
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

/** Fetches each URL with credentials, and returns the readable ones. */
export async function readCrossOrigin(urls: readonly string[]): Promise<string[]> {
	const read: string[] = []
	for (const url of urls)
		await fetch(url, { credentials: 'include' }).then(
			() => read.push(url),
			() => {},
		)
	return read
}

/** Embeds each URL as an image, script and stylesheet, and waits until each has loaded or failed. */
export async function embed(urls: readonly string[]): Promise<void> {
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
