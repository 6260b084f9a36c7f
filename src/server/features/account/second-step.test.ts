import { expect, test } from 'vitest'
import { forgotPassword, resetPassword } from '#contract/account.ts'
import {
	addPasskey,
	loginWithPasskey,
	loginWithSecondFactor,
	renewRecoveryCodes,
	startPasskey,
	startPasskeyLogin,
	startPasskeyStep,
} from '#contract/second-factor.ts'
import { listSessions } from '#contract/session-devices.ts'
import { login } from '#contract/sessions.ts'
import { createSoftwarePasskey } from '#kit/peers/authenticator.ts'
import { addSoftwarePasskey, setUpAuthenticator, showCode } from '#kit/second-factor.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'

const STEP_MS = 30_000
const MINUTE_MS = 60_000

/** Logs in with the password and returns the first answer of the second step. */
async function beginLogin(site: TestSite, { user }: Player): Promise<{ ticket: string; methods: string[] }> {
	const refusal = await site.refusal(login, { body: { identifier: user.username, password: PASSWORD } })
	expect([refusal.status, refusal.code]).toEqual([401, 'second_factor_needed'])
	return refusal.body as { ticket: string; methods: string[] }
}

const getOutcome = (pending: Promise<unknown>) =>
	pending.then(
		() => 'done',
		({ status, code }: { status: number; code: string }) => `${status} ${code}`,
	)

const finish = (site: TestSite, body: Parameters<typeof site.call<typeof loginWithSecondFactor>>[1]['body']) =>
	getOutcome(site.call(loginWithSecondFactor, { body }))

test('a password alone does not log in to an account with an authenticator app; a code of it does, once', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { secret } = await setUpAuthenticator(site, ann)
	const { ticket, methods } = await beginLogin(site, ann)
	expect(methods).toEqual(['code', 'recovery_code'])
	const code = showCode(secret, site.time.now)
	expect(await finish(site, { ticket })).toBe('400 invalid_input')
	expect(await finish(site, { ticket, code, recoveryCode: 'K7RT-M3WQ-9XBH-F4DN' })).toBe('400 invalid_input')
	const loggedIn = await site.call(loginWithSecondFactor, { body: { ticket, code } })
	expect(loggedIn.user.username).toBe('Ann')
	const { sessions } = await site.call(listSessions, {}, { ...ann, ...loggedIn.tokens })
	expect(sessions.find(({ current }) => current)).toMatchObject({ method: 'password', secondFactor: true })
	expect(await finish(site, { ticket, code })).toBe('401 bad_token')

	// The same code for another login is a replay
	const next = await beginLogin(site, ann)
	expect(await finish(site, { ticket: next.ticket, code })).toBe('401 wrong_second_factor')
	site.time.now += STEP_MS
	expect(await finish(site, { ticket: next.ticket, code: showCode(secret, site.time.now) })).toBe('done')
})

test('a code may be one step early or late, not two, and none before the last one works', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { secret } = await setUpAuthenticator(site, ann)
	const tryStep = async (steps: number) => {
		const { ticket } = await beginLogin(site, ann)
		return finish(site, { ticket, code: showCode(secret, site.time.now + steps * STEP_MS) })
	}
	expect(await tryStep(-2)).toBe('401 wrong_second_factor')
	expect(await tryStep(2)).toBe('401 wrong_second_factor')
	expect(await tryStep(-1)).toBe('done')
	expect(await tryStep(1)).toBe('done')
	expect(await tryStep(0)).toBe('401 wrong_second_factor')
})

test('twenty logins with one code at once: one succeeds', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { secret } = await setUpAuthenticator(site, ann)
	const code = showCode(secret, site.time.now)
	const { ticket } = await beginLogin(site, ann)
	const tickets = [
		ticket,
		...(await Promise.all(Array.from({ length: 4 }, () => beginLogin(site, ann)))).map((step) => step.ticket),
	]
	const outcomes = await Promise.all(
		tickets.flatMap((each) => Array.from({ length: 4 }, () => finish(site, { ticket: each, code }))),
	)
	expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
})

test('a recovery code works once, however it is typed, and its use is mailed', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { recoveryCodes } = await setUpAuthenticator(site, ann)
	expect(new Set(recoveryCodes).size).toBe(10)
	const [first = '', second = ''] = recoveryCodes
	const use = async (recoveryCode: string) => {
		const { ticket } = await beginLogin(site, ann)
		return finish(site, { ticket, recoveryCode })
	}
	expect(await use(` ${first.toLowerCase().replaceAll('-', ' ')}`)).toBe('done')
	expect(await use(first)).toBe('401 wrong_second_factor')
	const mails = await site.mailsTo('Ann@example.org')
	expect(mails.at(-1)?.subject).toBe('A recovery code was used')
	expect(mails.at(-1)?.text).toContain('You have 9 left')
	const renewed = await site.call(renewRecoveryCodes, {}, ann)
	expect(await use(second)).toBe('401 wrong_second_factor')
	expect(await use(renewed.recoveryCodes[9] ?? '')).toBe('done')
})

