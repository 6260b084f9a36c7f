// Plays and sessions, from one press to a form that stays open.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, gameId } from '#kit/browser/built-in-games.ts'
import { button, control, openGame, readEntry, toast, undo } from '#kit/browser/log-control.ts'
import { registerAndLogIn } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test('while playing, one press adds the usual sitting, and Undo takes it back', async ({ page, site }) => {
	const { game, member } = await openGame(page, site)
	await expect(control(page).getByRole('button', { name: /^Add 1 h of/ })).toHaveCount(0)
	await button(page, 'Playing').click()
	await control(page)
		.getByRole('button', { name: /^Add 1 h of/ })
		.click()
	await expect(toast(page)).toContainText('1 h added')
	await expect(control(page).getByText('today', { exact: true })).toBeVisible()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ minutesPlayed: 60 })
	await undo(page).click()
	await expect(control(page).getByText('today', { exact: true })).toHaveCount(0)
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing', minutesPlayed: null })

	await control(page)
		.getByRole('button', { name: /^Add another session/ })
		.click()
	const dialog = page.getByRole('dialog', { name: 'Add a Session' })
	const day = dialog.getByRole('button', { name: 'Day today' })
	await expect(day).toHaveAttribute('aria-pressed', 'true')
	await day.click()
	await expect(day).toHaveAttribute('aria-pressed', 'true')
	await dialog.getByRole('button', { name: 'Enter a length' }).click()
	await expect(dialog.getByLabel('Other length')).toBeFocused()
	await page.keyboard.type('soon')
	await dialog.getByRole('button', { name: 'Add Session' }).click()
	await expect(dialog.getByText('Please enter a time like 90, 1:30 or 1 h 30 min')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByLabel('Other length').fill('1:15')
	await dialog.getByRole('button', { name: 'Day yesterday' }).click()
	await dialog.getByRole('button', { name: 'Add Session' }).click()
	await expect(dialog).toBeHidden()
	await expect(control(page).getByText('1 h 15 min', { exact: true })).toBeVisible()
	await expect(control(page).getByText('yesterday', { exact: true })).toBeVisible()
})

test('the form of a session stays open while the status that brought it up is saved', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { game, member } = await openGame(page, site)
	let letThrough = () => {}
	const isHeld = new Promise<void>((resolve) => {
		letThrough = resolve
	})
	await page.route(`**/api/library/${game}`, async (route) => {
		if (route.request().method() !== 'GET') await isHeld
		await route.continue()
	})
	await button(page, 'Playing').click()
	await control(page)
		.getByRole('button', { name: /^Add another session/ })
		.click()
	const dialog = page.getByRole('dialog', { name: 'Add a Session' })
	await dialog.getByRole('button', { name: 'Add a Note' }).click()
	await expect(dialog.getByLabel('Private note')).toBeFocused()
	await dialog.getByLabel('Private note').fill('At the lighthouse')
	letThrough()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
	await waitForIdle(page)
	await expect(dialog.getByLabel('Private note')).toHaveValue('At the lighthouse')
	await dialog.getByRole('button', { name: 'Add 45 min' }).click()
	await expect(dialog).toBeHidden()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ minutesPlayed: 45 })
})

test('a whole date is given with the keyboard or the calendar of the browser, and a half typed one is not dropped', async ({
	page,
	site,
}) => {
	const { game, member } = await openGame(page, site)
	await control(page)
		.getByRole('button', { name: /^Log a Play/ })
		.click()
	const dialog = page.getByRole('dialog', { name: 'Log a Play' })
	await dialog.getByRole('button', { name: 'Started: other day' }).click()
	const started = dialog.getByLabel('Started: day')
	await expect(started).toHaveAttribute('type', 'date')
	await started.pressSequentially('0231')
	await page.keyboard.press('Enter')
	await expect(dialog.getByText('This date is incomplete or does not exist')).toBeVisible()
	await expect(started).toBeFocused()
	await page.keyboard.press('ArrowLeft')
	await page.keyboard.press('ArrowLeft')
	await page.keyboard.type('02282025')
	await expect(started).toHaveValue('2025-02-28')

	// A month is what is known of the day, and the day comes back
	await dialog.getByRole('button', { name: 'Started: only the month or year' }).click()
	await expect(dialog.getByLabel('Started: month')).toHaveValue('02')
	await dialog.getByRole('button', { name: 'Started: the whole date' }).click()
	await expect(started).toHaveValue('2025-02-28')
	await dialog.getByRole('button', { name: 'Log Play' }).click()
	await expect(dialog).toBeHidden()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ playCount: 1 })
})

