import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail, changePassword, extractTokens, reauthenticate } from '#contract/account.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { connectProvider } from '#contract/social-login.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { newVisitor, type Visitor } from '#kit/social-visitor.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { now } from '#server/services.ts'
import { addConnection } from './queries-connections.ts'

let google: OpenIdProvider
let facebook: Facebook

beforeAll(async () => {
	;[google, facebook] = await Promise.all([startOpenIdProvider(), startFacebook()])
	for (const account of ['ann', 'eve']) google.people.set(account, { email: `${account}@example.org` })
})
afterAll(async () => {
	await google?.[Symbol.asyncDispose]()
	await facebook?.[Symbol.asyncDispose]()
})

const MINUTE_MS = 60_000
const NEW = 'Better2Battery'
const verifier = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(verifier).digest('base64url')

const start = (env: Record<string, string> = {}) => startSite({ env: { ...google.env, ...facebook.env, ...env } })

/** Somebody with a confirmed address, signed in eleven minutes ago. */
async function signedInLongAgo(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	site.time.now += 11 * MINUTE_MS
	return { ...player, ...(await site.call(refreshTokens, { body: player })).tokens }
}

/** Takes the password from an account, and connects it to a Google account of the same name. */
async function makeSocial(site: TestSite, { user }: Player, subject: string): Promise<void> {
	await site.services.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
	await addConnection(site.services.db, { provider: 'google', subject }, user.id, now(site.services))
}

/** What adds a way to sign in to an account. */
const ADDING: Readonly<Record<string, (site: TestSite, player: Player) => Promise<unknown>>> = {
	'connecting a provider': (site, player) => site.call(connectProvider, { params: { provider: 'facebook' } }, player),
	'a first password': (site, player) => site.call(changePassword, { body: { newPassword: NEW } }, player),
	'a new address': (site, player) => site.call(changeEmail, { body: { email: 'new@example.net' } }, player),
}

const outcomeOf = (asked: Promise<unknown>) =>
	asked.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

for (const [what, add] of Object.entries(ADDING)) {
	const needsNoPassword = what === 'a first password'

	test(`${what} needs a proof that is not older than ten minutes, and signing in is one`, async () => {
		await using site = await start()
		const late = await signedInLongAgo(site, 'late')
		if (needsNoPassword) await makeSocial(site, late, 'late')
		expect(await outcomeOf(add(site, late))).toBe('403 proof_needed')
		const fresh = await site.register('fresh')
		await markEmailVerified(site.services.db, fresh.user.id, now(site.services))
		if (needsNoPassword) await makeSocial(site, fresh, 'fresh')
		site.time.now += 10 * MINUTE_MS - 1
		expect(await outcomeOf(add(site, fresh))).toBe('done')
	})
}

test('the password proves who one is for ten minutes, to one session; a wrong one is a 403 that counts', async () => {
	await using site = await start({ RATE_LIMIT_FACTOR: '1' })
	const ann = await signedInLongAgo(site, 'ann')
	const prove = (password?: string) =>
		outcomeOf(site.call(reauthenticate, { body: { password: password ?? null } }, ann))
	expect(await prove('Wrong1Horse')).toBe('403 wrong_password')
	expect(await prove()).toBe('403 proof_needed')
	expect(await prove(PASSWORD)).toBe('done')
	expect(await prove()).toBe('done')
	site.time.now += 10 * MINUTE_MS
	expect(await prove()).toBe('403 proof_needed')
	for (let n = 0; n < 10; n++) expect(await prove('Wrong1Horse')).toBe('403 wrong_password')
	expect(await prove(PASSWORD)).toBe('429 too_many_requests')
})

test('a current password that is sent along proves as much', async () => {
	await using site = await start()
	const ann = await signedInLongAgo(site, 'ann')
	const connect = () => outcomeOf(site.call(connectProvider, { params: { provider: 'facebook' } }, ann))
	expect(await connect()).toBe('403 proof_needed')
	await site.call(changeEmail, { body: { email: 'new@example.net', currentPassword: PASSWORD } }, ann)
	expect(await connect()).toBe('done')
})