test('a ticket allows five tries and five minutes, and guesses at an account are limited over all of its tickets', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	const { secret, recoveryCodes } = await setUpAuthenticator(site, ann)
	const right = () => showCode(secret, site.time.now)
	const wrong = () => showCode(secret, site.time.now + 10 * STEP_MS)
	const old = await beginLogin(site, ann)
	site.time.now += 5 * MINUTE_MS
	expect(await finish(site, { ticket: old.ticket, code: right() })).toBe('401 bad_token')

	const first = await beginLogin(site, ann)
	for (let n = 0; n < 5; n++)
		expect(await finish(site, { ticket: first.ticket, code: wrong() })).toBe('401 wrong_second_factor')
	expect(await finish(site, { ticket: first.ticket, code: right() })).toBe('401 bad_token')
	const second = await beginLogin(site, ann)
	for (let n = 0; n < 5; n++)
		expect(await finish(site, { ticket: second.ticket, recoveryCode: 'K7RT-M3WQ-9XBH-F4DN' })).toBe(
			'401 wrong_second_factor',
		)
	const third = await beginLogin(site, ann)
	const refusal = await site.refusal(loginWithSecondFactor, { body: { ticket: third.ticket, code: right() } })
	expect([refusal.status, refusal.message]).toEqual([429, 'Too many failed attempts. Please try again later.'])
	site.time.now += 15 * MINUTE_MS
	const fourth = await beginLogin(site, ann)
	expect(await finish(site, { ticket: fourth.ticket, recoveryCode: recoveryCodes[0] ?? null })).toBe('done')
})

test('a new factor, new recovery codes and a password reset end every ticket', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { secret } = await setUpAuthenticator(site, ann)
	const code = () => showCode(secret, site.time.now)
	const beforeFactor = await beginLogin(site, ann)
	await addSoftwarePasskey(site, ann)
	expect(await finish(site, { ticket: beforeFactor.ticket, code: code() })).toBe('401 bad_token')
	const beforeCodes = await beginLogin(site, ann)
	await site.call(renewRecoveryCodes, {}, ann)
	expect(await finish(site, { ticket: beforeCodes.ticket, code: code() })).toBe('401 bad_token')
	const beforeReset = await beginLogin(site, ann)
	await site.call(forgotPassword, { body: { email: 'Ann@example.org' } })
	const link = (await site.mailsTo('Ann@example.org')).at(-1)?.text ?? ''
	const token = /token=([\w-]+)/.exec(link)?.[1] ?? ''
	await site.call(resetPassword, { body: { token, password: 'Better2Battery' } })
	expect(await finish(site, { ticket: beforeReset.ticket, code: code() })).toBe('401 bad_token')
	const refusal = await site.refusal(login, { body: { identifier: 'Ann', password: 'Better2Battery' } })
	expect(refusal.code).toBe('second_factor_needed')
})

test('a passkey logs in without a name, with nothing to follow', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { passkey } = await addSoftwarePasskey(site, ann)
	const { options } = await site.call(startPasskeyLogin, {})
	expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
	const assertion = passkey.use({ challenge: options.challenge })
	const { user, tokens } = await site.call(loginWithPasskey, { body: { assertion } })
	expect(user.username).toBe('Ann')
	const { sessions } = await site.call(listSessions, {}, { ...ann, ...tokens })
	expect(sessions.find(({ current }) => current)).toMatchObject({ method: 'passkey', secondFactor: false })
})

test('a passkey is refused that was used elsewhere, before, late, without verification, or for another account', async () => {
	await using site = await startSite()
	const [ann, eve] = [await site.register('Ann'), await site.register('Eve')]
	const { passkey } = await addSoftwarePasskey(site, ann)
	const challenge = async () => (await site.call(startPasskeyLogin, {})).options.challenge
	const use = (assertion: ReturnType<typeof passkey.use>) =>
		getOutcome(site.call(loginWithPasskey, { body: { assertion } }))
	const refused = '401 passkey_refused'
	expect(await use(passkey.use({ challenge: await challenge(), origin: 'https://evil.example' }))).toBe(refused)
	expect(await use(passkey.use({ challenge: await challenge(), rpId: 'evil.example' }))).toBe(refused)
	expect(await use(passkey.use({ challenge: await challenge(), isUserVerified: false }))).toBe(refused)
	expect(await use(passkey.use({ challenge: Buffer.from('of nobody').toString('base64url') }))).toBe(refused)
	expect(await use(createSoftwarePasskey().use({ challenge: await challenge() }))).toBe(refused)
	const forged = passkey.use({ challenge: await challenge() })
	const handle = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
	expect(
		await use({
			...forged,
			response: { ...forged.response, signature: passkey.use({ challenge: await challenge() }).response.signature },
		}),
	).toBe(refused)
	expect(await use(passkey.use({ challenge: await challenge(), userHandle: handle(eve.user.id) }))).toBe(refused)
	const late = passkey.use({ challenge: await challenge() })
	site.time.now += 5 * MINUTE_MS
	expect(await use(late)).toBe(refused)
	// A challenge of another purpose
	const { options } = await site.call(startPasskey, {}, ann)
	expect(await use(passkey.use({ challenge: options.challenge }))).toBe(refused)
	const once = passkey.use({ challenge: await challenge(), userHandle: handle(ann.user.id) })
	expect(await use(once)).toBe('done')
	expect(await use(once)).toBe(refused)
})

