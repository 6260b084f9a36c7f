import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { BARE_ENV } from '#kit/bare-env.ts'
import { createSeededLocation, registerUser, startProcess } from '#kit/site-process.ts'
import { getTexts, readSources } from '#kit/sources.ts'

// Trust case 38. The server opens connections to what its operator has named, and to nothing that anyone else names.

const WAYS_OUT =
	/^(node:(http|https|http2|net|tls|dgram|dns|dns\/promises)|pg|ioredis|nodemailer|aws4fetch|undici|openid-client|oauth4webapi)$/

/** Every file that can open a connection, and where to. Another one needs a look at who names the address. */
const KNOWN: Readonly<Record<string, string>> = {
	'src/server/http/client-errors.ts': 'a type of a connection that came in',
	'src/server/http/client-connections.ts': 'types of connections and requests that came in',
	'src/server/http/early-rejection.ts': 'types of requests that came in',
	'src/server/http/read-concurrency.ts': 'types of requests that came in',
	'src/server/http/http-server.ts': 'listens only',
	'src/server/http/log.ts': 'a type of requests that came in',
	'src/server/http/networks.ts': 'tells addresses apart only',
	'src/server/http/public-address.ts': 'tells addresses apart only',
	'src/server/http/public-request.ts':
		'what its callers name, on the public internet by TLS, without redirects: listed hosts of images, and push services',
	'src/server/http/redis-client.ts': 'REDIS_URL',
	'src/server/serve.ts': 'the address it listens on',
	'src/server/lifecycle/redis-check.ts': 'REDIS_URL, to see whether it can be used',
	'src/server/lifecycle/startup-checks.ts': 'HOST, PORT and DATABASE_URL, to see whether they can be used',
	'src/server/lifecycle/shutdown.ts': 'stops listening only',
	'src/server/lifecycle/idle-collection.ts': 'a type of requests that came in',
	'src/server/pages/renderer.ts': 'a type of responses',
	'src/server/telemetry/metrics-server.ts': 'listens only',
	'src/server/telemetry/tracing.ts': 'OTEL_EXPORTER_OTLP_ENDPOINT',
	'src/server/pages/serve-page-cache.ts': 'a type of requests that came in',
	'src/server/features/social-login/provider-fetch.ts':
		'the addresses of providers and STEAM_LOGIN_URL, without redirects, for five seconds',
	'src/server/features/social-login/facebook.ts': 'FACEBOOK_…_URL, by provider-fetch',
	'src/server/features/social-login/google.ts': 'GOOGLE_ISSUER and what it names, by provider-fetch',
	'src/server/catalog/throttled-client.ts':
		'IGDB, Twitch, WIKIDATA_ENDPOINT and STEAM_API_URL, without redirects, at most 32 MB',
	'src/server/db/bundled/bundled-server.ts': 'the Unix socket of the server that it starts',
	'src/server/db/connect.ts': 'DATABASE_URL and DATABASE_DIRECT_URL',
	'src/server/db/connection-setup.ts': 'types of the connections to DATABASE_URL',
	'src/server/db/pool-state.ts': 'types of the connections to DATABASE_URL',
	'src/server/db/replica-probe.ts': 'DATABASE_REPLICA_URLS',
	'src/server/db/replica.ts': 'DATABASE_REPLICA_URLS',
	'src/server/db/replicas.ts': 'DATABASE_REPLICA_URLS',
	'src/server/db/server-info.ts': 'reads what a database URL names',
	'src/server/db/server-pool.ts': 'the database URL that it is given',
	'src/server/db/prepared-statements.ts': 'types of the connections to DATABASE_URL',
	'src/server/db/session.ts': 'types of the connections to DATABASE_URL',
	'src/server/db/statement-timeout.ts': 'types of the connections to DATABASE_URL',
	'src/server/features/media/fetch-image.ts': 'known hosts by public-request, for five seconds',
	'src/server/mail/delivery.ts': 'SMTP_URL, with files and addresses in mails turned off',
	'src/server/features/media/bucket.ts': 'S3_ENDPOINT, without redirects, for five seconds',
}

