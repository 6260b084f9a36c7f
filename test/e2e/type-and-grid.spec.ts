import type { Page } from '@playwright/test'
import { celeste } from '#kit/browser/built-in-games.ts'
import { type Person, registerPerson, signIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { stallRequests } from '#kit/browser/stalled-requests.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const PARAGRAPH =
	'Every screen is a small promise that you can do it, and after the fortieth try you can. The mountain does not care how often you fell; it only waits until your hands have understood what your head knew an hour ago. '

/** The type table: the sizes of each face in px, with its weights. Titles and the home headline are fluid. */
const TYPE_TABLE: Readonly<Record<string, { sizes: readonly number[]; weights: readonly number[] }>> = {
	'Hanken Grotesk Variable': { sizes: [12, 13, 15, 16, 17], weights: [400, 600] },
	'Literata Variable': { sizes: [17, 18], weights: [400] },
	'Bricolage Grotesque Variable': { sizes: [17, 21, 28, 48], weights: [400, 700] },
}
const clamp = (min: number, value: number, max: number) => Math.min(max, Math.max(min, value))
const fluidSizes = (width: number) => [clamp(30, 24 + 0.018 * width, 44), clamp(34, 20.8 + 0.036 * width, 56)]
const MAX_WEIGHTS = 3

/** The pages of a site with a review, a list and a profile. */
async function writePages(site: SiteProcess, writer: Person) {
	const review = await writer.review(celeste, { rating: 4.5, description: PARAGRAPH.repeat(4).trim() })
	await writer.comment(review, 'Sit down somewhere with a view.')
	const list = await writer.createList({
		title: 'Of three',
		description: PARAGRAPH.trim(),
		games: [{ gameId: 7, notes: 'Up, and up.' }, { gameId: 12 }, { gameId: 21 }],
	})
	const wall = await writer.createList({ title: 'Of two', games: [{ gameId: 7 }, { gameId: 12 }] })
	const { username } = writer
	return {
		review: `/reviews/${review}`,
		open: [
			'/',
			'/games?period=all',
			`/games/${celeste}`,
			'/games/7',
			'/reviews',
			`/reviews/${review}`,
			'/users',
			`/profile/${username}`,
			`/${username}/reviews`,
			`/${username}/lists`,
			`/list/${list}`,
			`/list/${wall}`,
			'/search?query=zelda',
			'/search?query=qqqqqqqq',
			'/about',
			'/privacy-policy',
			'/nowhere',
			'/data-deletion-status',
		],
		visitors: ['/login', '/login?mode=signup', '/forgot-password', '/reset-password?token=any'],
		/** For the writer: somebody else is led away from the form of a list. */
		members: ['/list', `/list/edit/${list}`, '/settings', '/games/7/review', `/games/${celeste}/review?edit=${review}`],
		site,
	}
}

interface Styles {
	face: string
	size: number
	weight: number
	text: string
}

/** The styles of all visible text, but for that of graphics. */
async function readStyles(page: Page): Promise<Styles[]> {
	return page.evaluate(() => {
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
		const styles: Styles[] = []
		for (let node = walker.nextNode(); node; node = walker.nextNode()) {
			const element = node.parentElement
			const text = node.textContent?.trim().slice(0, 40)
			if (!text || !element?.checkVisibility({ visibilityProperty: true })) continue
			if (element.closest('[aria-hidden="true"] [data-hue], [data-hue], option, script')) continue
			const { fontFamily, fontSize, fontWeight } = getComputedStyle(element)
			const face = fontFamily.split(',')[0]?.replaceAll('"', '') ?? ''
			styles.push({ face, size: Number.parseFloat(fontSize), weight: Number(fontWeight), text })
		}
		return styles
	})
}

function describeMisfits(styles: readonly Styles[], width: number): string[] {
	return styles.flatMap(({ face, size, weight, text }) => {
		const row = TYPE_TABLE[face]
		const sizes = [...(row?.sizes ?? []), ...(face.startsWith('Bricolage') ? fluidSizes(width) : [])]
		const isInTable = sizes.some((known) => Math.abs(known - size) < 0.05) && row?.weights.includes(weight)
		return isInTable ? [] : [`${text}: ${face} ${size} px ${weight}`]
	})
}

test('every text has a face, a size and a weight of the type table, and no page has more than three weights', {
	tag: '@phone',
}, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const { open, visitors, members } = await writePages(site, writer)
	const width = page.viewportSize()?.width ?? 0
	const check = async (path: string) => {
		await visit(page, path)
		await waitForIdle(page)
		const styles = await readStyles(page)
		expect.soft(styles.length, path).toBeGreaterThan(5)
		expect.soft(describeMisfits(styles, width), path).toEqual([])
		expect.soft(new Set(styles.map(({ weight }) => weight)).size, path).toBeLessThanOrEqual(MAX_WEIGHTS)
	}
	for (const path of [...open, ...visitors]) await check(path)
	await signIn(page, site, writer)
	for (const path of ['/', ...members]) await check(path)
})

