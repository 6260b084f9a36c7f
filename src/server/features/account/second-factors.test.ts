import type { Static } from 'typebox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changePassword, deleteAccount, type Proof, reauthenticate } from '#contract/account.ts'
import { exportAccount } from '#contract/export.ts'
import {
	addPasskey,
	confirmAuthenticator,
	listFactors,
	loginWithPasskey,
	removeAuthenticator,
	removePasskey,
	renamePasskey,
	renewRecoveryCodes,
	startAuthenticator,
	startPasskey,
	startPasskeyLogin,
	startPasskeyProof,
} from '#contract/second-factor.ts'
import { getMe, refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { disconnectProvider } from '#contract/social-login.ts'
import { createSoftwarePasskey } from '#kit/peers/authenticator.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { addSoftwarePasskey, setUpAuthenticator, showCode } from '#kit/second-factor.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'
import { now } from '#server/clock.ts'
import { addConnection } from './queries-connections.ts'
import { resetSecondFactor } from './second-factors.ts'

let google: OpenIdProvider

beforeAll(async () => {
	google = await startOpenIdProvider()
	google.people.set('ann', { email: 'ann@example.org', email_verified: true })
})
afterAll(() => google?.[Symbol.asyncDispose]())

const MINUTE_MS = 60_000

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

/** Lets eleven minutes pass since the last proof. */
async function waitUntilStale(site: TestSite, player: Player): Promise<Player> {
	site.time.now += 11 * MINUTE_MS
	return { ...player, ...(await site.call(refreshTokens, { body: player })).tokens }
}

const removePassword = (site: TestSite, { user }: Player) =>
	site.services.db.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute()

test('passkeys, the authenticator app and recovery codes are listed, renamed, removed, and mailed about', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	expect(await site.call(listFactors, {}, ann)).toEqual({ passkeys: [], authenticator: null, recoveryCodesLeft: 0 })
	const { id, recoveryCodes } = await addSoftwarePasskey(site, ann)
	expect(recoveryCodes).toHaveLength(10)
	const { secret, uri } = await site.call(startAuthenticator, {}, ann)
	expect(uri).toBe(`otpauth://totp/Savepoint:Ann?issuer=Savepoint&secret=${secret}&algorithm=SHA1&digits=6&period=30`)
	const wrong = await site.refusal(confirmAuthenticator, { body: { code: '000000' } }, ann)
	expect([wrong.status, wrong.details[0]?.path]).toEqual([400, 'code'])
	const code = showCode(secret, site.time.now)
	expect(
		await site.call(confirmAuthenticator, { body: { code: `${code.slice(0, 3)} ${code.slice(3)}` } }, ann),
	).toEqual({
		success: true,
		recoveryCodes: null,
	})
	expect(await getOutcome(site.call(startAuthenticator, {}, ann))).toBe('409 authenticator_exists')
	await site.call(renamePasskey, { params: { id }, body: { name: 'Old laptop' } }, ann)
	const at = new Date(site.time.now).toISOString()
	expect(await site.call(listFactors, {}, ann)).toEqual({
		passkeys: [{ id, name: 'Old laptop', createdAt: at, lastUsedAt: null }],
		authenticator: { createdAt: at },
		recoveryCodesLeft: 10,
	})
	await site.call(removePasskey, { params: { id } }, ann)
	expect(await getOutcome(site.call(removePasskey, { params: { id } }, ann))).toBe('404 passkey_not_found')
	expect((await site.call(listFactors, {}, ann)).recoveryCodesLeft).toBe(10)
	await site.call(removeAuthenticator, {}, ann)
	expect(await getOutcome(site.call(removeAuthenticator, {}, ann))).toBe('404 authenticator_not_found')
	expect(await site.call(listFactors, {}, ann)).toEqual({ passkeys: [], authenticator: null, recoveryCodesLeft: 0 })
	expect(await getOutcome(site.call(renewRecoveryCodes, {}, ann))).toBe('409 no_second_factor')
	await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
	const texts = (await site.mailsTo('Ann@example.org')).map(({ text }) => text).join('\n')
	for (const sentence of [
		'The passkey “Laptop” was just added to your account.',
		'An authenticator app was just added to your account.',
		'The passkey “Old laptop” was just removed from your account.',
		'It was your last one',
	])
		expect(texts).toContain(sentence)
	expect(texts).not.toContain(secret)
})

