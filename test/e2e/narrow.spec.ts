import type { Page } from '@playwright/test'
import { madeList } from './made-list.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'
import { someone } from './someone.ts'

const word = 'W'.repeat(120)
const rightToLeft = 'لعبة طويلة جدا عن مكان هادئ في آخر العالم، ومراجعة تملأ سطرين على الأقل من هذه الصفحة.'

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

async function expectFits(page: Page, path: string): Promise<void> {
	await page.goto(path)
	await page.waitForLoadState('networkidle')
	expect(await tooWide(page, path)).toEqual([])
}

test('at 320 px nothing is cut off or scrolls sideways for a visitor, whatever people wrote', async ({ page, site }, {
	project,
}) => {
	const name = `wide_${project.name}_`.padEnd(30, 'W')
	const writer = await someone(site, name)
	const review = await writer.reviews(7, `${word.repeat(4)} ${rightToLeft}`)
	await writer.does('POST', '/comments', { reviewId: review, content: word.repeat(3) })
	await writer.reviews(12, rightToLeft)
	const list = await madeList(site, writer.tokens.accessToken, {
		title: word,
		description: word.repeat(3),
		games: [{ gameId: 7, notes: word }, { gameId: 12, notes: rightToLeft }, { gameId: 21 }],
	})
	const wall = await madeList(site, writer.tokens.accessToken, { title: rightToLeft, games: [{ gameId: 7 }] })
	for (const path of [
		'/',
		'/?period=week',
		'/games',
		'/games/7',
		'/games/12',
		'/games/999999',
		'/reviews',
		`/reviews?gameId=7&search=${word.slice(0, 50)}`,
		`/reviews/${review}`,
		'/users',
		`/profile/${name}`,
		'/profile/nobody_here',
		`/${name}/reviews`,
		`/${name}/lists`,
		`/${name}/lists?search=${word.slice(0, 40)}`,
		`/list/${list}`,
		`/list/${wall}`,
		'/search',
		`/search?query=${word}`,
		'/search?query=zelda',
		'/search?query=wide&tab=users',
		'/login',
		'/login?mode=signup',
		'/forgot-password',
		'/reset-password?token=any',
		'/verify-email?token=forged',
		'/oauth/callback?error=denied',
		'/data-deletion-status/AAAA-BBBB-CCCC-DDDD',
		'/about',
		'/privacy-policy',
		'/nowhere/at/all',
	])
		await expectFits(page, path)
})

test('at 320 px nothing is cut off or scrolls sideways for a member, menus and dialogs open', async ({ page, site }, {
	project,
}) => {
	const other = await someone(site, `near_${project.name}_`.padEnd(30, 'M'))
	const name = `slim_${project.name}_`.padEnd(30, 'W')
	const { accessToken } = await signedIn(page, site, name)
	const send = (path: string, body: object) =>
		fetch(`${site.url}/api${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
			body: JSON.stringify(body),
		})
	await send('/follows', { followedId: other.id })
	const review = await other.reviews(21, word)
	const list = await madeList(site, accessToken, {
		title: word,
		games: [{ gameId: 7, notes: word }, { gameId: 12 }],
	})
	for (const path of ['/', '/settings', '/profile', '/list', `/list/edit/${list}`, '/games/7/review', '/games/21'])
		await expectFits(page, path)

	const opened = async (path: string, what: string, open: () => Promise<unknown>) => {
		await page.goto(path)
		await page.waitForLoadState('networkidle')
		await open()
		await page.waitForTimeout(300)
		expect(await tooWide(page, `${what} on ${path}`)).toEqual([])
	}
	const press = (button: string | RegExp) => () => page.getByRole('button', { name: button }).first().click()
	await opened('/games', 'the menu', press(/^Menu$/))
	await opened('/games', 'the profile menu', press('Profile menu'))
	await opened('/games', 'the notifications', press(/^Notifications/))
	await opened('/games', 'the search', async () => {
		await page.getByRole('link', { name: 'Search' }).first().click()
		await page.getByRole('combobox').first().fill('near')
	})
	await opened('/games', 'the choice of a game', async () => {
		await press(/^Menu$/)()
		await press('Write a review')()
		await page.getByRole('dialog').getByRole('combobox').fill('the')
		await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
	})
	await opened('/reviews', 'the filters', press(/^Filters/))
	await opened(`/list/${list}`, 'the deletion', press('Delete'))
	await opened(`/profile/${other.username}`, 'the followers', async () => {
		await press(/Follower/)()
		await expect(page.getByRole('dialog')).toContainText(name)
	})
	await opened(`/reviews/${review}`, 'a comment', async () => {
		await page.getByRole('textbox').fill(word)
		await press('Post Comment')()
		await expect(page.getByRole('listitem').filter({ hasText: word })).toBeVisible()
	})
	await opened('/games/7/review', 'mistakes', press('Submit Review'))
	await opened('/list', 'games found', async () => {
		await page.getByRole('combobox').last().fill('the')
		await expect(page.getByRole('option').first()).toBeVisible()
	})
	await opened(`/list/edit/${list}`, 'what is not saved', async () => {
		await page.getByLabel('Title').fill('Another')
		await page.getByRole('button', { name: 'Cancel' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
	})
})
