import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { newUsername, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('a member on a phone goes home, to games, the feed and the own profile, and creates, with the thumb', {
	tag: '@touch',
}, async ({ page, site }) => {
	const { username, send } = await registerAndLogIn(page, site)
	const played = takeGame()
	await send('PUT', `/library/${played}`, { status: 'playing' })
	await visit(page, '/about')
	const bar = page.getByRole('navigation', { name: 'Shortcuts' })
	await bar.getByRole('link', { name: 'Games' }).tap()
	await expect(page).toHaveURL('/games')
	await expect(bar.getByRole('link', { name: 'Games' })).toHaveAttribute('aria-current', 'page')
	await bar.getByRole('link', { name: 'Feed' }).tap()
	await expect(page).toHaveURL('/feed')
	await bar.getByRole('link', { name: 'You' }).tap()
	await expect(page).toHaveURL(`/profile/${username}`)
	await bar.getByRole('link', { name: 'Home' }).tap()
	await expect(page).toHaveURL('/')
	for (const target of [bar.getByRole('link', { name: 'Home' }), bar.getByRole('button', { name: 'Create' })])
		await expect.poll(async () => (await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
	await waitForIdle(page)
	expect(await findAxeViolations(page)).toEqual([])

	await bar.getByRole('button', { name: 'Create' }).tap()
	await page.getByRole('button', { name: 'Write a Review', exact: true }).tap()
	const dialog = page.getByRole('dialog', { name: 'What game do you want to review?' })
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await bar.getByRole('button', { name: 'Create' }).tap()
	await page.getByRole('button', { name: 'Log a Game' }).filter({ visible: true }).tap()
	const log = page.getByRole('dialog', { name: 'What game do you want to log?' })
	await expect(log.getByRole('group', { name: 'Playing now' }).getByRole('option')).toHaveCount(1)
	await log.getByRole('combobox').fill('celeste')
	await log.getByRole('option').first().tap()
	await page.getByRole('dialog', { name: 'Log Celeste' }).getByRole('button', { name: 'Wishlist' }).tap()
	await expect(page.getByRole('region', { name: 'Message' })).toContainText('Added to your wishlist')
	await bar.getByRole('button', { name: 'Create' }).tap()
	await page.getByRole('link', { name: 'New List' }).tap()
	await expect(page).toHaveURL('/list')
	await expect(bar).toHaveCount(0)
})

test('the bar steps back for the keyboard, for forms and for reading on', { tag: '@touch' }, async ({ page, site }) => {
	const [writer, named] = [await registerPerson(site), newUsername('welcome')]
	const review = await writer.review(1, { description: 'A long evening with a lantern.\n'.repeat(200) })
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${review}`)
	const bar = page.getByRole('navigation', { name: 'Shortcuts' })
	await expect(bar).toBeInViewport()
	await page.mouse.wheel(0, 900)
	await expect(bar).not.toBeInViewport()
	await page.mouse.wheel(0, -200)
	await expect(bar).toBeInViewport()
	await page.getByLabel('Write a comment').focus()
	await expect(bar).toBeHidden()
	await page.getByLabel('Write a comment').blur()
	await expect(bar).toBeVisible()
	await visit(page, '/games/1/review')
	await expect(page.getByRole('button', { name: 'Submit Review' })).toBeInViewport()
	await expect(bar).toHaveCount(0)
	await visit(page, '/welcome')
	await expect(page.getByRole('link', { name: 'Skip', exact: true })).toBeInViewport()
	await expect(bar).toHaveCount(0)
	// The pages of people begin with any name
	await registerPerson(site, named)
	await visit(page, `/${named}/games`)
	await expect(bar).toBeVisible()
})

test('visitors have no bar', { tag: '@touch' }, async ({ page }) => {
	await visit(page, '/')
	await waitForIdle(page)
	await expect(page.getByRole('navigation', { name: 'Shortcuts' })).toHaveCount(0)
})

test('the last thing on a page is not under the bar', { tag: '@touch' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/about')
	const bar = page.getByRole('navigation', { name: 'Shortcuts' })
	await expect(bar).toBeVisible()
	const last = page.getByRole('contentinfo').getByRole('link').last()
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
	await page.mouse.wheel(0, -20)
	await expect(bar).toBeInViewport()
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
	await expect
		.poll(async () => {
			const [link, nav] = [await last.boundingBox(), await bar.boundingBox()]
			return link !== null && nav !== null && link.y + link.height <= nav.y
		})
		.toBe(true)
})
