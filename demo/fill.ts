import type { App } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { openSite } from '#server/site.ts'
import { advanceWindows } from '#server/windows.ts'
import { lists } from './lists.ts'
import { member, type Person, people } from './people.ts'
import { written } from './written.ts'

/** The password of everybody here. */
export const PASSWORD = 'Correct1Horse'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Visitors' looks are played for this long; the windows of week and month are full by then. */
const VISITED_DAYS = 32

/** Something that happens on the site at a time of its own. */
interface Happening {
	at: number
	happen: () => Promise<unknown>
}

/**
 * Fills a new site's data folder with invented people and what they wrote, by the API itself and at the times at which it
 * would have happened. Nobody else may have the folder open.
 */
export async function fillWithPeople(dataDir: string): Promise<void> {
	const nowMs = Date.now()
	const time = { now: nowMs - 800 * DAY_MS }
	const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000' })
	const site = await openSite(
		config,
		() => {},
		() => time.now,
	)
	try {
		const { db, accessTokens } = site.services
		const accounts = new Map<string, { id: string; sessionId: string }>()
		const accountOf = (username: string) => {
			const account = accounts.get(username)
			if (!account) throw new Error(`${username} acts before having joined`)
			return account
		}
		const does = <T>(username: string, url: string, body?: object): Promise<T> => {
			const { id: userId, sessionId } = accountOf(username)
			return post<T>(site.app, url, body, accessTokens.sign({ userId, sessionId }, time.now))
		}
		const join = async ({ username, bio }: Person) => {
			const registration = { username, email: `${username}@example.org`, password: PASSWORD }
			const { user } = await post<{ user: { id: string } }>(site.app, '/api/auth/register', registration)
			const session = await db
				.selectFrom('sessions')
				.select('id')
				.where('user_id', '=', user.id)
				.executeTakeFirstOrThrow()
			await db.updateTable('users').set({ bio }).where('id', '=', user.id).execute()
			accounts.set(username, { id: user.id, sessionId: session.id })
		}
		const follow = (follower: string, followed: string) =>
			does(follower, '/api/follows', { followedId: accountOf(followed).id })

		const games = await gameIds(db)
		const idOf = (name: string) => {
			const id = games.get(name)
			if (id === undefined) throw new Error(`The built-in catalogue has no ${name}`)
			return id
		}
		const random = sequence(7)
		const before = (days: number) => Math.round(nowMs - days * DAY_MS - (1 + random() * 9) * HOUR_MS)
		const untilNow = (from: number, hours: number) => Math.min(from + random() * hours * HOUR_MS, nowMs - MINUTE_MS)

		const reviews: { id: string; at: number }[] = []
		const happenings: Happening[] = people.flatMap((person) => [
			{ at: before(person.joinedDaysAgo), happen: () => join(person) },
			...person.follows.map((followed) => ({
				at: before(Math.min(person.joinedDaysAgo, joinedDaysAgo(followed)) - 1),
				happen: () => follow(person.username, followed),
			})),
		])
		for (const { by, game, rating, platform, hours: timePlayed, daysAgo, text, likes, comments = [] } of written) {
			const at = before(daysAgo)
			const said = { id: '' }
			happenings.push({
				at,
				async happen() {
					const body = { gameId: idOf(game), rating, platform, timePlayed, description: text }
					said.id = (await does<{ id: string }>(by, '/api/reviews', body)).id
					reviews.push({ id: said.id, at })
				},
			})
			const others = shuffled(
				people
					.map(({ username }) => username)
					.filter((username) => username !== by && joinedDaysAgo(username) > daysAgo),
				random,
			)
			for (const other of others.slice(0, likes))
				happenings.push({ at: untilNow(at, 90), happen: () => does(other, `/api/reviews/${said.id}/like`) })
			let last = at
			for (const [username, content] of comments) {
				last = untilNow(last, 14)
				happenings.push({
					at: last,
					async happen() {
						const comment = await does<{ id: string }>(username, '/api/comments', { reviewId: said.id, content })
						for (const other of others.slice(0, Math.floor(random() * 5)))
							await does(other, `/api/comments/${comment.id}/like`)
					},
				})
			}
		}
		for (const { by, title, description, daysAgo, games: listed } of lists)
			happenings.push({
				at: before(daysAgo),
				happen: () =>
					does(by, '/api/lists', {
						title,
						description,
						games: listed.map(([name, notes = '']) => ({ gameId: idOf(name), notes })),
					}),
			})
		for (let daysAgo = VISITED_DAYS; daysAgo >= 0; daysAgo--) {
			const at = nowMs - daysAgo * DAY_MS - 30 * MINUTE_MS
			happenings.push({ at, happen: () => visitors(site.app, reviews, at, random) })
		}

		let day = ''
		for (const { at, happen } of happenings.sort((one, other) => one.at - other.at)) {
			time.now = at
			const today = new Date(at).toISOString().slice(0, 10)
			if (today !== day) await advanceWindows(db, at)
			day = today
			await happen()
		}
		time.now = nowMs
		await advanceWindows(db, nowMs)
	} finally {
		await site.close()
	}
}

function joinedDaysAgo(name: string): number {
	const person = people.find(({ username }) => username === name)
	if (!person) throw new Error(`Nobody is called ${name}`)
	return person.joinedDaysAgo
}

async function gameIds(db: Db): Promise<Map<string, number>> {
	const rows = await db.selectFrom('games').select(['id', 'name']).execute()
	return new Map(rows.map(({ id, name }) => [name, id]))
}

/** A day's visitors: each sees some reviews, the newer the likelier, and opens a few. */
async function visitors(
	app: App,
	reviews: readonly { id: string; at: number }[],
	at: number,
	random: () => number,
): Promise<void> {
	const day = Math.floor(at / DAY_MS)
	for (let visitor = 0; visitor < 34; visitor++) {
		const seen = reviews.filter(
			(review) => review.at < at && random() < 0.05 + 0.55 * Math.exp((review.at - at) / (6 * DAY_MS)),
		)
		const impressions = seen.slice(-50).map(({ id }) => id)
		const views = impressions.filter(() => random() < 0.45)
		await post(app, '/api/reviews/seen', { impressions, views }, undefined, `10.${day % 256}.0.${visitor + 1}`)
	}
}

async function post<T>(
	app: App,
	url: string,
	body: object | undefined,
	token?: string,
	remoteAddress = '127.0.0.1',
): Promise<T> {
	const answer = await app.inject({
		method: 'POST',
		url,
		remoteAddress,
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
		...(body === undefined ? {} : { payload: body }),
	})
	if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
	return answer.json()
}

/** Numbers from 0 to 1 that are the same in every run (the mulberry32 generator). */
function sequence(seed: number): () => number {
	let state = seed
	return () => {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
	}
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
	return values
		.map((value) => ({ value, place: random() }))
		.sort((one, other) => one.place - other.place)
		.map(({ value }) => value)
}

/** Signs somebody in to a running site and returns what a browser keeps of it. */
export async function signInAs(siteUrl: string, username = member): Promise<[key: string, value: string][]> {
	const answer = await fetch(`${siteUrl}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ identifier: username, password: PASSWORD }),
	})
	const { user, tokens } = (await answer.json()) as {
		user: object
		tokens: { accessToken: string; refreshToken: string }
	}
	return [
		['accessToken', tokens.accessToken],
		['refreshToken', tokens.refreshToken],
		['user', JSON.stringify(user)],
	]
}
