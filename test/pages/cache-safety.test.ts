/**
 * Thousands of requests of several people at once.
 *
 * @module-tag ci
 */
import { get } from 'node:http'
import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import {
	createSeededLocation,
	createTransport,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'

const PEOPLE = 8
// Every page by every person, forged and not, comes once in 1,320 requests
const REQUESTS = Number(process.env.CACHE_REQUESTS ?? 2_100)
const AT_ONCE = 24
const FORGED = 'evil.example'

interface Person {
	username: string
	token: string
	/** What only they may see: parts of their name and email address. */
	canary: string
	reviewId: string
}

interface Answer {
	status: number
	headers: Record<string, string | string[] | undefined>
	text: string
}

/** A request as any program may send it, with a Host of its own too, which fetch does not let through. */
function ask(site: SiteProcess, path: string, headers: Record<string, string>): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const request = get(site.url + path, { headers }, (response) => {
			let text = ''
			response.setEncoding('utf8')
			response.on('data', (part: string) => {
				text += part
			})
			response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
			response.on('error', reject)
		})
		request.on('error', reject)
	})
}

/** People who each have a name, a review and a like: everyone likes the review of the next. */
async function settle(site: SiteProcess): Promise<Person[]> {
	const people = await Promise.all(
		Array.from({ length: PEOPLE }, async (_, index) => {
			const username = `canary${index}x`
			const { token } = await registerUser(site, username)
			const transport = createTransport(site, token)
			// The email address is the username with a domain, and nobody else's answers hold it
			await call(transport, updateProfile, { body: { name: `Name-of-${username}`, bio: 'The same for everyone.' } })
			const { data } = (await (await fetch(`${site.url}/api/games/${index + 1}`)).json()) as {
				data: { platforms: string[] }
			}
			const [platform = 'PC'] = data.platforms
			const body = { gameId: index + 1, rating: 4, platform, description: 'Ten letters and some more.' }
			const { id } = await call(transport, createReview, { body })
			return { username, token, canary: username, reviewId: id }
		}),
	)
	for (const [index, person] of people.entries()) {
		const liked = people[(index + 1) % PEOPLE]?.reviewId ?? ''
		await call(createTransport(site, person.token), likeReview, { params: { id: liked } })
	}
	return people
}

test('in thousands of concurrent requests nobody gets another user\u2019s data, and forged hosts affect only their sender', {
	tags: ['trust-29'],
	timeout: 600_000,
}, async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place)
	const people = await settle(site)
	const secretsOf = ({ canary }: Person) => [`Name-of-${canary}`, `${canary}@example.org`]
	const pages = [
		'/',
		'/games',
		'/reviews',
		'/users?period=all',
		'/settings',
		'/profile',
		'/list',
		'/feeds/reviews.atom',
		'/sitemap.xml',
		'/nowhere',
		...people.map(({ username }) => `/profile/${username}`),
		...people.map(({ reviewId }) => `/reviews/${reviewId}`),
		...people.map((_, index) => `/games/${index + 1}`),
	]
	const calls = [
		'/api/auth/me',
		'/api/reviews',
		'/api/reviews/activity',
		'/api/notifications/activities',
		'/api/notifications/unread-count',
		'/api/users/search?query=canary',
		...people.map(({ reviewId }) => `/api/reviews/${reviewId}`),
		...people.map((_, index) => `/api/games/${index + 1}`),
	]
	const wrong: string[] = []
	const statuses = new Map<string, number>()

	async function visit(number: number): Promise<void> {
		// Numbers without a common factor: over time everyone opens everything, right after everyone else
		const asker = number % 3 === 0 ? undefined : people[(number * 7) % PEOPLE]
		const isPage = number % 5 < 3
		const path = (isPage ? pages[(number * 11) % pages.length] : calls[(number * 13) % calls.length]) ?? '/'
		const forges = number % 4 === 1
		const answer = await ask(site, path, {
			...(asker ? { authorization: `Bearer ${asker.token}`, cookie: `who=${asker.canary}` } : {}),
			...(forges ? { 'x-forwarded-host': FORGED, 'x-forwarded-proto': 'gopher', 'x-forwarded-port': '666' } : {}),
			...(forges && number % 8 === 1 ? { host: FORGED } : {}),
			...(forges
				? { forwarded: `host=${FORGED};proto=gopher`, 'x-original-url': '/evil', 'x-rewrite-url': '/evil' }
				: {}),
		})
		const told = `${asker?.username ?? 'visitor'} ${path}`
		const kind = `${isPage ? 'page' : 'call'} ${answer.status}`
		statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
		const strangers = isPage ? people : people.filter((person) => person !== asker)
		for (const secret of strangers.flatMap(secretsOf))
			if (answer.text.includes(secret)) wrong.push(`${told} holds ${secret}`)
		const cacheControl = String(answer.headers['cache-control'] ?? '')
		if (answer.headers['set-cookie'] !== undefined) wrong.push(`${told} sets a cookie`)
		if (isPage) {
			if (/"(hasLiked|liked|isFollowing)":true|"myReviewId":"/.test(answer.text)) wrong.push(`${told} is one person's`)
			if (!(forges && number % 8 === 1) && answer.text.includes(FORGED)) wrong.push(`${told} is poisoned`)
			if (answer.text.includes('gopher:')) wrong.push(`${told} has a forged protocol`)
		} else {
			if (cacheControl !== 'no-store') wrong.push(`${told} may be kept: ${cacheControl}`)
			const reviewOf = people.findIndex(({ reviewId }) => path === `/api/reviews/${reviewId}`)
			if (reviewOf !== -1) {
				const likes = asker !== undefined && people[(people.indexOf(asker) + 1) % PEOPLE] === people[reviewOf]
				const { hasLiked } = JSON.parse(answer.text) as { hasLiked: boolean }
				if (hasLiked !== likes) wrong.push(`${told} says hasLiked ${hasLiked}`)
			}
			if (path === '/api/auth/me' && asker && !answer.text.includes(`${asker.canary}@example.org`))
				wrong.push(`${told} is not theirs`)
		}
		if (answer.status >= 500) wrong.push(`${told} answered ${answer.status}`)
	}

	let next = 0
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			while (next < REQUESTS) await visit(next++)
		}),
	)
	expect([...new Set(wrong)].slice(0, 20)).toEqual([])
	// That much was really answered, and visitors were refused what is somebody's
	expect(statuses.get('page 200')).toBeGreaterThan(REQUESTS * 0.5)
	expect(statuses.get('call 200')).toBeGreaterThan(REQUESTS * 0.2)
	expect(statuses.get('call 401')).toBeGreaterThan(10)
})