test('a change of factors needs a proof from the last ten minutes: a code or a passkey is one', async () => {
	await using site = await startSite()
	let ann = await site.register('Ann')
	const { secret } = await setUpAuthenticator(site, ann)
	const { passkey, id } = await addSoftwarePasskey(site, ann)
	const credential = createSoftwarePasskey().create({ challenge: 'AAAA' })
	const changes: Record<string, () => Promise<unknown>> = {
		start: () => site.call(startPasskey, {}, ann),
		add: () => site.call(addPasskey, { body: { name: 'Key', credential } }, ann),
		rename: () => site.call(renamePasskey, { params: { id }, body: { name: 'Key' } }, ann),
		remove: () => site.call(removePasskey, { params: { id } }, ann),
		begin: () => site.call(startAuthenticator, {}, ann),
		confirm: () => site.call(confirmAuthenticator, { body: { code: '123456' } }, ann),
		disable: () => site.call(removeAuthenticator, {}, ann),
		renew: () => site.call(renewRecoveryCodes, {}, ann),
		export: () => site.call(exportAccount, {}, ann),
	}
	ann = await waitUntilStale(site, ann)
	for (const [name, change] of Object.entries(changes))
		expect([name, await getOutcome(change())]).toEqual([name, '403 proof_needed'])
	const prove = (body: Static<typeof Proof>) => getOutcome(site.call(reauthenticate, { body }, ann))
	expect(await prove({ code: showCode(secret, site.time.now + 20 * MINUTE_MS) })).toBe('403 wrong_second_factor')
	expect(await prove({ code: showCode(secret, site.time.now) })).toBe('done')
	expect(await getOutcome(site.call(exportAccount, {}, ann))).toBe('done')
	ann = await waitUntilStale(site, ann)
	const { options } = await site.call(startPasskeyProof, {}, ann)
	expect(options.allowCredentials).toHaveLength(1)
	expect(await prove({ assertion: passkey.use({ ...options, isUserVerified: false }) })).toBe('403 wrong_second_factor')
	const assertion = passkey.use(options)
	expect(await prove({ assertion })).toBe('done')
	expect(await prove({ assertion })).toBe('403 wrong_second_factor')
	expect(await getOutcome(site.call(renewRecoveryCodes, {}, ann))).toBe('done')
	ann = await waitUntilStale(site, ann)
	expect(await prove({ password: PASSWORD })).toBe('403 proof_needed')
	expect(await getOutcome(site.call(renewRecoveryCodes, {}, ann))).toBe('403 proof_needed')
	ann = await waitUntilStale(site, ann)
	const body = { currentPassword: PASSWORD, newPassword: 'Better2Battery' }
	expect(await getOutcome(site.call(changePassword, { body }, ann))).toBe('done')
})

test('without a second factor, the export and a deletion by name ask for no proof; with one they do', async () => {
	await using site = await startSite()
	let [ann, bob] = [await site.register('Ann'), await site.register('Bob')]
	await addSoftwarePasskey(site, bob)
	for (const player of [ann, bob]) await removePassword(site, player)
	ann = await waitUntilStale(site, ann)
	bob = { ...bob, ...(await site.call(refreshTokens, { body: bob })).tokens }
	expect(await getOutcome(site.call(exportAccount, {}, ann))).toBe('done')
	expect(await getOutcome(site.call(deleteAccount, { body: { confirm: 'Ann' } }, ann))).toBe('done')
	expect(await getOutcome(site.call(deleteAccount, { body: { confirm: 'Bob' } }, bob))).toBe('403 proof_needed')
})

