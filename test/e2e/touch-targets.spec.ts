import type { Locator, Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { registerAndSignIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

/** What a finger needs, in CSS pixels (look.md; WCAG 2.5.5). */
const FINGER = 44

/** How high the part of the screen is that a press on it reaches, through its middle. */
const reach = (target: Locator) =>
	target.evaluate((element) => {
		element.scrollIntoView({ block: 'center', behavior: 'instant' })
		const { left, top, width, height } = element.getBoundingClientRect()
		const reaches = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
		const middle = top + height / 2
		let [up, down] = [middle, middle]
		while (reaches(up - 1)) up--
		while (reaches(down + 1)) down++
		return down - up + 1
	})

async function expectReachable(page: Page, path: string, targets: readonly [name: string, target: Locator][]) {
	await visit(page, path)
	await waitForIdle(page)
	for (const [name, target] of targets)
		await expect.poll(() => reach(target.first()), `${name} on ${path}`).toBeGreaterThanOrEqual(FINGER)
}

test('touch targets are at least 44 px', { tag: '@touch' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const game = takeGame()
	const review = await author.review(game)
	await author.comment(review, 'Said with a finger.')
	const main = page.getByRole('main')
	const footer = page.getByRole('contentinfo')

	await expectReachable(page, '/', [
		['an author of popular reviews', main.getByRole('listitem').locator('a[href^="/profile/"]')],
		...['Games', 'About', 'Privacy Policy', 'Atom feed', 'API'].map((name): [string, Locator] => [
			name,
			footer.getByRole('link', { name, exact: true }),
		]),
	])
	await expectReachable(page, `/reviews/${review}`, [
		['the game', main.getByRole('heading').getByRole('link')],
		['the author of a comment', main.getByRole('article').getByRole('link', { name: author.username })],
		['the login', main.getByRole('link', { name: /Log in/i })],
	])
	await expectReachable(page, '/login', [
		['the forgotten password', main.getByRole('link', { name: 'Forgot password?' })],
	])
	await expectReachable(page, '/search', [['the search field', main.getByRole('searchbox')]])
	await registerAndSignIn(page, site)
	await expectReachable(page, `/games/${game}/review`, [['the game', main.locator(`a[href="/games/${game}"]`)]])
})
