// Library, diary, statistics and year as others read them.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { failCalls } from '#kit/browser/call-failures.ts'
import { pressKey } from '#kit/browser/keyboard.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForHydration, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

/** Logs a few games: one finished and rated, one being played, one wished for. */
async function logGames(person: Person) {
	const [finished, playing, wished] = [celeste, takeGame(), takeGame()]
	await person.send('PUT', `/library/${finished}`, { rating: 4.5 })
	const play = { startedOn: '2026-02', endedOn: '2026-03-09', outcome: 'finished', minutes: 750 }
	await person.send('POST', `/library/${finished}/plays`, play)
	await person.send('PUT', `/library/${playing}`, { status: 'playing' })
	await person.send('POST', `/library/${playing}/sessions`, { day: '2026-03-11', minutes: 70 })
	await person.send('PUT', `/library/${wished}`, { isWished: true })
}

test('a visitor looks through a library by shelf, words and order, with the choice in the address', async ({
	page,
	site,
}) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/profile/${player.username}`)
	await page.getByRole('link', { name: 'Library', exact: true }).click()
	await expect(page).toHaveURL(`/${player.username}/games`)
	await expect(page.getByRole('heading', { level: 1, name: `${player.username}’s Games` })).toBeVisible()
	const covers = page
		.getByRole('main')
		.getByRole('link')
		.filter({ has: page.getByRole('img') })
	await expect(page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')).toHaveCount(3)
	await page.getByRole('link', { name: /^Wishlist/ }).click()
	await expect(page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')).toHaveCount(1)
	expect(new URL(page.url()).search).not.toBe('')
	await page.goBack()
	await expect(page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')).toHaveCount(3)
	await page.getByLabel('Search this library').fill('celes')
	await expect(page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')).toHaveCount(1)
	await page.getByLabel('Search this library').fill('no such game')
	await expect(page.getByText('No games found')).toBeVisible()
	await page.reload()
	await expect(page.getByText('No games found')).toBeVisible()
	await visit(page, `/${player.username}/games?sortBy=rating`)
	await expect(covers.first()).toHaveAttribute('href', `/games/${celeste}`)
})

test('a diary shows days newest first and what is known of them', async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await player.send('POST', `/library/${celeste}/sessions`, { day: '2026-03-10', minutes: 25 })
	await visit(page, `/${player.username}/diary`)
	await expect(page.getByRole('heading', { name: 'March 2026' })).toBeVisible()
	const rows = page
		.getByRole('main')
		.getByRole('listitem')
		.filter({ hasText: /1 h 10 min|Finished/ })
	await expect(rows.first()).toContainText('1 h 10 min')
	await expect(rows.last()).toContainText('Finished')
	// Its stars belong to the day on which it was finished, not to each sitting
	const [sitting, finish] = [page.getByRole('article').filter({ hasText: '25 min' }), rows.last().getByRole('article')]
	await expect(sitting).toContainText('Celeste')
	await expect(finish.getByRole('img', { name: /4.5/ })).toBeVisible()
	await expect(sitting.getByRole('img', { name: /4.5/ })).toHaveCount(0)
})

test('the calendar of a diary has a dot for each day, leads to a month by pointer and keyboard, and back to the year', async ({
	page,
	site,
}) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/diary`)
	const calendar = page.getByRole('navigation', { name: 'Calendar of 2026' })
	await expect(calendar.getByRole('link', { name: 'March 11, 1 h 10 min' })).toBeVisible()
	await expect(calendar.getByRole('link', { name: 'March 9, finished a game' })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await calendar.getByRole('link', { name: 'March 11, 1 h 10 min' }).click()
	await expect(page).toHaveURL(`/${player.username}/diary?year=2026&month=3`)
	const month = calendar.getByRole('link', { name: 'March 2026, 2 days, 1 h 10 min' })
	await expect(month).toHaveAttribute('aria-current', 'true')
	await calendar.getByRole('link', { name: 'All Months' }).click()
	await expect(page).toHaveURL(`/${player.username}/diary?year=2026`)
	await expect(month).not.toHaveAttribute('aria-current', 'true')
	await pressKey(page, month)
	await expect(page).toHaveURL(`/${player.username}/diary?year=2026&month=3`)
	await page.getByRole('navigation', { name: 'Year' }).getByRole('link', { name: 'All Years' }).click()
	await expect(page).toHaveURL(`/${player.username}/diary`)

	await visit(page, `/${player.username}/diary`)
	const mend = await failCalls(page, '**/api/library/diary/days?*', 'lost')
	await page.getByRole('navigation', { name: 'Year' }).getByRole('link', { name: '2026' }).click()
	const alert = page.getByRole('alert').filter({ hasText: 'Failed to fetch the diary' })
	await expect(alert).toBeVisible()
	await expect(page.getByText('Finished · 12 h 30 min')).toBeVisible()
	await mend()
	await alert.getByRole('button', { name: 'Try Again' }).click()
	await expect(month).toBeVisible()
})

