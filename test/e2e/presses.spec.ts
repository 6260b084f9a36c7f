// The most common acts in so few presses. Typing is not counted, going from field to field by pressing is.

import type { Locator, Page } from '@playwright/test'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { toast } from '#kit/browser/log-control.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const tag = ['@ci', '@phone']

/** Presses controls, by pointer or finger, and counts. */
class Hand {
	presses = 0
	readonly page: Page
	readonly isPhone: boolean

	constructor(page: Page, isPhone: boolean) {
		this.page = page
		this.isPhone = isPhone
	}

	async press(control: Locator, options?: { position: { x: number; y: number } }): Promise<void> {
		await (this.isPhone ? control.tap(options) : control.click(options))
		this.presses++
	}

	/** Presses at a share of a control's width. */
	async pressAt(control: Locator, fraction: number): Promise<void> {
		await expect(control).toBeVisible()
		const box = await control.boundingBox()
		if (!box) throw new Error('The control has no place on the screen')
		const [x, y] = [box.x + box.width * fraction - 1, box.y + box.height / 2]
		await (this.isPhone ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y))
		this.presses++
	}

	/** Opens the menu of a cover: by a long press, or the button that the pointer brings up. */
	async openCoverMenu(cover: Locator): Promise<Locator> {
		const menu = this.page.getByRole('dialog', { name: /^Log / })
		await cover.scrollIntoViewIfNeeded()
		const box = await cover.boundingBox()
		if (!box) throw new Error('The cover has no place on the screen')
		const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
		if (this.isPhone) {
			const finger = await this.page.context().newCDPSession(this.page)
			const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
				finger.send('Input.dispatchTouchEvent', { type, touchPoints })
			await touch('touchStart', [{ x, y }])
			await expect(menu).toBeVisible()
			await touch('touchEnd', [])
		} else {
			await this.page.mouse.move(x, y)
			await cover.getByRole('button', { name: /^Log / }).click()
		}
		this.presses++
		await expect(menu).toBeVisible()
		return menu
	}
}

const readEntry = (member: Person, game: number) =>
	member.send<{ entry: object | null; sessions: object[] }>('GET', `/library/${game}`)
const playing = (page: Page) => page.getByRole('region', { name: 'Playing Now' }).getByRole('article')

test('a game is marked as playing in two presses, from the results of the search', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	const field = page.getByRole('combobox', { name: 'Search games and users' })
	await hand.press(isPhone ? page.getByRole('link', { name: 'Search', exact: true }) : field)
	await field.fill('outer wilds')
	const row = page.getByRole('listbox', { name: 'Games and users' }).getByRole('presentation').first()
	await hand.press(row.getByTitle(/^I’m playing it/))
	await expect(toast(page)).toContainText('playing')
	await expect
		.poll(async () => (await member.send<{ entries: object[] }>('GET', '/library')).entries)
		.toMatchObject([{ status: 'playing', game: { name: 'Outer Wilds' } }])
	expect(hand.presses).toBe(2)
})

test('without a pointer, Shift and Enter mark the game that the arrow keys have reached', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/')
	await page.keyboard.press('/')
	await page.keyboard.type('outer wilds')
	const options = page.getByRole('listbox', { name: 'Games and users' }).getByRole('option')
	await expect(options.first()).toContainText('Outer Wilds')
	await expect(page.getByTitle(/^I’m playing it/).first()).toBeVisible()
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Shift+Enter')
	await expect(toast(page)).toContainText('playing')
	await expect(options.first()).toBeVisible()
	await expect
		.poll(async () => (await member.send<{ entries: object[] }>('GET', '/library')).entries)
		.toMatchObject([{ status: 'playing', game: { name: 'Outer Wilds' } }])
	await toast(page).getByRole('button', { name: 'Undo' }).click()
	await expect.poll(async () => (await member.send<{ entries: object[] }>('GET', '/library')).entries).toEqual([])
})

test('a game on a wall is rated in two presses', { tag }, async ({ page, site, isPhone }) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, '/games')
	await waitForIdle(page)
	const hand = new Hand(page, isPhone)
	const menu = await hand.openCoverMenu(page.getByRole('main').locator('[data-cover-menu]').first())
	await hand.pressAt(menu.getByRole('slider', { name: /^Your rating of / }), 0.8)
	await expect
		.poll(async () => (await member.send<{ entries: object[] }>('GET', '/library')).entries)
		.toMatchObject([{ rating: 4 }])
	expect(hand.presses).toBe(2)
})

test('the usual sitting is added in one press, and another one of yesterday in three', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.send('PUT', `/library/${game}`, { status: 'playing' })
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	await hand.press(playing(page).getByRole('button', { name: /^Add 1 h of / }))
	await expect.poll(async () => (await readEntry(member, game)).sessions).toMatchObject([{ minutes: 60 }])
	expect(hand.presses).toBe(1)

	hand.presses = 0
	await hand.press(playing(page).getByRole('button', { name: /^Add another session/ }))
	const dialog = page.getByRole('dialog', { name: 'Add a Session' })
	await hand.press(dialog.getByRole('button', { name: 'Day yesterday' }))
	await hand.press(dialog.getByRole('button', { name: '45 min' }))
	await expect
		.poll(async () => (await readEntry(member, game)).sessions)
		.toMatchObject([{ minutes: 60 }, { minutes: 45 }])
	expect(hand.presses).toBe(3)
})

