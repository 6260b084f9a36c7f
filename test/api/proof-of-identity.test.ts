// Which calls of one's own account ask for a proof of identity, and which proof counts. Those of moderators and admins are in
// held-roles.test.ts.
import { expect, test } from 'vitest'
import { changeEmail, changePassword, deleteAccount, reauthenticate } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import {
	addPasskey,
	confirmAuthenticator,
	loginWithPasskey,
	loginWithSecondFactor,
	removeAuthenticator,
	removePasskey,
	renamePasskey,
	renewRecoveryCodes,
	startAuthenticator,
	startPasskey,
	startPasskeyLogin,
} from '#contract/second-factor.ts'
import { revokeOtherSessions, revokeSession } from '#contract/session-devices.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { connectProvider, disconnectProvider } from '#contract/social-login.ts'
import { createToken } from '#contract/tokens.ts'
import { createSoftwarePasskey } from '#kit/peers/authenticator.ts'
import { addSoftwarePasskey, setUpAuthenticator, showCode } from '#kit/second-factor.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'

const MINUTE_MS = 60_000
const NOTHING = '019aa2f4-7c10-7c3e-9a51-2f6d8e0b4c17'

type Call = (site: TestSite, player: Player) => Promise<unknown>

/** Calls that everyone needs a proof for, with input that a proof is needed for. */
const OF_EVERYONE: Readonly<Record<string, Call>> = {
	'POST /api/auth/reauthenticate': (site, player) => site.call(reauthenticate, { body: {} }, player),
	'POST /api/auth/change-email': (site, player) =>
		site.call(changeEmail, { body: { email: 'new@example.net' } }, player),
	'POST /api/auth/passkeys/options': (site, player) => site.call(startPasskey, {}, player),
	'POST /api/auth/passkeys': (site, player) => {
		const credential = createSoftwarePasskey().create({ challenge: 'AAAA' })
		return site.call(addPasskey, { body: { name: 'Key', credential } }, player)
	},
	'PUT /api/auth/passkeys/{id}': (site, player) =>
		site.call(renamePasskey, { params: { id: NOTHING }, body: { name: 'Key' } }, player),
	'DELETE /api/auth/passkeys/{id}': (site, player) => site.call(removePasskey, { params: { id: NOTHING } }, player),
	'POST /api/auth/authenticator': (site, player) => site.call(startAuthenticator, {}, player),
	'PUT /api/auth/authenticator': (site, player) =>
		site.call(confirmAuthenticator, { body: { code: '123456' } }, player),
	'DELETE /api/auth/authenticator': (site, player) => site.call(removeAuthenticator, {}, player),
	'POST /api/auth/recovery-codes': (site, player) => site.call(renewRecoveryCodes, {}, player),
	'POST /api/auth/providers/{provider}': (site, player) =>
		site.call(connectProvider, { params: { provider: 'facebook' } }, player),
	'DELETE /api/auth/sessions/{id}': (site, player) => site.call(revokeSession, { params: { id: NOTHING } }, player),
	'DELETE /api/auth/sessions': (site, player) => site.call(revokeOtherSessions, {}, player),
	'POST /api/tokens': (site, player) => site.call(createToken, { body: { name: 'Script', scopes: ['read'] } }, player),
}

/** Calls that only an account with a second factor needs a proof for; the others give the password where they have one. */
const WITH_SECOND_FACTOR: Readonly<Record<string, Call>> = {
	'POST /api/auth/change-email with the password': (site, player) =>
		site.call(changeEmail, { body: { email: 'newer@example.net', currentPassword: PASSWORD } }, player),
	'DELETE /api/auth/providers/{provider}': (site, player) =>
		site.call(disconnectProvider, { params: { provider: 'facebook' } }, player),
	'GET /api/auth/export': (site, player) => site.call(exportAccount, {}, player),
	'DELETE /api/auth/account': (site, player) => site.call(deleteAccount, { body: { password: PASSWORD } }, player),
}

/** Calls that change an account and need no proof, and why. */
const WITHOUT_PROOF: Readonly<Record<string, string>> = {
	'POST /api/auth/logout': 'ends the session that calls',
	'POST /api/auth/refresh-token': 'continues the session that calls',
	'POST /api/auth/reauthenticate/options': 'starts a proof',
	'POST /api/auth/set-username': 'works once, before there is anything to protect',
	'POST /api/auth/verify-email': 'has the secret of a mailed link',
	'PUT /api/auth/providers/{provider}': 'finishes what was started with a proof, in the same session',
	'PUT /api/auth/profile': 'changes nothing that logs in',
	'PUT /api/auth/preferences': 'changes nothing that logs in',
	'POST /api/auth/facebook/data-deletion': 'is signed by the provider',
	'DELETE /api/tokens/{id}': 'takes rights away, which must be quick once a token has leaked',
}

/** The password is asked for in the call itself; only a first one needs a proof. */
const PASSWORD_CHANGE = 'POST /api/auth/change-password'

/** Calls that nobody is logged in for. */
const BEFORE_LOGIN =
	/^POST \/api\/auth\/(?:register|login|forgot-password|reset-password|oauth\/extract-tokens)(?:\/|$)/

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

async function start(): Promise<TestSite> {
	return startSite({ env: { FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'secret' } })
}

async function registerConfirmed(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	return player
}