test('the last way to log in is never removed: passkey, password or provider', async () => {
	await using site = await startSite({ env: google.env })
	const ann = await site.register('Ann')
	const [one, two] = [await addSoftwarePasskey(site, ann), await addSoftwarePasskey(site, ann, { name: 'Phone' })]
	await removePassword(site, ann)
	const remove = (id: string) => getOutcome(site.call(removePasskey, { params: { id } }, ann))
	// At once: each leaves the other
	const outcomes = await Promise.all([remove(one.id), remove(two.id)])
	expect(outcomes.sort()).toEqual(['400 last_way_in', 'done'])
	const [left] = (await site.call(listFactors, {}, ann)).passkeys
	await addConnection(site.services.db, { provider: 'google', subject: 'ann' }, ann.user.id, now(site.services))
	await site.call(disconnectProvider, { params: { provider: 'google' } }, ann)
	await addConnection(site.services.db, { provider: 'google', subject: 'ann' }, ann.user.id, now(site.services))
	expect(await remove(left?.id ?? '')).toBe('done')
	expect(await getOutcome(site.call(disconnectProvider, { params: { provider: 'google' } }, ann))).toBe(
		'400 last_way_in',
	)
})

test('logging in through a provider needs the second factor as well', async () => {
	await using site = await startSite({ env: google.env })
	const ann = await site.register('Ann')
	await addConnection(site.services.db, { provider: 'google', subject: 'ann' }, ann.user.id, now(site.services))
	const { secret } = await setUpAuthenticator(site, ann)
	const visitor = createVisitor(site)
	expect(await visitor.logIn('google', 'ann')).toBe('/oauth/success')
	const refused = await visitor
		.land()
		.catch((error: Error) => JSON.parse(error.message) as { code: string; ticket: string })
	expect(refused).toMatchObject({ code: 'second_factor_needed', methods: ['code', 'recovery_code'] })
	const { ticket } = refused as { ticket: string }
	const answer = await site.app.inject({
		method: 'POST',
		url: '/api/auth/login/second-factor',
		payload: { ticket, code: showCode(secret, site.time.now) },
	})
	const { tokens } = answer.json()
	const { sessions } = (
		await site.app.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${tokens.accessToken}` } })
	).json()
	expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({
		method: 'google',
		secondFactor: true,
	})
})

test('the operator removes all factors: sessions end, the owner is told, and the password logs in', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	expect(await resetSecondFactor(site.services, ann.user.id, site.app.log)).toBe(false)
	const { passkey } = await addSoftwarePasskey(site, ann)
	await setUpAuthenticator(site, ann)
	expect(await resetSecondFactor(site.services, ann.user.id, site.app.log)).toBe(true)
	expect((await site.refusal(getMe, {}, ann)).code).toBe('session_revoked')
	expect((await site.mailsTo('Ann@example.org')).at(-1)?.subject).toBe('Your two-step login was turned off')
	const { options } = await site.call(startPasskeyLogin, {})
	expect(await getOutcome(site.call(loginWithPasskey, { body: { assertion: passkey.use(options) } }))).toBe(
		'401 passkey_refused',
	)
	await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
})

test('secrets are sealed or hashed where they are stored, and go with the account', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { secret, recoveryCodes } = await setUpAuthenticator(site, ann)
	await addSoftwarePasskey(site, ann)
	const { db } = site.services
	const tables = ['passkeys', 'authenticators', 'recovery_codes'] as const
	const readAll = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
	const stored = await readAll()
	const text =
		JSON.stringify(stored) + (stored[1] ?? []).map((row) => Buffer.from((row as { secret: Buffer }).secret)).join()
	expect(text).not.toContain(secret)
	for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''))
	const file = JSON.stringify(await site.call(exportAccount, {}, ann))
	expect(file).toContain('"passkeys":[{"id"')
	expect(file).not.toContain(secret)
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect(await readAll()).toEqual([[], [], []])
})
