// What a member sees first each day.

import { findAxeViolations } from '#kit/browser/axe.ts'
import { celeste, takeGame } from '#kit/browser/built-in-games.ts'
import { chunkOf } from '#kit/browser/chunks.ts'
import { registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { stallScripts } from '#kit/browser/stalled-scripts.ts'
import { expect, test } from '#kit/browser/test.ts'
import { expectFitsWidth } from '#kit/browser/width.ts'

test('a member’s home shows what they play, and adds a session or finishes it at one press, with Undo', async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	const game = takeGame()
	await member.send('PUT', `/library/${game}`, { status: 'playing' })
	await member.send('POST', `/library/${game}/sessions`, { day: '2026-03-11', minutes: 70 })
	await visit(page, '/')
	const row = page.getByRole('region', { name: 'Playing Now' }).getByRole('article')
	await expect(row.getByText(/^1 h 10 min/)).toBeVisible()
	await row.getByRole('button', { name: /^Add 1 h 10 min of/ }).click()
	await expect(row.getByText('2 h 20 min · today')).toBeVisible()
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(row.getByText(/^1 h 10 min/)).toBeVisible()
	const finished = row.getByRole('button', { name: /^Finished/ })
	await finished.click()
	await expect(finished).toHaveAttribute('aria-pressed', 'true')
	const status = async () => (await member.send<{ entry: { status: string } }>('GET', `/library/${game}`)).entry.status
	await expect.poll(status).toBe('finished')
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect.poll(status).toBe('playing')
	await expect(finished).toHaveAttribute('aria-pressed', 'false')
	// The columns of the specification are still there
	await expect(page.getByRole('heading', { name: 'Popular Games' })).toBeVisible()
})

test('the feed has what followed people did, also before, and announces what is new without moving', async ({
	page,
	site,
}) => {
	const [member, writer] = [await registerAndLogIn(page, site), await registerPerson(site)]
	await writer.review(celeste, { description: 'Up, and up, and up again.' })
	const game = takeGame()
	await writer.send('PUT', `/library/${game}`, { status: 'finished', rating: 4 })
	await member.send('POST', '/follows', { followedId: writer.id })
	await visit(page, '/')
	const feed = page.getByRole('region', { name: 'From People You Follow' })
	await expect(feed.getByText('Up, and up, and up again.')).toBeVisible()
	await expect(feed.getByRole('article').filter({ hasText: `${writer.username} finished` })).toBeVisible()
	await page.clock.install()
	await feed.getByRole('link', { name: 'All Activity' }).click()
	await expect(page).toHaveURL('/feed')
	await expect(page.getByRole('article')).toHaveCount(2)
	await expect(page.getByText('That’s everything.')).toBeVisible()

	await writer.send('PUT', `/library/${takeGame()}`, { status: 'playing' })
	await page.clock.fastForward('01:01')
	const news = page.getByRole('button', { name: '1 new' })
	await expect(news).toBeVisible()
	await expect(page.getByRole('article')).toHaveCount(2)
	await news.click()
	await expect(page.getByRole('article')).toHaveCount(3)
	await expect(page.getByRole('article').first()).toContainText('is playing')
	await expect(news).toBeHidden()
	expect(await findAxeViolations(page)).toEqual([])
})

test('who has nothing yet is invited, at any width', { tag: '@ci' }, async ({ page, site }) => {
	await registerAndLogIn(page, site)
	for (const path of ['/', '/feed']) {
		await visit(page, path)
		for (const size of [
			{ width: 1280, height: 800 },
			{ width: 390, height: 844 },
			{ width: 320, height: 640 },
		]) {
			await page.setViewportSize(size)
			await waitForIdle(page)
			await expect(page.getByRole('link', { name: 'Find People to Follow' })).toBeVisible()
			await expectFitsWidth(page)
			expect(await findAxeViolations(page)).toEqual([])
		}
	}
})

test('a newcomer’s home offers a game to play at one press, what is new here and people to follow, until each is used', {
	tag: ['@ci', '@phone'],
}, async ({ page, site }) => {
	const writer = await registerPerson(site)
	const review = await writer.review(celeste)
	const member = await registerAndLogIn(page, site)
	await member.send('POST', '/reviews/seen', { impressions: [review] })
	await expect.poll(() => member.send('GET', `/reviews/${review}`)).toMatchObject({ impressions: 1 })
	await visit(page, '/')
	await expect(page.getByRole('region', { name: 'New Here' }).getByRole('article').first()).toBeVisible()
	const playing = page.getByRole('region', { name: 'Playing Now' })
	await playing.getByRole('combobox', { name: 'Search for a game' }).fill('gorogo')
	await playing.getByRole('option', { name: /^Gorogoa/ }).click()
	await expect(page.getByRole('dialog', { name: 'Log Gorogoa' })).toBeVisible()
	await page.keyboard.press('Escape')
	const cover = playing.getByRole('button', { name: /^I’m playing / }).first()
	const name = (await cover.getAttribute('title')) ?? ''
	// Twice as fast as one should
	await cover.dblclick()
	await expect(playing.getByRole('article').filter({ hasText: name })).toBeVisible()
	await expect(cover).toBeHidden()
	await expect
		.poll(async () => (await member.send<{ entries: { status: string }[] }>('GET', '/library')).entries)
		.toMatchObject([{ status: 'playing' }])

	const people = page.getByRole('region', { name: 'People to Follow' })
	const button = people.getByRole('button', { name: /^Follow / }).first()
	await button.click()
	await expect(people.getByRole('button', { name: /^Following / })).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(page.getByRole('region', { name: 'From People You Follow' }).getByRole('article').first()).toBeVisible()
	await expect(people).toBeHidden()
})

