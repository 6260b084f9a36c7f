import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRegistration, decideRegistrations } from '#contract/registration-requests.ts'
import { setUsername } from '#contract/sessions.ts'
import { registerAdmin } from '#kit/admin.ts'
import { startFacebook } from '#kit/peers/facebook.ts'
import { type OpenIdProvider, startOpenIdProvider } from '#kit/peers/openid-provider.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { createVisitor } from '#kit/social-visitor.ts'
import { now } from '#server/clock.ts'
import { makeInvite } from '#server/features/registration/invites.ts'
import { addDomains } from '#server/features/site/queries.ts'

let google: OpenIdProvider

beforeAll(async () => {
	google = await startOpenIdProvider()
	for (const name of ['ann', 'ben', 'eve'])
		google.people.set(name, { email: `${name}@example.org`, email_verified: true, name })
})
afterAll(() => google?.[Symbol.asyncDispose]())

const start = (registration: string) => startSite({ env: { ...google.env, REGISTRATION: registration } })
const countUsers = async (site: TestSite) => (await site.services.db.selectFrom('users').select('id').execute()).length

test('a closed site creates no account for a provider, and lets those in who have one', async () => {
	await using site = await start('open')
	await createVisitor(site).logIn('google', 'ann')
	const { rulesVersion, ...settings } = await site.services.siteSettings.get()
	await site.services.siteSettings.save({ ...settings, registration: 'closed' })
	expect(await createVisitor(site).logIn('google', 'eve')).toBe('/oauth/success?error=registration_closed')
	expect(await createVisitor(site).logIn('google', 'ann')).toBe('/oauth/success')
	expect(await countUsers(site)).toBe(1)
})

test('with a provider, too, an invite lets in as many people as it is for', async () => {
	await using site = await start('invite')
	expect(await createVisitor(site).logIn('google', 'ann')).toBe('/oauth/success?error=invite_needed')
	const { code } = await makeInvite(site.services, null, { uses: 1, days: 1 })
	expect(await createVisitor(site).logIn('google', 'ann', { invite: 'none' })).toBe(
		'/oauth/success?error=invite_needed',
	)
	expect(await createVisitor(site).logIn('google', 'ann', { invite: code })).toBe('/oauth/success')
	expect(await createVisitor(site).logIn('google', 'eve', { invite: code })).toBe('/oauth/success?error=invite_needed')
	// The next login needs none
	expect(await createVisitor(site).logIn('google', 'ann')).toBe('/oauth/success')
	expect(await countUsers(site)).toBe(1)
})

test('where a moderator decides, a person from a provider waits, and logs in after the approval', async () => {
	await using site = await start('open')
	const admin = await registerAdmin(site)
	const { rulesVersion, ...settings } = await site.services.siteSettings.get()
	await site.services.siteSettings.save({ ...settings, registration: 'approval' })
	for (let n = 0; n < 2; n++)
		expect(await createVisitor(site).logIn('google', 'ann')).toBe('/oauth/success?error=registration_pending')
	const [pending] = await site.services.db.selectFrom('registrations').selectAll().execute()
	expect(pending).toMatchObject({ username: null, provider: 'google', reason: null, email_verified: true })
	const body = { ids: [pending?.id ?? ''], decision: 'approve' as const }
	expect((await site.call(decideRegistrations, { body }, admin)).decided).toEqual(body.ids)
	expect((await site.mailsTo('ann@example.org')).map(({ subject }) => subject)).toEqual(['Welcome to Savepoint'])
	const visitor = createVisitor(site)
	expect(await visitor.logIn('google', 'ann')).toBe('/oauth/success')
	expect((await visitor.land()).user).toMatchObject({ id: pending?.id, needsUsernameSelection: true })
})

test('an address that the provider has not verified is confirmed by mail before a moderator decides', async () => {
	await using facebook = await startFacebook()
	facebook.people.set('501', { name: 'Bo', email: 'bo@example.org' })
	await using site = await startSite({
		env: {
			...facebook.env,
			REGISTRATION: 'approval',
			SMTP_URL: 'smtp://mail.example',
			MAIL_FROM: 'no-reply@savepoint.example',
			PUBLIC_URL: 'https://savepoint.example',
		},
	})
	const logIn = () => createVisitor(site).logIn('facebook', '501')
	const landing = '/oauth/success'
	for (let n = 0; n < 2; n++) expect(await logIn()).toBe(`${landing}?error=registration_unconfirmed`)
	const { db } = site.services
	expect(await db.selectFrom('registrations').select('id').execute()).toEqual([])
	const tokens = (await site.mailsTo('bo@example.org')).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? '')
	const [token = '', second = ''] = tokens
	// There is no name to replace
	await site.call(confirmRegistration, { body: { token, username: 'Chosen' } })
	expect((await site.refusal(confirmRegistration, { body: { token: second } })).code).toBe('already_requested')
	const rows = await db.selectFrom('registrations').select(['username', 'subject', 'email_verified']).execute()
	expect(rows).toEqual([{ username: null, subject: '501', email_verified: true }])
	expect(await logIn()).toBe(`${landing}?error=registration_pending`)
})

test('an address of a blocked domain gets no account from a provider', async () => {
	await using site = await start('open')
	await site.services.db.transaction().execute((db) => addDomains(db, ['example.org'], now(site.services)))
	expect(await createVisitor(site).logIn('google', 'ben')).toBe('/oauth/success?error=email_domain_blocked')
})

test('who comes from a provider accepts the rules with the username', async () => {
	await using site = await start('open')
	const { rulesVersion, ...settings } = await site.services.siteSettings.get()
	await site.services.siteSettings.save({ ...settings, rules: 'Be kind' })
	const visitor = createVisitor(site)
	await visitor.logIn('google', 'ann')
	const ann = await visitor.land()
	const refusal = await site.refusal(setUsername, { body: { username: 'Ann' } }, ann)
	expect([refusal.status, refusal.details[0]?.path]).toEqual([400, 'acceptedRules'])
	await site.call(setUsername, { body: { username: 'Ann', acceptedRules: true } }, ann)
	expect(await site.services.db.selectFrom('users').select('rules_version').execute()).toEqual([{ rules_version: 1 }])
})
