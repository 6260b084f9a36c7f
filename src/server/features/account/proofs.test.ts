import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeEmail, changePassword, extractTokens, reauthenticate } from '#contract/account.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { connectProvider } from '#contract/social-login.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { createVisitor, type Visitor } from '#kit/social-visitor.ts'
import { now } from '#server/clock.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
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
const VERIFIER = 'a verifier that only the app knows, long enough to be one'
const challenge = createHash('sha256').update(VERIFIER).digest('base64url')

const start = (env: Record<string, string> = {}) => startSite({ env: { ...google.env, ...facebook.env, ...env } })

/** Registers a user with a verified address whose login was eleven minutes ago. */
async function registerWithStaleLogin(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	site.time.now += 11 * MINUTE_MS
	return { ...player, ...(await site.call(refreshTokens, { body: player })).tokens }
}

/** Removes an account's password and links it to a Google identity. */
async function replacePasswordWithGoogle(site: TestSite, { user }: Player, subject: string): Promise<void> {
	await site.services.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()
	await addConnection(site.services.db, { provider: 'google', subject }, user.id, now(site.services))
}

/** Operations that add a login method to an account. */
const ADD_LOGIN_METHOD: Readonly<Record<string, (site: TestSite, player: Player) => Promise<unknown>>> = {
	'connecting a provider': (site, player) => site.call(connectProvider, { params: { provider: 'facebook' } }, player),
	'a first password': (site, player) => site.call(changePassword, { body: { newPassword: NEW } }, player),
	'a new address': (site, player) => site.call(changeEmail, { body: { email: 'new@example.net' } }, player),
}

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

for (const [what, add] of Object.entries(ADD_LOGIN_METHOD)) {
	const needsNoPassword = what === 'a first password'

	test(`${what} needs a proof from the last ten minutes, and logging in is one`, async () => {
		await using site = await start()
		const late = await registerWithStaleLogin(site, 'late')
		if (needsNoPassword) await replacePasswordWithGoogle(site, late, 'late')
		expect(await getOutcome(add(site, late))).toBe('403 proof_needed')
		const fresh = await site.register('fresh')
		await markEmailVerified(site.services.db, fresh.user.id, now(site.services))
		if (needsNoPassword) await replacePasswordWithGoogle(site, fresh, 'fresh')
		site.time.now += 10 * MINUTE_MS - 1
		expect(await getOutcome(add(site, fresh))).toBe('done')
	})
}

test('the password is a proof for ten minutes and one session; a wrong one is a 403 that counts as a failure', async () => {
	await using site = await start({ RATE_LIMIT_FACTOR: '1' })
	const ann = await registerWithStaleLogin(site, 'ann')
	const prove = (password?: string) =>
		getOutcome(site.call(reauthenticate, { body: { password: password ?? null } }, ann))
	expect(await prove('Wrong1Horse')).toBe('403 wrong_password')
	expect(await prove()).toBe('403 proof_needed')
	expect(await prove(PASSWORD)).toBe('done')
	expect(await prove()).toBe('done')
	site.time.now += 10 * MINUTE_MS
	expect(await prove()).toBe('403 proof_needed')
	for (let n = 0; n < 10; n++) expect(await prove('Wrong1Horse')).toBe('403 wrong_password')
	expect(await prove(PASSWORD)).toBe('429 too_many_requests')
})

test('a current password sent with a change is a proof as well', async () => {
	await using site = await start()
	const ann = await registerWithStaleLogin(site, 'ann')
	const connect = () => getOutcome(site.call(connectProvider, { params: { provider: 'facebook' } }, ann))
	expect(await connect()).toBe('403 proof_needed')
	await site.call(changeEmail, { body: { email: 'new@example.net', currentPassword: PASSWORD } }, ann)
	expect(await connect()).toBe('done')
})

/** Presents the ticket that a browser got from a provider. */
async function presentTicket(
	site: TestSite,
	player: Player,
	{ cookies }: Visitor,
	payload: object = {},
): Promise<string> {
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

test('logging in again with a connected provider is a proof, once and only in the same browser', async () => {
	await using site = await start()
	const [ann, eve] = [await registerWithStaleLogin(site, 'ann'), await registerWithStaleLogin(site, 'eve')]
	await replacePasswordWithGoogle(site, ann, 'ann')
	await replacePasswordWithGoogle(site, eve, 'eve')
	const logInAgain = async (account: string | null) => {
		const visitor = createVisitor(site)
		return { visitor, end: await visitor.logIn('google', account, { purpose: 'reauthenticate' }) }
	}
	expect((await logInAgain(null)).end).toBe('/settings?proof=refused')
	google.people.set('stranger', { email: 'ann@example.org', email_verified: true })
	expect((await logInAgain('stranger')).end).toBe('/settings?proof=other_identity')

	const theirs = await logInAgain('eve')
	expect(theirs.end).toBe('/settings?proof=done')
	expect(await presentTicket(site, ann, theirs.visitor)).toBe('403 other_identity')
	const own = await logInAgain('ann')
	const ticket = own.visitor.cookies.get('proof_ticket') ?? ''
	expect(await presentTicket(site, ann, createVisitor(site), { tempToken: ticket })).toBe('400 bad_token')
	expect(await getOutcome(site.call(changePassword, { body: { newPassword: NEW } }, ann))).toBe('403 proof_needed')
	const next = await logInAgain('ann')
	expect(await presentTicket(site, ann, next.visitor)).toBe('done')
	expect(await presentTicket(site, ann, next.visitor)).toBe('400 bad_token')
	expect(await getOutcome(site.call(changePassword, { body: { newPassword: NEW } }, ann))).toBe('done')
})

test('reauthentication makes the provider prompt the user', async () => {
	await using site = await start()
	const query = { purpose: 'reauthenticate' }
	expect(new URL(await createVisitor(site).begin('google', query)).searchParams.get('prompt')).toMatch(
		/^(login|select_account)$/,
	)
	expect(new URL(await createVisitor(site).begin('facebook', query)).searchParams.get('auth_type')).toBe(
		'reauthenticate',
	)
	expect(new URL(await createVisitor(site).begin('google')).searchParams.has('prompt')).toBe(false)
})

test('an app reauthenticates with its ticket and verifier; a ticket works only for its own purpose', async () => {
	await using site = await start()
	const ann = await registerWithStaleLogin(site, 'ann')
	await replacePasswordWithGoogle(site, ann, 'ann')
	const getTicket = async (query: Record<string, string>) => {
		const end = new URL(await createVisitor(site).logIn('google', 'ann', { mobile: 'true', challenge, ...query }))
		return { tempToken: end.searchParams.get('token') ?? '', verifier: VERIFIER }
	}
	const prove = (body: object) => getOutcome(site.call(reauthenticate, { body }, ann))
	expect(await prove(await getTicket({}))).toBe('400 bad_token')
	const proof = await getTicket({ purpose: 'reauthenticate' })
	expect(await getOutcome(site.call(extractTokens, { body: proof }))).toBe('401 bad_token')
	const wrong = await getTicket({ purpose: 'reauthenticate' })
	expect(await prove({ ...wrong, verifier: VERIFIER.toUpperCase() })).toBe('400 bad_token')
	expect(await prove(await getTicket({ purpose: 'reauthenticate' }))).toBe('done')
})
