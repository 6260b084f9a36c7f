import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Another site, and what its page tries: the functions after the first run there, in the browser.

/** A site with one empty page that allows itself everything. */
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

/** Sends a form to each address, its one field made so that the body of a text/plain one is JSON. */
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

/** Posts in every way that asks nobody's leave; whatever was heard in return. */
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

/** Asks for leave to write JSON with a token; what was answered after all. */
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

/** Reads as scripts read; what could be read. */
export async function readCrossOrigin(urls: readonly string[]): Promise<string[]> {
	const read: string[] = []
	for (const url of urls)
		await fetch(url, { credentials: 'include' }).then(
			() => read.push(url),
			() => {},
		)
	return read
}

/** Loads each address as the picture, style and script of the page, and waits until the browser has given up. */
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