test('a visitor who opens the feed is led to the login', { tag: '@ci' }, async ({ page }) => {
	await visit(page, '/feed')
	await expect(page).toHaveURL(/\/login\?redirect=%2Ffeed/)
	await expect(page.getByText('Please log in to keep track of your games')).toBeVisible()
})

test('a member’s home suggests what waits in their backlog, one after the other, not now, or never again', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	const games = [takeGame(), takeGame(), takeGame()]
	for (const game of games) await member.send('PUT', `/library/${game}`, { status: 'backlog' })
	await visit(page, '/')
	const waiting = page.getByRole('complementary', { name: 'Waiting for you' })
	const name = waiting.getByRole('heading', { level: 3 })
	const first = await name.innerText()
	await waiting.getByRole('button', { name: 'Another' }).click()
	await expect(name).not.toHaveText(first)
	const second = await name.innerText()
	await waiting.getByRole('button', { name: 'Not Now' }).click()
	await expect(page.getByText(`${second} is put off for a month`)).toBeVisible()
	await expect(name).not.toHaveText(second)
	await page.getByRole('button', { name: 'Undo' }).click()
	await expect(name).toHaveText(second)
	// The same for a day
	await page.reload()
	await expect(name).toHaveText(first)
	await waiting.getByRole('button', { name: 'Never' }).click()
	await expect(page.getByText(`${first} won’t be suggested again`)).toBeVisible()
	await expect(name).not.toHaveText(first)
	await page.reload()
	await expect(name).toHaveText(second)
})

test('a member’s home leads back to the review that they have begun, and says how many more they play', async ({
	page,
	site,
}) => {
	const member = await registerAndLogIn(page, site)
	for (let number = 0; number < 5; number++) await member.send('PUT', `/library/${takeGame()}`, { status: 'playing' })
	await visit(page, `/games/${celeste}/review`)
	await page.getByRole('textbox', { name: 'Your review' }).fill('Up, and up, and')
	await visit(page, '/')
	await expect(page.getByText('Your draft on Celeste, 4 words')).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('link', { name: 'and 2 more' }).click()
	await expect(page).toHaveURL(`/${member.username}/games?status=playing`)
	await page.goBack()
	await page.getByRole('complementary').getByRole('link', { name: 'Celeste' }).click()
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue('Up, and up, and')
})

test('a member’s home requests what it needs before its scripts run, each thing once, and nothing of the visitors’', {
	tag: '@ci',
}, async ({ page, site }) => {
	const member = await registerAndLogIn(page, site)
	await member.send('PUT', `/library/${celeste}`, { status: 'playing' })
	const requested: string[] = []
	page.on('request', (request) => requested.push(request.url().slice(site.url.length)))
	const count = (part: RegExp | string) =>
		requested.filter((url) => (typeof part === 'string' ? part === url : part.test(url))).length
	const release = await stallScripts(page)
	await page.goto('/', { waitUntil: 'commit' })
	const needed = [
		/^\/api\/library\?.*status=playing/,
		/^\/api\/next$/,
		/^\/api\/feed/,
		/^\/api\/reviews\/drafts/,
		chunkOf('src/web/features/home/member-home.tsx'),
	]
	for (const part of needed) await expect.poll(() => count(part), String(part)).toBe(1)
	const wall = await page.evaluate(() => {
		const paths = (images: NodeListOf<HTMLImageElement>) =>
			[...images].map(({ src }) => src.slice(location.origin.length))
		return paths(document.querySelectorAll('section[data-for="visitors"] img'))
	})
	expect(wall.length).toBeGreaterThan(20)
	await release()
	await expect(page.getByRole('region', { name: 'Playing Now' }).getByRole('link', { name: 'Celeste' })).toBeVisible()
	await waitForIdle(page)
	for (const part of needed) expect.soft(count(part), String(part)).toBe(1)
	// Those that the member sees elsewhere have the same address
	const seen = await page
		.locator('img')
		.evaluateAll((images) =>
			(images as HTMLImageElement[]).map(({ currentSrc }) => currentSrc.slice(location.origin.length)),
		)
	expect(requested.filter((url) => wall.includes(url) && !seen.includes(url))).toEqual([])
})

test('beside the feed are the games that followed people play and want, and what one logs in a row is one entry', {
	tag: ['@ci', '@phone'],
}, async ({ page, site, isPhone }) => {
	const friend = await registerPerson(site)
	const member = await registerAndLogIn(page, site)
	await member.send('POST', '/follows', { followedId: friend.id })
	for (let number = 0; number < 3; number++) await friend.send('PUT', `/library/${takeGame()}`, { isWished: true })
	await friend.send('PUT', `/library/${celeste}`, { status: 'playing' })
	await visit(page, '/feed')
	const entries = page.getByRole('main').getByRole('article')
	await expect(entries).toHaveCount(1)
	await expect(entries).toContainText(`${friend.username} logged 4 games`)
	await expect(entries.getByRole('link', { name: 'Celeste' })).toBeVisible()
	const playing = page.getByRole('region', { name: 'Friends Are Playing' })
	if (isPhone) return expect(playing).toHaveCount(0)
	await expect(playing.getByRole('listitem')).toContainText(`played by ${friend.username}`)
	await expect(page.getByRole('region', { name: 'Most Wanted by Friends' }).getByRole('listitem')).toHaveCount(3)
	expect(await findAxeViolations(page)).toEqual([])
})
