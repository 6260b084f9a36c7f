// What tokens for programs may do, of all calls. A new call without a row here fails the first test.
import { expect, test } from 'vitest'
import { getMe } from '#contract/session-tokens.ts'
import { includesScope, TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts'
import { createToken } from '#contract/tokens.ts'
import { registerAdmin } from '#kit/admin.ts'
import { startSite } from '#kit/site.ts'
import type { OpenApiDocument, Operation } from '#server/api-docs/openapi.ts'

/** The calls by what a token needs for them. `never`: no token may make them. `none`: tokens are not read. */
const CALLS: Readonly<Record<Operation['x-token-scope'], readonly string[]>> = {
	read: [
		'GET /api/auth/me',
		'GET /api/blocks',
		'GET /api/comments/list/{listId}',
		'GET /api/comments/review/{reviewId}',
		'GET /api/comments/{id}/replies',
		'GET /api/feed',
		'GET /api/feed/games',
		'GET /api/follows/status/{id}',
		'GET /api/follows/{id}/followers',
		'GET /api/follows/{id}/following',
		'GET /api/games',
		'GET /api/games/lookup',
		'GET /api/series/{slug}',
		'GET /api/games/popular',
		'GET /api/games/search',
		'GET /api/games/upcoming',
		'GET /api/games/{id}',
		'GET /api/games/{id}/history',
		'GET /api/games/{id}/related',
		'GET /api/imports',
		'GET /api/imports/{id}',
		'GET /api/imports/{id}/rows',
		'GET /api/library',
		'GET /api/library/diary',
		'GET /api/library/diary/days',
		'GET /api/library/facets',
		'GET /api/library/stats',
		'GET /api/library/summary',
		'GET /api/library/year',
		'GET /api/library/{gameId}',
		'GET /api/lists',
		'GET /api/lists/{id}',
		'GET /api/mutes',
		'GET /api/next',
		'GET /api/notifications',
		'GET /api/notifications/activities',
		'GET /api/notifications/unread-count',
		'GET /api/play-sessions/unmatched',
		'GET /api/popularity',
		'GET /api/recommendations',
		'GET /api/reviews',
		'GET /api/reviews/activity',
		'GET /api/reviews/drafts',
		'GET /api/reviews/drafts/{gameId}',
		'GET /api/reviews/popular-reviews',
		'GET /api/reviews/popular-users',
		'GET /api/reviews/users/{id}/impressions',
		'GET /api/reviews/{id}',
		'GET /api/transparency',
		'GET /api/users',
		'GET /api/users/by-username/{username}',
		'GET /api/users/mentionable',
		'GET /api/users/search',
		'GET /api/users/{id}',
	],
	write: [
		'POST /api/blocks',
		'DELETE /api/blocks/{userId}',
		'POST /api/comments',
		'DELETE /api/comments/{id}',
		'PUT /api/comments/{id}',
		'DELETE /api/comments/{id}/like',
		'POST /api/comments/{id}/like',
		'POST /api/follows',
		'DELETE /api/follows/{id}',
		'POST /api/game-suggestions',
		'POST /api/games',
		'POST /api/imports',
		'PUT /api/imports/{id}',
		'POST /api/imports/{id}/apply',
		'POST /api/imports/{id}/missing-games',
		'PUT /api/imports/{id}/rows',
		'PUT /api/imports/{id}/rows/{row}',
		'POST /api/imports/{id}/stop',
		'POST /api/imports/{id}/undo',
		'PUT /api/library/favorites',
		'DELETE /api/library/{gameId}',
		'PUT /api/library/{gameId}',
		'POST /api/library/{gameId}/plays',
		'POST /api/library/{gameId}/sessions',
		'POST /api/lists',
		'DELETE /api/lists/{id}',
		'PUT /api/lists/{id}',
		'POST /api/lists/{id}/copy',
		'POST /api/lists/{id}/games',
		'DELETE /api/lists/{id}/games/{gameId}',
		'DELETE /api/lists/{id}/like',
		'POST /api/lists/{id}/like',
		'POST /api/mutes',
		'DELETE /api/mutes/{userId}',
		'POST /api/next/later',
		'DELETE /api/next/later/{gameId}',
		'POST /api/notifications/mark-read',
		'POST /api/notifications/read',
		'DELETE /api/play-sessions/{id}',
		'PUT /api/play-sessions/unmatched/{id}',
		'PUT /api/play-sessions/{id}',
		'DELETE /api/plays/{id}',
		'PUT /api/plays/{id}',
		'POST /api/recommendations/dismissals',
		'DELETE /api/recommendations/dismissals/{gameId}',
		'POST /api/reviews',
		'DELETE /api/reviews/drafts/{gameId}',
		'PUT /api/reviews/drafts/{gameId}',
		'POST /api/reviews/seen',
		'DELETE /api/reviews/{id}',
		'PUT /api/reviews/{id}',
		'DELETE /api/reviews/{id}/like',
		'POST /api/reviews/{id}/like',
	],
	sessions: ['GET /api/play-sessions/latest', 'POST /api/play-sessions/playing', 'POST /api/play-sessions/report'],
	never: [
		'GET /api/admin/accesses',
		'GET /api/admin/blocked-words',
		'PUT /api/admin/blocked-words',
		'GET /api/admin/catalog',
		'POST /api/admin/catalog/imports',
		'POST /api/admin/catalog/imports/{id}/cancel',
		'GET /api/admin/catalog/pairs',
		'POST /api/admin/catalog/pairs/keep-apart',
		'POST /api/admin/catalog/pairs/merge',
		'GET /api/admin/domains',
		'POST /api/admin/domains',
		'DELETE /api/admin/domains/{domain}',
		'GET /api/admin/numbers',
		'GET /api/admin/people',
		'PUT /api/admin/people/{id}/role',
		'GET /api/admin/registrations',
		'POST /api/admin/registrations',
		'POST /api/admin/registrations/refusals',
		'GET /api/admin/settings',
		'PUT /api/admin/settings',
		'GET /api/admin/work',
		'POST /api/admin/work/jobs/{job}',
		'POST /api/admin/work/mails',
		'POST /api/appeals',
		'GET /api/appeals/{actionId}',
		'DELETE /api/auth/account',
		'DELETE /api/auth/authenticator',
		'POST /api/auth/authenticator',
		'PUT /api/auth/authenticator',
		'POST /api/auth/change-email',
		'POST /api/auth/change-password',
		'GET /api/auth/export',
		'POST /api/auth/passkeys',
		'POST /api/auth/passkeys/options',
		'DELETE /api/auth/passkeys/{id}',
		'PUT /api/auth/passkeys/{id}',
		'GET /api/auth/preferences',
		'PUT /api/auth/preferences',
		'PUT /api/auth/profile',
		'DELETE /api/auth/providers/{provider}',
		'POST /api/auth/providers/{provider}',
		'PUT /api/auth/providers/{provider}',
		'POST /api/auth/reauthenticate',
		'POST /api/auth/reauthenticate/options',
		'POST /api/auth/recovery-codes',
		'GET /api/auth/second-factor',
		'DELETE /api/auth/sessions',
		'GET /api/auth/sessions',
		'DELETE /api/auth/sessions/{id}',
		'POST /api/auth/set-username',
		'GET /api/auth/username-required',
		'POST /api/imports/steam',
		'GET /api/invites',
		'POST /api/invites',
		'DELETE /api/invites/{code}',
		'POST /api/moderation/actions',
		'POST /api/moderation/actions/bulk',
		'GET /api/moderation/appeals',
		'POST /api/moderation/appeals/{id}',
		'GET /api/moderation/game-suggestions',
		'POST /api/moderation/game-suggestions/{id}',
		'GET /api/moderation/games/{id}',
		'PUT /api/moderation/games/{id}',
		'POST /api/moderation/games/{id}/edits/{editId}/undo',
		'GET /api/moderation/log',
		'GET /api/moderation/reports',
		'GET /api/moderation/reports/count',
		'GET /api/moderation/subjects/{subject}/{subjectId}',
		'DELETE /api/push/subscriptions',
		'POST /api/push/subscriptions',
		'POST /api/reports',
		'GET /api/feeds/wishlist-address',
		'POST /api/feeds/wishlist-address',
		'DELETE /api/feeds/wishlist-address',
		'GET /api/tokens',
		'POST /api/tokens',
		'DELETE /api/tokens/{id}',
	],
	none: [
		'GET /api/auth/check-username',
		'GET /api/auth/data-deletion/{code}',
		'POST /api/auth/facebook/data-deletion',
		'POST /api/auth/forgot-password',
		'POST /api/auth/login',
		'POST /api/auth/login/passkey',
		'POST /api/auth/login/passkey/options',
		'POST /api/auth/login/second-factor',
		'POST /api/auth/login/second-factor/options',
		'POST /api/auth/logout',
		'POST /api/auth/oauth/extract-tokens',
		'GET /api/auth/proof',
		'POST /api/auth/refresh-token',
		'POST /api/auth/register',
		'POST /api/auth/register/confirm',
		'POST /api/auth/reset-password',
		'POST /api/auth/verify-email',
		'GET /api/auth/{provider}',
		'GET /api/auth/{provider}/callback',
		'GET /api/imports/steam/callback',
		'GET /api/invites/{code}',
		'POST /api/mail-subscription',
		'PUT /api/mail-subscription',
		'GET /api/push/key',
		'POST /api/reports/confirm',
		'GET /api/rules',
		'GET /api/site',
	],
}

/** Accounts, sessions, factors, the export, tokens, moderation and the admin pages. */
const CLOSED = /^\w+ \/api\/(?:auth|tokens|invites|push|reports|appeals|moderation|admin)(?:\/|$)/

/** The only one of them for tokens. */
const OWN_ACCOUNT = 'GET /api/auth/me'

test('every call has a row here, and the API description says the same', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<OpenApiDocument>()
	const documented = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			call: `${method.toUpperCase()} ${path}`,
			scope: operation['x-token-scope'],
			isRefusedByName: JSON.stringify(operation.responses).includes(
				operation['x-token-scope'] === 'never' ? '"token_not_allowed"' : '"missing_scope"',
			),
		})),
	)
	for (const [scope, calls] of Object.entries(CALLS))
		expect([
			scope,
			documented
				.filter((each) => each.scope === scope)
				.map(({ call }) => call)
				.sort(),
		]).toEqual([scope, [...calls].sort()])
	for (const { call, scope, isRefusedByName } of documented)
		expect([call, isRefusedByName]).toEqual([call, scope !== 'none'])
})

