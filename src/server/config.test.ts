import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a site on port 3000 with its data in ./data', () => {
	expect(readConfig({})).toMatchObject({
		host: '::',
		port: 3000,
		dataDir: './data',
		databaseUrl: undefined,
		publicUrl: undefined,
		databaseWaitSeconds: 60,
		trustedProxies: 0,
		rateLimitFactor: 1,
	})
})

test('time limits and connection limits have defaults', () => {
	expect(readConfig({})).toMatchObject({
		maxConnections: 5000,
		maxConnectionsPerAddress: 256,
		headersTimeoutMs: 15_000,
		requestTimeoutMs: 20_000,
		writeTimeoutMs: 20_000,
		keepAliveMs: 15_000,
	})
	// Longer than proxies keep idle connections
	expect(readConfig({ TRUSTED_PROXIES: '1' }).keepAliveMs).toBe(75_000)
	expect(readConfig({ TRUSTED_PROXIES: '1', KEEP_ALIVE_SECONDS: '5' }).keepAliveMs).toBe(5_000)
})

test('an empty value counts as absent', () => {
	expect(readConfig({ PORT: '', PUBLIC_URL: ' ' })).toMatchObject({ port: 3000, publicUrl: undefined })
})

test('the origins of the native app have defaults, which the operator can replace or turn off', () => {
	expect(readConfig({}).appOrigins).toEqual(['capacitor://localhost', 'https://localhost'])
	expect(readConfig({ APP_ORIGINS: 'app://savepoint, http://localhost:8100' }).appOrigins).toEqual([
		'app://savepoint',
		'http://localhost:8100',
	])
	expect(readConfig({ APP_ORIGINS: 'none' }).appOrigins).toEqual([])
})

test('apps that open links are read with their team ID or certificate fingerprint', () => {
	const fingerprint = Array.from({ length: 32 }, () => 'A1').join(':')
	expect(
		readConfig({ APPLE_APP_IDS: 'ABCDE12345.app.savepoint', ANDROID_APPS: `app.savepoint=${fingerprint}` }),
	).toMatchObject({
		appleAppIds: ['ABCDE12345.app.savepoint'],
		androidApps: [{ packageName: 'app.savepoint', fingerprint }],
	})
	expect(() => readConfig({ APPLE_APP_IDS: 'app.savepoint' })).toThrow(
		/^APPLE_APP_IDS must be app IDs, each a team ID and a bundle ID/,
	)
	expect(() => readConfig({ ANDROID_APPS: 'app.savepoint=A1:B2' })).toThrow(
		/^ANDROID_APPS must be package names, each with/,
	)
})

test('the number of workers is one by default, a number, or that of the processors', () => {
	expect(readConfig({}).workers).toBe(1)
	expect(readConfig({ WORKERS: '3' }).workers).toBe(3)
	expect(readConfig({ WORKERS: 'auto' }).workers).toBe(availableParallelism())
})

test('a Redis server is named by its host, and perhaps a port, a login and a database', () => {
	for (const url of ['redis://localhost', 'rediss://me:w%40rd@[::1]:6380/15', 'redis://:word@valkey.example:6379/'])
		expect(readConfig({ REDIS_URL: url }).redisUrl).toBe(url)
})

const WRONG_WORKERS = 'WORKERS must be a whole number from 1 to 999, or auto for one per processor, not '
const WRONG_REDIS_URL =
	'REDIS_URL must be a URL that starts with redis:// or rediss:// and names a host, and at most a database by its number, such as redis://user:password@host:6379/0.'

test('the public URL loses its trailing slash', () => {
	expect(readConfig({ PUBLIC_URL: 'https://games.example/' }).publicUrl).toBe('https://games.example')
})

