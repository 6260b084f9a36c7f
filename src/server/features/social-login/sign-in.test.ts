import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractTokens, resetPassword } from '#contract/account.ts'
import { createReview } from '#contract/reviews.ts'
import { findUsers, searchUsers } from '#contract/search.ts'
import { getMe } from '#contract/session-tokens.ts'
import { getUsernameRequired, setUsername } from '#contract/sessions.ts'
import { getPopularUsers, getProfile, getUser } from '#contract/users.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { newVisitor } from '#kit/social-visitor.ts'
import { createLink } from '#server/features/account/email-links.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { now } from '#server/services.ts'

let google: OpenIdProvider
let facebook: Facebook

beforeAll(async () => {
	;[google, facebook] = await Promise.all([startOpenIdProvider(), startFacebook()])
	google.people.set('ann', { email: 'Ann@example.org', email_verified: true, name: 'Ann Lee' })
	google.people.set('unproved', { email: 'ann@example.org', email_verified: false })
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

test('somebody new from Google gets an account that has still to choose its username, and the same one next time', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	expect(await visitor.signIn('google', 'ann')).toBe('/oauth/success')
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

	const again = newVisitor(site)
	await again.signIn('google', 'ann')
	const { user } = await again.land()
	expect([user.id, user.username, user.needsUsernameSelection]).toEqual([ann.user.id, 'Ann_Lee', false])
	// Google vouched for the address, so there is nothing to confirm
	expect(await site.mailsTo('Ann@example.org')).toEqual([])
})

test('until it has a username an account is in no search, ranking or profile, and makes nothing that others see', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	await visitor.signIn('google', 'ann')
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

test('somebody new from Facebook gets one too, with an address that is still to be confirmed', async () => {
	await using site = await start()
	const visitor = newVisitor(site)
	expect(await visitor.signIn('facebook', '501')).toBe('/oauth/success')
	const { user } = await visitor.land()
	expect(user).toMatchObject({ email: 'bo@example.org', name: 'Bo', providers: ['facebook'] })
	const [mail] = await site.mailsTo('bo@example.org')
	expect(mail?.subject).toBe('Confirm your e-mail address')
	expect(mail?.text).toMatch(/^Hello player,/)
})

test('without an address there is no account, and the landing says so', async () => {
	await using site = await start()
	for (const [provider, account] of [
		['facebook', '502'],
		['google', 'nobody'],
	] as const) {
		expect(await newVisitor(site).signIn(provider, account)).toBe('/oauth/success?error=email_missing')
	}
	expect(await site.services.db.selectFrom('users').select('id').execute()).toEqual([])
})

test('where Google and we both know that the address is hers, she signs in to the account that she has, and is told', async () => {
	await using site = await start()
	const ann = await site.register('ann')
	await verify(site, ann)
	const visitor = newVisitor(site)
	expect(await visitor.signIn('google', 'ann')).toBe('/oauth/success')
	const { user } = await visitor.land()
	expect(user).toMatchObject({ id: ann.user.id, username: 'ann', hasPassword: true, providers: ['google'] })
	expect((await site.mailsTo('ann@example.org')).at(-1)?.subject).toBe('Google was connected to your account')
})

test('trust case 11: an address that only one side has proved never joins two accounts', async () => {
	await using site = await start()
	const ann = await site.register('ann')
	// Whoever registered with it never confirmed it: perhaps it is not theirs
	expect(await newVisitor(site).signIn('google', 'ann')).toBe('/oauth/success?error=email_registered')
	await verify(site, ann)
	// And whoever is at the provider never confirmed it there
	expect(await newVisitor(site).signIn('google', 'unproved')).toBe('/oauth/success?error=email_registered')
	facebook.people.set('503', { name: 'Not Ann', email: 'ann@example.org' })
	expect(await newVisitor(site).signIn('facebook', '503')).toBe('/oauth/success?error=email_registered')
	const { user } = await site.call(getMe, {}, ann)
	expect([user.id, user.providers]).toEqual([ann.user.id, []])
	expect(await site.services.db.selectFrom('social_accounts').selectAll().execute()).toEqual([])
})

test('who takes an account back by mail takes it from a stranger at a provider too', async () => {
	await using site = await start()
	facebook.people.set('504', { name: 'A stranger', email: 'victim@example.org' })
	const stranger = newVisitor(site)
	await stranger.signIn('facebook', '504')
	const { user } = await stranger.land()
	const link = { userId: user.id, emailKey: 'victim@example.org', purpose: 'reset-password' } as const
	const token = await createLink(site.services.db, link, site.time.now)
	await site.call(resetPassword, { body: { token, password: 'Better2Battery' } })
	expect(await newVisitor(site).signIn('facebook', '504')).toBe('/oauth/success?error=email_registered')
})

test('twenty arrivals of one new person at once make one account', async () => {
	await using site = await start()
	const visitors = await Promise.all(
		Array.from({ length: 20 }, async () => {
			const visitor = newVisitor(site)
			return { visitor, back: await visitor.answer(await visitor.begin('facebook'), '501') }
		}),
	)
	const ends = await Promise.all(visitors.map(({ visitor, back }) => visitor.comeBack(back)))
	expect(new Set(ends)).toEqual(new Set(['/oauth/success']))
	const accounts = await Promise.all(visitors.map(({ visitor }) => visitor.land()))
	expect(new Set(accounts.map(({ user }) => user.id)).size).toBe(1)
	expect(await site.services.db.selectFrom('users').select('id').execute()).toHaveLength(1)
})

test('a provider that tells the address only where it is asked is asked there', async () => {
	await using shy = await startOpenIdProvider({ inIdToken: false })
	shy.people.set('cleo', { email: 'cleo@example.org', email_verified: true })
	await using site = await start(shy.env)
	const visitor = newVisitor(site)
	expect(await visitor.signIn('google', 'cleo')).toBe('/oauth/success')
	expect((await visitor.land()).user.email).toBe('cleo@example.org')
})

test('texts from a provider are data: what cannot be kept as typed is left out, and no answer breaks the way', async () => {
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
	for (const [account, facts, end] of hostile) {
		google.people.set(account, facts)
		const visitor = newVisitor(site)
		expect([account, await visitor.signIn('google', account)]).toEqual([account, end])
		if (!end.includes('error')) names.push((await visitor.land()).user.name)
	}
	expect(names).toEqual([null, null, '<script>alert(1)</script>'])
})

test('the way of an app: its own address, a ticket that needs the verifier, and no cookie for the landing', async () => {
	await using site = await start()
	const verifier = 'a verifier that only the app knows, long enough to be one'
	const challenge = createHash('sha256').update(verifier).digest('base64url')
	const visitor = newVisitor(site)
	const app = { redirect_uri: 'savepoint://oauth/callback', mobile: 'true', challenge }
	const end = new URL(await visitor.signIn('google', 'ann', app))
	expect(`${end.protocol}//${end.host}${end.pathname}`).toBe('savepoint://oauth/callback')
	expect([...end.searchParams.keys()]).toEqual(['token'])
	expect([...visitor.cookies.keys()]).toEqual([])
	const tempToken = end.searchParams.get('token') ?? ''
	expect((await site.call(extractTokens, { body: { tempToken, verifier } })).user.email).toBe('Ann@example.org')
	expect((await site.refusal(extractTokens, { body: { tempToken, verifier } })).status).toBe(401)

	const without = new URL(await newVisitor(site).signIn('google', 'ann', app))
	const refusal = await site.refusal(extractTokens, { body: { tempToken: without.searchParams.get('token') ?? '' } })
	expect([refusal.status, refusal.code]).toEqual([401, 'bad_token'])
	const refused = new URL(await newVisitor(site).signIn('google', null, { mobile: 'true' }))
	expect(refused.href).toBe('savepoint://oauth/callback?error=access_denied')
})