test('no token reaches accounts, sessions, factors, the export, tokens, moderation and the admin pages', () => {
	const open = [...CALLS.read, ...CALLS.write, ...CALLS.sessions]
	expect(open.filter((call) => CLOSED.test(call))).toEqual([OWN_ACCOUNT])
})

test('a token makes the calls that its scopes include, and no other, also for an admin', async () => {
	await using site = await startSite()
	const admin = await registerAdmin(site)
	const create = async (...scopes: TokenScope[]) => {
		const { token } = await site.call(createToken, { body: { name: 'Script', scopes } }, admin)
		return { scopes, token }
	}
	const tokens = [...(await Promise.all(TOKEN_SCOPES.map((scope) => create(scope)))), await create(...TOKEN_SCOPES)]
	/** Returns the code of a refusal that is about the token. */
	async function ask(call: string, token: string): Promise<string> {
		const [method = '', path = ''] = call.split(' ')
		const answer = await site.app.inject({
			method: method as 'GET',
			url: path.replace('{subject}', 'user').replace(/\{\w+\}/g, '018f0000-0000-7000-8000-000000000001'),
			headers: { authorization: `Bearer ${token}` },
		})
		const code = answer.statusCode === 403 ? (answer.json() as { code: string }).code : ''
		return code === 'missing_scope' || code === 'token_not_allowed' ? code : 'made'
	}
	for (const { scopes, token } of tokens) {
		for (const scope of TOKEN_SCOPES)
			for (const call of CALLS[scope])
				expect([scopes, call, await ask(call, token)]).toEqual([
					scopes,
					call,
					includesScope(scopes, scope) ? 'made' : 'missing_scope',
				])
		for (const call of CALLS.never)
			expect([scopes, call, await ask(call, token)]).toEqual([scopes, call, 'token_not_allowed'])
		for (const call of CALLS.none) expect([scopes, call, await ask(call, token)]).toEqual([scopes, call, 'made'])
	}
	expect(includesScope(['write'], 'read')).toBe(true)
	expect(includesScope(['sessions'], 'read') || includesScope(['write'], 'sessions')).toBe(false)
	const [{ token = '' } = {}] = tokens
	expect((await site.call(getMe, {}, { ...admin, accessToken: token })).user.username).toBe(admin.user.username)
})
