import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { countRequests, waitForIdle } from '#kit/browser/ready.ts'
import { logInMember } from '../demo/member-session.ts'
import type { Network } from './page-load.ts'

/** How a member's home loads. */
export interface MemberHome {
	/** Until a game or an entry of the member's own is in sight. */
	ownMs: number
	/** The sum of all layout shifts. */
	cls: number
	/** Pictures of games that were requested, and those of them that nothing on the page shows. */
	covers: number
	unseen: number
}

/** A phone's network at the edge of a cell: 400 ms, 200 kB a second. */
const EDGE: Network = { latency: 400, downloadThroughput: 200 * 1024, uploadThroughput: 100 * 1024 }

/** Loads the home of the demo's member with an empty cache, and again with what that has left in the cache. */
export async function measureMemberHome(
	browser: Browser,
	origin: string,
	device: BrowserContextOptions,
): Promise<{ cold: MemberHome; warm: MemberHome }> {
	const context = await browser.newContext({ ...device, storageState: await logInMember(origin) })
	const cold = await load(await context.newPage(), origin)
	const warm = await load(await context.newPage(), origin)
	await context.close()
	return { cold, warm }
}

async function load(page: Page, origin: string): Promise<MemberHome> {
	page.setDefaultTimeout(180_000)
	const devtools = await page.context().newCDPSession(page)
	await devtools.send('Network.enable')
	await devtools.send('Network.emulateNetworkConditions', { offline: false, ...EDGE })
	await page.addInitScript(collect)
	countRequests(page)
	const requested = new Set<string>()
	page.on('request', (request) => {
		if (request.resourceType() === 'image' && /\/(art|images)\//.test(request.url())) requested.add(request.url())
	})
	await page.goto(origin, { waitUntil: 'load' })
	await waitForIdle(page)
	const { ownMs, cls } = await page.evaluate(() => (globalThis as unknown as { home: typeof found }).home)
	const shown = new Set(
		await page
			.locator('img')
			.evaluateAll((images) =>
				(images as HTMLImageElement[]).filter((image) => image.checkVisibility()).map(({ currentSrc }) => currentSrc),
			),
	)
	await page.close()
	return { ownMs, cls, covers: requested.size, unseen: [...requested].filter((url) => !shown.has(url)).length }
}

declare const found: { ownMs: number; cls: number }

/** Notes when something of the member's own is painted. Runs in the page before its own scripts. */
function collect(): void {
	const home = { ownMs: Number.NaN, cls: 0 }
	Object.assign(globalThis, { home })
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
			if (!entry.hadRecentInput) home.cls += entry.value
	}).observe({ type: 'layout-shift', buffered: true })
	const look = () => {
		const own = document.querySelector('main [data-for="members"] article')
		if (own?.checkVisibility({ visibilityProperty: true })) home.ownMs = performance.now()
		else requestAnimationFrame(look)
	}
	requestAnimationFrame(look)
}
