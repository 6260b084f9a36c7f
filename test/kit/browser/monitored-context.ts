import { type Browser, type BrowserContext, expect } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'
import { type Person, sessionState } from './people.ts'
import { countRequests, visit, waitForIdle } from './ready.ts'

/** A browser context on a site that records executed scripts, policy violations and requests to other sites. */
export interface MonitoredContext extends AsyncDisposable {
	context: BrowserContext
	origin: string
	/** Everything that must not happen: executed scripts, policy violations, requests to other sites. */
	violations: string[]
}

/** Opens a monitored context, logged in if a member is given. */
export async function openMonitored(
	browser: Browser,
	site: SiteProcess,
	member?: Person,
	options: { bypassCSP?: boolean } = {},
): Promise<MonitoredContext> {
	const context = await browser.newContext({
		...options,
		...(member ? { storageState: sessionState(site.url, member) } : {}),
	})
	const wrong: string[] = []
	context.on('dialog', (dialog) => {
		wrong.push(`A script ran on ${dialog.page()?.url()}`)
		return dialog.dismiss()
	})
	context.on('console', (message) => {
		// The browser logs responses with a status of 4xx, such as refusals and missing pages
		if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
		// Most journeys open the site without its service worker
		if (message.text() === 'Service Worker registration blocked by Playwright') return
		if (message.type() === 'error' || message.type() === 'warning')
			wrong.push(`${message.page()?.url()}: ${message.text()}`)
	})
	context.on('page', countRequests)
	context.on('weberror', (error) => wrong.push(`${error.page()?.url()}: ${error.error()}`))
	context.on('request', (request) => {
		if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${site.url}/`))
			wrong.push(`A request left the site: ${request.url()}`)
	})
	return { context, origin: site.url, violations: wrong, [Symbol.asyncDispose]: () => context.close() }
}

const PAGE_CONCURRENCY = 3

/** Opens the screens concurrently, inspects each, expects no violations, and returns their texts. */
export async function openScreens(
	{ context, origin, violations: wrong }: MonitoredContext,
	paths: readonly string[],
): Promise<string> {
	const left = [...paths]
	const texts: string[] = []
	async function openSome(): Promise<void> {
		const page = await context.newPage()
		for (let path = left.shift(); path !== undefined; path = left.shift()) {
			await visit(page, origin + path)
			await waitForIdle(page)
			for (const { text, oddities } of await page.evaluate(inspectDocuments, null)) {
				texts.push(text)
				wrong.push(...oddities.map((oddity) => `${path}: ${oddity}`))
			}
		}
		await page.close()
	}
	await Promise.all(Array.from({ length: PAGE_CONCURRENCY }, openSome))
	expect(wrong).toEqual([])
	return normalizeSpaces(texts.join('\n'))
}

interface Inspection {
	text: string
	oddities: string[]
}

/**
 * Inspects the document, or the HTML responses of the paths without rendering them: returns the text, and oddities that
 * only injected markup can have caused. Runs in the page.
 */
export async function inspectDocuments(paths: readonly string[] | null): Promise<Inspection[]> {
	const strange = /^(iframe|object|embed|base|portal|marquee|math|frame|applet|template|custom-tag|x|foreignobject)$/
	function lookAt(looked: Document, isRendered: boolean): Inspection {
		const oddities: string[] = []
		for (const element of looked.querySelectorAll('*')) {
			const name = element.tagName.toLowerCase()
			if (strange.test(name) || element.matches('meta[http-equiv]')) oddities.push(element.outerHTML.slice(0, 200))
			for (const attribute of element.attributes) {
				if (/^on/i.test(attribute.name)) oddities.push(`${name} ${attribute.name}=${attribute.value}`)
				if (!/^(href|src|action|formaction|data|poster|xlink:href)$/i.test(attribute.name)) continue
				const { protocol } = new URL(attribute.value, location.href)
				if (!/^https?:$/.test(protocol) && !(name === 'img' && protocol === 'blob:'))
					oddities.push(`${name} ${attribute.name}=${attribute.value}`)
			}
		}
		// A server-rendered page has one inline script, JSON data, and scripts of the site
		const inline = [...looked.querySelectorAll<HTMLScriptElement>('script:not([src])')]
		for (const script of inline.filter(({ type }) => /json/.test(type))) JSON.parse(script.textContent ?? '')
		const plain = inline.filter(({ type }) => !/json/.test(type))
		if (isRendered && plain.length !== 1) oddities.push(`${plain.length} scripts`)
		for (const script of looked.querySelectorAll('script[src]'))
			if (!script.getAttribute('src')?.startsWith('/assets/')) oddities.push(script.outerHTML)
		return { text: `${looked.title}\n${looked.getElementById('root')?.textContent ?? ''}`, oddities }
	}
	if (paths === null) return [lookAt(document, false)]
	const left = [...paths.entries()]
	const all: Inspection[] = []
	async function lookAtSome(): Promise<void> {
		for (let next = left.shift(); next !== undefined; next = left.shift()) {
			const [place, path] = next
			const html = await (await fetch(path)).text()
			const { text, oddities } = lookAt(new DOMParser().parseFromString(html, 'text/html'), true)
			all[place] = { text, oddities: oddities.map((oddity) => `${path}: ${oddity}`) }
		}
	}
	await Promise.all(Array.from({ length: 6 }, lookAtSome))
	return all
}

/** Collapses white space and control characters, for comparison. */
export function normalizeSpaces(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
