import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { createImport } from '#contract/imports.ts'
import { createInvite } from '#contract/invites.ts'
import { createList } from '#contract/lists.ts'
import { listUnmatched, reportPlayTime } from '#contract/play-reports.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { getPushKey } from '#contract/push.ts'
import { createReview } from '#contract/reviews.ts'
import { startPasskey } from '#contract/second-factor.ts'
import { listSessions } from '#contract/session-devices.ts'
import { logout } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { getSiteSettings } from '#contract/site-settings.ts'
import { createToken } from '#contract/tokens.ts'
import { addJsonSource, toFile, toItem, uploadItems } from '#kit/imports.ts'
import { createSoftwarePasskey } from '#kit/peers/authenticator.ts'
import { startIgdbServer } from '#kit/peers/igdb-server.ts'
import { addSoftwarePasskey, showCode } from '#kit/second-factor.ts'
import { clearUsername, PASSWORD, type Player, startSite, type TestSite, toFormData } from '#kit/site.ts'
import { createConnectTicket } from '#kit/social-ticket.ts'
import { changeRole } from '#server/admin/queries.ts'
import { now } from '#server/clock.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'

// Trust case 1. Every call of the API stands here with who may make it; a new one without a row fails the first test.
// `anyone`: visitors too. `own`: whoever is logged in, for themselves. `owner`: only whose it is. `moderator` and `admin`: only
// those; what they can do then has tests of its own.
const RULES: Readonly<Record<string, 'anyone' | 'own' | 'owner' | 'moderator' | 'admin'>> = {
	'POST /api/auth/register': 'anyone',
	'POST /api/auth/register/confirm': 'anyone',
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
	'POST /api/auth/reauthenticate/options': 'own',
	'POST /api/auth/login/passkey/options': 'anyone',
	'POST /api/auth/login/passkey': 'anyone',
	'POST /api/auth/login/second-factor/options': 'anyone',
	'POST /api/auth/login/second-factor': 'anyone',
	'GET /api/auth/second-factor': 'own',
	'POST /api/auth/passkeys/options': 'own',
	'POST /api/auth/passkeys': 'own',
	'PUT /api/auth/passkeys/{id}': 'own',
	'DELETE /api/auth/passkeys/{id}': 'own',
	'POST /api/auth/authenticator': 'own',
	'PUT /api/auth/authenticator': 'own',
	'DELETE /api/auth/authenticator': 'own',
	'POST /api/auth/recovery-codes': 'own',
	'GET /api/auth/sessions': 'own',
	'DELETE /api/auth/sessions/{id}': 'own',
	'DELETE /api/auth/sessions': 'own',
	'GET /api/auth/export': 'own',
	'GET /api/imports': 'own',
	'GET /api/imports/{id}': 'own',
	'GET /api/imports/{id}/rows': 'own',
	'PUT /api/imports/{id}/rows/{row}': 'own',
	'PUT /api/imports/{id}/rows': 'own',
	'PUT /api/imports/{id}': 'own',
	'POST /api/imports/{id}/missing-games': 'own',
	'POST /api/imports/{id}/apply': 'own',
	'POST /api/imports/{id}/stop': 'own',
	'POST /api/imports/{id}/undo': 'own',
	'POST /api/imports': 'own',
	'POST /api/imports/steam': 'own',
	'GET /api/imports/steam/callback': 'anyone',
	'GET /api/feeds/wishlist-address': 'own',
	'POST /api/feeds/wishlist-address': 'own',
	'DELETE /api/feeds/wishlist-address': 'own',
	'POST /api/tokens': 'own',
	'GET /api/tokens': 'own',
	'DELETE /api/tokens/{id}': 'own',
	'POST /api/auth/oauth/extract-tokens': 'anyone',
	'GET /api/auth/{provider}': 'anyone',
	'GET /api/auth/{provider}/callback': 'anyone',
	'POST /api/auth/providers/{provider}': 'own',
	'PUT /api/auth/providers/{provider}': 'own',
	'DELETE /api/auth/providers/{provider}': 'own',
	'GET /api/site': 'anyone',
	'GET /api/rules': 'anyone',
	'GET /api/auth/proof': 'anyone',
	'POST /api/invites': 'own',
	'GET /api/invites': 'own',
	'GET /api/invites/{code}': 'anyone',
	'DELETE /api/invites/{code}': 'own',
	'GET /api/admin/registrations': 'moderator',
	'POST /api/admin/registrations': 'moderator',
	'POST /api/admin/registrations/refusals': 'moderator',
	'GET /api/admin/settings': 'admin',
	'PUT /api/admin/settings': 'admin',
	'GET /api/admin/domains': 'admin',
	'POST /api/admin/domains': 'admin',
	'DELETE /api/admin/domains/{domain}': 'admin',
	'POST /api/auth/facebook/data-deletion': 'anyone',
	'DELETE /api/auth/account': 'own',
	'GET /api/auth/data-deletion/{code}': 'anyone',
	'PUT /api/auth/profile': 'own',
	'GET /api/reviews/popular-users': 'anyone',
	'GET /api/users': 'anyone',
	'GET /api/users/search': 'anyone',
	'GET /api/users/mentionable': 'own',
	'GET /api/users/{id}': 'anyone',
	'GET /api/users/by-username/{username}': 'anyone',
	'GET /api/games': 'anyone',
	'GET /api/games/search': 'anyone',
	'GET /api/games/lookup': 'own',
	'POST /api/games': 'own',
	'POST /api/game-suggestions': 'own',
	'GET /api/series/{slug}': 'anyone',
	'GET /api/games/popular': 'anyone',
	'GET /api/games/upcoming': 'anyone',
	'GET /api/games/{id}': 'anyone',
	'GET /api/games/{id}/history': 'anyone',
	'GET /api/games/{id}/related': 'anyone',
	'GET /api/library': 'anyone',
	'GET /api/library/summary': 'anyone',
	'GET /api/library/facets': 'anyone',
	'GET /api/library/diary': 'anyone',
	'GET /api/library/diary/days': 'anyone',
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
	'POST /api/play-sessions/report': 'own',
	'POST /api/play-sessions/playing': 'own',
	'GET /api/play-sessions/latest': 'own',
	'GET /api/play-sessions/unmatched': 'own',
	'PUT /api/play-sessions/unmatched/{id}': 'own',
	'GET /api/next': 'own',
	'POST /api/next/later': 'own',
	'DELETE /api/next/later/{gameId}': 'own',
	'GET /api/recommendations': 'own',
	'POST /api/recommendations/dismissals': 'own',
	'DELETE /api/recommendations/dismissals/{gameId}': 'own',
	'GET /api/feed': 'own',
	'GET /api/feed/games': 'own',
	'GET /api/reviews/popular-reviews': 'anyone',
	'GET /api/reviews/drafts': 'own',
	'GET /api/reviews/drafts/{gameId}': 'own',
	'PUT /api/reviews/drafts/{gameId}': 'own',
	'DELETE /api/reviews/drafts/{gameId}': 'own',
	'GET /api/reviews/{id}': 'anyone',
	'GET /api/reviews': 'anyone',
	'POST /api/reviews': 'own',
	'PUT /api/reviews/{id}': 'owner',
	'DELETE /api/reviews/{id}': 'owner',
	'POST /api/reviews/{id}/like': 'own',
	'DELETE /api/reviews/{id}/like': 'own',
	'POST /api/reviews/seen': 'anyone',
	'GET /api/reviews/users/{id}/impressions': 'anyone',
	'GET /api/reviews/activity': 'anyone',
	'GET /api/comments/review/{reviewId}': 'anyone',
	'GET /api/comments/list/{listId}': 'anyone',
	'GET /api/comments/{id}/replies': 'anyone',
	'POST /api/comments': 'own',
	'PUT /api/comments/{id}': 'owner',
	'DELETE /api/comments/{id}': 'owner',
	'POST /api/comments/{id}/like': 'own',
	'DELETE /api/comments/{id}/like': 'own',
	'POST /api/follows': 'own',
	'DELETE /api/follows/{id}': 'own',
	'GET /api/follows/status/{id}': 'anyone',
	'GET /api/follows/{id}/followers': 'anyone',
	'GET /api/follows/{id}/following': 'anyone',
	'POST /api/blocks': 'own',
	'DELETE /api/blocks/{userId}': 'own',
	'GET /api/blocks': 'own',
	'POST /api/mutes': 'own',
	'DELETE /api/mutes/{userId}': 'own',
	'GET /api/mutes': 'own',
	'GET /api/lists': 'anyone',
	'GET /api/lists/{id}': 'anyone',
	'POST /api/lists': 'own',
	'PUT /api/lists/{id}': 'owner',
	'DELETE /api/lists/{id}': 'owner',
	'POST /api/lists/{id}/like': 'own',
	'DELETE /api/lists/{id}/like': 'own',
	'POST /api/lists/{id}/copy': 'own',
	'POST /api/lists/{id}/games': 'owner',
	'DELETE /api/lists/{id}/games/{gameId}': 'owner',
	'GET /api/notifications/unread-count': 'own',
	'GET /api/notifications/activities': 'own',
	'POST /api/notifications/mark-read': 'own',
	'GET /api/notifications': 'own',
	'POST /api/notifications/read': 'own',
	'GET /api/push/key': 'anyone',
	'POST /api/push/subscriptions': 'own',
	'DELETE /api/push/subscriptions': 'own',
	'GET /api/auth/preferences': 'own',
	'PUT /api/auth/preferences': 'own',
	'POST /api/mail-subscription': 'anyone',
	'PUT /api/mail-subscription': 'anyone',
	'POST /api/reports': 'anyone',
	'POST /api/reports/confirm': 'anyone',
	'POST /api/appeals': 'anyone',
	'GET /api/appeals/{actionId}': 'anyone',
	'GET /api/transparency': 'anyone',
	'GET /api/popularity': 'anyone',
	'GET /api/moderation/reports': 'moderator',
	'GET /api/moderation/reports/count': 'moderator',
	'GET /api/moderation/subjects/{subject}/{subjectId}': 'moderator',
	'GET /api/moderation/log': 'moderator',
	'POST /api/moderation/actions': 'moderator',
	'POST /api/moderation/actions/bulk': 'moderator',
	'GET /api/moderation/appeals': 'moderator',
	'POST /api/moderation/appeals/{id}': 'moderator',
	'GET /api/moderation/game-suggestions': 'moderator',
	'POST /api/moderation/game-suggestions/{id}': 'moderator',
	'GET /api/moderation/games/{id}': 'moderator',
	'PUT /api/moderation/games/{id}': 'moderator',
	'POST /api/moderation/games/{id}/edits/{editId}/undo': 'moderator',
	'GET /api/admin/blocked-words': 'admin',
	'PUT /api/admin/blocked-words': 'admin',
	'GET /api/admin/people': 'admin',
	'PUT /api/admin/people/{id}/role': 'admin',
	'GET /api/admin/accesses': 'admin',
	'GET /api/admin/numbers': 'admin',
	'GET /api/admin/work': 'admin',
	'POST /api/admin/work/jobs/{job}': 'admin',
	'POST /api/admin/work/mails': 'admin',
	'GET /api/admin/catalog': 'admin',
	'POST /api/admin/catalog/imports': 'admin',
	'POST /api/admin/catalog/imports/{id}/cancel': 'admin',
	'GET /api/admin/catalog/pairs': 'admin',
	'POST /api/admin/catalog/pairs/merge': 'admin',
	'POST /api/admin/catalog/pairs/keep-apart': 'admin',
}