test('a passkey that counts backwards may be a copy, and is refused; one that never counts is not', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { passkey } = await addSoftwarePasskey(site, ann)
	const synced = await addSoftwarePasskey(site, ann, { name: 'Phone', isCounting: false })
	const use = async (one: typeof passkey) => {
		const { options } = await site.call(startPasskeyLogin, {})
		return getOutcome(site.call(loginWithPasskey, { body: { assertion: one.use({ challenge: options.challenge }) } }))
	}
	expect(await use(passkey)).toBe('done')
	expect(await use(passkey)).toBe('done')
	passkey.counter = 0
	expect(await use(passkey)).toBe('401 passkey_refused')
	expect(await use(synced.passkey)).toBe('done')
	expect(await use(synced.passkey)).toBe('done')
})

test('ten uses of one assertion at once: one logs in', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { passkey } = await addSoftwarePasskey(site, ann, { isCounting: false })
	const { options } = await site.call(startPasskeyLogin, {})
	const body = { assertion: passkey.use({ challenge: options.challenge }) }
	const outcomes = await Promise.all(
		Array.from({ length: 10 }, () => getOutcome(site.call(loginWithPasskey, { body }))),
	)
	expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
})

test('as a second step, only a passkey of the account works, and only for the ticket that asked', async () => {
	await using site = await startSite()
	const [ann, eve] = [await site.register('Ann'), await site.register('Eve')]
	const { passkey } = await addSoftwarePasskey(site, ann)
	const theirs = await addSoftwarePasskey(site, eve)
	const { ticket, methods } = await beginLogin(site, ann)
	expect(methods).toEqual(['passkey', 'recovery_code'])
	const { options } = await site.call(startPasskeyStep, { body: { ticket } })
	expect(options.allowCredentials.map(({ id }) => id)).toEqual([passkey.use({ challenge: '' }).id])
	const { challenge } = options
	expect(await finish(site, { ticket, assertion: theirs.passkey.use({ challenge }) })).toBe('401 wrong_second_factor')
	const other = await beginLogin(site, ann)
	expect(await finish(site, { ticket: other.ticket, assertion: passkey.use({ challenge }) })).toBe(
		'401 wrong_second_factor',
	)
	expect(await finish(site, { ticket, assertion: passkey.use({ challenge, isUserVerified: false }) })).toBe('done')
	expect((await site.refusal(startPasskeyStep, { body: { ticket } })).code).toBe('bad_token')
})

test('a new passkey is refused for another site, another session, twice, or beyond twenty', async () => {
	await using site = await startSite()
	const [ann, eve] = [await site.register('Ann'), await site.register('Eve')]
	const challenge = async (player: Player) => (await site.call(startPasskey, {}, player)).options.challenge
	const add = (player: Player, credential: ReturnType<ReturnType<typeof createSoftwarePasskey>['create']>) =>
		getOutcome(site.call(addPasskey, { body: { name: 'Key', credential } }, player))
	const key = createSoftwarePasskey()
	expect(await add(ann, key.create({ challenge: await challenge(ann), origin: 'https://evil.example' }))).toBe(
		'400 passkey_refused',
	)
	expect(await add(ann, key.create({ challenge: await challenge(ann), isUserVerified: false }))).toBe(
		'400 passkey_refused',
	)
	expect(await add(ann, key.create({ challenge: await challenge(eve) }))).toBe('400 passkey_refused')
	const own = key.create({ challenge: await challenge(ann) })
	expect(await add(ann, own)).toBe('done')
	expect(await add(ann, own)).toBe('400 passkey_refused')
	expect(await add(eve, key.create({ challenge: await challenge(eve) }))).toBe('409 passkey_exists')
	for (let n = 1; n < 20; n++) await addSoftwarePasskey(site, ann)
	expect(await add(ann, createSoftwarePasskey().create({ challenge: await challenge(ann) }))).toBe(
		'409 too_many_passkeys',
	)
})
