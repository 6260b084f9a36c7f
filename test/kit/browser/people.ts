import type { Page } from '@playwright/test'
import { PASSWORD } from '#kit/password.ts'
import type { SiteProcess } from '#kit/site-process.ts'

/** What a client stores of a logged-in user. */
export interface Session {
	tokens: { accessToken: string; refreshToken: string }
	/** The account as JSON. */
	account: string
}

/** A registered user who acts through the API; `logIn` signs a browser in as them. */
export interface Person extends Session {
	id: string
	username: string
	/** Calls the API as this user. Throws for every refusal. */
	send: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
	/** Reviews a built-in game and returns the review's id. */
	review: (gameId: number, review?: { rating?: number; description?: string }) => Promise<string>
	/** Comments on a review and returns the comment's id. */
	comment: (reviewId: string, content: string) => Promise<string>
	/** Creates a list of built-in games and returns its id. */
	createList: (list: {
		title: string
		description?: string
		games?: { gameId: number; notes?: string }[]
	}) => Promise<string>
}

let registered = 0

/**
 * Returns a username, starting with a role such as `writer`, that no other test of this worker uses and that is not a
 * substring of another one. It counts in letters: a search for `writer_0102` would find games about the season of 01/02.
 */
export function newUsername(role: string): string {
	const digits = String(++registered).padStart(4, '0')
	return `${role}_qx${digits.replace(/\d/g, (digit) => 'bcdfghjkmp'[Number(digit)] ?? '')}`
}

/** Calls the API of a site. Throws for every refusal. */
export async function send<T>(
	site: Pick<SiteProcess, 'url'>,
	method: string,
	path: string,
	body?: object,
	accessToken?: string,
): Promise<T> {
	const answer = await fetch(`${site.url}/api${path}`, {
		method,
		headers: {
			...(body ? { 'content-type': 'application/json' } : {}),
			...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}),
		},
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
	return (await answer.json()) as T
}

/** Registers a user with the given username, by default a new one. */
export async function registerPerson(site: SiteProcess, username = newUsername('player')): Promise<Person> {
	const { user, tokens } = await send<{ user: { id: string }; tokens: Person['tokens'] }>(
		site,
		'POST',
		'/auth/register',
		{ username, email: `${username}@example.org`, password: PASSWORD },
	)
	const sendAs: Person['send'] = (method, path, body) => send(site, method, path, body, tokens.accessToken)
	const create = async (path: string, body: object) => (await sendAs<{ id: string }>('POST', path, body)).id
	return {
		id: user.id,
		username,
		tokens,
		account: JSON.stringify(user),
		send: sendAs,
		async review(gameId, { rating = 4, description = 'Ten words and a few more about what this game is.' } = {}) {
			const { data } = await sendAs<{ data: { platforms: string[] } }>('GET', `/games/${gameId}`)
			return create('/reviews', { gameId, rating, platform: data.platforms[0] ?? 'PC', description })
		},
		comment: (reviewId, content) => create('/comments', { reviewId, content }),
		createList: ({ games = [], ...list }) => create('/lists', { ...list, games }),
	}
}

/**
 * Replaces the browser's stored data of the site with a person's session; `isKnown` false omits the stored account.
 */
export async function logIn(page: Page, site: SiteProcess, person: Person, { isKnown = true } = {}): Promise<void> {
	await page.context().setStorageState(sessionState(site.clientOrigin ?? site.url, person, isKnown))
}

/** Signs the browser in with a new session of a person, whose proof of identity is of this moment. */
export async function logInWithNewSession(page: Page, site: SiteProcess, person: Person): Promise<void> {
	const body = { identifier: person.username, password: PASSWORD }
	const { tokens } = await send<{ tokens: Person['tokens'] }>(site, 'POST', '/auth/login', body)
	await logIn(page, site, { ...person, tokens })
}

/** Registers a user and signs the browser in as them. */
export async function registerAndLogIn(
	page: Page,
	site: SiteProcess,
	username = newUsername('member'),
): Promise<Person> {
	const person = await registerPerson(site, username)
	await logIn(page, site, person)
	return person
}

/** Returns the storage state of a session, to create a browser context with. */
export function sessionState(origin: string, { tokens, account }: Session, isKnown = true) {
	const stored = { ...tokens, ...(isKnown ? { user: account } : {}) }
	return {
		cookies: [],
		origins: [{ origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
	}
}
