// Each way into a site in each of its modes.

import { expect, test } from 'vitest'
import { changeEmail, forgotPassword } from '#contract/account.ts'
import { createInvite, getInvite, listInvites, revokeInvite } from '#contract/invites.ts'
import { decideRegistrations, getWorkChallenge, listRegistrations } from '#contract/registration-requests.ts'
import { getMe } from '#contract/session-tokens.ts'
import { checkUsername, login, register } from '#contract/sessions.ts'
import { getSite } from '#contract/site.ts'
import { blockDomains, unblockDomain } from '#contract/site-settings.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { solveWork } from '#kit/solve-work.ts'
import { changeRole } from '#server/admin/queries.ts'
import { deleteExpiredPending } from '#server/features/sessions/queries-pending.ts'
import { makeInvite } from './invites.ts'

const REASON = 'I have played since the nineties.'
const DAY_MS = 24 * 60 * 60 * 1000
let names = 0

/** The body of a registration with a new name. */
function person(more: object = {}, name = `person_${++names}`) {
	return { username: name, email: `${name}@example.org`, password: PASSWORD, ...more }
}

async function staff(site: TestSite, role: 'moderator' | 'admin'): Promise<Player> {
	const player = await site.register()
	await changeRole(site.services.db, player.user.username, role)
	return player
}

