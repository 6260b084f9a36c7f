import type { Page } from '@playwright/test'
import { MEMBER } from './content.ts'

/** IDs of the content on the screenshots. */
export interface Addresses {
	game: number
	gameOfForm: number
	review: string
	/** One whose text is hidden from the member. */
	hiddenReview: string
	list: string
}

/** A screen to take screenshots of. */
export interface Screen {
	/** Prefix of its file names. */
	name: string
	path: (addresses: Addresses) => string
	/** True for members-only screens. */
	isMembers?: boolean
	/** True for the screens of moderators. */
	isModerators?: boolean
	/** True for the screens of admins. */
	isAdmins?: boolean
	/** True for the whole page instead of its first screenful. */
	isWhole?: boolean
	/** Actions on the page before the screenshot is taken. */
	prepare?: (page: Page) => Promise<void>
}

export const screens: readonly Screen[] = [
	{ name: 'home', path: () => '/' },
	{ name: 'home-member', path: () => '/', isMembers: true },
	{ name: 'games', path: () => '/games?period=all' },
	{ name: 'game', path: ({ game }) => `/games/${game}` },
	{
		name: 'game-reviews',
		path: ({ game }) => `/games/${game}`,
		prepare: (page) => page.getByRole('heading', { name: 'Reviews', exact: true }).evaluate(toTop),
	},
	{ name: 'review', path: ({ review }) => `/reviews/${review}` },
	{
		name: 'review-comments',
		path: ({ review }) => `/reviews/${review}`,
		isMembers: true,
		prepare: (page) => page.getByRole('heading', { name: /comments/i }).evaluate(toTop),
	},
	{
		name: 'review-form',
		path: ({ gameOfForm }) => `/games/${gameOfForm}/review`,
		isMembers: true,
		async prepare(page) {
			await page.getByRole('slider', { name: 'Your rating' }).focus()
			for (let step = 0; step < 7; step++) await page.keyboard.press('ArrowRight')
			await page.getByRole('textbox', { name: 'Your review' }).fill('Two rooms in, and I already trust it.')
		},
	},
	{ name: 'review-hidden', path: ({ hiddenReview }) => `/reviews/${hiddenReview}`, isMembers: true },
	{ name: 'reviews', path: () => '/reviews' },
	{ name: 'users', path: () => '/users?period=month' },
	{ name: 'profile', path: () => `/profile/${MEMBER}`, isMembers: true },
	{ name: 'user-reviews', path: () => `/${MEMBER}/reviews` },
	{ name: 'user-lists', path: () => `/${MEMBER}/lists` },
	{ name: 'user-library', path: () => `/${MEMBER}/games` },
	{ name: 'user-diary', path: () => `/${MEMBER}/diary` },
	{ name: 'user-stats', path: () => `/${MEMBER}/stats` },
	{ name: 'user-year', path: () => `/${MEMBER}/year/2026` },
	{ name: 'feed', path: () => '/feed', isMembers: true },
	{
		name: 'cover-menu',
		path: () => '/games?period=all',
		isMembers: true,
		async prepare(page) {
			await page.getByRole('button', { name: /^Log / }).first().focus()
			await page.keyboard.press('Enter')
			await page.getByRole('dialog', { name: /^Log / }).waitFor()
		},
	},
	{ name: 'welcome', path: () => '/welcome', isMembers: true },
	{ name: 'lists', path: () => '/lists' },
	{ name: 'list', path: ({ list }) => `/list/${list}` },
	{ name: 'list-new', path: () => '/list', isMembers: true },
	{ name: 'list-edit', path: ({ list }) => `/list/edit/${list}`, isMembers: true },
	{ name: 'search', path: () => '/search?query=zelda' },
	{ name: 'search-users', path: () => '/search?query=ma&tab=users' },
	{ name: 'search-nothing', path: () => '/search?query=qqqqqqqq' },
	{ name: 'login', path: () => '/login' },
	{ name: 'signup', path: () => '/login?mode=signup' },
	{ name: 'forgot-password', path: () => '/forgot-password' },
	{ name: 'reset-password', path: () => '/reset-password?token=of-a-mail' },
	{ name: 'settings', path: () => '/settings', isMembers: true },
	{
		name: 'settings-account',
		path: () => '/settings',
		isMembers: true,
		prepare: (page) => page.getByRole('heading', { name: 'Email', exact: true }).evaluate(toTop),
	},
	{
		name: 'settings-notifications',
		path: () => '/settings',
		isMembers: true,
		prepare: (page) => page.getByRole('heading', { name: 'Notifications', exact: true }).evaluate(toTop),
	},
	{ name: 'about', path: () => '/about' },
	{ name: 'privacy-policy', path: () => '/privacy-policy' },
	{ name: 'transparency', path: () => '/transparency' },
	{ name: 'popularity', path: () => '/popularity' },
	{ name: 'admin-reports', path: () => '/admin/reports', isModerators: true },
	{ name: 'admin-people', path: () => '/admin/people', isAdmins: true },
	{ name: 'admin-numbers', path: () => '/admin/numbers', isAdmins: true },
	{ name: 'admin-work', path: () => '/admin/work', isAdmins: true },
	{ name: 'admin-catalog', path: () => '/admin/catalog', isAdmins: true },
	{ name: 'not-found', path: () => '/nowhere' },
	{ name: 'components', path: () => '/dev/components', isMembers: true, isWhole: true, prepare: loadPictures },
	{
		name: 'notifications',
		path: () => '/reviews',
		isMembers: true,
		async prepare(page) {
			await page.getByRole('button', { name: /Notifications/ }).click()
			await page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first().waitFor()
		},
	},
	{
		name: 'pick-game',
		path: () => '/games',
		isMembers: true,
		async prepare(page) {
			await page.getByRole('button', { name: 'Create' }).click()
			await page.getByRole('button', { name: /^(Write a )?Review$/ }).click()
			await page.getByRole('dialog').getByRole('combobox').fill('metr')
			await page
				.getByRole('dialog')
				.getByRole('option')
				.first()
				.waitFor({ timeout: 4_000 })
				.catch(() => {})
		},
	},
]

