import { chromium as browsers, type Page } from '@playwright/test'
import type { OperationFigure } from './operation.ts'
import { PHONE } from './phone.ts'
import { USERNAME } from './player.ts'
import { startServer } from './server-process.ts'

const ENTRIES = 5_000
const SLOWDOWN = 4
const SCROLL_MS = 8_000
/** 40 pixels a frame: three rows of covers a second. */
const STEP_PX = 40
/** Until the pictures in view are decoded. */
const SETTLE_MS = 2_000
const LOAD_LIMIT_MS = 180_000

/**
 * Measures the frames per second, and the milliseconds of the main thread per frame, of scrolling through a library whose
 * games are all in the page and whose covers are drawn, on a phone's screen with the processor slowed down 4 times.
 */
export async function measureScroll(env: Readonly<Record<string, string>>): Promise<OperationFigure[]> {
	// Plain JavaScript without types, because it also runs before packages are installed
	const { chromium }: { chromium: () => Promise<string> } = await import(
		new URL('../scripts/chromium.mjs', import.meta.url).href
	)
	await using site = await startServer(new URL('../src/main.ts', import.meta.url), env)
	await using browser = await browsers.launch({ executablePath: await chromium() })
	const page = await (await browser.newContext(PHONE)).newPage()
	await page.goto(`http://127.0.0.1:${site.port}/${USERNAME}/games`)
	const count = await loadAll(page)
	// Once without measuring: the site draws the covers, which costs the processor that the browser needs
	await page.evaluate('scrollTo(0, 2000)')
	await countFrames(page)
	await page.waitForLoadState('networkidle')
	await page.evaluate('scrollTo(0, 2000)')
	await page.waitForTimeout(SETTLE_MS)
	const client = await page.context().newCDPSession(page)
	await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
	await client.send('Performance.enable')
	const readTaskMs = async () => {
		const { metrics } = await client.send('Performance.getMetrics')
		return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
	}
	const before = await readTaskMs()
	const frames = await countFrames(page)
	const taskMs = (await readTaskMs()) - before
	const title = `library of ${count.toLocaleString('en')}, scrolled on a phone`
	return [
		{ title, value: (1_000 * frames) / SCROLL_MS, unit: 'frames/s', aim: 57, isFloor: true },
		{ title: `${title}, main thread per frame`, value: taskMs / frames, unit: 'ms', aim: 10 },
	]
}

/** Scrolls to the end until all games are in the page, and returns how many there are. */
async function loadAll(page: Page): Promise<number> {
	const deadline = Date.now() + LOAD_LIMIT_MS
	const count = () => page.locator('main li [data-cover]').count()
	while ((await count()) < ENTRIES && Date.now() < deadline && !(await page.getByText('Try Again').isVisible())) {
		await page.evaluate('scrollTo(0, document.body.scrollHeight)')
		await page.waitForTimeout(100)
	}
	return count()
}

/** Scrolls by a step in each frame for some seconds, and returns the number of frames. Text, because it runs in the browser. */
function countFrames(page: Page): Promise<number> {
	return page.evaluate(`new Promise((resolve) => {
		let frames = 0
		let startedMs = 0
		const scroll = (nowMs) => {
			startedMs ||= nowMs
			if (nowMs - startedMs >= ${SCROLL_MS}) return resolve(frames)
			frames++
			scrollBy(0, ${STEP_PX})
			requestAnimationFrame(scroll)
		}
		requestAnimationFrame(scroll)
	})`)
}
