import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDeletion } from '#contract/account.ts'
import { getMe } from '#contract/session-tokens.ts'
import { connectAccount, getProviders, registerVerified } from '#kit/connected-account.ts'
import { type Facebook, startFacebook } from '#kit/peers/facebook.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'

let facebook: Facebook

beforeAll(async () => {
	facebook = await startFacebook()
	facebook.people.set('501', { name: 'Bo', email: 'bo@example.org' })
})
afterAll(async () => {
	await facebook?.[Symbol.asyncDispose]()
})

const start = () => startSite({ env: facebook.env })

/** Sends a deletion request as Facebook does, as a form. */
async function requestDeletion(site: TestSite, signedRequest: string, asForm = true) {
	return site.app.inject({
		method: 'POST',
		url: '/api/auth/facebook/data-deletion',
		...(asForm
			? {
					payload: String(new URLSearchParams({ signed_request: signedRequest })),
					headers: { 'content-type': 'application/x-www-form-urlencoded' },
				}
			: { payload: { signed_request: signedRequest } }),
	})
}

const getStatus = async (site: TestSite, code: string) => {
	const { status, subject } = await site.call(getDeletion, { params: { code } })
	return { status, subject }
}

test("Facebook's signed request deletes an account whose only login method is Facebook", {
	tags: ['trust-35'],
}, async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('facebook', '501')
	const bo = await visitor.land()
	const answer = await requestDeletion(site, facebook.signedRequest('501'))
	expect([answer.statusCode, Object.keys(answer.json())]).toEqual([200, ['url', 'confirmation_code']])
	const { url, confirmation_code: code } = answer.json()
	expect(code).toMatch(/^[2-9A-Z]{16}$/)
	expect(url).toBe(`http://localhost:80/data-deletion-status/${code}`)
	expect(await getStatus(site, code)).toEqual({ status: 'processing', subject: 'account' })
	expect((await site.refusal(getMe, {}, bo)).code).toBe('session_revoked')
	expect(await site.services.db.selectFrom('users').selectAll().execute()).toEqual([])
	expect((await site.mailsTo('bo@example.org')).at(-1)?.text).toContain(code)
})

test('only the connection is deleted if there is another login method; an unknown user gets the same answer', async () => {
	await using site = await start()
	const ann = await registerVerified(site, 'ann')
	await connectAccount(site, ann, 'facebook', '501')
	for (const [facebookUserId, asForm] of [
		['501', false],
		['501', true],
		['999', true],
	] as const) {
		const answer = await requestDeletion(site, facebook.signedRequest(facebookUserId), asForm)
		expect(await getStatus(site, answer.json().confirmation_code)).toEqual({
			status: 'completed',
			subject: 'connection',
		})
	}
	expect(await getProviders(site, ann)).toEqual([])
})

test('a repeated signed request returns the same answer and deletes nothing more', async () => {
	await using site = await start()
	const ann = await registerVerified(site, 'ann')
	await connectAccount(site, ann, 'facebook', '501')
	const signed = facebook.signedRequest('501')
	const first = (await requestDeletion(site, signed)).json()
	expect(await getProviders(site, ann)).toEqual([])
	await connectAccount(site, ann, 'facebook', '501')
	expect((await requestDeletion(site, signed)).json()).toEqual(first)
	expect(await getProviders(site, ann)).toEqual(['facebook'])
	site.time.now += 5_000
	const later = facebook.signedRequest('501', { issuedMs: site.time.now })
	expect((await requestDeletion(site, later)).json()).not.toEqual(first)
	expect(await getProviders(site, ann)).toEqual([])
})

test('a request that Facebook did not sign for this app is rejected', { tags: ['trust-35'] }, async () => {
	await using site = await start()
	const visitor = createVisitor(site)
	await visitor.logIn('facebook', '501')
	const bo = await visitor.land()
	const good = facebook.signedRequest('501')
	const [signature = '', payload = ''] = good.split('.')
	const unsigned = Buffer.from(JSON.stringify({ algorithm: 'none', user_id: '501' })).toString('base64url')
	for (const forged of [
		facebook.signedRequest('501', { issuedMs: site.time.now - 60 * 60_000 - 1000 }),
		facebook.signedRequest('501', { issuedMs: site.time.now + 60 * 60_000 + 1000 }),
		facebook.signedRequest('501', { issuedMs: Number.NaN }),
		facebook.signedRequest('501', { secret: 'another' }),
		facebook.signedRequest('501', { algorithm: 'none' }),
		`.${payload}`,
		`${signature}.`,
		`${signature}.${unsigned}`,
		`.${unsigned}`,
		`${signature.slice(0, -2)}AA.${payload}`,
		`${good}.x`,
		'x',
		'.',
		'..',
		'\u0000',
		'x'.repeat(4_001),
	]) {
		const answer = await requestDeletion(site, forged)
		expect([forged.slice(0, 50), answer.statusCode]).toEqual([forged.slice(0, 50), 400])
	}
	for (const payload of ['', 'signed_request=', 'other=1', '%', 'signed_request=a&signed_request=b']) {
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const answer = await site.app.inject({ method: 'POST', url: '/api/auth/facebook/data-deletion', payload, headers })
		expect([payload, answer.statusCode]).toEqual([payload, 400])
	}
	expect((await site.call(getMe, {}, bo)).user.id).toBe(bo.user.id)
	// Another app signs with another secret, so its user with the same ID is not ours
	expect(await site.services.db.selectFrom('deletions').selectAll().execute()).toEqual([])
})