test('a game is finished and rated in two presses', { tag }, async ({ page, site, isPhone }) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.send('PUT', `/library/${game}`, { status: 'playing' })
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	await hand.press(playing(page).getByRole('button', { name: /^Finished/ }))
	await hand.pressAt(toast(page).getByRole('slider', { name: /^Your rating of / }), 0.9)
	await expect.poll(() => readEntry(member, game)).toMatchObject({ entry: { status: 'finished', rating: 4.5 } })
	expect(hand.presses).toBe(2)
})

test('a rated game in sight is reviewed in three presses', { tag }, async ({ page, site, isPhone }) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.send('PUT', `/library/${game}`, { status: 'playing', rating: 4 })
	const { data } = await member.send<{ data: { platforms: string[] } }>('GET', `/games/${game}`)
	await member.send('POST', `/library/${game}/plays`, { platform: data.platforms[0], startedOn: '2026-03-01' })
	await visit(page, '/')
	await waitForIdle(page)
	const hand = new Hand(page, isPhone)
	const menu = await hand.openCoverMenu(playing(page).locator('[data-cover-menu]').first())
	await hand.press(menu.getByRole('link', { name: 'Write a Review' }))
	await page.getByRole('textbox', { name: 'Your review' }).fill('A few words that are enough.')
	await hand.press(page.getByRole('button', { name: 'Submit Review' }))
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	expect(hand.presses).toBe(3)
})

test('a review in the feed is liked in one press, and its writer followed in one where it is read', { tag }, async ({
	page,
	site,
	isPhone,
}) => {
	const [writer, other] = [await registerPerson(site), await registerPerson(site)]
	const member = await registerAndLogIn(page, site)
	await member.send('POST', '/follows', { followedId: writer.id })
	const review = await writer.review(takeGame())
	const another = await other.review(takeGame())
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	const feed = page.getByRole('region', { name: 'From People You Follow' })
	await hand.press(feed.getByRole('button', { name: /^Like this review/ }))
	await expect.poll(() => member.send('GET', `/reviews/${review}`)).toMatchObject({ hasLiked: true })
	expect(hand.presses).toBe(1)

	hand.presses = 0
	await visit(page, `/reviews/${another}`)
	await hand.press(page.getByRole('button', { name: `Follow ${other.username}` }))
	await expect(page.getByRole('button', { name: `Following ${other.username}` })).toBeVisible()
	await expect.poll(() => member.send('GET', `/follows/status/${other.id}`)).toEqual({ following: true })
	expect(hand.presses).toBe(1)
})

test('a comment is answered in three presses', { tag }, async ({ page, site, isPhone }) => {
	const member = await registerAndLogIn(page, site)
	const fan = await registerPerson(site)
	const review = await member.review(takeGame())
	await fan.comment(review, 'Which ending did you get?')
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	await hand.press(page.getByRole('button', { name: /^Notifications/ }))
	const panel = page.getByRole('dialog', { name: 'Notifications' })
	await hand.press(panel.getByRole('button', { name: `Reply to ${fan.username}` }))
	await panel.getByRole('textbox').fill('The good one.')
	await hand.press(panel.getByRole('button', { name: 'Post Reply' }))
	await expect(panel.getByText('Reply sent')).toBeVisible()
	expect(hand.presses).toBe(3)
})

test('a list of ten games is made in four presses, from pasted names', { tag }, async ({ page, site, isPhone }) => {
	await registerAndLogIn(page, site)
	await visit(page, '/')
	const hand = new Hand(page, isPhone)
	await hand.press(page.getByRole('button', { name: 'Create', exact: true }))
	await hand.press(page.getByRole('link', { name: isPhone ? 'New List' : 'List', exact: true }))
	await page.getByLabel('Title').fill('Ten for the train')
	const names =
		'Celeste, Hades, Balatro, Elden Ring, Outer Wilds, Stardew Valley, Hollow Knight, Disco Elysium, Portal 2, Undertale'
	const field = page.getByRole('combobox', { name: 'Search for a game to add' })
	await field.evaluate(
		(input, text) => {
			const clipboardData = new DataTransfer()
			clipboardData.setData('text/plain', text)
			input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
		},
		names.replaceAll(', ', '\n'),
	)
	await hand.press(page.getByRole('button', { name: 'Add 10 Games' }))
	await hand.press(page.getByRole('button', { name: 'Create List' }))
	await expect(page).toHaveURL(/\/list\/[0-9a-f-]{36}$/)
	await expect(page.getByRole('main').getByRole('link', { name: 'Disco Elysium' }).first()).toBeVisible()
	expect(hand.presses).toBe(4)
})
