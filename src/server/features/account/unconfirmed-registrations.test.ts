// That strangers cannot shut the door of a site by asking for accounts: requests hold and count nothing until the button behind a
// mailed link is pressed. Takes long because each one hashes a password.

import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import {
	confirmRegistration,
	decideRegistrations,
	getWorkChallenge,
	listRegistrations,
	refuseRegistrations,
} from '#contract/registration-requests.ts'
import { getMe } from '#contract/session-tokens.ts'
import { checkUsername, login, register } from '#contract/sessions.ts'
import { getSite } from '#contract/site.ts'
import { registerAdmin } from '#kit/admin.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { solveWork } from '#kit/solve-work.ts'
import { listSharedJobs } from '#server/jobs/jobs.ts'

const MAIL_SERVER = {
	SMTP_URL: 'smtp://mail.example',
	MAIL_FROM: 'no-reply@savepoint.example',
	PUBLIC_URL: 'https://savepoint.example',
}
const REASON = 'I have played since the nineties.'
const DAY_MS = 24 * 60 * 60 * 1000
let names = 0

/** The body of a request for an account with a new name. */
function person(username = `person_${++names}`) {
	return { username, email: `${username}@example.org`, password: PASSWORD, reason: REASON }
}

/** Starts a site that sends mails, with an admin and then in approval mode. */
async function startWithApproval(env: Record<string, string> = MAIL_SERVER) {
	const site = await startSite({ env })
	const admin = await registerAdmin(site)
	await setMode(site, 'approval')
	const queue = async () => site.call(listRegistrations, { query: {} }, admin)
	return { site, admin, queue, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

async function setMode(site: TestSite, registration: 'approval' | 'open') {
	const { rulesVersion, ...settings } = await site.services.siteSettings.get()
	await site.services.siteSettings.save({ ...settings, registration })
}

/** Asks for an account, and returns the secret of the mailed link. */
async function ask(site: TestSite, body = person()): Promise<string> {
	await site.call(register, { body })
	return readToken(site, body.email)
}

async function readToken(site: TestSite, email: string): Promise<string> {
	const text = (await site.mailsTo(email)).at(-1)?.text ?? ''
	return /https:\/\/savepoint\.example\/confirm-request\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

const countUnconfirmed = async ({ services }: TestSite) =>
	(await services.db.selectFrom('unconfirmed_registrations').select('id').execute()).length

/** Asks for an account from an address of the internet, and returns the status or the code of the refusal. */
async function askFrom(site: TestSite, address: string, more: object = {}): Promise<number | string> {
	const headers = { 'x-forwarded-for': address }
	const payload = { ...person(), ...more }
	const answer = await site.app.inject({ method: 'POST', url: register.url, payload, headers })
	return answer.statusCode === 202 ? 202 : answer.json().code
}

test('a request holds neither name nor address until it is confirmed, and waits for a moderator from then on', async () => {
	await using world = await startWithApproval()
	const { site, admin, queue } = world
	const body = person('Waiting')
	expect(await site.call(register, { body })).toEqual({ success: true, pending: true })
	expect((await site.mailsTo(body.email)).map(({ subject }) => subject)).toEqual(['Confirm your email address'])
	const token = await readToken(site, body.email)
	const credentials = { identifier: 'waiting', password: PASSWORD }
	expect(await queue()).toMatchObject({ registrations: [], totalCount: 0 })
	expect((await site.refusal(login, { body: credentials })).code).toBe('invalid_credentials')
	expect((await site.call(checkUsername, { query: { username: 'Waiting' } })).available).toBe(true)
	const twin = await ask(site, { ...person(), username: 'WAITING' })

	expect(await site.call(confirmRegistration, { body: { token } })).toEqual({ success: true, pending: true })
	expect((await queue()).registrations.map(({ username, reason }) => [username, reason])).toEqual([['Waiting', REASON]])
	expect((await site.refusal(login, { body: credentials })).code).toBe('registration_pending')
	expect((await site.refusal(register, { body: person('waiting') })).code).toBe('username_taken')
	expect((await site.refusal(register, { body: { ...person(), email: body.email } })).code).toBe('email_taken')
	for (const used of [token, 'invented']) {
		const { status, code } = await site.refusal(confirmRegistration, { body: { token: used } })
		expect([status, code]).toEqual([400, 'bad_token'])
	}
	expect((await site.refusal(confirmRegistration, { body: { token: twin } })).code).toBe('username_taken')

	const ids = (await queue()).registrations.map(({ id }) => id)
	await site.call(decideRegistrations, { body: { ids, decision: 'approve' } }, admin)
	expect((await site.mailsTo(body.email)).slice(1).map(({ subject }) => subject)).toEqual(['Welcome to Savepoint'])
	const { user, tokens } = await site.call(login, { body: credentials })
	const player: Player = { user, password: PASSWORD, ...tokens }
	expect((await site.call(getMe, {}, player)).user.emailVerified).toBe(true)
})

test('the link works for a day, and then nothing is left of the request', async () => {
	await using world = await startWithApproval()
	const { site } = world
	const token = await ask(site)
	site.time.now += DAY_MS - 1000
	expect(await countUnconfirmed(site)).toBe(1)
	const late = await ask(site)
	site.time.now += 2000
	expect((await site.refusal(confirmRegistration, { body: { token } })).code).toBe('bad_token')
	await listSharedJobs(site.services, site.app.log)
		.find(({ name }) => name === 'cleanup')
		?.run(new AbortController().signal)
	expect(await countUnconfirmed(site)).toBe(1)
	expect((await site.call(confirmRegistration, { body: { token: late } })).pending).toBe(true)
	expect(await countUnconfirmed(site)).toBe(0)
})

test('a thousand unconfirmed requests keep nobody out, and a thousand confirmed ones lose no link', async () => {
	await using world = await startWithApproval()
	const { site, admin, queue } = world
	const token = await ask(site)
	const { db } = site.services
	const at = new Date(site.time.now).toISOString()
	const rows = Array.from({ length: LIMITS.pendingRegistrations }, (_, n) => ({
		id: crypto.randomUUID(),
		username: `crowd_${n}`,
		email: `crowd_${n}@example.net`,
		password_hash: 'none',
		name: null,
		provider: null,
		subject: null,
		reason: REASON,
		rules_version: null,
		networks: [],
		created_at: at,
		expires_at: new Date(site.time.now + DAY_MS).toISOString(),
	}))
	await db
		.insertInto('unconfirmed_registrations')
		.values(rows.map((row) => ({ ...row, token: row.id })))
		.execute()
	const other = await ask(site)
	await site.call(confirmRegistration, { body: { token: other } })
	await db
		.insertInto('registrations')
		.values(rows.slice(1).map((row) => ({ ...row, email_key: row.email })))
		.execute()
	expect((await site.refusal(register, { body: person() })).code).toBe('too_many_pending')
	const { status, code } = await site.refusal(confirmRegistration, { body: { token } })
	expect([status, code]).toEqual([403, 'too_many_pending'])
	const [first] = (await queue()).registrations
	await site.call(decideRegistrations, { body: { ids: [first?.id ?? ''], decision: 'refuse' } }, admin)
	expect((await site.call(confirmRegistration, { body: { token } })).pending).toBe(true)
})

test('whose name was taken meanwhile chooses another one, and all else that stands against a request says what it is', async () => {
	await using world = await startWithApproval()
	const { site, queue } = world
	const [first, second, reserved, taken, twin, blocked] = [
		await ask(site, person('Same')),
		await ask(site, { ...person('SAME'), email: 'second@example.org' }),
		await ask(site),
		await ask(site, { ...person(), email: 'taken@example.org' }),
		await ask(site, { ...person(), email: 'second@example.org' }),
		await ask(site, { ...person(), email: 'someone@trash.example' }),
	]
	const confirm = (token: string, username?: string) =>
		site.call(confirmRegistration, { body: { token, ...(username && { username }) } })
	const refuse = async (token: string, username?: string) => {
		const { status, code } = await site.refusal(confirmRegistration, { body: { token, ...(username && { username }) } })
		return [status, code]
	}
	await confirm(first)
	expect(await refuse(second)).toEqual([409, 'username_taken'])
	expect(await refuse(second, 'same')).toEqual([409, 'username_taken'])
	expect(await refuse(second, 'a b')).toEqual([400, 'invalid_input'])
	expect(await refuse(reserved, 'admin')).toEqual([400, 'invalid_input'])
	site.time.now += 1
	await confirm(second, 'Different')
	expect((await queue()).registrations.map(({ username }) => username)).toEqual(['Same', 'Different'])
	expect(await refuse(twin)).toEqual([409, 'already_requested'])
	const { db } = site.services
	await setMode(site, 'open')
	await site.call(register, { body: { ...person(), email: 'Taken@example.org' } })
	expect(await refuse(taken)).toEqual([409, 'email_taken'])
	await db
		.insertInto('blocked_email_domains')
		.values({ domain: 'trash.example', created_at: new Date(site.time.now).toISOString() })
		.execute()
	expect(await refuse(blocked)).toEqual([400, 'email_domain_blocked'])
	// None of them has lost anything
	expect(await countUnconfirmed(site)).toBe(4)
})

test('pressed many times at once, on two processes, a link lets one request in, and so do two links for one name', async () => {
	await using world = await startWithApproval()
	const { site, queue } = world
	await using beside = await startSite({ beside: site, env: MAIL_SERVER })
	const token = await ask(site)
	const rivals = [
		await ask(site, person('Rival')),
		await ask(site, { ...person('RIVAL'), email: 'rival2@example.org' }),
	]
	const press = (tokens: readonly string[]) =>
		Promise.all(
			tokens.map((token, n) =>
				(n % 2 === 0 ? site : beside).call(confirmRegistration, { body: { token } }).then(
					() => 'in',
					({ code }: { code: string }) => code,
				),
			),
		)
	const outcomes = await press(Array(8).fill(token))
	expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
	for (const outcome of outcomes) expect(['in', 'bad_token', 'already_requested', 'username_taken']).toContain(outcome)
	expect((await press(rivals)).sort()).toEqual(['in', 'username_taken'])
	expect((await queue()).totalCount).toBe(2)
	expect(await countUnconfirmed(site)).toBe(1)
})

test('a request that is sent again with its key is stored and mailed once', async () => {
	await using world = await startWithApproval()
	const { site } = world
	const body = person()
	const key = { idempotencyKey: 'the same' }
	const send = () => site.call(register, { body }, undefined, key)
	expect(await Promise.all([send(), send(), send()])).toEqual(Array(3).fill({ success: true, pending: true }))
	expect([await countUnconfirmed(site), (await site.mailsTo(body.email)).length]).toEqual([1, 1])
	await site.call(confirmRegistration, { body: { token: await readToken(site, body.email) } })
	expect(await send()).toEqual({ success: true, pending: true })
	expect(await countUnconfirmed(site)).toBe(0)
})

test('a network has five unconfirmed requests at once, wider ones of IPv6 more, and this machine any number', async () => {
	const env = { ...MAIL_SERVER, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' }
	await using world = await startWithApproval(env)
	const { site } = world
	const countStored = async (tries: number, toAddress: (n: number) => string) => {
		const answers: (number | string)[] = []
		for (let n = 0; n < tries; n++) {
			// Past the limit of requests per minute
			site.time.now += 31_000
			answers.push(await askFrom(site, toAddress(n)))
		}
		expect([202, 'too_many_unconfirmed']).toEqual(expect.arrayContaining([...new Set(answers)]))
		return answers.filter((answer) => answer === 202).length
	}
	expect(await countStored(7, () => '198.51.100.1')).toBe(5)
	expect(await countStored(7, (n) => `2001:db8:a:1::${n}`)).toBe(5)
	expect(await countStored(22, (n) => `2001:db8:b:${(100 + (n % 9)).toString(16)}::1`)).toBe(20)
	expect(await countStored(7, () => '127.0.0.1')).toBe(7)
	// A confirmed request makes room
	const email = 'confirmed@example.org'
	await ask(site, { ...person(), email: 'local@example.org' })
	expect(await askFrom(site, '198.51.100.2', { email })).toBe(202)
	expect(await countStored(6, () => '198.51.100.2')).toBe(4)
	await site.call(confirmRegistration, { body: { token: await readToken(site, email) } })
	expect(await countStored(2, () => '198.51.100.2')).toBe(1)
	site.time.now += DAY_MS
	expect(await countStored(7, () => '198.51.100.1')).toBe(5)
})

test('of one network, as wide as limits know it, a hundred confirmed requests wait', async () => {
	await using world = await startWithApproval({ ...MAIL_SERVER, TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' })
	const { site } = world
	const press = async (address: string) => {
		const body = person()
		expect(await askFrom(site, address, body)).toBe(202)
		const token = await readToken(site, body.email)
		return site.call(confirmRegistration, { body: { token } }).then(
			() => 'in',
			({ code }: { code: string }) => code,
		)
	}
	expect(await press('2001:db8:a:1::1')).toBe('in')
	const { db } = site.services
	const { id: _, username, ...row } = await db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow()
	const copies = Array.from({ length: LIMITS.pendingPerNetwork - 2 }, (_, n) => {
		const email = `crowd${n}@example.net`
		return { ...row, id: crypto.randomUUID(), username: `crowd_${n}`, email, email_key: email }
	})
	await db.insertInto('registrations').values(copies).execute()
	expect(await press('2001:db8:a:2::1')).toBe('in')
	expect(await press('2001:db8:a:3::1')).toBe('too_many_pending')
	expect(await press('2001:db8:b:3::1')).toBe('in')
	expect(await press('127.0.0.1')).toBe('in')
})

test('ten requests of one network at once, on two processes, are five', async () => {
	const env = { ...MAIL_SERVER, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' }
	await using world = await startWithApproval(env)
	await using beside = await startSite({ beside: world.site, env })
	const answers = await Promise.all(
		Array.from({ length: 10 }, (_, n) => askFrom(n % 2 === 0 ? world.site : beside, `2001:db8::${n}`)),
	)
	expect(answers.filter((answer) => answer === 202)).toHaveLength(5)
})

test('a request always needs a proof of work, but where the operator says never or from this machine', async () => {
	const env = { ...MAIL_SERVER, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' }
	await using world = await startWithApproval(env)
	const { site } = world
	expect((await site.call(getSite, {})).proofNeeded).toBe(true)
	expect(await askFrom(site, '198.51.100.1')).toBe('work_needed')
	const proof = solveWork(await site.call(getWorkChallenge, {}))
	expect(await askFrom(site, '198.51.100.1', { proof })).toBe(202)
	expect(await askFrom(site, '198.51.100.1', { proof })).toBe('work_needed')
	expect(await askFrom(site, '127.0.0.1')).toBe(202)
	await using never = await startSite({ beside: site, env: { ...env, PROOF_OF_WORK: 'off' } })
	expect(await askFrom(never, '198.51.100.2')).toBe(202)
})

test('without a mail server requests wait at once, five of a network', async () => {
	await using world = await startWithApproval({ RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' })
	const { site, queue } = world
	expect((await site.call(getSite, {})).confirmsAddresses).toBe(false)
	const answers: (number | string)[] = []
	for (let n = 0; n < 6; n++) answers.push(await askFrom(site, '198.51.100.1'))
	expect(answers).toEqual([...Array(5).fill(202), 'too_many_unconfirmed'])
	expect(await askFrom(site, '198.51.100.2')).toBe(202)
	expect([(await queue()).totalCount, await countUnconfirmed(site)]).toEqual([6, 0])
})

test('moderators refuse all requests of a domain or a network at once, whose people are told', async () => {
	const env = { ...MAIL_SERVER, TRUSTED_PROXIES: '1', PROOF_OF_WORK: 'off' }
	await using world = await startWithApproval(env)
	const { site, admin, queue } = world
	const wait = async (address: string, email: string) => {
		site.time.now += 1000
		expect(await askFrom(site, address, { email })).toBe(202)
		await site.call(confirmRegistration, { body: { token: await readToken(site, email) } })
	}
	await wait('198.51.100.1', 'spam@Trash.example')
	const {
		id: _,
		username,
		...row
	} = await site.services.db.selectFrom('registrations').selectAll().executeTakeFirstOrThrow()
	const copies = Array.from({ length: 59 }, (_, n) => {
		const email = `spam${n}@trash.example`
		return { ...row, id: crypto.randomUUID(), username: `spam_${n}`, email, email_key: email, networks: [`${n}`] }
	})
	await site.services.db.insertInto('registrations').values(copies).execute()
	for (let n = 0; n < 3; n++) await wait(`2001:db8:5:${n}::1`, `net${n}@d${n}.example`)
	await wait('198.51.100.200', 'kind@example.org')
	await wait('127.0.0.1', 'local@sub.trash.example')
	const { registrations } = await queue()
	expect(registrations[0]).toMatchObject({ emailDomain: 'trash.example', sameDomain: 60, sameNetwork: 1 })
	const refuse = (by: 'domain' | 'network', value: string) =>
		site.call(refuseRegistrations, { body: { by, value } }, admin)
	expect((await refuse('domain', 'unknown.example')).refused).toBe(0)
	expect((await refuse('domain', 'trash.example')).refused).toBe(60)
	expect((await site.mailsTo('spam58@trash.example')).at(-1)?.subject).toBe('Your request for an account at Savepoint')
	const left = (await queue()).registrations
	expect(left.map(({ sameDomain, sameNetwork }) => [sameDomain, sameNetwork])).toEqual([
		[1, 3],
		[1, 3],
		[1, 3],
		[1, 1],
		[1, 0],
	])
	expect(JSON.stringify(left)).not.toContain('2001:db8')
	expect(left.at(-1)?.network).toBeNull()
	expect((await refuse('network', left[0]?.network ?? '')).refused).toBe(3)
	expect((await queue()).registrations.map(({ emailDomain }) => emailDomain)).toEqual([
		'example.org',
		'sub.trash.example',
	])
	site.time.now += 11 * 60 * 1000
	const stale = await site.refusal(refuseRegistrations, { body: { by: 'domain', value: 'example.org' } }, admin)
	expect([stale.status, stale.code]).toEqual([403, 'proof_needed'])
	expect((await queue()).totalCount).toBe(2)
})
