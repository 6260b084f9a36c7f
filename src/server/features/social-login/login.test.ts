import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractTokens, resetPassword } from '#contract/account.ts'
import { getAppealableAction } from '#contract/appeals.ts'
import { takeAction } from '#contract/moderation.ts'
import { getPopularUsers } from '#contract/popular-users.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview } from '#contract/reviews.ts'
import { findUsers, searchUsers } from '#contract/search.ts'
import { getMe } from '#contract/session-tokens.ts'
import { getUsernameRequired, setUsername } from '#contract/sessions.ts'
import { getUser } from '#contract/users.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'
import { now } from '#server/clock.ts'
import { createLink } from '#server/features/account/email-links.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'

let google: OpenIdProvider
let facebook: Facebook

beforeAll(async () => {
	;[google, facebook] = await Promise.all([startOpenIdProvider(), startFacebook()])
	google.people.set('ann', { email: 'Ann@example.org', email_verified: true, name: 'Ann Lee' })
	google.people.set('unverified', { email: 'ann@example.org', email_verified: false })
	google.people.set('nobody', {})
	facebook.people.set('501', { name: 'Bo', email: 'bo@example.org' })
	facebook.people.set('502', { name: 'By telephone' })
})
afterAll(async () => {
	await google?.[Symbol.asyncDispose]()
	await facebook?.[Symbol.asyncDispose]()
})

const start = (env: Record<string, string> = {}) => startSite({ env: { ...google.env, ...facebook.env, ...env } })
const verify = (site: TestSite, { user }: Player) => markEmailVerified(site.services.db, user.id, now(site.services))

test('a new user from Google gets an account that must choose a username, and the same account next time', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	expect(await visitor.logIn('google', 'ann')).toBe('/oauth/success')
	const ann = await visitor.land()
	expect(ann.user).toMatchObject({
		email: 'Ann@example.org',
		name: 'Ann Lee',
		needsUsernameSelection: true,
		hasPassword: false,
		providers: ['google'],
	})
	expect((await site.call(getUsernameRequired, {}, ann)).needsUsernameSelection).toBe(true)
	await site.call(setUsername, { body: { username: 'Ann_Lee' } }, ann)

	const again = createVisitor(site)
	await again.logIn('google', 'ann')
	const { user } = await again.land()
	expect([user.id, user.username, user.needsUsernameSelection]).toEqual([ann.user.id, 'Ann_Lee', false])
	// Google vouched for the address, so there is nothing to confirm
	expect(await site.mailsTo('Ann@example.org')).toEqual([])
})

test('an account without a username appears in no search, ranking or profile, and cannot publish', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('google', 'ann')
	const ann = await visitor.land()
	const { id, username } = ann.user
	expect((await site.call(findUsers, { query: { username: 'player' } })).users).toEqual([])
	for (const query of ['player', username, username.slice(2, 12)])
		expect((await site.call(searchUsers, { query: { query } })).data).toEqual([])
	expect((await site.call(getPopularUsers, { query: {} })).users).toEqual([])
	expect((await site.refusal(getProfile, { params: { username } })).status).toBe(404)
	expect((await site.refusal(getUser, { params: { id } })).status).toBe(404)
	const review = { gameId: await site.addGame(), rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const refusal = await site.refusal(createReview, { body: review }, ann)
	expect([refusal.status, refusal.code]).toEqual([403, 'username_needed'])
	await site.call(setUsername, { body: { username: 'Ann' } }, ann)
	expect((await site.call(createReview, { body: review }, ann)).username).toBe('Ann')
	expect((await site.call(getUser, { params: { id } })).username).toBe('Ann')
})

test('a new user from Facebook gets an account with an unverified email address', async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	expect(await visitor.logIn('facebook', '501')).toBe('/oauth/success')
	const { user } = await visitor.land()
	expect(user).toMatchObject({ email: 'bo@example.org', name: 'Bo', providers: ['facebook'] })
	const [mail] = await site.mailsTo('bo@example.org')
	expect(mail?.subject).toBe('Confirm your email address')
	expect(mail?.text).toMatch(/^Hello player,/)
})

