import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview } from '#contract/reviews.ts'
import { listSessions } from '#contract/session-devices.ts'
import { logout } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { clearUsername, PASSWORD, type Player, startSite, type TestSite, toFormData } from '#kit/site.ts'
import { createConnectTicket } from '#kit/social-ticket.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { now } from '#server/services.ts'

// Trust case 1. Every call of the API stands here with who may make it; a new one without a row fails the first test.
// `anyone`: visitors too. `own`: whoever is signed in, for themselves. `owner`: only whose it is.
const RULES: Readonly<Record<string, 'anyone' | 'own' | 'owner'>> = {
	'POST /api/auth/register': 'anyone',
	'POST /api/auth/login': 'anyone',
	'POST /api/auth/logout': 'anyone',
	'GET /api/auth/me': 'own',
	'POST /api/auth/refresh-token': 'anyone',
	'GET /api/auth/check-username': 'anyone',
	'GET /api/auth/username-required': 'own',
	'POST /api/auth/set-username': 'own',
	'POST /api/auth/forgot-password': 'anyone',
	'POST /api/auth/reset-password': 'anyone',
	'POST /api/auth/change-password': 'own',
	'POST /api/auth/change-email': 'own',
	'POST /api/auth/verify-email': 'anyone',
	'POST /api/auth/reauthenticate': 'own',
	'GET /api/auth/sessions': 'own',
	'DELETE /api/auth/sessions/{id}': 'own',
	'DELETE /api/auth/sessions': 'own',
	'GET /api/auth/export': 'own',
	'POST /api/auth/oauth/extract-tokens': 'anyone',
	'GET /api/auth/{provider}': 'anyone',
	'GET /api/auth/{provider}/callback': 'anyone',
	'POST /api/auth/providers/{provider}': 'own',
	'PUT /api/auth/providers/{provider}': 'own',
	'DELETE /api/auth/providers/{provider}': 'own',
	'GET /api/site': 'anyone',
	'POST /api/auth/facebook/data-deletion': 'anyone',
	'DELETE /api/auth/account': 'own',
	'GET /api/auth/data-deletion/{code}': 'anyone',
	'PUT /api/auth/profile': 'own',
	'GET /api/reviews/popular-users': 'anyone',
	'GET /api/users': 'anyone',
	'GET /api/users/search': 'anyone',
	'GET /api/users/{id}': 'anyone',
	'GET /api/users/by-username/{username}': 'anyone',
	'GET /api/games/search': 'anyone',
	'GET /api/games/popular': 'anyone',
	'GET /api/games/{id}': 'anyone',
	'GET /api/library': 'anyone',
	'GET /api/library/summary': 'anyone',
	'GET /api/library/diary': 'anyone',
	'GET /api/library/stats': 'anyone',
	'GET /api/library/year': 'anyone',
	'PUT /api/library/favorites': 'own',
	'GET /api/library/{gameId}': 'own',
	'PUT /api/library/{gameId}': 'own',
	'DELETE /api/library/{gameId}': 'own',
	'POST /api/library/{gameId}/plays': 'own',
	'PUT /api/plays/{id}': 'owner',
	'DELETE /api/plays/{id}': 'owner',
	'POST /api/library/{gameId}/sessions': 'own',
	'PUT /api/play-sessions/{id}': 'owner',
	'DELETE /api/play-sessions/{id}': 'owner',
	'GET /api/feed': 'own',
	'GET /api/reviews/popular-reviews': 'anyone',
	'GET /api/reviews/{id}': 'anyone',
	'GET /api/reviews': 'anyone',
	'POST /api/reviews': 'own',
	'PUT /api/reviews/{id}': 'owner',
	'DELETE /api/reviews/{id}': 'owner',
	'POST /api/reviews/{id}/like': 'own',
	'POST /api/reviews/seen': 'anyone',
	'GET /api/reviews/users/{id}/impressions': 'anyone',
	'GET /api/reviews/activity': 'anyone',
	'GET /api/comments/review/{reviewId}': 'anyone',
	'POST /api/comments': 'own',
	'DELETE /api/comments/{id}': 'owner',
	'POST /api/comments/{id}/like': 'own',
	'POST /api/follows': 'own',
	'DELETE /api/follows/{id}': 'own',
	'GET /api/follows/status/{id}': 'anyone',
	'GET /api/follows/{id}/followers': 'anyone',
	'GET /api/follows/{id}/following': 'anyone',
	'GET /api/lists': 'anyone',
	'GET /api/lists/{id}': 'anyone',
	'POST /api/lists': 'own',
	'PUT /api/lists/{id}': 'owner',
	'DELETE /api/lists/{id}': 'owner',
	'POST /api/lists/{id}/games': 'owner',
	'DELETE /api/lists/{id}/games/{gameId}': 'owner',
	'GET /api/notifications/unread-count': 'own',
	'GET /api/notifications/activities': 'own',
	'POST /api/notifications/mark-read': 'own',
}

