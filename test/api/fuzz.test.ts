/**
 * Generated requests to every endpoint.
 *
 * @module-tag ci
 */
import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { login } from '#contract/sessions.ts'
import { type GeneratedRequest, generateRequests } from '#kit/generated-requests.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { startIgdbServer } from '#kit/peers/igdb-server.ts'
import { startWikidataServer } from '#kit/peers/wikidata-server.ts'
import type { KnownValue, Schema } from '#kit/schema-arbitraries.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import type { OpenApiDocument } from '#server/api-docs/openapi.ts'
import { SYSTEM_TIMING } from '#server/catalog/throttled-client.ts'
import { now } from '#server/clock.ts'
import { recount } from '#server/db/recount.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'

// Trust case 20: requests made from the API's own description, with a memory of what was made and deleted meanwhile.

const PER_OPERATION = Number(process.env.FUZZ_REQUESTS ?? 10)
const PER_ROUND = 10
/** An operation that chance has not led to an answer of success gets so many rounds more. */
const MORE_ROUNDS = 40
/** Calls that no generated request satisfies; each has tests of its own for its success. */
const BEYOND_CHANCE = [
	// A secret that was mailed or handed over
	'POST /api/auth/reset-password',
	'POST /api/auth/verify-email',
	'POST /api/auth/register/confirm',
	'POST /api/reports/confirm',
	'POST /api/auth/oauth/extract-tokens',
	'PUT /api/auth/providers/{provider}',
	'POST /api/mail-subscription',
	'PUT /api/mail-subscription',
	'GET /api/auth/data-deletion/{code}',
	// The current password and a good new one, or another address
	'POST /api/auth/change-password',
	'POST /api/auth/change-email',
	// An account without a username
	'POST /api/auth/set-username',
	// The id of another device, of a token, or of what a program calls a game
	'DELETE /api/auth/sessions/{id}',
	'DELETE /api/tokens/{id}',
	'PUT /api/play-sessions/unmatched/{id}',
	// A ticket or a signature, or what is there only after one
	'POST /api/auth/login/second-factor',
	'POST /api/auth/login/second-factor/options',
	'POST /api/auth/login/passkey',
	'POST /api/auth/passkeys',
	'PUT /api/auth/passkeys/{id}',
	'DELETE /api/auth/passkeys/{id}',
	'PUT /api/auth/authenticator',
	'DELETE /api/auth/authenticator',
	'POST /api/auth/recovery-codes',
	// A form, or what there is only after one
	'PUT /api/auth/profile',
	'POST /api/imports',
	'POST /api/imports/steam',
	'GET /api/imports/{id}',
	'PUT /api/imports/{id}',
	'GET /api/imports/{id}/rows',
	'PUT /api/imports/{id}/rows',
	'PUT /api/imports/{id}/rows/{row}',
	'POST /api/imports/{id}/apply',
	'POST /api/imports/{id}/missing-games',
	'POST /api/imports/{id}/stop',
	'POST /api/imports/{id}/undo',
	// The id of a game at its source
	'POST /api/games',
	// A role
	'GET /api/moderation/reports',
	'GET /api/moderation/reports/count',
	'GET /api/moderation/subjects/{subject}/{subjectId}',
	'GET /api/moderation/log',
	'POST /api/moderation/actions',
	'POST /api/moderation/actions/bulk',
	'GET /api/moderation/appeals',
	'POST /api/moderation/appeals/{id}',
	'GET /api/moderation/game-suggestions',
	'POST /api/moderation/game-suggestions/{id}',
	'GET /api/moderation/games/{id}',
	'PUT /api/moderation/games/{id}',
	'POST /api/moderation/games/{id}/edits/{editId}/undo',
	'GET /api/admin/blocked-words',
	'PUT /api/admin/blocked-words',
	'GET /api/admin/people',
	'PUT /api/admin/people/{id}/role',
	'GET /api/admin/accesses',
	'GET /api/admin/numbers',
	'GET /api/admin/work',
	'POST /api/admin/work/jobs/{job}',
	'POST /api/admin/work/mails',
	'GET /api/admin/catalog',
	'POST /api/admin/catalog/imports',
	'POST /api/admin/catalog/imports/{id}/cancel',
	'GET /api/admin/catalog/pairs',
	'POST /api/admin/catalog/pairs/merge',
	'POST /api/admin/catalog/pairs/keep-apart',
	// A decision about something of one's own, or the token of its mail
	'GET /api/appeals/{actionId}',
	'POST /api/appeals',
	// Of moderators and admins, or what only they have made
	'GET /api/rules',
	'POST /api/invites',
	'GET /api/invites/{code}',
	'DELETE /api/invites/{code}',
	'GET /api/admin/registrations',
	'POST /api/admin/registrations',
	'POST /api/admin/registrations/refusals',
	'GET /api/admin/settings',
	'PUT /api/admin/settings',
	'GET /api/admin/domains',
	'POST /api/admin/domains',
	'DELETE /api/admin/domains/{domain}',
	// A public key, and an address at a push service
	'POST /api/push/subscriptions',
]

