import type { Page } from '@playwright/test'
import { findAxeViolations } from '#kit/browser/axe.ts'
import { takeGame } from '#kit/browser/built-in-games.ts'
import { EXPECTED_NOISE, failCalls } from '#kit/browser/call-failures.ts'
import { tabTo } from '#kit/browser/keyboard.ts'
import { type Person, registerAndLogIn, registerPerson } from '#kit/browser/people.ts'
import { visit, waitForIdle } from '#kit/browser/ready.ts'
import { expect, test } from '#kit/browser/test.ts'

const spans = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Spoiler', exact: true })

/** Reviews a game with the flag, and returns the review's id. */
async function flaggedReview(author: Person, game: number, description: string): Promise<string> {
	const { data } = await author.send<{ data: { platforms: string[] } }>('GET', `/games/${game}`)
	const review = { gameId: game, rating: 4, platform: data.platforms[0], description, containsSpoilers: true }
	return (await author.send<{ id: string }>('POST', '/reviews', review)).id
}

const nameOf = async (person: Person, game: number) =>
	(await person.send<{ data: { name: string } }>('GET', `/games/${game}`)).data.name

/** What a page holds, including the data that the server rendered it from. */
const sourceOf = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

const copyPage = async (page: Page) => {
	await page.keyboard.press('ControlOrMeta+a')
	return page.evaluate(() => String(getSelection()))
}

test('a span opens and closes on a press, and what is closed cannot be copied', { tag: '@phone' }, async ({
	page,
	site,
}) => {
	const author = await registerPerson(site)
	const description = 'At first she is a stranger. ||She is her own zeppelin.|| Then ||the clock|| stops.'
	const id = await author.review(takeGame(), { description })
	await visit(page, `/reviews/${id}`)
	expect(await sourceOf(page)).not.toContain('zeppelin')
	const [first, second] = [spans(page).first(), spans(page).nth(1)]
	await first.click()
	await expect(first).toHaveAttribute('aria-expanded', 'true')
	await expect(page.getByRole('article').first()).toContainText('She is her own zeppelin. Then')
	await expect(second).toHaveAttribute('aria-expanded', 'false')
	expect(await findAxeViolations(page)).toEqual([])
	expect(await copyPage(page)).not.toContain('the clock')
	await page.getByText('She is her own zeppelin.').click()
	await expect(first).toHaveAttribute('aria-expanded', 'false')
	expect(await copyPage(page)).not.toContain('zeppelin')
})

test('a span is opened with the keyboard, and a double press opens it once', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const id = await author.review(takeGame(), { description: 'In the end ||everyone lives||, and that is that.' })
	await visit(page, `/reviews/${id}`)
	await tabTo(page, spans(page))
	await page.keyboard.press('Enter')
	await expect(page.getByText('everyone lives')).toBeVisible()
	await expect(spans(page)).toBeFocused()
	await page.keyboard.press(' ')
	await expect(page.getByText('everyone lives')).toHaveCount(0)
	await expect(spans(page)).toBeFocused()

	await page.reload()
	await waitForIdle(page)
	// The second press comes while the text is on its way
	await spans(page).evaluate((button: HTMLElement) => {
		button.click()
		button.click()
	})
	await expect(page.getByText('everyone lives')).toBeVisible()
})

