import { EXPECTED_NOISE, failCalls, REASON } from '#kit/browser/call-failures.ts'
import { chunkOf } from '#kit/browser/chunks.ts'
import { mark, menu, opener, openList, readEntry, stars, toast } from '#kit/browser/cover-menu.ts'
import { goOffline, goOnline } from '#kit/browser/offline.ts'
import { waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

test.use({ expectedNoise: EXPECTED_NOISE })

test('a press that fails is taken back with the reason, and Try Again repeats it', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const { member, first, game } = await openList(page, site)
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await expect(stars(page)).toBeEnabled()
	await waitForIdle(page)
	const mend = await failCalls(page, `**/api/library/${game}`, 'reasoned')
	await mark(page, 'Playing').click()
	await expect(toast(page).getByRole('alert')).toHaveText(REASON)
	await expect(mark(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
	await mend()
	await toast(page).getByRole('button', { name: 'Try Again' }).click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'playing' })
})

test('offline, the menu says so, loses nothing, and works again afterwards', { tag: '@ci' }, async ({ page, site }) => {
	const { member, first, second, game } = await openList(page, site)
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await mark(page, 'Played').click()
	await expect.poll(() => readEntry(member, game)).toMatchObject({ status: 'played' })
	await waitForIdle(page)
	await goOffline(page)
	await mark(page, 'Playing').click()
	await expect(toast(page).getByRole('alert')).toHaveText('You are offline, so nothing has changed')
	await expect(mark(page, 'Played')).toHaveAttribute('aria-pressed', 'true')
	await expect(mark(page, 'Playing')).toHaveAttribute('aria-pressed', 'false')
	await page.keyboard.press('Escape')
	await opener(second).focus()
	await page.keyboard.press('Enter')
	await expect(menu(page).getByText('You are offline, so nothing has changed')).toBeVisible()
	await goOnline(page)
	await menu(page).getByRole('button', { name: 'Try Again' }).click()
	await expect(stars(page)).toBeEnabled()
	await mark(page, 'Playing').click()
	await expect(toast(page)).toContainText('Marked as playing')
})

test('a menu that does not load says so', { tag: '@ci' }, async ({ page, site }) => {
	const { first } = await openList(page, site)
	await page.route(`**${chunkOf('src/web/features/library-entry/cover-menu.tsx')}`, (route) => route.abort())
	await opener(first).focus()
	await page.keyboard.press('Enter')
	await expect(toast(page).getByRole('alert')).toHaveText('This menu did not load. Please try again.')
})
