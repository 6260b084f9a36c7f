import type { Page } from '@playwright/test'
import { axeFinds } from './axe.ts'
import { signedIn } from './signed-in.ts'
import { expect, test } from './site.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search games and users' })

/** The header's search, opened as a hand does it on this kind of screen. */
async function openSearch(page: Page, isPhone: boolean): Promise<void> {
	if (isPhone) await page.getByRole('link', { name: 'Search' }).click()
	else await field(page).click()
	await expect(field(page)).toBeFocused()
}

/** Asks the API as the owner of a token. */
async function api<T>(url: string, accessToken: string, body?: object): Promise<T> {
	const answer = await fetch(url, {
		method: body ? 'POST' : 'GET',
		headers: { authorization: `Bearer ${accessToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
	return (await answer.json()) as T
}

async function registered(url: string, username: string): Promise<{ id: string; accessToken: string }> {
	const answer = await fetch(`${url}/api/auth/register`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ username, email: `${username}@example.org`, password: 'Correct1Horse' }),
	})
	const { user, tokens } = (await answer.json()) as { user: { id: string }; tokens: { accessToken: string } }
	return { id: user.id, accessToken: tokens.accessToken }
}

/** Someone whom the owner of the token follows, and who has written about games since. */
async function followed(url: string, username: string, accessToken: string, reviews: number) {
	const author = await registered(url, username)
	await api(`${url}/api/follows`, accessToken, { followedId: author.id })
	for (let gameId = 1; gameId <= reviews; gameId++) {
		const { data } = await api<{ data: { platforms: string[] } }>(`${url}/api/games/${gameId}`, accessToken)
		await api(`${url}/api/reviews`, author.accessToken, {
			gameId,
			rating: 4,
			platform: data.platforms[0] ?? 'PC',
			description: `A long thought about number ${gameId}, which goes on for more than sixty characters.`,
		})
	}
	return author
}

test('a game is found and opened with the keyboard alone', async ({ page }) => {
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await page.keyboard.press('/')
	await expect(field(page)).toBeFocused()
	await page.keyboard.type('z')
	await expect(page.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	await page.keyboard.type('elda')
	await expect(page.getByRole('group', { name: 'Games' }).getByRole('option').first()).toContainText('Zelda')
	await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
	expect(await axeFinds(page)).toEqual([])
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('ArrowDown')
	const second = page.getByRole('option').nth(1)
	await expect(second).toHaveAttribute('aria-selected', 'true')
	await expect(field(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
	const name = (await second.innerText()).split('\n')[0] ?? ''
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/games\/\d+$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
	await expect(page.getByRole('option')).toHaveCount(0)
})

test('arrow keys go through games and users and round again, Escape closes and then empties', async ({ page, site }, {
	project,
}) => {
	await registered(site.url, `celeste_${project.name}`)
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await openSearch(page, project.name === 'phone')
	await field(page).fill('celeste')
	await expect(page.getByRole('group', { name: 'Users' }).getByRole('option')).not.toHaveCount(0)
	const options = page.getByRole('option')
	const count = await options.count()
	await page.keyboard.press('ArrowUp')
	await expect(options.nth(count - 1)).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.press('ArrowDown')
	await expect(options.nth(0)).toHaveAttribute('aria-selected', 'true')
	await page.keyboard.press('Escape')
	await expect(options.first()).toBeHidden()
	await expect(field(page)).toHaveValue('celeste')
	await page.keyboard.press('Escape')
	await expect(field(page)).toHaveValue('')
})

test('a user is found and opened with the pointer', async ({ page, site }, { project }) => {
	const username = `findable_${project.name}`
	await registered(site.url, username)
	await page.goto('/games')
	await openSearch(page, project.name === 'phone')
	await field(page).fill('findable')
	await expect(page.getByText('No games found')).toBeVisible()
	await page.getByRole('option', { name: username }).click()
	await expect(page).toHaveURL(`/profile/${username}`)
})

test('Enter without a choice goes to the page of the search, whose states stand in its address', async ({
	page,
	site,
}, { project }) => {
	const username = `legend_${project.name}`
	await registered(site.url, username)
	await page.goto('/games')
	await openSearch(page, project.name === 'phone')
	await field(page).fill('legend')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/search?query=legend')
	const box = page.getByRole('searchbox', { name: 'Search games and users' })
	await expect(box).toHaveValue('legend')
	await expect(page.getByRole('main').getByRole('link', { name: 'Legend of Mana', exact: true })).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
	await expect(page).toHaveURL('/search?query=legend&tab=users')
	await expect(page.getByRole('main').getByRole('link', { name: username })).toBeVisible()
	await page.reload()
	await expect(page.getByRole('main').getByRole('link', { name: username })).toBeVisible()

	await box.fill('l')
	await expect(page.getByText('Search query must be at least 2 characters')).toBeVisible()
	await box.fill('qqqwww zzzxxx')
	await expect(page.getByText('No results found')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Games' }).click()
	await expect(page.getByText('No games found')).toBeVisible()
	await box.fill('')
	await expect(page.getByText('Type at least 2 characters to search for games')).toBeVisible()
	await expect(page).toHaveURL('/search')
})

test('what matches beyond the first page follows when its end comes near', async ({ page }) => {
	await page.goto('/search?query=the')
	const cards = page.getByRole('main').getByRole('article')
	expect(await cards.count()).toBeGreaterThanOrEqual(12)
	await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
	await expect.poll(() => cards.count()).toBeGreaterThan(12)
	const names = await cards.getByRole('heading').allInnerTexts()
	expect(new Set(names).size).toBe(names.length)
})

test('without JavaScript the search is a form, and its pages are links', async ({ browser, site }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
	const page = await context.newPage()
	await page.goto('/about')
	await field(page).fill('the')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL('/search?query=the')
	await expect(page.getByRole('searchbox')).toHaveValue('the')
	const first = await page.getByRole('article').getByRole('heading').allInnerTexts()
	expect(first).toHaveLength(12)
	await page.getByRole('link', { name: 'Show more' }).click()
	await expect(page).toHaveURL('/search?query=the&page=2')
	expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).not.toContain(first[0])
	expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
	await context.close()
})

test('what is typed before the suggestions have come is not lost', async ({ page }, { project }) => {
	await page.route('**/assets/suggestions-*.js', async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1000))
		await route.continue()
	})
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await openSearch(page, project.name === 'phone')
	await page.keyboard.type('zelda', { delay: 60 })
	await expect(page.getByRole('option').first()).toContainText('Zelda')
	await expect(field(page)).toHaveValue('zelda')
	await expect(field(page)).toBeFocused()
})

test('a search that fails says so, keeps what was typed and can be tried again', async ({ browser, site }) => {
	// its own context: a broken connection is noted in the console
	const context = await browser.newContext({ baseURL: site.url })
	const page = await context.newPage()
	await page.goto('/search')
	await page.waitForLoadState('networkidle')
	await page.route('**/api/*/search?*', (route) => route.abort())
	const box = page.getByRole('searchbox')
	await box.fill('zelda')
	await expect(page.getByText('An error occurred while searching for games')).toBeVisible()
	await page.unroute('**/api/*/search?*')
	await page.route('**/api/*/search?*', (route) =>
		route.fulfill({ status: 500, json: { success: false, error: 'Neutral', code: 'internal' } }),
	)
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('Failed to fetch games')).toBeVisible()
	await page.getByRole('main').getByRole('link', { name: 'Users' }).click()
	await expect(page.getByText('Failed to fetch users')).toBeVisible()
	await page.unroute('**/api/*/search?*')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('No results found')).toBeVisible()
	await expect(box).toHaveValue('zelda')
	await context.close()
})

test('Create > Review asks for the game and goes to write about it, by keyboard', async ({ page, site }, {
	project,
}) => {
	await signedIn(page, site, `creator_${project.name}`)
	await page.goto('/reviews')
	await page.waitForLoadState('networkidle')
	const opener = page.getByRole('button', { name: project.name === 'phone' ? 'Menu' : 'Create', exact: true })
	const open = async () => {
		await opener.focus()
		await page.keyboard.press('Enter')
		await page
			.getByRole('button', { name: project.name === 'phone' ? 'Write a review' : 'Review', exact: true })
			.press('Enter')
	}
	await open()
	const dialog = page.getByRole('dialog', { name: 'What game do you want to review?' })
	await expect(dialog).toBeVisible()
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await expect(dialog.getByText('Type at least 2 characters to search for games').first()).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(opener).toBeFocused()

	await open()
	await expect(dialog).toBeVisible()
	await page.mouse.click(5, 5)
	await expect(dialog).toBeHidden()

	await open()
	await expect(dialog.getByRole('combobox')).toBeFocused()
	await page.keyboard.type('qqqq')
	await expect(dialog.getByText('No games found').first()).toBeVisible()
	await dialog.getByRole('combobox').fill('the')
	await expect(dialog.getByRole('option')).toHaveCount(8)
	expect(await axeFinds(page)).toEqual([])
	await page.keyboard.press('ArrowDown')
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/games\/\d+\/review$/)
	await expect(dialog).toBeHidden()
})

test('the bell counts what followed people did; what is looked at is read', async ({ page, site }, { project }) => {
	const isPhone = project.name === 'phone'
	const { accessToken } = await signedIn(page, site, `reader_${project.name}`)
	const author = `author_${project.name}`
	await page.goto('/about')
	const bell = page.getByRole('button', { name: 'Notifications' })
	await bell.click()
	const feed = page.getByRole('dialog', { name: 'Notifications' })
	await expect(feed.getByText('No recent activity from users you follow.')).toBeVisible()
	await feed.getByRole('button', { name: 'Unread' }).click()
	await expect(feed.getByText('No unread notifications.')).toBeVisible()
	await feed.getByRole('button', { name: 'Mark all as read' }).click()
	await expect(feed.getByText('No activities to mark as read')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(feed).toBeHidden()
	await expect(bell).toBeFocused()

	await followed(site.url, author, accessToken, 2)
	await page.reload()
	await expect(bell).toHaveAccessibleName('Notifications 2 unread')
	await bell.click()
	const rows = feed.getByRole('listitem')
	await expect(rows).toHaveCount(2)
	await expect(rows.first()).toContainText(`${author} reviewed`)
	await expect(rows.first()).toContainText('A long thought about number 2, which goes on for more than…')
	await expect(rows.first().locator('time')).toHaveAttribute('title', /\d{4}/)
	expect(await axeFinds(page)).toEqual([])

	const marked = page.waitForResponse('**/api/notifications/mark-read')
	if (isPhone) await rows.first().getByRole('link').tap()
	else await rows.first().hover()
	await expect(bell).toHaveAccessibleName('Notifications 1 unread')
	await marked
	if (isPhone) {
		await expect(page).toHaveURL(/\/reviews\//)
		await expect(feed).toBeHidden()
		await bell.click()
	}
	await expect(feed.getByText('Unread: ')).toHaveCount(1)
	await rows.nth(1).getByRole('link').focus()
	await expect(bell).toHaveAccessibleName('Notifications')
	await page.waitForResponse('**/api/notifications/unread-count')
	await page.reload()
	await page.waitForResponse('**/api/notifications/unread-count')
	await expect(bell).toHaveAccessibleName('Notifications')
})

test('everything is marked as read at once, and a pointer that passes over the feed sends one call', async ({
	page,
	site,
}, { project }) => {
	const { accessToken } = await signedIn(page, site, `sweeper_${project.name}`)
	await followed(site.url, `busy_${project.name}`, accessToken, 5)
	await page.goto('/about')
	const bell = page.getByRole('button', { name: 'Notifications' })
	await expect(bell).toHaveAccessibleName('Notifications 5 unread')
	const sent: number[] = []
	page.on('request', (request) => {
		if (request.url().endsWith('/mark-read'))
			sent.push((request.postDataJSON() as { activities: unknown[] }).activities.length)
	})
	await bell.click()
	const links = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').getByRole('link')
	for (const place of [0, 1, 2]) await links.nth(place).focus()
	await expect(bell).toHaveAccessibleName('Notifications 2 unread')
	await expect.poll(() => sent).toEqual([3])
	await page.getByRole('button', { name: 'Mark all as read' }).click()
	await expect(bell).toHaveAccessibleName('Notifications')
	expect(sent).toEqual([3, 2])
})

test('the count is asked for every 30 seconds while the page is in sight, when it comes back, and not after logout', async ({
	page,
	site,
}, { project }) => {
	await page.clock.install()
	await signedIn(page, site, `poller_${project.name}`)
	let asked = 0
	page.on('request', (request) => {
		if (request.url().endsWith('/api/notifications/unread-count')) asked++
	})
	const show = (state: 'hidden' | 'visible') =>
		page.evaluate((value) => {
			Object.defineProperty(document, 'visibilityState', { value, configurable: true })
			document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
		}, state)
	await page.goto('/about')
	await expect.poll(() => asked).toBe(1)
	await page.clock.runFor(29_000)
	expect(asked).toBe(1)
	await page.clock.runFor(1500)
	await expect.poll(() => asked).toBe(2)
	await show('hidden')
	await page.clock.runFor(120_000)
	expect(asked).toBe(2)
	await show('visible')
	await expect.poll(() => asked).toBe(3)
	await page.evaluate(() => window.dispatchEvent(new Event('focus')))
	await expect.poll(() => asked).toBe(4)
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await page.getByRole('button', { name: 'Logout' }).click()
	await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
	const before = asked
	await page.clock.runFor(120_000)
	expect(asked).toBe(before)
})

test('the badge ends at 99+, and what cannot be counted reads as none', async ({ browser, site }, { project }) => {
	const context = await browser.newContext({ baseURL: site.url })
	const page = await context.newPage()
	await signedIn(page, site, `badge_${project.name}`)
	const bell = page.getByRole('button', { name: 'Notifications' })
	for (const [count, shown] of [
		[99, '99'],
		[100, '99+'],
	] as const) {
		await page.route('**/unread-count', (route) => route.fulfill({ json: { count } }))
		await page.goto('/about')
		await expect(bell.getByText(shown, { exact: true })).toBeVisible()
		await page.unroute('**/unread-count')
	}
	await page.route('**/api/notifications/**', (route) => route.abort())
	await page.goto('/about')
	await bell.click()
	const feed = page.getByRole('dialog', { name: 'Notifications' })
	await expect(feed.getByText('Failed to fetch activities')).toBeVisible()
	await expect(bell).toHaveAccessibleName('Notifications')
	await page.unroute('**/api/notifications/**')
	await feed.getByRole('button', { name: 'Try Again' }).click()
	await expect(feed.getByText('No recent activity from users you follow.')).toBeVisible()
	await context.close()
})

test('the menus lead where they say, close on the way, and are none of a visitor', async ({ page, site }, {
	project,
}) => {
	const isPhone = project.name === 'phone'
	const username = `menus_${project.name}`
	await page.goto('/about')
	for (const name of ['Notifications', 'Create', 'Profile menu'])
		await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
	const footer = page.getByRole('contentinfo')
	for (const name of ['Games', 'About', 'Privacy Policy', 'Atom feed'])
		await expect(footer.getByRole('link', { name })).toBeVisible()

	await signedIn(page, site, username)
	await page.goto('/about')
	await page.waitForLoadState('networkidle')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await expect(page.getByText(`Signed in as ${username}`)).toBeVisible()
	await expect(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
	await page.getByRole('link', { name: 'My Profile' }).click()
	await expect(page).toHaveURL(`/profile/${username}`)
	await expect(page.getByText(`Signed in as ${username}`)).toBeHidden()

	if (isPhone) await page.getByRole('button', { name: 'Menu', exact: true }).click()
	else await page.getByRole('button', { name: 'Create', exact: true }).click()
	await expect(
		page.getByRole('banner').getByRole('link', { name: isPhone ? 'Create a list' : 'List', exact: true }),
	).toHaveAttribute('href', '/list')
	if (!isPhone) await page.keyboard.press('Escape')
	const nav = page.getByRole('navigation', { name: isPhone ? 'Menu' : 'Main' })
	for (const name of ['Games', 'Reviews', 'Users']) await expect(nav.getByRole('link', { name })).toBeVisible()
	await nav.getByRole('link', { name: 'Reviews' }).click()
	await expect(page).toHaveURL('/reviews')
	if (isPhone) await expect(nav).toBeHidden()
})

/**
 * No social sign-in stands behind these: the account's need for a name is put into what the server says of it. `chosen`
 * is the name, null as long as there is none.
 */
async function nameless(page: Page, chosen: () => string | null): Promise<void> {
	await page.route('**/api/auth/me', async (route) => {
		const response = await route.fetch()
		const { user } = (await response.json()) as { user: object }
		const username = chosen()
		const named = username === null ? { needsUsernameSelection: true } : { username }
		await route.fulfill({ json: { success: true, user: { ...user, ...named } } })
	})
	await page.route('**/api/auth/username-required', (route) =>
		route.fulfill({ json: { success: true, needsUsernameSelection: chosen() === null } }),
	)
}

test('an account without a username is asked for one wherever it is, and goes home with it', async ({ page, site }, {
	project,
}) => {
	const wanted = `chosen_${project.name}`
	await registered(site.url, `taken_${project.name}`)
	await signedIn(page, site, `nameless_${project.name}`)
	let chosen: string | null = null
	await nameless(page, () => chosen)
	await page.route('**/api/auth/set-username', async (route) => {
		chosen = (route.request().postDataJSON() as { username: string }).username
		const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as object)
		const tokens = await page.evaluate(() => ({
			accessToken: localStorage.getItem('accessToken'),
			refreshToken: localStorage.getItem('refreshToken'),
		}))
		await route.fulfill({
			json: { success: true, user: { ...user, username: chosen, needsUsernameSelection: false }, tokens },
		})
	})
	await page.goto('/games')
	await expect(page).toHaveURL('/select-username')
	const name = page.getByLabel('Username')
	const send = page.getByRole('button', { name: 'Continue' })
	for (const [typed, sentence] of [
		['ab', 'Username must be at least 3 characters long'],
		['a'.repeat(31), 'Username must be 30 characters or less'],
		['not a name', 'Username can only contain letters, numbers, and underscores'],
		[`TAKEN_${project.name}`, 'This username is already taken'],
		['settings', 'This username is reserved'],
	] as const) {
		await name.fill(typed)
		await expect(page.getByText(sentence)).toBeVisible()
		await expect(send).toBeDisabled()
	}
	await name.fill(wanted)
	await expect(send).toBeDisabled()
	await expect(page.getByText('This username is available')).toBeVisible()
	await expect(send).toBeEnabled()
	expect(await axeFinds(page)).toEqual([])
	await name.press('Enter')
	await expect(page).toHaveURL('/')
	await page.getByRole('button', { name: 'Profile menu' }).click()
	await expect(page.getByText(`Signed in as ${wanted}`)).toBeVisible()
})

test('who has a username is led home from choosing one, and a visitor to the sign-in', async ({ page, site }, {
	project,
}) => {
	await page.goto('/select-username')
	await expect(page).toHaveURL('/login?redirect=%2Fselect-username')
	await signedIn(page, site, `named_${project.name}`)
	await page.goto('/select-username')
	await expect(page).toHaveURL('/')
})

test('choosing a username survives a network that fails', async ({ browser, site }, { project }) => {
	const context = await browser.newContext({ baseURL: site.url })
	const page = await context.newPage()
	await signedIn(page, site, `patient_${project.name}`)
	await nameless(page, () => null)
	await page.route('**/api/auth/check-username?*', (route) => route.abort())
	await page.route('**/api/auth/set-username', (route) => route.abort())
	await page.route('**/api/auth/username-required', (route) => route.abort(), { times: 2 })
	await page.goto('/select-username')
	await expect(page.getByText('Failed to check username requirements')).toBeVisible()
	await page.getByRole('button', { name: 'Try Again' }).click()
	await page.getByLabel('Username').fill('steady_name')
	await expect(page.getByText('Error checking availability')).toBeVisible()
	await page.unroute('**/api/auth/check-username?*')
	await page.getByRole('button', { name: 'Try Again' }).click()
	await expect(page.getByText('This username is available')).toBeVisible()
	await page.getByRole('button', { name: 'Continue' }).click()
	await expect(page.getByText('Failed to set username. Please try again.')).toBeVisible()
	await expect(page.getByLabel('Username')).toHaveValue('steady_name')
	await context.close()
})

test('a browser that knows no popovers opens and closes the menus all the same', async ({ page, site }) => {
	await page.addInitScript(() => {
		for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
			Reflect.deleteProperty(HTMLElement.prototype, name)
	})
	await page.goto('/')
	const isPhone = (page.viewportSize()?.width ?? 0) < 700
	if (!isPhone) {
		await signedIn(page, site, 'old_browser')
		await page.goto('/')
	}
	const menu = page.locator(isPhone ? '#site-menu' : '#profile-menu')
	const isOpen = () => menu.evaluate((sheet) => sheet.classList.contains(':popover-open'))
	await page.getByRole('button', { name: isPhone ? 'Menu' : 'Profile menu', exact: true }).click()
	await expect.poll(isOpen).toBe(true)
	await page.keyboard.press('Escape')
	await expect.poll(isOpen).toBe(false)
})