/** What the requests can name: it grows, and what was deleted stays in it. */
interface World {
	site: TestSite
	one: Player
	other: Player
	known: Record<string, string[]>
}

test('fuzzed endpoints return only documented responses, accept nothing invalid, and succeed wherever random input can be valid', {
	tags: ['trust-20'],
	timeout: 7_200_000,
}, async () => {
	await using facebook = await startFacebook()
	await using igdb = await startIgdbServer({ games: [] })
	await using wikidata = await startWikidataServer({ items: [] })
	const { endpoint, contact } = wikidata.settings
	const timing = SYSTEM_TIMING
	await using site = await startSite({
		env: facebook.env,
		lookups: { igdb: { ...igdb.settings, timing }, wikidata: { endpoint, contact, timing } },
	})
	const { paths, components } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const failure = components.schemas.Failure as Schema
	const world = await newWorld(site, facebook)
	const operations = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => {
			const call = `${method.toUpperCase()} ${path}`
			return {
				call,
				path,
				method,
				operation,
				requests: generateRequests(operation),
				counts: { ok: 0, invalid: 0, valid: 0 },
			}
		}),
	)
	const missed = () =>
		operations.filter(({ call, counts }) => counts.valid === 0 || (counts.ok === 0 && !BEYOND_CHANCE.includes(call)))
	const rounds = Math.ceil(PER_OPERATION / PER_ROUND)
	let { seed = 0 } = fc.readConfigureGlobal()
	for (let round = 0; round < rounds + MORE_ROUNDS; round++) {
		for (const { call, path, method, operation, requests, counts } of round < rounds ? operations : missed()) {
			await replenish(world, path)
			await fc.assert(
				fc.asyncProperty(requests, async (request) => {
					// The address of a list, another call
					if (Object.values(request.params).includes('')) return
					const { url, payload } = resolve(world, path, request)
					const player = request.caller === 'visitor' ? undefined : world[request.caller]
					const answer = await site.app.inject({
						method: method.toUpperCase() as 'GET',
						url,
						headers: {
							...(player ? { authorization: `Bearer ${player.accessToken}` } : {}),
							...(payload === undefined ? {} : { 'content-type': 'application/json' }),
						},
						...(payload === undefined ? {} : { payload }),
					})
					const { statusCode } = answer
					const summary = `${call} ${url} ${payload?.slice(0, 2_000) ?? ''}: ${statusCode} ${answer.body.slice(0, 300)}`
					const documented = operation.responses[statusCode]
					if (statusCode >= 500) throw new Error(`A fault: ${summary}`)
					if (!documented) throw new Error(`An undocumented status: ${summary}`)
					const { content } = documented
					const type = String(answer.headers['content-type']).split(';')[0] ?? ''
					if (content && !(type in content)) throw new Error(`An undocumented type, ${type}: ${call} ${url}`)
					const isJson = content !== undefined && type === 'application/json'
					const schema = content?.['application/json'].schema as Schema
					if (isJson && !Check(statusCode < 400 ? schema : failure, answer.json()))
						throw new Error(`Not as its schema says: ${summary}`)
					if (!request.valid && statusCode < 400) throw new Error(`Invalid, but accepted: ${summary}`)
					counts[request.valid ? 'valid' : 'invalid']++
					if (statusCode < 400) {
						counts.ok++
						if (isJson) remember(world, call, answer.json())
					}
				}),
				{ numRuns: PER_ROUND, endOnFailure: true, seed: seed++ | 0 },
			)
		}
	}
	// The requests reached what they are about
	expect(BEYOND_CHANCE.filter((name) => !operations.some(({ call }) => call === name))).toEqual([])
	expect(missed().map(({ call }) => call)).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
})

