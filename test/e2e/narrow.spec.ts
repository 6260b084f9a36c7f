import type { Page } from '@playwright/test'
import { newUsername, registerAndSignIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'
import type { SiteProcess } from '#kit/site-process.ts'

const WORD = 'W'.repeat(120)
const RIGHT_TO_LEFT = 'لعبة طويلة جدا عن مكان هادئ في آخر العالم، ومراجعة تملأ سطرين على الأقل من هذه الصفحة.'
/** The longest username there can be. */
const wideUsername = (role: string) => newUsername(role).padEnd(30, 'W')

test.use({ viewport: { width: 320, height: 640 } })

/** What a page at `path` shows too wide for its window: how far it scrolls sideways, and what is cut off at the sides. */
async function tooWide(page: Page, path: string): Promise<string[]> {
	return page.evaluate((path) => {
		const wide: string[] = []
		if (document.documentElement.scrollWidth > innerWidth) wide.push(`${path} scrolls sideways`)
		const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible' || element.id === 'root'
		const scroller = (element: Element): Element | null => {
			for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
				if (clips(box)) return box.id === 'root' ? null : box
			return null
		}
		for (const element of document.querySelectorAll('body *')) {
			const { left, right, width, height } = element.getBoundingClientRect()
			const isSeen = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
			if (!isSeen || (left >= -0.5 && right <= innerWidth + 0.5)) continue
			if (element.closest('[aria-hidden="true"]') || scroller(element)) continue
			wide.push(`${path} cuts ${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`)
		}
		return wide
	}, path)
}

async function expectFits(page: Page, paths: readonly string[]): Promise<void> {
	for (const path of paths)
		await test.step(path, async () => {
			await visit(page, path)
			await waitForIdle(page)
			await expect.poll(() => tooWide(page, path)).toEqual([])
		})
}

test('at 320 px, no static screen is cut off or scrolls sideways', async ({ page }) => {
	await expectFits(page, [
		'/games/999999',
		'/profile/nobody_here',
		'/search',
		`/search?query=${WORD}`,
		'/search?query=zelda',
		'/login',
		'/login?mode=signup',
		'/forgot-password',
		'/reset-password?token=any',
		'/verify-email?token=forged',
		'/unsubscribe?token=forged',
		'/oauth/callback?error=denied',
		'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
		'/about',
		'/rules',
		'/join/none',
		'/privacy-policy',
		'/transparency',
		'/appeal/00000000-0000-7000-8000-000000000000',
		'/nowhere/at/all',
	])
})

test('at 320 px, nothing is cut off or scrolls sideways for a visitor, whatever users wrote', async ({
	page,
	site,
}) => {
	const { username, review, list, wall } = await writtenWide(site)
	await expectFits(page, [
		'/',
		'/?period=week',
		'/games',
		'/games/7',
		'/games/12',
		'/reviews',
		`/reviews?gameId=7&search=${WORD.slice(0, 50)}`,
		`/reviews/${review}`,
		'/users',
		`/profile/${username}`,
		`/${username}/reviews`,
		`/${username}/lists`,
		`/${username}/lists?search=${WORD.slice(0, 40)}`,
		`/list/${list}`,
		`/list/${wall}`,
		`/search?query=${username}&tab=users`,
	])
})

/** Registers a user with the widest name, review, comment and lists that the site takes. */
async function writtenWide(site: SiteProcess) {
	const writer = await registerPerson(site, wideUsername('wide'))
	const review = await writer.review(7, { description: `${WORD.repeat(4)} ${RIGHT_TO_LEFT}` })
	await writer.comment(review, WORD.repeat(3))
	await writer.review(12, { description: RIGHT_TO_LEFT })
	const list = await writer.createList({
		title: WORD,
		description: WORD.repeat(3),
		games: [{ gameId: 7, notes: WORD }, { gameId: 12, notes: RIGHT_TO_LEFT }, { gameId: 21 }],
	})
	const wall = await writer.createList({ title: RIGHT_TO_LEFT, games: [{ gameId: 7 }] })
	return { username: writer.username, review, list, wall }
}

test('at 320 px, nothing is cut off or scrolls sideways for a member', { tag: '@phone' }, async ({ page, site }) => {
	const member = await registerAndSignIn(page, site, wideUsername('slim'))
	const list = await member.createList({ title: WORD, games: [{ gameId: 7, notes: WORD }, { gameId: 12 }] })
	await expectFits(page, ['/', '/settings', '/profile', '/list', `/list/edit/${list}`, '/games/7/review', '/games/21'])
})

test('at 320 px, no open menu or dialog is cut off or scrolls sideways', { tag: '@phone' }, async ({ page, site }) => {
	const other = await registerPerson(site, wideUsername('near'))
	const member = await registerAndSignIn(page, site, wideUsername('slim'))
	await member.send('POST', '/follows', { followedId: other.id })
	const review = await other.review(21, { description: WORD })
	const list = await member.createList({ title: WORD, games: [{ gameId: 7, notes: WORD }, { gameId: 12 }] })
	const press = (button: string | RegExp) => page.getByRole('button', { name: button }).first().click()
	const fits = async (what: string, open: () => Promise<unknown>) =>
		test.step(what, async () => {
			await open()
			await waitForIdle(page)
			await expect.poll(() => tooWide(page, what)).toEqual([])
		})
	const close = () => page.keyboard.press('Escape')

	await visit(page, '/games')
	await fits('the menu', () => press(/^Menu$/))
	await close()
	await fits('the profile menu', () => press('Profile menu'))
	await close()
	await fits('the notifications', async () => {
		await press(/^Notifications/)
		await expect(page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(1)
	})
	await close()
	await fits('the choice of a game', async () => {
		await press(/^Menu$/)
		await press('Write a Review')
		await page.getByRole('dialog').getByRole('combobox').fill('the')
		await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
	})
	await visit(page, '/games')
	await fits('the search', async () => {
		await page.getByRole('link', { name: 'Search' }).first().click()
		await page.getByRole('combobox').first().fill(other.username)
		await expect(page.getByRole('option', { name: new RegExp(`^${other.username}`) })).toBeVisible()
	})
	await visit(page, '/reviews')
	await fits('the filters', () => press(/^Filters/))
	await visit(page, `/list/${list}`)
	await fits('the deletion', () => press('Delete'))
	await visit(page, `/profile/${other.username}`)
	await fits('the followers', async () => {
		await press(/Follower/)
		await expect(page.getByRole('dialog')).toContainText(member.username)
	})
	await visit(page, `/reviews/${review}`)
	await fits('a comment', async () => {
		await page.getByRole('textbox').fill(WORD)
		await press('Post Comment')
		await expect(page.getByRole('listitem').filter({ hasText: WORD })).toBeVisible()
	})
	await visit(page, '/games/7/review')
	await fits('mistakes', async () => {
		await press('Submit Review')
		await expect(page.getByText('Please select a rating')).toBeVisible()
	})
	await visit(page, '/list')
	await fits('games found', async () => {
		await page.getByRole('combobox').last().fill('the')
		await expect(page.getByRole('option').first()).toBeVisible()
	})
	await visit(page, `/list/edit/${list}`)
	await fits('what is not saved', async () => {
		await page.getByLabel('Title').fill('Another')
		await page.getByRole('button', { name: 'Cancel' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
	})
})
