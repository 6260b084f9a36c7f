import { type Browser, type BrowserContext, expect } from '@playwright/test'
import type { SiteProcess } from '#kit/site-process.ts'
import { type Person, sessionState } from './people.ts'
import { countRequests, settled, visit } from './ready.ts'

/** A browser's window on a site in which whatever runs, breaks a policy or leaves the site is noted. */
export interface Watched extends AsyncDisposable {
	context: BrowserContext
	origin: string
	/** What must not happen: scripts that ran, broken policies, requests that leave the site. */
	wrong: string[]
}

/** Opens such a window; signed in where someone is named. */
export async function watched(
	browser: Browser,
	site: SiteProcess,
	member?: Person,
	options: { bypassCSP?: boolean } = {},
): Promise<Watched> {
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
	return { context, origin: site.url, wrong, [Symbol.asyncDispose]: () => context.close() }
}

const PAGES_AT_ONCE = 3

/** Opens the screens, some at a time, looks at what stands on each, and returns their texts. */
export async function open({ context, origin, wrong }: Watched, paths: readonly string[]): Promise<string> {
	const left = [...paths]
	const texts: string[] = []
	async function openSome(): Promise<void> {
		const page = await context.newPage()
		for (let path = left.shift(); path !== undefined; path = left.shift()) {
			await visit(page, origin + path)
			await settled(page)
			for (const { text, oddities } of await page.evaluate(look, null)) {
				texts.push(text)
				wrong.push(...oddities.map((oddity) => `${path}: ${oddity}`))
			}
		}
		await page.close()
	}
	await Promise.all(Array.from({ length: PAGES_AT_ONCE }, openSome))
	expect(wrong).toEqual([])
	return spaced(texts.join('\n'))
}

interface Looked {
	text: string
	oddities: string[]
}

/**
 * The text of the document, or of what is answered to the paths, read as HTML without being shown; and what of it nobody
 * but a hostile text can have put there. Runs in the page.
 */
export async function look(paths: readonly string[] | null): Promise<Looked[]> {
	const strange = /^(iframe|object|embed|base|portal|marquee|math|frame|applet|template|custom-tag|x|foreignobject)$/
	function lookAt(looked: Document, isRendered: boolean): Looked {
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
	const all: Looked[] = []
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
export function spaced(text: string): string {
	return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
