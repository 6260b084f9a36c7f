import type { Browser, CDPSession } from '@playwright/test'
import { countRequests, settled } from '#kit/browser/ready.ts'

/** What the opening of a page took. */
export interface PageLoad {
	/** Largest contentful paint, and the element that it was. */
	lcpMs: number
	lcpElement: string
	/** Sum of all layout shifts. */
	cls: number
	/** What tasks of the main thread took beyond 50 ms each. */
	tbtMs: number
	/** Requests and bytes over the network, pictures of games apart. */
	requests: number
	bytes: number
	/** Those of scripts alone, of which some are asked for once the page is alive. */
	scriptBytes: number
	pictures: number
	pictureBytes: number
}

// The numbers by which the browser's own tools know Slow 4G
const SLOW_4G = {
	offline: false,
	latency: 562,
	downloadThroughput: (1.47 * 1024 * 1024) / 8,
	uploadThroughput: (0.7 * 1024 * 1024) / 8,
}
const CPU_SLOWDOWN = 4
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const
const IDLE_MS = 1_500

interface PaintMetrics {
	lcpMs: number
	lcpElement: string
	cls: number
	tbtMs: number
}

/** Opens a page in a browser that has never been there, on a slow phone and network. */
export async function measurePageLoad(browser: Browser, url: string): Promise<PageLoad> {
	const context = await browser.newContext(PHONE)
	const page = await context.newPage()
	// A busy machine makes the numbers worse, and is to be seen in them
	page.setDefaultTimeout(180_000)
	const devtools = await context.newCDPSession(page)
	const traffic = await watchTraffic(devtools)
	await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
	await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
	await page.addInitScript(collectMetrics)
	countRequests(page)
	await page.goto(url, { waitUntil: 'load' })
	await settled(page)
	// What the page does later, once it is idle, counts too
	await page.waitForTimeout(IDLE_MS)
	const noted = await page.evaluate(() => (globalThis as unknown as { noted: PaintMetrics }).noted)
	await context.close()
	return { ...noted, ...traffic() }
}

async function watchTraffic(
	tools: CDPSession,
): Promise<() => Pick<PageLoad, 'requests' | 'bytes' | 'scriptBytes' | 'pictures' | 'pictureBytes'>> {
	const isPicture = new Map<string, boolean>()
	const scripts = new Set<string>()
	const bytesOf = new Map<string, number>()
	tools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
		if (type === 'Script') scripts.add(requestId)
		isPicture.set(requestId, /^\/(art|images)\//.test(new URL(request.url).pathname))
	})
	tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		bytesOf.set(requestId, encodedDataLength)
	})
	await tools.send('Network.enable')
	return () => {
		const sum = (ids: Iterable<string>) => [...ids].reduce((bytes, id) => bytes + (bytesOf.get(id) ?? 0), 0)
		const count = (pictures: boolean) => {
			const ids = [...isPicture].filter(([, is]) => is === pictures).map(([id]) => id)
			return { count: ids.length, bytes: sum(ids) }
		}
		const [others, pictures] = [count(false), count(true)]
		return {
			requests: others.count,
			bytes: others.bytes,
			scriptBytes: sum(scripts),
			pictures: pictures.count,
			pictureBytes: pictures.bytes,
		}
	}
}

/** Runs in the page, before anything of it. */
function collectMetrics(): void {
	const noted: PaintMetrics = { lcpMs: 0, lcpElement: '', cls: 0, tbtMs: 0 }
	Object.assign(globalThis, { noted })
	const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) note(entry)
		}).observe({ type, buffered: true })
	observe('largest-contentful-paint', (entry) => {
		const { element } = entry as PerformanceEntry & { element: Element | null }
		noted.lcpMs = entry.startTime
		noted.lcpElement = element ? element.localName : ''
	})
	observe('layout-shift', (entry) => {
		const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
		if (!hadRecentInput) noted.cls += value
	})
	observe('longtask', ({ duration }) => {
		noted.tbtMs += Math.max(0, duration - 50)
	})
}