/** Scrolls through the page, because pictures load when they come near. */
function loadPictures(page: Page): Promise<void> {
	return page.evaluate(async () => {
		for (const picture of document.querySelectorAll('img')) {
			picture.scrollIntoView()
			await picture.decode().catch(() => {})
		}
		window.scrollTo(0, 0)
	})
}

function toTop(element: Element): void {
	element.scrollIntoView({ block: 'start' })
	window.scrollBy(0, -90)
}

/** Finds the content of the screenshots on a filled demo site. */
export async function findAddresses(origin: string): Promise<Addresses> {
	const ask = async <T>(path: string): Promise<T> => (await fetch(`${origin}/api${path}`)).json() as Promise<T>
	const { games } = await ask<{ games: { id: number }[] }>('/games/search?query=Outer%20Wilds')
	const form = await ask<{ games: { id: number }[] }>('/games/search?query=Metroid%20Prime')
	const { reviews } = await ask<{ reviews: { id: string }[] }>(`/reviews?username=${MEMBER}`)
	const hidden = await ask<{ reviews: { id: string; containsSpoilers: boolean }[] }>(
		'/reviews?username=marlow&limit=50',
	)
	const { lists } = await ask<{ lists: { id: string }[] }>(`/lists?username=${MEMBER}`)
	const hiddenReview = hidden.reviews.find(({ containsSpoilers }) => containsSpoilers)?.id
	const [game, gameOfForm, review, list] = [games[0]?.id, form.games[0]?.id, reviews[0]?.id, lists[0]?.id]
	if (game === undefined || gameOfForm === undefined || !review || !list || !hiddenReview)
		throw new Error('The site holds other content')
	return { game, gameOfForm, review, hiddenReview, list }
}
