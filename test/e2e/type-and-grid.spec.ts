import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { celeste } from '#kit/browser/built-in-games.ts'
import { fillLibrary, write } from '#kit/browser/every-page.ts'
import { registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const PARAGRAPH =
	'Every screen is a small promise that you can do it, and after the fortieth try you can. The mountain does not care how often you fell; it only waits until your hands have understood what your head knew an hour ago. '

/** Writes a review of several lines, and returns its path. */
async function writeReview(site: SiteProcess): Promise<string> {
	const writer = await registerPerson(site)
	const review = await writer.review(celeste, { rating: 4.5, description: PARAGRAPH.repeat(4).trim() })
	await writer.comment(review, 'Sit down somewhere with a view.')
	return `/reviews/${review}`
}

/** The average length of the lines of a text that its column fills. */
async function measureLines(page: Page, text: string): Promise<number> {
	return page
		.getByText(text)
		.first()
		.evaluate((element) => {
			const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
			if (!node) throw new Error('It has no text')
			const range = document.createRange()
			const lines: { top: number; length: number }[] = []
			for (let index = 0; index < (node.textContent?.length ?? 0); index++) {
				range.setStart(node, index)
				range.setEnd(node, index + 1)
				const top = Math.round(range.getBoundingClientRect().top)
				const line = lines.at(-1)
				if (line?.top === top) line.length++
				else lines.push({ top, length: 1 })
			}
			const full = lines.slice(0, -1)
			return full.reduce((sum, { length }) => sum + length, 0) / full.length
		})
}

test('reviews and summaries have lines of 58 to 74 characters', async ({ page, site }) => {
	const review = await writeReview(site)
	await visit(page, review)
	await waitForIdle(page)
	const ofReview = await measureLines(page, 'Every screen is a small promise')
	expect(ofReview).toBeGreaterThanOrEqual(58)
	expect(ofReview).toBeLessThanOrEqual(74)
	await visit(page, '/games/1')
	await waitForIdle(page)
	const { data } = await (await page.request.get('/api/games/1')).json()
	const ofSummary = await measureLines(page, data.summary)
	expect(ofSummary).toBeGreaterThanOrEqual(58)
	expect(ofSummary).toBeLessThanOrEqual(74)
})

test('faces that arrive late move nothing', { tag: '@ci' }, async ({ page, site }) => {
	const review = await writeReview(site)
	await page.addInitScript(() => {
		const moved = { sum: 0 }
		Object.assign(window, { moved })
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value
		}).observe({ type: 'layout-shift', buffered: true })
	})
	for (const path of ['/', review, `/reviews?gameId=${celeste}`, '/games?period=all', `/games/${celeste}`]) {
		const release = await stallRequests(page, '**/*.woff2')
		await visit(page, path)
		await expect(page.locator('h1').first()).toBeAttached()
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
		// What moved while the document was read is another test's
		await page.evaluate(() => {
			;(window as unknown as { moved: { sum: number } }).moved.sum = 0
		})
		release()
		await waitForIdle(page)
		const { hasFace, sum } = await page.evaluate(() => ({
			hasFace: document.fonts.check('15px "Hanken Grotesk Variable"'),
			sum: (window as unknown as { moved: { sum: number } }).moved.sum,
		}))
		expect.soft(hasFace, path).toBe(true)
		expect.soft(sum, path).toBeLessThan(0.01)
		await page.unrouteAll({ behavior: 'wait' })
	}
})

test('names of games take as many lines in the fallback face as in their own', { tag: '@ci' }, async ({ page }) => {
	const names = readFileSync('catalog/games.jsonl', 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => (JSON.parse(line) as { name: string }).name)
	await visit(page, '/games/1')
	await waitForIdle(page)
	const differing = await page.locator('main h1').evaluate(async (title, names) => {
		await document.fonts.load('700 30px "Bricolage Fallback"')
		const measureHeights = (face: string) => {
			const box = document.createElement('div')
			for (const name of names) {
				const copy = title.cloneNode() as HTMLElement
				copy.textContent = name
				// The width and size on a phone
				Object.assign(copy.style, { width: '230px', fontSize: '31px', fontFamily: face })
				box.append(copy)
			}
			title.after(box)
			const heights = Array.from(box.children, ({ clientHeight }) => clientHeight)
			box.remove()
			return heights
		}
		const own = measureHeights('"Bricolage Grotesque Variable"')
		const fallback = measureHeights('"Bricolage Fallback"')
		return names.filter((_, index) => own[index] !== fallback[index])
	}, names)
	expect(differing.length / names.length).toBeLessThan(0.025)
})

test('paper has day colors and nothing to press, whatever the theme', { tag: '@ci' }, async ({ page, site }) => {
	const review = await writeReview(site)
	await page.emulateMedia({ colorScheme: 'dark' })
	await visit(page, review)
	const article = page.getByRole('article')
	await expect(article.getByText('Every screen is a small promise')).toHaveCSS('color', 'rgb(238, 241, 246)')
	await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
	await expect(article.getByText('Every screen is a small promise')).toHaveCSS('color', 'rgb(27, 30, 36)')
	await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
	await expect(page.locator('#root > header a, #root > footer a, button, form').filter({ visible: true })).toHaveCount(
		0,
	)
})

test('paper has no ground of covers, nothing that leads on, and all covers of a year', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { writer, written } = await write(site)
	await fillLibrary(site, writer)
	const [review = '', list = ''] = [/^\/reviews\/./, /^\/list\/./].map((kind) =>
		written.findLast((path) => kind.test(path)),
	)
	await page.emulateMedia({ media: 'print' })
	await visit(page, review)
	await expect(page.getByRole('heading', { name: /^(Others on|More by)/, includeHidden: true })).toHaveCount(2)
	await expect(page.getByRole('heading', { name: /^(Others on|More by)/ })).toHaveCount(0)
	await visit(page, list)
	const band = page.locator('article > div[aria-hidden="true"]').filter({ has: page.locator('img') })
	await expect(band).toBeAttached()
	await expect(band).toBeHidden()

	await page.emulateMedia({ media: 'screen' })
	await visit(page, `/${writer.username}/year/${new Date().getFullYear()}`)
	await waitForIdle(page)
	const pictures = page.getByRole('main').locator('img')
	const late = page.getByRole('main').locator('img[loading="lazy"]')
	await expect(late).not.toHaveCount(0)
	await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
	await expect(late).toHaveCount(0)
	const isLoaded = (images: Element[]) => images.every((image) => (image as HTMLImageElement).naturalWidth > 0)
	await expect.poll(() => pictures.evaluateAll(isLoaded)).toBe(true)
})