test.each([
	...['0', 'two', '1.5', '-1', '02', '1000'].map(
		(workers) => [{ WORKERS: workers }, `${WRONG_WORKERS}"${workers}".`] as [Record<string, string>, string],
	),
	...[
		'localhost:6379',
		'http://localhost',
		'redis://',
		'redis:///var/run/redis.sock',
		'redis://host/name',
		'redis://host/0?family=6',
		'redis://me:100%@host',
	].map((url) => [{ REDIS_URL: url }, WRONG_REDIS_URL] as [Record<string, string>, string]),
	[{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000".'],
	[{ PORT: '3.5' }, 'PORT must be a whole number from 0 to 65535, not "3.5".'],
	[
		{ PUBLIC_URL: 'https://games.example/sub' },
		'PUBLIC_URL must be a URL that starts with https:// or http:// and has no path, query or user name, such as https://savepoint.example.',
	],
	...[
		'https://games.example?x=1',
		'https://games.example/#top',
		'https://me:word@games.example',
		'https://games.example?',
	].map(
		(address) =>
			[
				{ PUBLIC_URL: address },
				'PUBLIC_URL must be a URL that starts with https:// or http:// and has no path, query or user name, such as https://savepoint.example.',
			] as [Record<string, string>, string],
	),
	[{ CONTACT_EMAIL: 'nobody' }, 'CONTACT_EMAIL must be an email address, not "nobody".'],
	[{ CONTACT_EMAIL: 'Me <me@games.example>' }, 'CONTACT_EMAIL must be an email address, not "Me <me@games.example>".'],
	[
		{ SMTP_URL: 'smtp:mail', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://games.example' },
		'SMTP_URL must be a URL that starts with smtp:// or smtps:// and names a host, such as smtp://user:password@mail.example:587.',
	],
	[
		{ APP_ORIGINS: 'https://localhost/ *' },
		'APP_ORIGINS must be origins separated by spaces, or none, such as https://localhost, not "https://localhost/".\n' +
			'APP_ORIGINS must be origins separated by spaces, or none, such as https://localhost, not "*".',
	],
	[
		{ S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'pictures' },
		'S3_ACCESS_KEY_ID must be set with S3_ENDPOINT.\nS3_SECRET_ACCESS_KEY must be set with S3_ENDPOINT.',
	],
	[{ S3_BUCKET: 'pictures' }, 'S3_ENDPOINT must be set with S3_BUCKET: without it pictures are stored in DATA_DIR.'],
	[
		{ S3_ENDPOINT: 'https://s3.example/path', S3_BUCKET: 'a/b', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' },
		'S3_ENDPOINT must be a URL without a path, such as https://s3.eu-central-1.amazonaws.com.\n' +
			'S3_BUCKET must be a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens, not "a/b".',
	],
	[{ CATALOG_IMAGES: 'no' }, 'CATALOG_IMAGES must be on or off, not "no".'],
	[
		{ CATALOG_IMAGE_HOSTS: 'images.example https://cdn.example/' },
		'CATALOG_IMAGE_HOSTS must be host names, separated by spaces, such as images.example cdn.example, not "https://cdn.example/".',
	],
	[{ PICTURE_CACHE_MB: '1' }, 'PICTURE_CACHE_MB must be a whole number from 10 to 10000000, not "1".'],
	[{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 characters or more.'],
	[
		{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://games.example' },
		'SMTP_URL must be a URL that starts with smtp:// or smtps:// and names a host, such as smtp://user:password@mail.example:587.',
	],
	[
		{ SMTP_URL: 'smtp://mail.example', PUBLIC_URL: 'https://games.example' },
		'MAIL_FROM must be set with SMTP_URL: mail servers reject unknown senders.',
	],
	[
		{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Savepoint <no-reply@games.example>' },
		'PUBLIC_URL must be set with SMTP_URL: links in mails start with it.',
	],
	[
		{ MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
		'MAIL_FROM must be an email address, with or without a name, such as Savepoint <no-reply@savepoint.example>, not "a@b.example\\nBcc: c@d.example".',
	],
	[{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set with GOOGLE_CLIENT_ID.'],
	[{ FACEBOOK_APP_SECRET: 'x' }, 'FACEBOOK_APP_ID must be set with FACEBOOK_APP_SECRET.'],
	[
		{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y', GOOGLE_ISSUER: 'accounts.google.com' },
		'GOOGLE_ISSUER must be a URL that starts with https:// or http://.',
	],
	...['javascript:alert(1)', 'http://app.example/', 'savepoint', 'savepoint://oauth?x=1'].map(
		(address) =>
			[
				{ OAUTH_REDIRECT_URIS: `savepoint://oauth/callback, ${address}` },
				`OAUTH_REDIRECT_URIS must be app URLs without a query, separated by commas, such as savepoint://oauth/callback, not "${address}".`,
			] as [Record<string, string>, string],
	),
	[{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be a number from 0.01 to 1000000, not "0".'],
])('rejects %o with a sentence', (env, sentence) => {
	expect(() => readConfig(env)).toThrow(new ConfigError([sentence]))
})

test('a provider is offered once its keys are set', () => {
	expect(readConfig({})).toMatchObject({
		google: undefined,
		facebook: undefined,
		oauthRedirectUris: ['savepoint://oauth/callback'],
	})
	const keys = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 's', FACEBOOK_APP_ID: 'f', FACEBOOK_APP_SECRET: 't' }
	expect(readConfig(keys)).toMatchObject({
		google: { clientId: 'g', clientSecret: 's', issuer: 'https://accounts.google.com' },
		facebook: { appId: 'f', appSecret: 't', graphUrl: 'https://graph.facebook.com/v24.0' },
	})
})

test('the endpoints of a provider without keys are ignored', () => {
	expect(readConfig({ GOOGLE_ISSUER: 'x', FACEBOOK_GRAPH_URL: 'x' })).toMatchObject({
		google: undefined,
		facebook: undefined,
	})
})

test('IGDB needs keys, and Wikidata gets the contacts of the site', () => {
	expect(readConfig({})).toMatchObject({
		igdb: undefined,
		wikidata: { endpoint: 'https://query.wikidata.org/sparql', sitelinks: 10, contact: [] },
	})
	expect(
		readConfig({
			IGDB_CLIENT_ID: 'i',
			IGDB_CLIENT_SECRET: 's',
			PUBLIC_URL: 'https://games.example/',
			CONTACT_EMAIL: 'me@games.example',
			WIKIDATA_SITELINKS: '3',
		}),
	).toMatchObject({
		igdb: { clientId: 'i', clientSecret: 's' },
		wikidata: { sitelinks: 3, contact: ['https://games.example', 'me@games.example'] },
	})
	expect(() => readConfig({ IGDB_CLIENT_ID: 'i' })).toThrow('IGDB_CLIENT_SECRET must be set with IGDB_CLIENT_ID.')
})

test('all mistakes are reported at once', () => {
	expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT.*\nLOG_LEVEL/)
})

test('no message quotes a password', () => {
	const env = {
		DATABASE_URL: 'mysql://me:hidden@localhost/x',
		SMTP_URL: 'http://me:hidden@mail.example',
		PUBLIC_URL: 'https://me:hidden@games.example',
		S3_ENDPOINT: 'https://me:hidden@s3.example',
		SECRET_KEY: 'hidden',
	}
	expect(() => readConfig(env)).toThrow(/^(?!.*hidden).*DATABASE_URL/s)
})

test('a setting still works under its former name, which a new one overrides', () => {
	const former = readConfig({ CATALOGUE_IMAGE_HOSTS: 'a.example' })
	expect(former.imageHosts).toContain('a.example')
	expect(former.renamedSettings).toEqual([{ name: 'CATALOG_IMAGE_HOSTS', formerName: 'CATALOGUE_IMAGE_HOSTS' }])
	expect(readConfig({ CATALOGUE_IMAGES: 'off' }).imageHosts).toBeUndefined()
	expect(readConfig({ CATALOG_IMAGES: 'on', CATALOGUE_IMAGES: 'off' }).imageHosts).toBeDefined()
	expect(readConfig({ CATALOG_IMAGES: 'on' }).renamedSettings).toEqual([])
	expect(() => readConfig({ CATALOGUE_IMAGES: 'no' })).toThrow('CATALOGUE_IMAGES must be on or off, not "no".')
})
