import type { Locator, Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { runClockUntil, visitWithStoppedClock } from '#kit/browser/clock.ts'
import { type Person, registerAndLogIn, registerPerson, send } from '#kit/browser/people.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const REPORTS = '**/api/reviews/seen'

const counts = (site: SiteProcess, id: string) =>
	send<{ views: number; impressions: number }>(site, 'GET', `/reviews/${id}`)

/** Plays the page's clock until it has reported a review, and waits until the server has counted every report so far. */
async function playUntilReported(page: Page, site: SiteProcess, id: string): Promise<void> {
	const reported = page.waitForResponse(
		(response) => response.url().endsWith('/reviews/seen') && !!response.request().postData()?.includes(id),
	)
	let isReported = false
	void reported.then(() => {
		isReported = true
	})
	await runClockUntil(page, async () => isReported)
	await reported
	await counted(site)
}

/** Waits until reports that the server has accepted are counted: it counts them in their order. */
async function counted(site: SiteProcess): Promise<void> {
	const later = await (await registerPerson(site)).review(1)
	await send(site, 'POST', '/reviews/seen', { impressions: [later] })
	await expect.poll(() => counts(site, later)).toMatchObject({ impressions: 1 })
}

/** A page of a writer's reviews on a screen that shows only its top; the last is out of sight. */
async function openReviews(page: Page, site: SiteProcess): Promise<{ top: string; bottom: string; last: Locator }> {
	const writer: Person = await registerPerson(site)
	const bottom = await writer.review(takeGame(), { description: 'This one is at the bottom.' })
	for (let n = 0; n < 4; n++) await writer.review(takeGame())
	const top = await writer.review(takeGame())
	await page.setViewportSize({ width: 500, height: 620 })
	await visitWithStoppedClock(page, `/${writer.username}/reviews`)
	return { top, bottom, last: page.getByRole('article').filter({ hasText: 'This one is at the bottom.' }) }
}

/** Scrolls to a card, and waits until the page's observers have heard of it. */
async function bringIntoSight(card: Locator): Promise<void> {
	await card.evaluate(
		(element) =>
			new Promise<void>((resolve) => {
				const observer = new IntersectionObserver(
					([entry]) => {
						if (!entry?.isIntersecting) return
						observer.disconnect()
						resolve()
					},
					{ threshold: 0.5 },
				)
				observer.observe(element)
				element.scrollIntoView({ block: 'center' })
			}),
	)
}

test('an opened review counts one view and one impression per reader, even after a reload', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const id = await (await registerPerson(site)).review(1)
	await visitWithStoppedClock(page, `/reviews/${id}`)
	await playUntilReported(page, site, id)
	await expect.poll(() => counts(site, id)).toMatchObject({ views: 1, impressions: 1 })
	await page.reload({ waitUntil: 'commit' })
	await playUntilReported(page, site, id)
	expect(await counts(site, id)).toMatchObject({ views: 1, impressions: 1 })
	await registerAndLogIn(page, site)
	await page.reload({ waitUntil: 'commit' })
	await playUntilReported(page, site, id)
	await expect.poll(() => counts(site, id)).toMatchObject({ views: 2, impressions: 2 })
})

test('a card in view for a second counts one impression, even if the page is left right away', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { top, bottom, last } = await openReviews(page, site)
	await playUntilReported(page, site, top)
	await bringIntoSight(last)
	await page.clock.runFor(1000)
	await page.goto('about:blank')
	await expect.poll(() => counts(site, bottom)).toMatchObject({ views: 0, impressions: 1 })
})

test('a card in view for less than a second is not counted', { tag: '@ci' }, async ({ page, site }) => {
	const { top, bottom, last } = await openReviews(page, site)
	await playUntilReported(page, site, top)
	await bringIntoSight(last)
	await page.clock.runFor(900)
	await page.goto('about:blank')
	await counted(site)
	expect(await counts(site, bottom)).toMatchObject({ views: 0, impressions: 0 })
})

test('offline, impressions wait silently for the network', { tag: '@ci' }, async ({ page, site, context }) => {
	const { top, bottom, last } = await openReviews(page, site)
	await playUntilReported(page, site, top)
	await context.setOffline(true)
	const sent: string[] = []
	page.on('request', (request) => sent.push(request.url()))
	await bringIntoSight(last)
	await page.clock.runFor(4000)
	expect(sent).toEqual([])
	const reported = page.waitForResponse(REPORTS)
	await context.setOffline(false)
	await reported
	await expect.poll(() => counts(site, bottom)).toMatchObject({ impressions: 1 })
})