test('a play is logged with what is known of it, sets the status, and can be undone, edited and deleted', async ({
	page,
	site,
}) => {
	const { game, member } = await openGame(page, site)
	const open = control(page).getByRole('button', { name: /^Log a Play/ })
	const dialog = page.getByRole('dialog', { name: 'Log a Play' })
	await open.click()
	for (const label of ['Started', 'Ended']) {
		await dialog.getByRole('button', { name: `${label}: other day` }).click()
		await dialog.getByRole('button', { name: `${label}: only the month or year` }).click()
	}
	await dialog.getByLabel('Started: year').selectOption('2025')
	await dialog.getByLabel('Started: month').selectOption('November')
	await dialog.getByLabel('Ended: year').selectOption('2025')
	// It has ended, without saying how
	await expect(dialog.getByRole('radio', { name: 'Still playing' })).not.toBeChecked()
	await dialog.getByText('Finished', { exact: true }).click()
	await dialog.getByLabel('Time').fill('12h30')
	// At its end the button covers nothing
	await dialog.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Log Play' }).click()
	await expect(dialog).toBeHidden()
	await expect(button(page, 'Finished')).toHaveAttribute('aria-pressed', 'true')
	await expect(control(page).getByText('12 h 30 min')).toBeVisible()
	await expect(open).toBeFocused()
	await undo(page).click()
	await expect(button(page, 'Played')).toHaveAttribute('aria-pressed', 'false')
	await expect.poll(() => readEntry(member, game)).toBeNull()

	await open.click()
	await dialog.getByRole('button', { name: 'Started today' }).click()
	await dialog.getByRole('button', { name: 'Log Play' }).click()
	await expect(button(page, 'Playing')).toHaveAttribute('aria-pressed', 'true')
	await open.click()
	const running = dialog.getByRole('button', { name: /^Edit: Playing now/ })
	await expect(running).toHaveAttribute('aria-pressed', 'true')
	await dialog.getByText('Abandoned', { exact: true }).click()
	await dialog.getByRole('button', { name: 'Save Play' }).click()
	await expect(button(page, 'Abandoned')).toHaveAttribute('aria-pressed', 'true')
	await open.click()
	await dialog.getByRole('button', { name: /^Delete: Abandoned/ }).click()
	await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
	await expect(dialog.getByRole('list', { name: 'Plays' })).toHaveCount(0)
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'abandoned', playCount: 0 })
})

test('a day is chosen with one press and taken back with another, and what was used last is chosen already', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await visit(page, `/games/${celeste}`)
	const open = control(page).getByRole('button', { name: /^Log a Play/ })
	const dialog = page.getByRole('dialog', { name: 'Log a Play' })
	const platform = dialog.getByRole('radio', { name: 'Switch', exact: true })
	await open.click()
	await expect(dialog.getByRole('group', { name: 'Platform' }).getByRole('radio', { checked: true })).toHaveCount(0)
	await platform.check({ force: true })
	await platform.click({ force: true })
	await expect(platform).not.toBeChecked()
	await platform.check({ force: true })
	const today = dialog.getByRole('button', { name: 'Ended today' })
	await today.click()
	await expect(today).toHaveAttribute('aria-pressed', 'true')
	await today.click()
	await expect(today).toHaveAttribute('aria-pressed', 'false')
	await dialog.getByRole('button', { name: 'Ended: other day' }).click()
	await dialog.getByLabel('Ended: day').fill('2025-02-28')
	await dialog.getByRole('button', { name: 'Ended: other day' }).click()
	await expect(dialog.getByLabel('Ended: day')).toHaveCount(0)
	await dialog.getByRole('button', { name: 'Ended yesterday' }).click()
	await dialog.getByRole('radio', { name: 'Still playing' }).check({ force: true })
	await expect(dialog.getByRole('button', { name: 'Ended yesterday' })).toHaveAttribute('aria-pressed', 'false')
	await dialog.getByRole('button', { name: 'Started yesterday' }).click()
	await dialog.getByRole('button', { name: 'Log Play' }).click()
	await expect(dialog).toBeHidden()
	const logged = await member.send<{ plays: object[] }>('GET', `/library/${celeste}`)
	expect(logged.plays).toMatchObject([{ platform: 'Nintendo Switch', endedOn: null, outcome: null }])

	await visit(page, `/games/${gameId('Hollow Knight')}`)
	await open.click()
	await expect(platform).toBeChecked()
})

test('on a phone a session is added in a sheet at the lower edge, without moving anything', { tag: '@touch' }, async ({
	page,
	site,
}) => {
	await page.setViewportSize({ width: 390, height: 664 })
	const { game, member } = await openGame(page, site)
	await member.send('PUT', `/library/${game}`, { status: 'playing' })
	await page.reload()
	await control(page)
		.getByRole('button', { name: /^Add another session/ })
		.tap()
	const dialog = page.getByRole('dialog', { name: 'Add a Session' })
	await waitForIdle(page)
	const box = await dialog.boundingBox()
	expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 664])
	expect(await findAxeViolations(page)).toEqual([])
	await dialog.getByRole('button', { name: 'Day yesterday' }).tap()
	await dialog.getByRole('button', { name: 'Add 1½ h' }).tap()
	await expect(dialog).toBeHidden()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ minutesPlayed: 90 })
	await expect(control(page).getByText('yesterday', { exact: true })).toBeVisible()
})