async function newWorld(site: TestSite, facebook: Facebook): Promise<World> {
	const [one, other] = [await site.register('fuzz_one'), await site.register('fuzz_other')]
	const spare = await site.register('fuzz_spare')
	const users = [one.user.id, other.user.id, spare.user.id]
	const names = [one.user.username, other.user.username, spare.user.username.toUpperCase()]
	return {
		site,
		one,
		other,
		known: {
			users,
			userId: users,
			followedId: users,
			followedBy: [one.user.id],
			follows: users,
			blocks: users,
			mutes: users,
			username: names,
			identifier: [...names, one.user.email],
			slug: ['lantern-hollow'],
			password: [PASSWORD],
			platform: ['PC'],
			query: ['ga', 'Game', 'fuzz'],
			refreshToken: [spare.refreshToken],
			signed_request: [facebook.signedRequest('501')],
			games: [],
			gameId: [],
			reviews: [],
			comments: [],
			lists: [],
			plays: [],
			'play-sessions': [],
			day: ['2026-11-20', '2026-10-02'],
		},
	}
}

/** Makes what there may be too little of, because it was deleted or each player may have one. */
async function replenish(world: World, path: string): Promise<void> {
	const { site, known } = world
	// Who has deleted their account, or ended their session, makes place for somebody new
	for (const who of ['one', 'other'] as const) {
		const { accessToken } = world[who]
		const answer = await site.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${accessToken}` } })
		if (answer.statusCode === 401) world[who] = await site.register()
	}
	const { one, other } = world
	// People who have blocked each other would refuse nearly everything
	await site.services.db.deleteFrom('blocks').execute()
	if (path.startsWith('/api/auth/')) {
		const { tokens } = await site.call(login, { body: { identifier: 'fuzz_spare', password: PASSWORD } })
		known.refreshToken = [tokens.refreshToken]
	}
	for (const { user } of [one, other]) {
		await markEmailVerified(site.services.db, user.id, now(site.services))
		if (path.includes('/providers/'))
			await addConnection(site.services.db, { provider: 'google', subject: user.id }, user.id, now(site.services))
	}
	const gameId = await site.addGame()
	const body = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body }, one)
	const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm.' } }, other)
	const list = await site.call(createList, { body: { title: 'A list', games: [{ gameId }] } }, one)
	const params = { gameId }
	const play = await site.call(createPlay, { params, body: {} }, one)
	const sitting = await site.call(createPlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, one)
	const fresh = await site.addGame()
	// The newest game is one that the call can do something with
	const added = path.includes('{gameId}') ? [fresh, gameId] : [gameId, fresh]
	for (const [kind, ...ids] of [
		['games', ...added],
		['gameId', ...added],
		['reviews', review.id],
		['comments', comment.id],
		['lists', list.id],
		['plays', play.id],
		['play-sessions', sitting.id],
	] as const)
		known[kind] = [...(known[kind] ?? []), ...ids.map(String)].slice(-6)
}

/** Keeps what an answer gives for later requests. */
function remember(
	world: World,
	call: string,
	answer: { tokens?: { refreshToken: string }; nextCursor?: string | null },
) {
	if (call.endsWith('/refresh-token') && answer.tokens) world.known.refreshToken = [answer.tokens.refreshToken]
	if (answer.nextCursor) world.known[`cursor ${call}`] = [answer.nextCursor]
}

/** The request with known values in place, as address and payload. */
function resolve(world: World, path: string, { params, query, body }: GeneratedRequest) {
	const feature = path.includes('/users/{id}') ? 'users' : (path.split('/')[2] ?? '')
	const sent = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(sent)
		if (typeof value !== 'object' || value === null) return value
		const { known, pick } = value as Partial<KnownValue>
		if (known === undefined || pick === undefined)
			return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sent(part)]))
		const kind = known === 'id' ? (feature === 'notifications' ? 'reviews' : feature) : (KINDS[known] ?? known)
		const values = world.known[known === 'cursor' ? `cursor GET ${path}` : kind] ?? []
		// No page of this list has gone on yet
		if (known === 'cursor' && values.length === 0) return undefined
		const text = values.at(-1 - (pick % Math.max(1, values.length))) ?? '018f0000-0000-7000-8000-000000000001'
		return kind === 'gameId' ? Number(text) : text
	}
	const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(sent(params[name]))))
	const search = Object.entries(query)
		.map(([name, value]) => [name, sent(value)] as const)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
	return {
		url: search.length > 0 ? `${address}?${search.join('&')}` : address,
		payload: body === undefined ? undefined : JSON.stringify(sent(body)),
	}
}

const KINDS: Readonly<Record<string, string>> = {
	reviewId: 'reviews',
	listId: 'lists',
	subjectId: 'reviews',
	impressions: 'reviews',
	views: 'reviews',
	gameIds: 'gameId',
	playId: 'plays',
}