/** Starts an open site with a moderator, and then sets who may join. */
async function startWith(registration: 'approval' | 'invite' | 'closed', env: Record<string, string> = {}) {
	const site = await startSite({ env })
	const moderator = await staff(site, 'moderator')
	await setMode(site, { registration })
	return { site, moderator, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

async function setMode(site: TestSite, change: object) {
	const { siteSettings } = site.services
	const { rulesVersion, ...settings } = await siteSettings.get()
	await siteSettings.save({ ...settings, ...change })
}

test('a default site is open, and needs no reason, invite, proof or rules', async () => {
	await using site = await startSite()
	const { registration, proofNeeded, hasRules } = await site.call(getSite, {})
	expect([registration, proofNeeded, hasRules]).toEqual(['open', false, false])
	expect((await site.call(register, { body: person() })).tokens.accessToken).toBeTruthy()
	// What older or newer clients send along is no hindrance
	const extras = { reason: '', invite: 'none', proof: 'none', acceptedRules: false }
	expect((await site.call(register, { body: person(extras) })).success).toBe(true)
})

test('the environment says who may join until an admin does', async () => {
	await using site = await startSite({ env: { REGISTRATION: 'closed' } })
	expect((await site.call(getSite, {})).registration).toBe('closed')
	const refusal = await site.refusal(register, { body: person() })
	expect([refusal.status, refusal.code]).toEqual([403, 'registration_closed'])
	await setMode(site, { registration: 'open' })
	expect((await site.call(register, { body: person() })).success).toBe(true)
})

test('where a moderator decides, a request waits, cannot log in, and becomes an account with the approval', async () => {
	await using world = await startWith('approval')
	const { site, moderator } = world
	const body = person({ reason: REASON }, 'Waiting')
	expect(await site.call(register, { body })).toEqual({ success: true, pending: true })
	expect(await site.mailsTo(body.email)).toEqual([])
	const credentials = { identifier: 'waiting', password: PASSWORD }
	const waiting = await site.refusal(login, { body: credentials })
	expect([waiting.status, waiting.code]).toEqual([403, 'registration_pending'])
	const wrong = await site.refusal(login, { body: { ...credentials, password: 'Wrong1Horse' } })
	expect([wrong.status, wrong.code]).toEqual([401, 'invalid_credentials'])
	expect((await site.call(checkUsername, { query: { username: 'WAITING' } })).available).toBe(false)

	const { registrations, totalCount } = await site.call(listRegistrations, { query: {} }, moderator)
	expect([totalCount, registrations.length]).toEqual([1, 1])
	expect(registrations[0]).toMatchObject({
		username: 'Waiting',
		emailDomain: 'example.org',
		reason: REASON,
		provider: null,
	})
	expect(JSON.stringify(registrations)).not.toContain('@')
	const ids = registrations.map(({ id }) => id)
	const decision = { body: { ids, decision: 'approve' as const } }
	// Past what the process remembers of the settings
	site.time.now += 2_000
	expect((await site.call(decideRegistrations, decision, moderator)).decided).toEqual(ids)
	// The second moderator comes too late
	expect((await site.call(decideRegistrations, decision, moderator)).decided).toEqual([])
	// They are sent at once, in any order
	expect((await site.mailsTo(body.email)).map(({ subject }) => subject).sort()).toEqual([
		'Confirm your email address',
		'Welcome to Savepoint',
	])
	const { user } = await site.call(login, { body: credentials })
	expect([user.id, user.username]).toEqual([ids[0], 'Waiting'])
})

test('a refused request is deleted and its person told', async () => {
	await using world = await startWith('approval')
	const { site, moderator } = world
	const body = person({ reason: REASON })
	await site.call(register, { body })
	const { registrations } = await site.call(listRegistrations, { query: {} }, moderator)
	const ids = registrations.map(({ id }) => id)
	site.time.now += 2_000
	await site.call(decideRegistrations, { body: { ids, decision: 'refuse' } }, moderator)
	expect((await site.mailsTo(body.email)).map(({ subject }) => subject)).toEqual([
		'Your request for an account at Savepoint',
	])
	expect(await site.services.db.selectFrom('registrations').select('id').execute()).toEqual([])
	const refusal = await site.refusal(login, { body: { identifier: body.username, password: PASSWORD } })
	expect(refusal.code).toBe('invalid_credentials')
})

test('requests need a reason, are unique by name and address, and expire after thirty days', async () => {
	await using world = await startWith('approval')
	const { site, moderator } = world
	for (const reason of [undefined, null, '', '   short   ', 'x'.repeat(1_001)]) {
		const { status, details } = await site.refusal(register, { body: person({ reason }) })
		expect([status, details[0]?.path]).toEqual([400, 'reason'])
	}
	const body = person({ reason: REASON })
	await site.call(register, { body })
	const named = await site.refusal(register, { body: person({ reason: REASON }, body.username.toUpperCase()) })
	expect(named.code).toBe('username_taken')
	const mailed = await site.refusal(register, {
		body: { ...person({ reason: REASON }), email: body.email.toUpperCase() },
	})
	expect(mailed.code).toBe('email_taken')
	const ofAccount = await site.refusal(register, {
		body: { ...person({ reason: REASON }), email: moderator.user.email },
	})
	expect(ofAccount.code).toBe('email_taken')
	const { db } = site.services
	await deleteExpiredPending(db, new Date(site.time.now + 29 * DAY_MS).toISOString())
	expect(await db.selectFrom('registrations').select('id').execute()).toHaveLength(1)
	await deleteExpiredPending(db, new Date(site.time.now + 31 * DAY_MS).toISOString())
	expect(await db.selectFrom('registrations').select('id').execute()).toEqual([])
})

test('a request that is sent again with its key waits once', async () => {
	await using world = await startWith('approval')
	const { site } = world
	const body = person({ reason: REASON })
	const key = { idempotencyKey: 'the same' }
	const answers = await Promise.all([1, 2, 3].map(() => site.call(register, { body }, undefined, key)))
	expect(answers).toEqual(Array(3).fill({ success: true, pending: true }))
	expect(await site.services.db.selectFrom('registrations').select('id').execute()).toHaveLength(1)
})

test('many are decided at once, and one whose name was taken meanwhile can only be refused', async () => {
	await using world = await startWith('approval')
	const { site, moderator } = world
	const bodies = Array.from({ length: 60 }, () => person({ reason: REASON }))
	for (const body of bodies) await site.call(register, { body })
	const first = await site.call(listRegistrations, { query: {} }, moderator)
	const second = await site.call(listRegistrations, { query: { cursor: first.nextCursor ?? '' } }, moderator)
	const all = [...first.registrations, ...second.registrations]
	const ids = all.map(({ id }) => id)
	const [lost] = all.filter(({ username }) => username === bodies[0]?.username)
	expect([new Set(ids).size, second.nextCursor]).toEqual([60, null])
	await setMode(site, { registration: 'open' })
	await site.call(register, { body: { ...person(), email: bodies[0]?.email ?? '' } })
	const { decided, taken } = await site.call(decideRegistrations, { body: { ids, decision: 'approve' } }, moderator)
	expect([decided.length, taken]).toEqual([59, [lost?.id]])
	const refused = await site.call(decideRegistrations, { body: { ids: taken, decision: 'refuse' } }, moderator)
	expect(refused.decided).toEqual(taken)
})

test('two moderators who decide at once decide each request once', async () => {
	await using world = await startWith('approval')
	const { site, moderator } = world
	await using beside = await startSite({ beside: site })
	const bodies = Array.from({ length: 10 }, () => person({ reason: REASON }))
	for (const body of bodies) await site.call(register, { body })
	const { registrations } = await site.call(listRegistrations, { query: {} }, moderator)
	const ids = registrations.map(({ id }) => id)
	const [approved, refused] = await Promise.all([
		site.call(decideRegistrations, { body: { ids, decision: 'approve' } }, moderator),
		beside.call(decideRegistrations, { body: { ids: ids.toReversed(), decision: 'refuse' } }, moderator),
	])
	expect([...approved.decided, ...refused.decided].sort()).toEqual([...ids].sort())
	expect(await site.services.db.selectFrom('users').select('id').where('id', 'in', ids).execute()).toHaveLength(
		approved.decided.length,
	)
})

test('only moderators and admins see requests and decide', async () => {
	await using site = await startSite()
	const member = await site.register()
	const list = await site.refusal(listRegistrations, { query: {} }, member)
	expect([list.status, list.code]).toEqual([403, 'moderators_only'])
	const body = { ids: [member.user.id], decision: 'approve' as const }
	expect((await site.refusal(decideRegistrations, { body }, member)).status).toBe(403)
	expect((await site.refusal(listRegistrations, { query: {} })).status).toBe(401)
})

test('an invite lets in as many people as it is for, and nobody after its days', async () => {
	await using world = await startWith('invite')
	const { site, moderator } = world
	const needed = await site.refusal(register, { body: person() })
	expect([needed.status, needed.code]).toEqual([403, 'invite_needed'])
	const unknown = await site.refusal(register, { body: person({ invite: 'unknown' }) })
	expect([unknown.status, unknown.code]).toEqual([403, 'invite_invalid'])
	const invite = await site.call(createInvite, { body: { uses: 2, days: 3 } }, moderator)
	expect(invite.url).toMatch(/\/join\/[\w-]{19}$/)
	expect(await site.call(getInvite, { params: { code: invite.code } })).toEqual({
		success: true,
		by: moderator.user.username,
	})
	await site.call(register, { body: person({ invite: invite.code }) })
	await site.call(register, { body: person({ invite: invite.code }) })
	expect((await site.refusal(register, { body: person({ invite: invite.code }) })).code).toBe('invite_invalid')
	expect((await site.refusal(getInvite, { params: { code: invite.code } })).status).toBe(404)

	const other = await site.call(createInvite, { body: {} }, moderator)
	expect([other.uses, Date.parse(other.expiresAt) - site.time.now]).toEqual([1, 7 * DAY_MS])
	const { invites } = await site.call(listInvites, { query: {} }, moderator)
	expect(invites.map(({ code, used }) => [code, used])).toEqual(
		expect.arrayContaining([
			[other.code, 0],
			[invite.code, 2],
		]),
	)
	site.time.now += 7 * DAY_MS
	expect((await site.refusal(register, { body: person({ invite: other.code }) })).code).toBe('invite_invalid')
})

test('of twenty people at once, on two processes, an invite with one use lets one in', async () => {
	await using world = await startWith('invite')
	const { site, moderator } = world
	await using beside = await startSite({ beside: site })
	const { code } = await site.call(createInvite, { body: { uses: 1 } }, moderator)
	const outcomes = await Promise.all(
		Array.from({ length: 20 }, async (_, n) => {
			const body = person({ invite: code })
			return (n % 2 === 0 ? site : beside).call(register, { body }).then(
				() => 'in',
				(error: { code: string }) => error.code,
			)
		}),
	)
	expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
	expect(new Set(outcomes)).toEqual(new Set(['in', 'invite_invalid']))
})

test('a registration that fails gives its invite back, and one sent again with its key uses it once', async () => {
	await using world = await startWith('invite')
	const { site, moderator } = world
	const { code } = await site.call(createInvite, { body: { uses: 1 } }, moderator)
	const taken = { ...person({ invite: code }), email: moderator.user.email }
	expect((await site.refusal(register, { body: taken })).code).toBe('email_taken')
	const body = person({ invite: code })
	const key = { idempotencyKey: 'the same' }
	const answers = await Promise.all([1, 2].map(() => site.call(register, { body }, undefined, key)))
	expect(new Set(answers.map(({ user }) => user.id)).size).toBe(1)
})

test('members invite where they may, five people in thirty days, even at once', async () => {
	await using world = await startWith('invite')
	const { site, moderator } = world
	const { code } = await site.call(createInvite, { body: {} }, moderator)
	const { user, tokens } = await site.call(register, { body: person({ invite: code }) })
	const member: Player = { user, password: PASSWORD, ...tokens }
	const refused = await site.refusal(createInvite, { body: {} }, member)
	expect([refused.status, refused.code]).toEqual([403, 'invites_not_allowed'])
	await setMode(site, { membersInvite: true })
	const made = await Promise.allSettled(Array.from({ length: 8 }, () => site.call(createInvite, { body: {} }, member)))
	expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
	const { invites, canInvite } = await site.call(listInvites, { query: {} }, member)
	expect([invites.length, canInvite]).toEqual([5, false])
	// A revoked invite counts
	await site.call(revokeInvite, { params: { code: invites[0]?.code ?? '' } }, member)
	expect((await site.refusal(createInvite, { body: {} }, member)).code).toBe('too_many_invites')
	site.time.now += 31 * DAY_MS
	const { tokens: later } = await site.call(login, { body: { identifier: user.username, password: PASSWORD } })
	expect((await site.call(createInvite, { body: {} }, { ...member, ...later })).uses).toBe(1)
})

test('an invite is revoked by who made it or by a moderator, and by nobody else', async () => {
	await using world = await startWith('invite')
	const { site, moderator } = world
	await setMode(site, { registration: 'open', membersInvite: true })
	const [member, stranger] = [await site.register(), await site.register()]
	const { code } = await site.call(createInvite, { body: {} }, member)
	expect((await site.refusal(revokeInvite, { params: { code } }, stranger)).code).toBe('invite_not_found')
	expect((await site.refusal(listInvites, { query: { everyone: true } }, stranger)).status).toBe(403)
	const { invites } = await site.call(listInvites, { query: { everyone: true } }, moderator)
	expect(invites.map(({ by }) => by)).toEqual([member.user.username])
	await site.call(revokeInvite, { params: { code } }, moderator)
	expect((await site.refusal(revokeInvite, { params: { code } }, member)).status).toBe(404)
	await setMode(site, { registration: 'invite' })
	expect((await site.refusal(register, { body: person({ invite: code }) })).code).toBe('invite_invalid')
})

test("an invite stands for a moderator's approval, and the operator's has no account behind it", async () => {
	await using world = await startWith('approval')
	const { site } = world
	const { code } = await makeInvite(site.services, null, { uses: 1, days: 1 })
	expect((await site.call(getInvite, { params: { code } })).by).toBeNull()
	expect((await site.call(register, { body: person({ invite: code }) })).tokens).toBeDefined()
})

test('with proofs of work, each solution works once, for ten minutes, and only if it is right', async () => {
	await using site = await startSite({ env: { PROOF_OF_WORK: 'always' } })
	expect((await site.call(getSite, {})).proofNeeded).toBe(true)
	const challenge = await site.call(getWorkChallenge, {})
	const proof = solveWork(challenge)
	const decoded = JSON.parse(Buffer.from(proof, 'base64').toString())
	const forge = (change: object) => Buffer.from(JSON.stringify({ ...decoded, ...change })).toString('base64')
	const forged = [
		undefined,
		null,
		'',
		'none',
		'bnVsbA==',
		forge({ number: decoded.number + 1 }),
		forge({ number: -1 }),
		forge({ number: '1' }),
		forge({ signature: decoded.signature.replace(/^./, '-') }),
		// A later expiry is another challenge
		forge({ salt: decoded.salt.replace(/expires=\d+/, 'expires=9999999999') }),
		forge({ salt: `${decoded.salt}1`, number: Number(String(decoded.number).slice(1) || '0') }),
	]
	for (const proof of forged) {
		const refusal = await site.refusal(register, { body: person({ proof }) })
		expect([proof, refusal.status, refusal.code]).toEqual([proof, 403, 'work_needed'])
	}
	// A registration that fails spends nothing
	await site.call(register, { body: person({ proof }, 'First') })
	const second = solveWork(await site.call(getWorkChallenge, {}))
	expect((await site.refusal(register, { body: person({ proof: second }, 'first') })).code).toBe('username_taken')
	await site.call(register, { body: person({ proof: second }) })
	for (const spent of [proof, second, forge({ other: 1 })])
		expect((await site.refusal(register, { body: person({ proof: spent }) })).code).toBe('work_needed')
	const late = solveWork(await site.call(getWorkChallenge, {}))
	site.time.now += 10 * 60 * 1000 + 1000
	expect((await site.refusal(register, { body: person({ proof: late }) })).code).toBe('work_needed')
	const email = 'someone@example.org'
	expect((await site.refusal(forgotPassword, { body: { email } })).code).toBe('work_needed')
	const asked = solveWork(await site.call(getWorkChallenge, {}))
	expect((await site.call(forgotPassword, { body: { email, proof: asked } })).success).toBe(true)
	expect((await site.refusal(forgotPassword, { body: { email, proof: asked } })).code).toBe('work_needed')
})

test('ten registrations at once, on two processes, with one proof let one in', async () => {
	await using site = await startSite({ env: { PROOF_OF_WORK: 'always' } })
	await using beside = await startSite({ beside: site, env: { PROOF_OF_WORK: 'always' } })
	const proof = solveWork(await site.call(getWorkChallenge, {}))
	const outcomes = await Promise.allSettled(
		Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? site : beside).call(register, { body: person({ proof }) })),
	)
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('under signs of abuse the sixth registration from a network within ten minutes needs a proof', async () => {
	await using site = await startSite({ env: { PROOF_OF_WORK: 'abuse', RATE_LIMIT_FACTOR: '1' } })
	expect((await site.call(getSite, {})).proofNeeded).toBe(false)
	for (let n = 0; n < 5; n++) await site.call(register, { body: person() })
	expect((await site.refusal(register, { body: person() })).code).toBe('work_needed')
	const proof = solveWork(await site.call(getWorkChallenge, {}))
	await site.call(register, { body: person({ proof }) })
	site.time.now += 10 * 60 * 1000
	await site.call(register, { body: person() })
})

test('by default people need no proof, and the many registrations of a network do, in IPv6 too', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } })
	expect((await site.call(getSite, {})).proofNeeded).toBe(false)
	const countAdmitted = async (toAddress: (n: number) => string) => {
		const codes: string[] = []
		for (let n = 0; n < 22; n++) {
			// Past the limit of requests per minute, within the window of registrations
			site.time.now += 10_000
			const headers = { 'x-forwarded-for': toAddress(n) }
			const answer = await site.app.inject({ method: 'POST', url: register.url, payload: person(), headers })
			codes.push(answer.json().code ?? 'admitted')
		}
		expect(['admitted', 'work_needed']).toEqual(expect.arrayContaining(codes))
		return codes.filter((code) => code === 'admitted').length
	}
	expect(await countAdmitted((n) => `2001:db8:a:1::${n}`)).toBe(5)
	expect(await countAdmitted((n) => `2001:db8:b:${100 + n}::1`)).toBe(20)
	// The operator's programs, and everyone behind a proxy that the site does not know of
	expect(await countAdmitted((n) => ['127.0.0.1', '::1', '::ffff:127.0.0.1'][n % 3] ?? '')).toBe(22)
})

