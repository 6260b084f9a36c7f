import type { Locator, Page } from '@playwright/test'
import { baldursGate } from '#kit/browser/built-in-games.ts'
import { newUsername, type Person, registerPerson } from '#kit/browser/people.ts'
import { PASSWORD } from '#kit/password.ts'
import type { SiteProcess } from '#kit/site-process.ts'

/** A screen that reads: its loading look, its sentence when the read fails, and what it is about. */
export interface Screen {
	path: string
	/** The label of its skeleton, or a sentence of the specification. */
	loading: string
	failed: string
	/** A heading of its content. */
	shown: string | RegExp
	/** Whether it says what failed beside the content that the server rendered. */
	saysBeside?: true
}

/** What the screens show: a writer, their review and list, and the code of a deletion. */
interface Works {
	writer: Person
	review: string
	list: string
	confirmationCode: string
}

/** Creates what the screens show. */
export async function createWorks(site: SiteProcess): Promise<Works> {
	const [writer, deleted] = await Promise.all([
		registerPerson(site, newUsername('screener')),
		registerPerson(site, newUsername('deleted')),
	])
	const { confirmationCode } = await deleted.send<{ confirmationCode: string }>('DELETE', '/auth/account', {
		password: PASSWORD,
	})
	return {
		writer,
		review: await writer.review(baldursGate, { description: `Written by ${writer.username} in one evening.` }),
		list: await writer.createList({ title: 'Of two', games: [{ gameId: baldursGate }, { gameId: 4 }] }),
		confirmationCode,
	}
}

/** Rankings and feeds. */
export const rankings = ({ writer }: Works): Screen[] => [
	{
		path: '/?period=year',
		loading: 'Loading',
		failed: 'Failed to fetch popular games',
		shown: 'Popular Games',
		saysBeside: true,
	},
	{
		path: '/games',
		loading: 'Loading games',
		failed: 'Failed to fetch games',
		shown: 'Popular Games',
		saysBeside: true,
	},
	{ path: '/users', loading: 'Loading users', failed: 'Failed to fetch users', shown: 'Popular Users' },
	{
		path: `/reviews?search=${writer.username}`,
		loading: 'Loading reviews',
		failed: 'Failed to fetch reviews',
		shown: /Baldur/,
		saysBeside: true,
	},
]

/** Searches. */
export const searches = ({ writer }: Works): Screen[] => [
	{
		path: '/search?query=zelda',
		loading: 'Loading games',
		failed: 'An error occurred while searching for games',
		shown: /Legend of Zelda/,
		saysBeside: true,
	},
	{
		path: `/search?query=${writer.username}&tab=users`,
		loading: 'Loading users',
		failed: 'An error occurred while searching for users',
		shown: writer.username,
	},
]

/** One game, and one review of it. */
export const reviewed = ({ review }: Works): Screen[] => [
	{
		path: `/games/${baldursGate}`,
		loading: 'Loading game...',
		failed: 'Failed to fetch game details',
		shown: /Baldur/,
	},
	{
		path: `/reviews/${review}`,
		loading: 'Loading review...',
		failed: 'Failed to fetch review details',
		shown: /Baldur/,
	},
]

/** Pages of one user, and of what they have made. */
export const userPages = ({ writer, list, confirmationCode }: Works): Screen[] => [
	{
		path: `/profile/${writer.username}`,
		loading: 'Loading profile...',
		failed: 'Failed to find user',
		shown: writer.username,
	},
	{
		path: `/${writer.username}/reviews`,
		loading: 'Loading reviews',
		failed: 'Failed to fetch user reviews',
		shown: /Baldur/,
	},
	{
		path: `/${writer.username}/lists`,
		loading: 'Loading lists',
		failed: 'Failed to load lists',
		shown: 'Of two',
		saysBeside: true,
	},
	{ path: `/list/${list}`, loading: 'Loading list...', failed: 'Failed to load list', shown: 'Of two' },
	{
		path: `/data-deletion-status/${confirmationCode}`,
		loading: 'One moment, looking it up…',
		failed: 'Failed to load the deletion',
		shown: 'Data deletion',
	},
]

/** Everything that visitors see. */
export const publicScreens = (works: Works): Screen[] => [
	...rankings(works),
	...searches(works),
	...reviewed(works),
	...userPages(works),
]

/** The forms of members. */
export const memberScreens = ({ review, list }: Works): Screen[] => [
	{ path: '/games/4/review', loading: 'Loading...', failed: 'Failed to get game details', shown: 'Write a Review' },
	{
		path: `/games/${baldursGate}/review?edit=${review}`,
		loading: 'Loading...',
		failed: 'Failed to get game details',
		shown: 'Edit Your Review',
	},
	{
		path: `/list/edit/${list}`,
		loading: 'Loading list...',
		failed: 'Failed to load list data',
		shown: 'Edit Game List',
	},
]

export const main = (page: Page) => page.getByRole('main')

export const skeleton = (page: Page, { loading }: Screen): Locator =>
	main(page)
		.getByLabel(loading, { exact: true })
		.or(main(page).getByText(loading, { exact: true }))
		.first()

export const failure = (page: Page, { failed }: Screen): Locator =>
	main(page).getByRole('alert').getByText(failed, { exact: true }).first()

export const tryAgain = (page: Page): Locator => main(page).getByRole('button', { name: 'Try Again' }).first()

export const content = (page: Page, { shown }: Screen): Locator =>
	main(page).getByRole('heading', { name: shown }).first()

/** Whether the focus is inside the main landmark. */
export const isFocusKept = (page: Page) => page.evaluate(() => document.activeElement?.closest('main') !== null)