test('a flagged review is a box on its page and a sentence in cards', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const game = takeGame()
	const id = await flaggedReview(author, game, 'The whole story, told from its last day.')
	const name = await nameOf(author, game)
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/games/${game}`)
	await expect(page.getByText(`Hidden: contains spoilers for ${name}.`)).toBeVisible()
	expect(await sourceOf(page)).not.toContain('last day')
	await page.getByRole('link', { name: 'Read it there' }).click()
	await expect(page).toHaveURL(`/reviews/${id}`)
	await expect(page.getByText(`Contains spoilers. You haven’t finished ${name}.`)).toBeVisible()
	expect(await findAxeViolations(page)).toEqual([])
	await page.getByRole('button', { name: 'Show the Review' }).dblclick()
	await expect(page.getByText('The whole story, told from its last day.')).toBeFocused()
	await expect(page.locator('meta[name="description"]')).not.toHaveAttribute('content', /last day/)

	await reader.send('PUT', `/library/${game}`, { status: 'finished' })
	await visit(page, `/reviews/${id}`)
	await expect(page.getByText('The whole story, told from its last day.')).toBeVisible()
})

test('the author sees spans open, and edits the text as written', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerAndLogIn(page, site)
	const game = takeGame()
	const description = 'Nobody knows that ||it rains|| in the last act.'
	const id = await author.review(game, { description })
	await visit(page, `/reviews/${id}`)
	await expect(page.getByText('it rains')).toBeVisible()
	await expect(spans(page)).toHaveAttribute('aria-expanded', 'true')
	await spans(page).click()
	await expect(page.getByText('it rains')).toHaveCount(0)
	await visit(page, `/games/${game}/review?edit=${id}`)
	await expect(page.getByRole('textbox', { name: 'Your review' })).toHaveValue(description)
})

test('selected words are hidden, undone and flagged while writing a review', { tag: '@phone' }, async ({
	page,
	site,
	isPhone,
}) => {
	const author = await registerAndLogIn(page, site)
	const game = takeGame()
	await visit(page, `/games/${game}/review`)
	const text = page.getByRole('textbox', { name: 'Your review' })
	await text.fill('It turns out that he dies in the end.')
	await text.evaluate((field: HTMLTextAreaElement) => {
		field.focus()
		field.setSelectionRange(18, 25)
	})
	const hide = page.getByRole('button', { name: 'Mark as Spoiler' })
	await hide.click()
	await expect(text).toHaveValue('It turns out that ||he dies|| in the end.')
	await page.keyboard.press('ControlOrMeta+z')
	await expect(text).toHaveValue('It turns out that he dies in the end.')
	await page.keyboard.press('ControlOrMeta+Shift+z')
	await expect(text).toHaveValue('It turns out that ||he dies|| in the end.')
	const preview = page.getByRole('region', { name: 'Preview' })
	await page.getByRole('button', { name: 'Preview' }).click()
	await expect(preview).toContainText('It turns out that')
	await expect(preview).not.toContainText('he dies')
	await preview.getByRole('button', { name: 'Spoiler' }).click()
	await expect(preview).toContainText('he dies')
	const tick = page.getByRole('checkbox', { name: 'Contains spoilers' })
	await tick.check()
	// On phones the bar with the buttons covers what is scrolled under it
	if (!isPhone) expect(await findAxeViolations(page)).toEqual([])
	await page.reload()
	await expect(tick).toBeChecked()
	await page.getByRole('slider', { name: 'Your rating' }).press('End')
	await page.getByLabel('Platform').selectOption({ index: 1 })
	await page.getByRole('button', { name: 'Submit Review' }).click()
	await expect(page.getByText('Review submitted successfully!')).toBeVisible()
	const { reviews } = await author.send<{ reviews: object[] }>('GET', `/reviews?gameId=${game}`)
	expect(reviews).toMatchObject([{ containsSpoilers: true, description: 'It turns out that ||he dies|| in the end.' }])
})

test('a flagged comment is shown on a press, and its author edits the flag', { tag: '@ci' }, async ({ page, site }) => {
	const other = await registerPerson(site)
	const id = await other.review(takeGame())
	const comment = { reviewId: id, content: 'I cried when the dog died.', containsSpoilers: true }
	await other.send('POST', '/comments', comment)
	const reader = await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	const article = page.getByRole('article', { name: `Comment by ${other.username}` })
	await expect(article).toContainText('Hidden: contains spoilers.')
	expect(await sourceOf(page)).not.toContain('the dog')
	await article.getByRole('button', { name: /^Show/ }).click()
	await expect(article.getByText('I cried when the dog died.')).toBeFocused()

	await page.getByLabel('Write a comment').fill('So did I.')
	await page.getByRole('checkbox', { name: 'Contains spoilers' }).check()
	await page.getByRole('button', { name: 'Post Comment' }).click()
	const own = page.getByRole('article', { name: `Comment by ${reader.username}` })
	await expect(own).toContainText('So did I.')
	await expect(page.getByRole('checkbox', { name: 'Contains spoilers' })).not.toBeChecked()
	await page.getByRole('button', { name: `More about the comment by ${reader.username}` }).click()
	await page.getByRole('button', { name: `Edit the comment by ${reader.username}` }).click()
	await own.getByRole('checkbox', { name: 'Contains spoilers' }).uncheck()
	await own.getByRole('button', { name: 'Save' }).click()
	await expect(own.getByRole('checkbox')).toHaveCount(0)
	const { comments } = await reader.send<{ comments: object[] }>('GET', `/comments/review/${id}`)
	expect(comments[0]).toMatchObject({ content: 'So did I.', containsSpoilers: false })
})

test('spans in a list’s description and notes open, too', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const id = await author.createList({
		title: 'Games with a turn',
		description: 'All of them ||start again||.',
		games: [{ gameId: takeGame(), notes: 'Here ||twice||.' }],
	})
	await visit(page, `/list/${id}`)
	expect(await sourceOf(page)).not.toMatch(/start again|twice/)
	await spans(page).first().click()
	await expect(page.getByText('start again')).toBeVisible()
	await spans(page).nth(1).click()
	await expect(page.getByText('twice')).toBeVisible()
})

test('the setting shows and hides texts that are already open', { tag: '@ci' }, async ({ page, site }) => {
	const author = await registerPerson(site)
	const game = takeGame()
	const id = await flaggedReview(author, game, 'A text for those who do not mind.')
	await registerAndLogIn(page, site)
	await visit(page, `/reviews/${id}`)
	await page.getByRole('link', { name: 'Change when spoilers are shown' }).click()
	const section = page.getByRole('region', { name: 'Spoilers' })
	await expect(section).toBeInViewport()
	await section.getByText('Show', { exact: true }).click()
	await expect(section.getByRole('radio', { name: 'Show', exact: true })).toBeChecked()
	await waitForIdle(page)
	await page.goBack()
	await expect(page.getByText('A text for those who do not mind.')).toBeVisible()
	await page.goForward()
	// Two choices at once: the last one decides
	await section.getByText('Hide until', { exact: false }).click()
	await section.getByText('Always hide').click()
	await waitForIdle(page)
	await page.reload()
	await expect(section.getByRole('radio', { name: 'Always hide' })).toBeChecked()
	await visit(page, `/reviews/${id}`)
	await expect(page.getByText(`Contains spoilers for ${await nameOf(author, game)}.`)).toBeVisible()
})

test.describe('without JavaScript', () => {
	test.use({ javaScriptEnabled: false })

	test('links show what is hidden, and search engines are sent to the page without it', { tag: '@ci' }, async ({
		page,
		site,
	}) => {
		const author = await registerPerson(site)
		const game = takeGame()
		const id = await flaggedReview(author, game, 'All of it, from the first day to the last.')
		await author.send('POST', '/comments', { reviewId: id, content: 'And ||she knew|| it.' })
		await page.goto(`/reviews/${id}`)
		await expect(page.getByText('All of it')).toHaveCount(0)
		await page.getByRole('link', { name: 'Show the Review' }).click()
		await expect(page.getByText('All of it, from the first day to the last.')).toBeVisible()
		await expect(page.getByText('she knew')).toBeVisible()
		await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
		await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/reviews/${id}$`))
		await expect(page.locator('meta[name="description"]')).not.toHaveAttribute('content', /All of it/)
		const jsonLd = (await page.locator('script[type="application/ld+json"]').allTextContents()).join()
		expect(jsonLd).not.toContain('All of it')

		await page.goto(`/reviews/${id}`)
		await page.getByRole('link', { name: 'Spoiler' }).click()
		await expect(page).toHaveURL(/\?spoilers=1#comment-/)
		await expect(page.getByText('she knew')).toBeVisible()
	})
})