/** Shows what a browser brought back from a provider. */
async function show(site: TestSite, player: Player, { cookies }: Visitor, payload: object = {}): Promise<string> {
	const answer = await site.app.inject({
		method: 'POST',
		url: reauthenticate.url,
		payload,
		headers: {
			authorization: `Bearer ${player.accessToken}`,
			cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
		},
	})
	return answer.statusCode === 200 ? 'done' : `${answer.statusCode} ${answer.json().code}`
}

test('signing in again with a connected provider proves who one is, in the browser that did it, once', async () => {
	await using site = await start()
	const [ann, eve] = [await signedInLongAgo(site, 'ann'), await signedInLongAgo(site, 'eve')]
	await makeSocial(site, ann, 'ann')
	await makeSocial(site, eve, 'eve')
	const again = async (account: string | null) => {
		const visitor = newVisitor(site)
		return { visitor, end: await visitor.signIn('google', account, { purpose: 'reauthenticate' }) }
	}
	expect((await again(null)).end).toBe('/settings?proof=refused')
	google.people.set('stranger', { email: 'ann@example.org', email_verified: true })
	expect((await again('stranger')).end).toBe('/settings?proof=other_identity')

	const theirs = await again('eve')
	expect(theirs.end).toBe('/settings?proof=done')
	expect(await show(site, ann, theirs.visitor)).toBe('403 other_identity')
	const own = await again('ann')
	const ticket = own.visitor.cookies.get('proof_ticket') ?? ''
	expect(await show(site, ann, newVisitor(site), { tempToken: ticket })).toBe('400 bad_token')
	expect(await outcomeOf(site.call(changePassword, { body: { newPassword: NEW } }, ann))).toBe('403 proof_needed')
	const next = await again('ann')
	expect(await show(site, ann, next.visitor)).toBe('done')
	expect(await show(site, ann, next.visitor)).toBe('400 bad_token')
	expect(await outcomeOf(site.call(changePassword, { body: { newPassword: NEW } }, ann))).toBe('done')
})

test('the provider is asked to have the person act, not to answer for them', async () => {
	await using site = await start()
	const query = { purpose: 'reauthenticate' }
	expect(new URL(await newVisitor(site).begin('google', query)).searchParams.get('prompt')).toMatch(
		/^(login|select_account)$/,
	)
	expect(new URL(await newVisitor(site).begin('facebook', query)).searchParams.get('auth_type')).toBe('reauthenticate')
	expect(new URL(await newVisitor(site).begin('google')).searchParams.has('prompt')).toBe(false)
})

test('an app proves by the ticket that came back to it and its verifier; no ticket does what another is for', async () => {
	await using site = await start()
	const ann = await signedInLongAgo(site, 'ann')
	await makeSocial(site, ann, 'ann')
	const ticketOf = async (query: Record<string, string>) => {
		const end = new URL(await newVisitor(site).signIn('google', 'ann', { mobile: 'true', challenge, ...query }))
		return { tempToken: end.searchParams.get('token') ?? '', verifier }
	}
	const prove = (body: object) => outcomeOf(site.call(reauthenticate, { body }, ann))
	expect(await prove(await ticketOf({}))).toBe('400 bad_token')
	const proof = await ticketOf({ purpose: 'reauthenticate' })
	expect(await outcomeOf(site.call(extractTokens, { body: proof }))).toBe('401 bad_token')
	const wrong = await ticketOf({ purpose: 'reauthenticate' })
	expect(await prove({ ...wrong, verifier: verifier.toUpperCase() })).toBe('400 bad_token')
	expect(await prove(await ticketOf({ purpose: 'reauthenticate' }))).toBe('done')
})