test('addresses of blocked domains and their subdomains are refused', async () => {
	await using site = await startSite()
	const admin = await staff(site, 'admin')
	const domains = ['Trash.Example', 'xn--mnchen-3ya.example']
	expect((await site.call(blockDomains, { body: { domains } }, admin)).added).toBe(2)
	for (const email of ['a@trash.example', 'a@MAIL.trash.example', 'a@münchen.example']) {
		const refusal = await site.refusal(register, { body: { ...person(), email } })
		expect([email, refusal.status, refusal.code, refusal.details[0]?.path]).toEqual([
			email,
			400,
			'email_domain_blocked',
			'email',
		])
		const change = await site.refusal(changeEmail, { body: { email, currentPassword: PASSWORD } }, admin)
		expect(change.code).toBe('email_domain_blocked')
	}
	await site.call(register, { body: { ...person(), email: 'a@nottrash.example' } })
	await site.call(unblockDomain, { params: { domain: 'TRASH.example' } }, admin)
	await site.call(register, { body: { ...person(), email: 'a@trash.example' } })
	expect((await site.refusal(unblockDomain, { params: { domain: 'trash.example' } }, admin)).status).toBe(404)
})

test('rules are accepted at sign-up, and the account keeps their version', async () => {
	await using site = await startSite()
	await setMode(site, { rules: '# Be kind' })
	for (const acceptedRules of [undefined, null, false]) {
		const refusal = await site.refusal(register, { body: person({ acceptedRules }) })
		expect([refusal.status, refusal.details[0]?.path]).toEqual([400, 'acceptedRules'])
	}
	const { user, tokens } = await site.call(register, { body: person({ acceptedRules: true }) })
	const player = { user, password: PASSWORD, ...tokens }
	expect((await site.call(getMe, {}, player)).user.id).toBe(user.id)
	const row = await site.services.db
		.selectFrom('users')
		.select(['rules_version', 'rules_accepted_at'])
		.where('id', '=', user.id)
		.executeTakeFirst()
	expect(row).toEqual({ rules_version: 1, rules_accepted_at: new Date(site.time.now).toISOString() })
})