test('every endpoint has an access rule here, and the contract requires a session where the rule does', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json()
	const documented = Object.entries(paths as Record<string, Record<string, { security: unknown[] }>>).flatMap(
		([path, methods]) =>
			Object.entries(methods).map(
				([method, { security }]) =>
					[`${method.toUpperCase()} ${path}`, JSON.stringify(security) === '[{"accessToken":[]}]'] as const,
			),
	)
	expect(Object.fromEntries(documented)).toEqual(
		Object.fromEntries(Object.entries(RULES).map(([call, rule]) => [call, rule !== 'anyone'])),
	)
})

test('visitors and ended sessions get 401, non-owners 403, and owners succeed; a refusal changes nothing', async () => {
	await using site = await startSite({ env: { FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'secret' } })
	const [owner, stranger, gone] = [await site.register(), await site.register(), await site.register()]
	await site.call(logout, { body: { refreshToken: gone.refreshToken } })
	const gameId = await site.addGame()
	const other = await site.addGame()
	const written = { rating: 2, platform: 'PC', description: 'Something else entirely.' }
	const review = await site.call(createReview, { body: { ...written, gameId } }, owner)
	const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Mine' } }, owner)
	const list = await site.call(createList, { body: { title: 'Mine', games: [{ gameId }] } }, owner)
	const params = { gameId: other }
	const play = await site.call(createPlay, { params, body: {} }, owner)
	const sitting = await site.call(createPlaySession, { params, body: { day: '2026-11-20', minutes: 60 } }, owner)
	await clearUsername(site, owner)
	const { db } = site.services
	await markEmailVerified(db, owner.user.id, now(site.services))
	await addConnection(db, { provider: 'google', subject: '7' }, owner.user.id, now(site.services))
	await site.call(login, { body: { identifier: owner.user.username, password: PASSWORD } })
	const device = (await site.call(listSessions, {}, owner)).sessions.find(({ current }) => !current)?.id ?? ''

	const { verifier, token } = await createConnectTicket(site, owner, { provider: 'facebook', subject: '8' })

	const ids: Record<string, string> = {
		reviews: review.id,
		comments: comment.id,
		lists: list.id,
		follows: owner.user.id,
		plays: play.id,
		'play-sessions': sitting.id,
	}
	const bodies: Record<string, object> = {
		'POST /api/auth/set-username': { username: 'Chosen' },
		'POST /api/auth/change-password': { currentPassword: PASSWORD, newPassword: PASSWORD },
		'POST /api/auth/change-email': { email: 'another@example.org', currentPassword: PASSWORD },
		'POST /api/auth/reauthenticate': { password: PASSWORD },
		'DELETE /api/auth/account': { password: PASSWORD },
		'PUT /api/auth/providers/{provider}': { token, verifier },
		'PUT /api/auth/profile': toFormData({ bio: 'Somebody else' }),
		'POST /api/reviews': { ...written, gameId: other },
		'PUT /api/reviews/{id}': written,
		'POST /api/comments': { reviewId: review.id, content: 'Hm' },
		'POST /api/follows': { followedId: stranger.user.id },
		'PUT /api/library/favorites': { gameIds: [gameId] },
		'PUT /api/library/{gameId}': { status: 'completed' },
		'POST /api/library/{gameId}/plays': {},
		'PUT /api/plays/{id}': { outcome: 'abandoned' },
		'POST /api/library/{gameId}/sessions': { day: '2026-11-19', minutes: 30 },
		'PUT /api/play-sessions/{id}': { day: '2026-11-18', minutes: 90 },
		'POST /api/lists': { title: 'Another' },
		'PUT /api/lists/{id}': { title: 'Taken over' },
		'POST /api/lists/{id}/games': { gameId: other },
		'POST /api/notifications/mark-read': { activities: [] },
	}
	const ask = (call: string, player?: Player) => {
		const [method = '', path = ''] = call.split(' ')
		const id = path.startsWith('/api/auth/sessions') ? device : (ids[path.split('/')[2] ?? ''] ?? '')
		const url = path
			.replace('{gameId}', String(gameId))
			.replace('{provider}', method === 'DELETE' ? 'google' : 'facebook')
			.replace('{id}', id)
		return site.app.inject({
			method: method as 'GET',
			url,
			...(bodies[call] ? { payload: bodies[call] } : {}),
			headers: player ? { authorization: `Bearer ${player.accessToken}` } : {},
		})
	}
	const guarded = Object.entries(RULES).filter(([, rule]) => rule !== 'anyone')
	const before = await everything(site)
	for (const [call, rule] of guarded) {
		expect([call, (await ask(call)).statusCode]).toEqual([call, 401])
		expect([call, (await ask(call, gone)).statusCode]).toEqual([call, 401])
		if (rule === 'owner') expect([call, (await ask(call, stranger)).statusCode]).toEqual([call, 403])
		// Which devices others have is nobody's business: theirs are as unknown as any
		if (call === 'DELETE /api/auth/sessions/{id}')
			expect([call, (await ask(call, stranger)).statusCode]).toEqual([call, 404])
	}
	expect(await everything(site)).toEqual(before)
	// The owner may; what is deleted is deleted last, the parts before the whole and everything before its owner
	const order = (call: string) =>
		call === 'DELETE /api/auth/account'
			? 20
			: // A new password signs out the other device
				call === 'POST /api/auth/change-password'
				? 15
				: // A game stays in the library while there is a review of it
					call === 'DELETE /api/library/{gameId}'
					? 10
					: call.startsWith('DELETE')
						? 10 - call.length / 100
						: 0
	for (const [call] of guarded.sort(([one], [next]) => order(one) - order(next)))
		expect([call, (await ask(call, owner)).statusCode < 300]).toEqual([call, true])
})

/** The public content of the site, to see that nothing has changed. */
async function everything(site: TestSite): Promise<unknown> {
	const urls = ['/api/reviews', '/api/lists', '/api/users?username=player', '/api/games/popular']
	const { db } = site.services
	return [
		await db.selectFrom('social_accounts').selectAll().execute(),
		await Promise.all(urls.map(async (url) => (await site.app.inject({ url })).json())),
		await db.selectFrom('comments').selectAll().execute(),
		await db.selectFrom('list_items').selectAll().execute(),
		await db.selectFrom('library_entries').selectAll().execute(),
		await db.selectFrom('plays').selectAll().execute(),
		await db.selectFrom('play_sessions').selectAll().execute(),
		await db.selectFrom('favorites').selectAll().execute(),
		await db.selectFrom('follows').selectAll().execute(),
		await db.selectFrom('review_likes').selectAll().execute(),
		await db.selectFrom('sessions').selectAll().execute(),
	]
}