/** The distances in px: where the leftmost heading, picture, label or fact begins, and how wide the page's parts are. */
async function measureColumn(page: Page) {
	return page.evaluate(() => {
		const isShown = (element: Element) =>
			element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
			element.getBoundingClientRect().width > 1 &&
			// Pictures behind a headline or a name, and slides out of sight
			!element.closest(
				':is([class*="_wall"], [class*="_backdrop"], [class*="_band"])[aria-hidden], [aria-roledescription="carousel"]',
			)
		const lefts = [...document.querySelectorAll('main :is(h1, h2, h3, img, label, dt, legend)')]
			.filter(isShown)
			.map((element) => Math.round(element.getBoundingClientRect().left))
		const parts = [...document.querySelectorAll('main > *')].filter(
			(element) => isShown(element) && !element.matches('[data-for="visitors"]'),
		)
		return {
			left: Math.min(...lefts),
			width: Math.max(0, ...parts.map((element) => Math.round(element.getBoundingClientRect().width))),
			isScrolling: document.documentElement.scrollWidth > innerWidth,
		}
	})
}

const WALL = 1560
const PAGE = 1200
const isWall = (path: string) => path === '/' || /^\/(games|users)(\?|$)/.test(path) || path.startsWith('/search')

test('all pages begin at one left edge and stay within their column, on computers and wide screens', async ({
	page,
	site,
}) => {
	const writer = await registerPerson(site)
	const { open, visitors, members } = await writePages(site, writer)
	const check = async (path: string) => {
		await visit(page, path)
		for (const [width, left] of [
			[1280, 40],
			[1920, 180],
		] as const) {
			await page.setViewportSize({ width, height: 900 })
			await waitForIdle(page)
			const column = await measureColumn(page)
			const max = isWall(path) || (await page.locator('main [class*="_wall"]:not([aria-hidden])').count()) ? WALL : PAGE
			// A scroll bar takes some of the window
			expect.soft(Math.abs(column.left - left), `${path} at ${width} begins at ${column.left}`).toBeLessThanOrEqual(8)
			expect.soft(column.width, `${path} at ${width}`).toBeLessThanOrEqual(max)
			expect.soft(column.isScrolling, `${path} at ${width}`).toBe(false)
		}
	}
	for (const path of [...open, ...visitors]) await check(path)
	await signIn(page, site, writer)
	for (const path of members) await check(path)
})

test('a page has at most one main action', async ({ page, site }) => {
	const writer = await registerPerson(site)
	const { open, visitors, members } = await writePages(site, writer)
	const check = async (path: string) => {
		await visit(page, path)
		await waitForIdle(page)
		const actions = await page.evaluate(() => {
			const probe = document.createElement('i')
			probe.className = 'visually-hidden'
			document.body.append(probe)
			probe.style.setProperty('background-color', 'var(--act)')
			const act = getComputedStyle(probe).backgroundColor
			probe.remove()
			return [...document.querySelectorAll('a, button')]
				.filter((element) => element.checkVisibility({ visibilityProperty: true }))
				.filter((element) => getComputedStyle(element).backgroundColor === act)
				.map(({ textContent }) => textContent)
		})
		expect.soft(actions.length, `${path}: ${actions}`).toBeLessThanOrEqual(1)
		return actions
	}
	expect(await check('/')).toEqual(['Join Savepoint'])
	for (const path of [...open, ...visitors]) await check(path)
	await signIn(page, site, writer)
	for (const path of [...open, ...members]) await check(path)
})

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
	const { review } = await writePages(site, await registerPerson(site))
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

test('faces that arrive late move nothing', async ({ page, site }) => {
	const { open, review } = await writePages(site, await registerPerson(site))
	await page.addInitScript(() => {
		const moved = { sum: 0 }
		Object.assign(window, { moved })
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value
		}).observe({ type: 'layout-shift', buffered: true })
	})
	for (const path of ['/', review, '/reviews', '/games?period=all', open[2] ?? '']) {
		const release = await stallRequests(page, '**/*.woff2')
		await visit(page, path)
		await expect(page.locator('h1').first()).toBeAttached()
		await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
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

test('paper has day colors and nothing to press, whatever the theme', async ({ page, site }) => {
	const { review } = await writePages(site, await registerPerson(site))
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