test('a profile without an email address creates no account, and the landing page shows an error', async () => {
	await using site = await start()
	for (const [provider, account] of [
		['facebook', '502'],
		['google', 'nobody'],
	] as const) {
		expect(await createVisitor(site).logIn(provider, account)).toBe('/oauth/success?error=email_missing')
	}
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('an email address verified by both Google and the site logs in to the existing account, and the owner is notified', async () => {
	await using site = await start()
	const ann = await site.register('ann')
	await verify(site, ann)
	const visitor = createVisitor(site)
	expect(await visitor.logIn('google', 'ann')).toBe('/oauth/success')
	const { user } = await visitor.land()
	expect(user).toMatchObject({ id: ann.user.id, username: 'ann', hasPassword: true, providers: ['google'] })
	expect((await site.mailsTo('ann@example.org')).at(-1)?.subject).toBe('Google was connected to your account')
})

test('an address verified by only one side never links two accounts', { tags: ['trust-11'] }, async () => {
	await using site = await start()
	const ann = await site.register('ann')
	// The account never verified the address, so it may belong to someone else
	expect(await createVisitor(site).logIn('google', 'ann')).toBe('/oauth/success?error=email_registered')
	await verify(site, ann)
	// And the provider's user never verified it there
	expect(await createVisitor(site).logIn('google', 'unverified')).toBe('/oauth/success?error=email_registered')
	facebook.people.set('503', { name: 'Not Ann', email: 'ann@example.org' })
	expect(await createVisitor(site).logIn('facebook', '503')).toBe('/oauth/success?error=email_registered')
	const { user } = await site.call(getMe, {}, ann)
	expect([user.id, user.providers]).toEqual([ann.user.id, []])
	expect(await site.services.db.selectFrom('social_accounts').selectAll().execute()).toEqual([])
})

test('a password reset by mail also disconnects a stranger at a provider', async () => {
	await using site = await start()
	facebook.people.set('504', { name: 'A stranger', email: 'victim@example.org' })
	const stranger = createVisitor(site)
	await stranger.logIn('facebook', '504')
	const { user } = await stranger.land()
	const link = { userId: user.id, emailKey: 'victim@example.org', purpose: 'reset-password' } as const
	const token = await createLink(site.services.db, link, site.time.now)
	await site.call(resetPassword, { body: { token, password: 'Better2Battery' } })
	expect(await createVisitor(site).logIn('facebook', '504')).toBe('/oauth/success?error=email_registered')
})

test('a banned person is let in by no provider, reads why, can appeal, and gets no second account', async () => {
	await using site = await start()
	const moderator = await site.register('molly')
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.user.id).execute()
	const countUsers = async () => (await site.services.db.selectFrom('users').select('id').execute()).length
	for (const [provider, account] of [
		['google', 'ann'],
		['facebook', '501'],
	] as const) {
		const visitor = createVisitor(site)
		await visitor.logIn(provider, account)
		const person = await visitor.land()
		const body = { subject: 'user', subjectId: person.user.id, action: 'ban', reason: 'spam' } as const
		const ban = await site.call(takeAction, { body }, moderator)
		expect((await site.refusal(getMe, {}, person)).status).toBe(401)
		const count = await countUsers()
		const again = createVisitor(site)
		// The provider does not learn of it
		expect(await again.logIn(provider, account)).toBe('/oauth/success')
		const { status, body: refusal } = await again.redeem()
		expect([status, refusal]).toMatchObject([403, { code: 'banned', actionId: ban.id, reason: 'spam' }])
		expect(refusal).not.toHaveProperty('tokens')
		const decision = { params: { actionId: ban.id }, query: { token: String(refusal.token) } }
		expect(await site.call(getAppealableAction, decision)).toMatchObject({ id: ban.id, action: 'ban' })
		expect(await countUsers()).toBe(count)
		await site.call(takeAction, { body: { ...body, action: 'unban' } }, moderator)
		const back = createVisitor(site)
		await back.logIn(provider, account)
		expect((await back.land()).user.id).toBe(person.user.id)
	}
})

test('twenty concurrent logins of one new user create one account', async () => {
	await using site = await start()
	const visitors = await Promise.all(
		Array.from({ length: 20 }, async () => {
			const visitor = createVisitor(site)
			return { visitor, back: await visitor.answer(await visitor.begin('facebook'), '501') }
		}),
	)
	const ends = await Promise.all(visitors.map(({ visitor, back }) => visitor.returnToSite(back)))
	expect(new Set(ends)).toEqual(new Set(['/oauth/success']))
	const accounts = await Promise.all(visitors.map(({ visitor }) => visitor.land()))
	expect(new Set(accounts.map(({ user }) => user.id)).size).toBe(1)
	expect(await site.services.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('the email address is fetched from the user info if the ID token lacks it', async () => {
	await using minimal = await startOpenIdProvider({ inIdToken: false })
	minimal.people.set('cleo', { email: 'cleo@example.org', email_verified: true })
	await using site = await start(minimal.env)
	const visitor = createVisitor(site)
	expect(await visitor.logIn('google', 'cleo')).toBe('/oauth/success')
	expect((await visitor.land()).user.email).toBe('cleo@example.org')
})

test('text from a provider is untrusted input: invalid values are omitted, and no response breaks the login', async () => {
	await using site = await start()
	const hostile: [string, object, string][] = [
		['h1', { email: 'h1@example.org', email_verified: true, name: '\u0000\ud800' }, '/oauth/success'],
		['h2', { email: 'h2@example.org', email_verified: true, name: 'x'.repeat(5_000) }, '/oauth/success'],
		['h3', { email: 'h3@example.org', email_verified: true, name: '<script>alert(1)</script>' }, '/oauth/success'],
		['h4', { email: 'a\r\nBcc: b@example.org', email_verified: true }, '/oauth/success?error=email_missing'],
		['h5', { email: ['h5@example.org'], email_verified: true }, '/oauth/success?error=email_missing'],
		['h6', { email: `${'x'.repeat(300)}@example.org`, email_verified: true }, '/oauth/success?error=email_missing'],
		['h7', { email: 'ANN@EXAMPLE.ORG', email_verified: 'true' }, '/oauth/success?error=email_registered'],
	]
	await site.register('ann')
	const names: (string | null)[] = []
	for (const [account, claims, end] of hostile) {
		google.people.set(account, claims)
		const visitor = createVisitor(site)
		expect([account, await visitor.logIn('google', account)]).toEqual([account, end])
		if (!end.includes('error')) names.push((await visitor.land()).user.name)
	}
	expect(names).toEqual([null, null, '<script>alert(1)</script>'])
})

test('an app is redirected to its own URI with a ticket that needs the verifier, and no cookie is set', async () => {
	await using site = await start()
	const verifier = 'a verifier that only the app knows, long enough to be one'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const visitor = createVisitor(site)
	const app = { redirect_uri: 'savepoint://oauth/callback', mobile: 'true', challenge }
	const end = new URL(await visitor.logIn('google', 'ann', app))
	expect(`${end.protocol}//${end.host}${end.pathname}`).toBe('savepoint://oauth/callback')
	expect([...end.searchParams.keys()]).toEqual(['token'])
	expect([...visitor.cookies.keys()]).toEqual([])
	const tempToken = end.searchParams.get('token') ?? ''
	expect((await site.call(extractTokens, { body: { tempToken, verifier } })).user.email).toBe('Ann@example.org')
	expect((await site.refusal(extractTokens, { body: { tempToken, verifier } })).status).toBe(401)

	const without = new URL(await createVisitor(site).logIn('google', 'ann', app))
	const refusal = await site.refusal(extractTokens, { body: { tempToken: without.searchParams.get('token') ?? '' } })
	expect([refusal.status, refusal.code]).toEqual([401, 'bad_token'])
	const refused = new URL(await createVisitor(site).logIn('google', null, { mobile: 'true' }))
	expect(refused.href).toBe('savepoint://oauth/callback?error=access_denied')
})