test('every endpoint has an access rule here, and the contract requires a session where the rule does', {
	tags: ['trust-1'],
}, async () => {
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

test('visitors and ended sessions get 401, non-owners 403, and owners succeed; a refusal changes nothing', {
	tags: ['trust-1'],
}, async () => {
	await using igdb = await startIgdbServer({ games: [{ id: 7, name: 'Lantern', game_type: 0 }] })
	await using site = await startSite({
		env: { FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'secret', STEAM_API_KEY: 'key' },
		lookups: { igdb: igdb.settings },
	})
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
	const { db } = site.services
	await changeRole(db, owner.user.username, 'admin')
	const { code } = await site.call(createInvite, { body: {} }, owner)
	const { settings } = await site.call(getSiteSettings, {}, owner)
	await clearUsername(site, owner)
	await markEmailVerified(db, owner.user.id, now(site.services))
	await addConnection(db, { provider: 'google', subject: '7' }, owner.user.id, now(site.services))
	await site.call(login, { body: { identifier: owner.user.username, password: PASSWORD } })
	const device = (await site.call(listSessions, {}, owner)).sessions.find(({ current }) => !current)?.id ?? ''

	const passkey = await addSoftwarePasskey(site, owner)
	const { options } = await site.call(startPasskey, {}, owner)
	const credential = createSoftwarePasskey().create(options)

	const program = await site.call(createToken, { body: { name: 'Script', scopes: ['read'] } }, owner)
	const report = { key: '1', game: { name: 'Unheard of' }, day: '2026-11-19', seconds: 600 }
	await site.call(reportPlayTime, { body: { client: 'Script', reports: [report] } }, owner)
	const [named] = (await site.call(listUnmatched, {}, owner)).games
	using _source = addJsonSource()
	const again = toFile([toItem('Again')])
	const imported = await site.call(createImport, { body: { file: again } }, owner)
	await db.updateTable('imports').set({ state: 'applied' }).where('id', '=', imported.id).execute()
	const mine = await uploadItems(site, owner, [toItem('Mine')])
	const { verifier, token } = await createConnectTicket(site, owner, { provider: 'facebook', subject: '8' })

	const endpoint = 'https://93.184.215.14/send/device'
	const p256dh = (await site.call(getPushKey, {})).key
	const ids: Record<string, string> = {
		reviews: review.id,
		comments: comment.id,
		lists: list.id,
		follows: owner.user.id,
		plays: play.id,
		'play-sessions': sitting.id,
		tokens: program.id,
		imports: mine.id,
	}
	const bodies: Record<string, object> = {
		'POST /api/auth/set-username': { username: 'Chosen' },
		'POST /api/auth/change-password': { currentPassword: PASSWORD, newPassword: PASSWORD },
		'POST /api/auth/change-email': { email: 'another@example.org', currentPassword: PASSWORD },
		'POST /api/auth/reauthenticate': { password: PASSWORD },
		'DELETE /api/auth/account': { password: PASSWORD },
		'PUT /api/auth/providers/{provider}': { token, verifier },
		'POST /api/auth/passkeys': { name: 'Another', credential },
		'PUT /api/auth/passkeys/{id}': { name: 'Renamed' },
		'PUT /api/auth/authenticator': { code: '000000' },
		'PUT /api/auth/profile': toFormData({ bio: 'Somebody else' }),
		'POST /api/imports': toUpload(again),
		'PUT /api/imports/{id}': {},
		'PUT /api/imports/{id}/rows': { match: 'none', decision: 'skip' },
		'PUT /api/imports/{id}/rows/{row}': { gameId: null, decision: 'skip' },
		'POST /api/imports/{id}/apply': {},
		'POST /api/imports/{id}/missing-games': {},
		'POST /api/tokens': { name: 'Another', scopes: ['write'] },
		'POST /api/reviews': { ...written, gameId: other },
		'PUT /api/reviews/drafts/{gameId}': { description: 'Half a' },
		'PUT /api/reviews/{id}': written,
		'POST /api/comments': { reviewId: review.id, content: 'Hm' },
		'PUT /api/comments/{id}': { content: 'Edited' },
		'POST /api/notifications/read': { all: true },
		'PUT /api/auth/preferences': { digest: 'never' },
		'POST /api/push/subscriptions': { endpoint, keys: { p256dh, auth: 'dGhpcyBpcyBhIHNlY3JldA' } },
		'DELETE /api/push/subscriptions': { endpoint },
		'POST /api/follows': { followedId: stranger.user.id },
		'POST /api/blocks': { userId: stranger.user.id },
		'POST /api/mutes': { userId: gone.user.id },
		'PUT /api/library/favorites': { gameIds: [gameId] },
		'PUT /api/library/{gameId}': { status: 'completed' },
		'POST /api/library/{gameId}/plays': {},
		'PUT /api/plays/{id}': { outcome: 'abandoned' },
		'POST /api/library/{gameId}/sessions': { day: '2026-11-19', minutes: 30 },
		'PUT /api/play-sessions/{id}': { day: '2026-11-18', minutes: 90 },
		'POST /api/play-sessions/report': { client: 'Script', reports: [] },
		'POST /api/play-sessions/playing': { client: 'Script', game: null },
		'PUT /api/play-sessions/unmatched/{id}': { gameId: null },
		'POST /api/next/later': { gameId: other },
		'POST /api/recommendations/dismissals': { gameId: other },
		'POST /api/lists': { title: 'Another' },
		'PUT /api/lists/{id}': { title: 'Taken over' },
		'POST /api/lists/{id}/games': { gameId: other },
		'POST /api/notifications/mark-read': { activities: [] },
		'POST /api/moderation/actions': { subject: 'review', subjectId: review.id, action: 'remove', reason: 'spam' },
		'POST /api/moderation/actions/bulk': { userIds: [owner.user.id], action: 'ban', reason: 'spam' },
		'POST /api/moderation/appeals/{id}': { decision: 'grant' },
		'POST /api/moderation/game-suggestions/{id}': { decision: 'refuse' },
		'PUT /api/moderation/games/{id}': { name: 'Mine' },
		'POST /api/games': { source: 'igdb', sourceId: '7' },
		'POST /api/game-suggestions': { name: 'Another Game' },
		'PUT /api/admin/blocked-words': { words: ['mine'] },
		'PUT /api/admin/people/{id}/role': { role: 'admin' },
		'POST /api/admin/catalog/imports': { source: 'builtin' },
		'POST /api/admin/catalog/pairs/merge': { keepId: gameId, mergeId: other },
		'POST /api/admin/catalog/pairs/keep-apart': { oneId: gameId, otherId: other },
		'POST /api/invites': {},
		'POST /api/admin/registrations': { ids: [owner.user.id], decision: 'refuse' },
		'POST /api/admin/registrations/refusals': { by: 'domain', value: 'example.org' },
		'PUT /api/admin/settings': { ...settings, name: 'Another' },
		'POST /api/admin/domains': { domains: ['trash.example'] },
	}
	const ask = (call: string, player?: Player) => {
		const [method = '', path = ''] = call.split(' ')
		const id = path.startsWith('/api/auth/sessions')
			? device
			: path.startsWith('/api/auth/passkeys')
				? passkey.id
				: path.startsWith('/api/play-sessions/unmatched')
					? named?.id
					: (ids[path.split('/')[2] ?? ''] ?? '')
		const url = path
			.replace('{gameId}', String(gameId))
			.replace('{provider}', method === 'DELETE' ? 'google' : 'facebook')
			.replace('{id}', id || review.id)
			.replace('{job}', 'purges')
			.replace('lookup', 'lookup?query=lantern')
			.replace('latest', 'latest?client=Script')
			.replace('{row}', '1')
			.replace('{subject}/{subjectId}', `review/${review.id}`)
			.replace('{code}', code)
			.replace('{domain}', 'trash.example')
			.replace('{userId}', stranger.user.id)
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
		if (rule === 'moderator' || rule === 'admin')
			expect([call, (await ask(call, stranger)).json().code]).toEqual([call, `${rule}s_only`])
		if (rule === 'owner') expect([call, (await ask(call, stranger)).statusCode]).toEqual([call, 403])
		// Which devices, passkeys, tokens, imports and programs' games others have is nobody's business: theirs are as unknown as any
		if (
			/^(PUT|DELETE) \/api\/(auth\/(sessions|passkeys)|tokens|play-sessions\/unmatched)\/\{id\}$|^\w+ \/api\/imports\/\{id\}/.test(
				call,
			)
		)
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
						: // A new factor ends open tickets
							/^(POST|PUT) .api.auth.providers/.test(call)
							? -1
							: 0
	const ofEveryone = guarded.filter(([, rule]) => rule === 'own' || rule === 'owner')
	for (const [call] of ofEveryone.sort(([one], [next]) => order(one) - order(next))) {
		const answer = await ask(call, owner)
		expect([call, answer.statusCode < 300]).toEqual([call, true])
		if (call === 'POST /api/auth/authenticator')
			bodies['PUT /api/auth/authenticator'] = { code: showCode(answer.json().secret, site.time.now) }
	}
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
		await db.selectFrom('blocks').selectAll().execute(),
		await db.selectFrom('mutes').selectAll().execute(),
		await db.selectFrom('review_likes').selectAll().execute(),
		await db.selectFrom('list_likes').selectAll().execute(),
		await db.selectFrom('review_drafts').selectAll().execute(),
		await db.selectFrom('sessions').selectAll().execute(),
		await db.selectFrom('passkeys').selectAll().execute(),
		await db.selectFrom('tokens').selectAll().execute(),
		await db.selectFrom('authenticators').selectAll().execute(),
		await db.selectFrom('recovery_codes').selectAll().execute(),
	]
}

function toUpload(file: File): FormData {
	const form = new FormData()
	form.set('file', file)
	return form
}