test('on a phone, the year of a diary is a tab, its month a select, and the days of a month are dots', {
	tag: '@touch',
}, async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/diary`)
	await expect(page.getByRole('navigation', { name: 'Calendar of 2026' })).toBeHidden()
	const dots = page.getByRole('region', { name: 'March 2026' }).locator('header [data-day]')
	await expect(dots).toHaveCount(2)
	await expect(dots.first()).toHaveAttribute('data-day', 'finish')
	await page.getByRole('navigation', { name: 'Year' }).getByRole('link', { name: '2026' }).click()
	await page.getByLabel('Month').selectOption('February')
	await expect(page.getByText('Nothing on these days.')).toBeVisible()
	expect(new URL(page.url()).search).toBe('?year=2026&month=2')
})

test('statistics say in words what the charts draw, of all time and of a year', async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/stats`)
	await expect(page.getByText(/3 games.*1 finished.*14 hours/)).toBeVisible()
	await page.getByRole('link', { name: '2026', exact: true }).click()
	await expect(page).toHaveURL(`/${player.username}/stats?year=2026`)
	await expect(page.getByText(/1 finished/)).toBeVisible()
})

test('a year in review shows what was played, leads to it, and has a picture to save', async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/stats?year=2026`)
	await page.getByRole('link', { name: '2026 in Review' }).click()
	await expect(page).toHaveURL(`/${player.username}/year/2026`)
	await expect(page.getByRole('heading', { level: 1, name: `${player.username}, 2026` })).toBeVisible()
	await expect(page.getByText(/^2 games, 14 hours/)).toBeVisible()
	await expect(page.getByRole('region', { name: 'First and Last' })).toContainText('March 9, 2026')
	await expect(page.getByRole('region', { name: 'First and Last' })).toContainText('March 11, 2026')
	await expect(page.getByRole('region', { name: 'Twelve Months' }).getByRole('link', { name: 'Celeste' })).toBeVisible()
	await expect(page.getByText('March 2026: 1 game finished')).toBeAttached()
	await expect(page.getByRole('region', { name: 'The One' })).toContainText('12 h 30 min')
	const saved = page.waitForEvent('download')
	await page.getByRole('link', { name: 'Save Picture' }).click()
	expect((await saved).suggestedFilename()).toBe(`${player.username}-2026.jpg`)
	await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /\/share-pictures\/years\//)
	await page.goto(`/${player.username}/year/2019`)
	await expect(page.getByText(/^Nothing in .* for this year/)).toBeVisible()
	await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
	expect((await page.goto(`/${player.username}/year/26`))?.status()).toBe(404)
})

test('a year in review prints a plate on a page, without what cannot be pressed on paper', { tag: '@ci' }, async ({
	page,
	site,
}) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/year/2026`)
	const plates = await page.getByRole('region').count()
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('link', { name: 'Save Picture' })).toBeHidden()
	const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
	expect(plates).toBeGreaterThan(3)
	// One more: the first plate, whose name is the page's
	expect(pdf.match(/\/Type \/Page\b/g)?.length).toBe(plates + 1)
})

test('the empty pages of a library invite their owner to find a game', { tag: '@ci' }, async ({ page, site }) => {
	const { username } = await registerAndLogIn(page, site)
	for (const what of ['games', 'diary', 'stats', 'year/2026']) {
		await visit(page, `/${username}/${what}`)
		await expect(page.getByRole('main').getByRole('link', { name: 'Find a Game' })).toBeVisible()
	}
})

