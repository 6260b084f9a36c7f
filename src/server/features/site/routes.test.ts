import { expect, test } from 'vitest'
import { getSite } from '#contract/site.ts'
import { startSite } from '#kit/site.ts'

const fingerprint = Array.from({ length: 32 }, (_, index) => index.toString(16).toUpperCase().padStart(2, '0')).join(
	':',
)

test("a client without server rendering can read the site's configuration", async () => {
	const env = { PUBLIC_URL: 'https://play.example', CONTACT_EMAIL: 'hello@play.example' }
	await using site = await startSite({ env: { ...env, FACEBOOK_APP_ID: 'app', FACEBOOK_APP_SECRET: 'secret' } })
	expect(await site.call(getSite, {})).toEqual({
		success: true,
		origin: 'https://play.example',
		name: 'Savepoint',
		description: null,
		accent: null,
		registration: 'open',
		proofNeeded: false,
		confirmsAddresses: false,
		hasRules: false,
		membersInvite: false,
		hasSteam: false,
		contactEmail: 'hello@play.example',
		socialLinks: [],
		providers: ['facebook'],
	})
})

test('programs learn whom to tell of a weakness, and where a password is changed', async () => {
	const env = { PUBLIC_URL: 'https://play.example', CONTACT_EMAIL: 'hello@play.example' }
	await using site = await startSite({ env })
	const contact = await site.app.inject({ url: '/.well-known/security.txt' })
	expect([contact.statusCode, contact.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
	const expires = new Date(site.time.now + 90 * 24 * 60 * 60 * 1000).toISOString()
	expect(contact.body.split('\n')).toEqual([
		'Contact: mailto:hello@play.example',
		`Expires: ${expires}`,
		'Preferred-Languages: en',
		'Canonical: https://play.example/.well-known/security.txt',
		'',
	])
	const change = await site.app.inject({ url: '/.well-known/change-password' })
	expect([change.statusCode, change.headers.location]).toEqual([302, '/settings'])
})

test('phones learn which apps open the addresses of the site; without apps the files are a 404', async () => {
	const env = { APPLE_APP_IDS: 'ABCDE12345.app.savepoint', ANDROID_APPS: `app.savepoint=${fingerprint}` }
	await using site = await startSite({ env })
	const apple = await site.app.inject({ url: '/.well-known/apple-app-site-association' })
	expect(apple.headers['content-type']).toMatch(/^application\/json/)
	const [{ appIDs, components }] = apple.json().applinks.details
	expect(appIDs).toEqual(['ABCDE12345.app.savepoint'])
	expect(components.at(-1)).toEqual({ '/': '/*' })
	expect(components).toContainEqual({ '/': '/oauth/*', exclude: true })
	const google = await site.app.inject({ url: '/.well-known/assetlinks.json' })
	expect(google.headers['content-type']).toMatch(/^application\/json/)
	expect(google.json()[0].target).toEqual({
		namespace: 'android_app',
		package_name: 'app.savepoint',
		sha256_cert_fingerprints: [fingerprint],
	})
	await using other = await startSite()
	for (const file of ['apple-app-site-association', 'assetlinks.json'])
		expect((await other.app.inject({ url: `/.well-known/${file}` })).statusCode).toBe(404)
})