test('the server makes outgoing requests only from the modules whose hosts the operator configures', {
	tags: ['trust-38'],
}, () => {
	const found = readSources('src')
		.filter(({ file }) => !file.startsWith('src/web/'))
		.filter((source) => {
			const callsFetch = source.nodes.some(
				({ type, callee }) => type === 'CallExpression' && (callee as { type: string; name?: string }).name === 'fetch',
			)
			return callsFetch || getTexts(source).some((text) => WAYS_OUT.test(text))
		})
		.map(({ file }) => file)
	expect(found).toEqual(Object.keys(KNOWN).sort())
})

test('of the URLs from users and catalogs, only known public hosts are requested', { tags: ['trust-38'] }, async () => {
	let connections = 0
	const server = createServer((socket) => {
		connections++
		socket.destroy()
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const targets = [
		`http://127.0.0.1:${port}/a.png`,
		`http://localhost:${port}/a.png`,
		`http://2130706433:${port}/a.png`,
		`http://0x7f.1:${port}/a.png`,
		`http://[::ffff:127.0.0.1]:${port}/a.png`,
		`https://127.0.0.1:${port}/a.png`,
		`http://user:word@127.0.0.1:${port}/a.png`,
		`//127.0.0.1:${port}/a.png`,
		`ftp://127.0.0.1:${port}/a.png`,
		`gopher://127.0.0.1:${port}/_GET`,
		'http://169.254.169.254/latest/meta-data/',
		'file:///etc/passwd',
	]
	await using place = await createSeededLocation()
	const file = path.join(place.env.DATA_DIR ?? '', 'games.jsonl')
	await writeFile(
		file,
		targets
			.map((target, index) =>
				JSON.stringify({
					sourceId: `target:${index}`,
					name: `Target ${index}`,
					cover: target,
					screenshots: [target],
					websites: [{ url: target, category: 'official' }],
				}),
			)
			.join('\n'),
	)
	await promisify(execFile)(process.execPath, ['src/catalog.ts', 'import', file], {
		env: { ...BARE_ENV, ...place.env },
	})
	// Not even when the operator has listed them
	await using site = await startProcess(place, { CATALOG_IMAGE_HOSTS: '127.0.0.1 0x7f.1' })
	const { token } = await registerUser(site, 'pictured')
	const statuses: number[] = []
	for (const target of targets) {
		const form = new FormData()
		form.set('profilePicture', target)
		const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${target}" width="9" height="9"/></svg>`
		const drawn = new FormData()
		drawn.set('profilePicture', new File([drawing], 'me.png', { type: 'image/png' }))
		for (const body of [form, drawn]) {
			const headers = { authorization: `Bearer ${token}` }
			statuses.push((await fetch(`${site.url}/api/auth/profile`, { method: 'PUT', headers, body })).status)
		}
		for (const header of ['referer', 'x-forwarded-host', 'x-original-url', 'origin', 'forwarded'])
			await fetch(`${site.url}/about`, { headers: { [header]: target } })
		await fetch(`${site.url}/search?query=${encodeURIComponent(target)}`)
		await fetch(`${site.url}/api/auth/google?redirect_uri=${encodeURIComponent(target)}`, { redirect: 'manual' })
	}
	expect(new Set(statuses)).toEqual(new Set([400]))
	const { games } = (await (await fetch(`${site.url}/api/games/search?query=target&limit=50`)).json()) as {
		games: { id: number; cover: string; screenshots: string[] }[]
	}
	expect(games).toHaveLength(targets.length)
	for (const { id, cover, screenshots } of games) {
		expect((await fetch(`${site.url}/games/${id}`)).status).toBe(200)
		for (const address of [cover, ...screenshots]) expect(address).toMatch(/^\/(art|images)\/\d+\//)
		expect((await fetch(site.url + cover)).headers.get('content-type')).toBe('image/webp')
		for (const address of screenshots) expect((await fetch(site.url + address)).status).toBe(404)
	}
	expect(connections).toBe(0)
	server.close()
})