test('a profile shows what is played now and how its owner rates, which leads to the games with a rating', {
	tag: '@ci',
}, async ({ page, site }) => {
	const [player, newcomer] = [await registerPerson(site), await registerPerson(site)]
	await logGames(player)
	await visit(page, `/profile/${newcomer.username}`)
	await expect(page.getByRole('heading', { name: 'Reviews' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Playing Now' })).toBeHidden()
	await expect(page.getByRole('heading', { name: 'Ratings' })).toBeHidden()
	await visit(page, `/profile/${player.username}`)
	await expect(page.getByRole('region', { name: 'Playing Now' }).getByRole('listitem')).toHaveCount(1)
	await page
		.getByRole('region', { name: 'Ratings' })
		.getByRole('link', { name: /: 1 rating / })
		.click()
	await expect(page).toHaveURL(`/${player.username}/games?rating=4.5`)
	await expect(page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')).toHaveCount(1)
})

test('the pages of a person lead to each other, and the one that is shown is in sight on any width', {
	tag: '@ci',
}, async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/profile/${player.username}`)
	const tabs = page.getByRole('navigation', { name: `${player.username}’s pages` })
	const pages = {
		Library: [`/${player.username}/games`, 'Games'],
		Diary: [`/${player.username}/diary`, 'Diary'],
		Reviews: [`/${player.username}/reviews`, 'Reviews'],
		Lists: [`/${player.username}/lists`, 'Lists'],
		Stats: [`/${player.username}/stats`, 'Stats'],
	} as const
	for (const [tab, [path, title]] of Object.entries(pages)) {
		await tabs.getByRole('link', { name: tab, exact: true }).click()
		await expect(page).toHaveURL(path)
		await expect(page.getByRole('heading', { level: 1, name: `${player.username}’s ${title}` })).toBeVisible()
		await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
		await expect(tabs.getByRole('link', { name: tab, exact: true })).toBeInViewport({ ratio: 1 })
	}
	await tabs.getByRole('link', { name: 'Overview', exact: true }).click()
	await expect(page).toHaveURL(`/profile/${player.username}`)
})

test('the keyboard passes a wall of games with one key', { tag: '@ci' }, async ({ page, site }) => {
	const player = await registerPerson(site)
	await logGames(player)
	await visit(page, `/${player.username}/games`)
	const skip = page.getByRole('link', { name: 'Skip the games' })
	await skip.focus()
	await expect(skip).toBeInViewport()
	await page.keyboard.press('Enter')
	await page.keyboard.press('Tab')
	const isPastTheWall = () =>
		page.evaluate(() => {
			const wall = document.querySelector('main ul:has([data-cover-menu])')
			const { activeElement } = document
			return Boolean(
				wall && activeElement && wall.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING,
			)
		})
	await expect.poll(isPastTheWall).toBe(true)
})

test('Back and a reload restore the place in a library of many games', { tag: ['@ci', '@phone'] }, async ({
	page,
	site,
}) => {
	const player = await registerPerson(site)
	for (let from = 1; from <= 150; from += 10)
		await Promise.all(
			Array.from({ length: 10 }, (_, index) =>
				player.send('PUT', `/library/${from + index}`, { status: index % 3 === 0 ? 'finished' : 'backlog' }),
			),
		)
	await visit(page, `/${player.username}/games`)
	const places = page.getByRole('main').locator('a[href^="/games/"]:not([href$="/upcoming"])')
	await expect
		.poll(async () => {
			await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
			return places.count()
		})
		.toBe(150)
	await waitForIdle(page)
	const place = places.nth(125)
	const getTop = () => place.evaluate((element) => element.getBoundingClientRect().top)
	await place.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
	await waitForIdle(page)
	const top = await getTop()
	const distance = async () => Math.abs((await getTop()) - top)
	await place.click()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await page.goBack()
	await expect.poll(distance).toBeLessThanOrEqual(2)
	await waitForIdle(page)
	await expect.poll(distance).toBeLessThanOrEqual(2)
	await page.reload({ waitUntil: 'commit' })
	await waitForHydration(page)
	await expect.poll(distance).toBeLessThanOrEqual(2)
})
