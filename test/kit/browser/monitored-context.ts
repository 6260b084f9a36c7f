import { type Browser, type BrowserContext, expect } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'
import { type Person, sessionState } from './people.ts'
import { countRequests, visit, waitForIdle } from './ready.ts'

/** A browser's window on a site in which whatever runs, breaks a policy or leaves the site is noted. */
export interface MonitoredContext extends AsyncDisposable {
	context: BrowserContext
	origin: string
	/** What must not happen: scripts that ran, broken policies, requests that leave the site. */
	violations: string[]
}

/** Opens such a window; signed in where someone is named. */
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
		// Refusals and what is not there have a status of 400 and more, which the browser notes
		if (message.text().startsWith('Failed to load resource: the server responded with a status of 4')) return
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

/** Opens the screens, some at a time, looks at what stands on each, and returns their texts. */
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
 * The text of the document, or of what is answered to the paths, read as HTML without being shown; and what of it nobody
 * but a hostile text can have put there. Runs in the page.
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
		// As rendered: one script of the site's in the page, its data, and files of the site
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

/** A text as comparison needs it: line ends and control characters are a matter of showing. */
export function normalizeSpaces(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
