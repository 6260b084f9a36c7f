import type { Browser, BrowserContextOptions, CDPSession } from '@playwright/test'
import { countRequests, waitForIdle } from '#kit/browser/ready.ts'
import type { Bytes } from './document-parts.ts'
import { PHONE } from './phone.ts'

/** The cost of loading a page. */
export interface PageLoad {
	/** Largest contentful paint, and the name of its element. */
	lcpMs: number
	lcpElement: string
	/** Sum of all layout shifts. */
	cls: number
	/** Total blocking time: the time of main-thread tasks beyond 50 ms each. */
	tbtMs: number
	/** Requests and bytes over the network, without pictures of games. */
	requests: number
	bytes: number
	/** Bytes of scripts, some of which are requested after hydration. */
	scriptBytes: number
	pictures: number
	pictureBytes: number
	/** Bytes of everything that the page loads of a kind. */
	scriptFiles: Bytes
	fontFiles: Bytes
	pictureFiles: Bytes
}

/** A network as Chrome DevTools emulates it. */
export interface Network {
	latency: number
	downloadThroughput: number
	uploadThroughput: number
}

/** The Slow 4G preset of Chrome DevTools. */
const SLOW_4G: Network = {
	latency: 562,
	downloadThroughput: (1.47 * 1024 * 1024) / 8,
	uploadThroughput: (0.7 * 1024 * 1024) / 8,
}

/** WebPageTest's 3G Fast. */
export const FAST_3G: Network = {
	latency: 150,
	downloadThroughput: 1_600_000 / 8,
	uploadThroughput: 768_000 / 8,
}

/** The screen of a laptop. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } } as const

const CPU_SLOWDOWN = 4
const IDLE_MS = 1_500

interface PaintMetrics {
	lcpMs: number
	lcpElement: string
	cls: number
	tbtMs: number
}

/** Loads a page in a new browser context on an emulated slow device and network, and measures it. */
export async function measurePageLoad(
	browser: Browser,
	url: string,
	device: BrowserContextOptions = PHONE,
	network = SLOW_4G,
): Promise<PageLoad> {
	const context = await browser.newContext(device)
	const page = await context.newPage()
	// Long, so that a busy machine worsens the numbers instead of failing the run
	page.setDefaultTimeout(180_000)
	const devtools = await context.newCDPSession(page)
	const traffic = await watchTraffic(devtools)
	await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
	await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
	await page.addInitScript(collectMetrics)
	countRequests(page)
	await page.goto(url, { waitUntil: 'load' })
	await waitForIdle(page)
	// Requests of the idle page count too
	await page.waitForTimeout(IDLE_MS)
	const metrics = await page.evaluate(() => (globalThis as unknown as { metrics: PaintMetrics }).metrics)
	await context.close()
	return { ...metrics, ...traffic() }
}

async function watchTraffic(tools: CDPSession): Promise<() => Omit<PageLoad, keyof PaintMetrics>> {
	const isPicture = new Map<string, boolean>()
	const typeOf = new Map<string, string | undefined>()
	const bytesOf = new Map<string, number>()
	const rawBytesOf = new Map<string, number>()
	tools.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
		typeOf.set(requestId, type)
		isPicture.set(requestId, /^\/(art|images)\//.test(new URL(request.url).pathname))
	})
	tools.on('Network.dataReceived', ({ requestId, dataLength }) => {
		rawBytesOf.set(requestId, (rawBytesOf.get(requestId) ?? 0) + dataLength)
	})
	tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		bytesOf.set(requestId, encodedDataLength)
	})
	await tools.send('Network.enable')
	return () => {
		const sum = (ids: Iterable<string>, of = bytesOf) => [...ids].reduce((bytes, id) => bytes + (of.get(id) ?? 0), 0)
		const files = (wanted: string): Bytes => {
			const ids = [...typeOf].filter(([, type]) => type === wanted).map(([id]) => id)
			return { raw: sum(ids, rawBytesOf), sent: sum(ids) }
		}
		const [scriptFiles, fontFiles, pictureFiles] = [files('Script'), files('Font'), files('Image')]
		const count = (pictures: boolean) => {
			const ids = [...isPicture].filter(([, is]) => is === pictures).map(([id]) => id)
			return { count: ids.length, bytes: sum(ids) }
		}
		const [others, pictures] = [count(false), count(true)]
		return {
			requests: others.count,
			bytes: others.bytes,
			scriptBytes: scriptFiles.sent,
			pictures: pictures.count,
			pictureBytes: pictures.bytes,
			scriptFiles,
			fontFiles,
			pictureFiles,
		}
	}
}

/** Collects the paint metrics. Runs in the page before its own scripts. */
function collectMetrics(): void {
	const metrics: PaintMetrics = { lcpMs: 0, lcpElement: '', cls: 0, tbtMs: 0 }
	Object.assign(globalThis, { metrics })
	const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) note(entry)
		}).observe({ type, buffered: true })
	observe('largest-contentful-paint', (entry) => {
		const { element } = entry as PerformanceEntry & { element: Element | null }
		metrics.lcpMs = entry.startTime
		metrics.lcpElement = element ? element.localName : ''
	})
	observe('layout-shift', (entry) => {
		const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
		if (!hadRecentInput) metrics.cls += value
	})
	observe('longtask', ({ duration }) => {
		metrics.tbtMs += Math.max(0, duration - 50)
	})
}