test.describe('on a failing network', () => {
	test.use({ expectedNoise: EXPECTED_NOISE })

	test('a spoiler that does not load says so, and the next press opens it', { tag: '@ci' }, async ({ page, site }) => {
		const author = await registerPerson(site)
		const id = await author.review(takeGame(), { description: 'What he finds there is ||himself||.' })
		await visit(page, `/reviews/${id}`)
		const mend = await failCalls(page, '**/api/reviews/*?reveal=true', 'lost')
		await spans(page).click()
		await expect(page.getByText('The spoiler did not load. Please try again.')).toBeVisible()
		await expect(spans(page)).toHaveAttribute('aria-expanded', 'false')
		await mend()
		await spans(page).click()
		await expect(page.getByText('himself')).toBeVisible()
	})

	test('a flagged review that does not load says so in its box', { tag: '@ci' }, async ({ page, site }) => {
		const id = await flaggedReview(await registerPerson(site), takeGame(), 'Only for those who asked for it.')
		await visit(page, `/reviews/${id}`)
		const mend = await failCalls(page, '**/api/reviews/*?reveal=true', 'wordless')
		await page.getByRole('button', { name: 'Show the Review' }).click()
		await expect(page.getByText('Failed to fetch review')).toBeVisible()
		await mend()
		await page.getByRole('button', { name: 'Show the Review' }).click()
		await expect(page.getByText('Only for those who asked for it.')).toBeVisible()
	})

	test('a setting that does not load or save says so', { tag: '@ci' }, async ({ page, site }) => {
		await registerAndLogIn(page, site)
		const mend = await failCalls(page, '**/api/auth/preferences', 'wordless')
		await visit(page, '/settings')
		const section = page.getByRole('region', { name: 'Spoilers' })
		await expect(section.getByText('Failed to load your preferences')).toBeVisible()
		await mend()
		await section.getByRole('button', { name: 'Try Again' }).click()
		const mendSaving = await failCalls(page, '**/api/auth/preferences', 'wordless')
		await section.getByText('Always hide').click()
		await expect(section.getByText('Failed to save your preferences')).toBeVisible()
		await expect(section.getByRole('radio', { name: 'Hide until I’ve finished the game' })).toBeChecked()
		await mendSaving()
	})
})