/** Lets eleven minutes pass since the last proof. */
async function waitUntilStale(site: TestSite, player: Player): Promise<Player> {
	site.time.now += 11 * MINUTE_MS
	return { ...player, ...(await site.call(refreshTokens, { body: player })).tokens }
}

test('every call that changes one’s account is in a table here, and those with a proof are documented so', async () => {
	await using site = await start()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json() as {
		paths: Record<string, Record<string, unknown>>
	}
	const proven = [...Object.keys(OF_EVERYONE), ...Object.keys(WITH_SECOND_FACTOR), PASSWORD_CHANGE]
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods)
			.filter(() => /^\/api\/(auth|tokens)(\/|$)/.test(path))
			.map(([method, operation]) => ({
				name: `${method.toUpperCase()} ${path}`,
				isProven: JSON.stringify(operation).includes('proof_needed'),
			})),
	)
	expect(calls.filter(({ isProven }) => isProven).map(({ name }) => name)).toEqual(
		calls.map(({ name }) => name).filter((name) => proven.includes(name)),
	)
	const others = calls.filter(({ name, isProven }) => !isProven && !name.startsWith('GET ') && !BEFORE_LOGIN.test(name))
	expect(others.map(({ name }) => name).sort()).toEqual(Object.keys(WITHOUT_PROOF).sort())
})

test('with a second factor neither a password nor an old login changes the account: a factor or a recovery code does', async () => {
	await using site = await start()
	let ann = await registerConfirmed(site, 'Ann')
	const { secret, recoveryCodes } = await setUpAuthenticator(site, ann)
	ann = await waitUntilStale(site, ann)
	const prove = (body: object) => getOutcome(site.call(reauthenticate, { body }, ann))
	const calls = Object.entries({ ...OF_EVERYONE, ...WITH_SECOND_FACTOR })
	expect(await prove({ password: 'Wrong1Horse' })).toBe('403 wrong_password')
	expect(await prove({ password: PASSWORD })).toBe('403 proof_needed')
	for (const [name, call] of calls)
		expect([name, await getOutcome(call(site, ann))]).toEqual([name, '403 proof_needed'])

	const [recoveryCode = ''] = recoveryCodes
	for (const proof of [{ code: showCode(secret, site.time.now) }, { recoveryCode }]) {
		expect(await prove(proof)).toBe('done')
		// It is spent
		expect(await prove(proof)).toBe('403 wrong_second_factor')
		for (const [name, call] of calls.filter(([name]) => /^GET|provider|change-email|options/.test(name)))
			expect([name, await getOutcome(call(site, ann))]).not.toEqual([name, '403 proof_needed'])
		ann = await waitUntilStale(site, ann)
		expect(await prove({})).toBe('403 proof_needed')
	}
	const mail = (await site.mailsTo('Ann@example.org')).find(({ subject }) => subject === 'A recovery code was used')
	expect(mail?.text).toContain('just confirmed their identity with a recovery code')
	expect(mail?.text).toContain('You have 9 left')

	expect(await prove({ recoveryCode: recoveryCodes[1] })).toBe('done')
	for (const [name, call] of calls)
		expect([name, await getOutcome(call(site, ann))]).not.toEqual([name, '403 proof_needed'])
})

test('without one the password is a proof, and what never asked for one still does not', async () => {
	await using site = await start()
	const ann = await waitUntilStale(site, await registerConfirmed(site, 'Ann'))
	for (const [name, call] of Object.entries(OF_EVERYONE))
		expect([name, await getOutcome(call(site, ann))]).toEqual([name, '403 proof_needed'])
	for (const [name, call] of Object.entries(WITH_SECOND_FACTOR)) {
		const outcome = await getOutcome(call(site, ann))
		expect([name, outcome]).not.toEqual([name, '403 proof_needed'])
	}
	const ben = await waitUntilStale(site, await registerConfirmed(site, 'Ben'))
	expect(await getOutcome(site.call(reauthenticate, { body: { password: PASSWORD } }, ben))).toBe('done')
	for (const [name, call] of Object.entries(OF_EVERYONE))
		expect([name, await getOutcome(call(site, ben))]).not.toEqual([name, '403 proof_needed'])
})

test('a login counts as a proof if it used a factor, and the session of a password from before does not', async () => {
	await using site = await start()
	const here = await site.register('Ann')
	const there = { ...here, ...(await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })).tokens }
	const { passkey, id } = await addSoftwarePasskey(site, here)
	const { secret } = await setUpAuthenticator(site, here)
	const remove = (player: Player) => getOutcome(site.call(removePasskey, { params: { id } }, player))
	expect(await remove(there)).toBe('403 proof_needed')
	// It changes the password as before, which proves nothing more
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	expect(await getOutcome(site.call(changePassword, { body }, there))).toBe('done')
	expect(await remove(there)).toBe('403 proof_needed')

	const refused = await site.refusal(login, { body: { identifier: 'Ann', password: 'Better2Battery' } })
	const { ticket } = refused.body as { ticket: string }
	const code = showCode(secret, site.time.now)
	const second = await site.call(loginWithSecondFactor, { body: { ticket, code } })
	expect(await getOutcome(site.call(renewRecoveryCodes, {}, { ...here, ...second.tokens }))).toBe('done')
	const { options } = await site.call(startPasskeyLogin, {})
	const first = await site.call(loginWithPasskey, { body: { assertion: passkey.use(options) } })
	expect(await remove({ ...here, ...first.tokens })).toBe('done')
})
