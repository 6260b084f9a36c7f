import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import { updateProfile } from '#contract/profile.ts'
import { noisyPicture, toFile } from '#kit/pictures.ts'
import {
	createSeededLocation,
	createTransport,
	registerUser,
	type SiteProcess,
	startProcess,
} from '#kit/site-process.ts'
import { call } from '#web/app/api-client.ts'
import { createTestFolder, isInstalled } from '../deploy/installed.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CADDYFILE = path.join(ROOT, 'deploy/caddy/Caddyfile')
const RUNBOOK = path.join(ROOT, 'docs/runbook.md')
const PATIENCE = { timeout: 60_000, interval: 50 }

test.skipIf(!isInstalled('caddy'))('Caddy accepts its file, formatted, for one site and for several', () => {
	for (const upstreams of [undefined, 'site-1:3000 site-2:3000']) {
		const sites = upstreams ? { SITE_UPSTREAMS: upstreams } : {}
		const log = { REFUSALS_LOG: path.join(createTestFolder(), 'refusals.log') }
		const env = { ...process.env, SITE_HOST: 'savepoint.example', ...sites, ...log }
		const adapted = spawnSync('caddy', ['adapt', '--validate', '--config', CADDYFILE], { env, encoding: 'utf8' })
		expect([adapted.status, adapted.stderr]).toEqual([0, expect.not.stringContaining('warn')])
		expect(adapted.stdout).toContain(upstreams ? '"dial":"site-2:3000"' : '"dial":"localhost:3000"')
	}
})

test.skipIf(!isInstalled('caddy'))('behind Caddy visitors cannot forge their address, and pictures pass', async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1' })
	const folder = createTestFolder()
	const log = path.join(folder, 'refusals.log')
	const port = await findFreePort()
	await using _caddy = startCaddy(folder, { port, site: new URL(site.url).host })
	await expectProxied({ url: `http://127.0.0.1:${port}` })
	await expectRefusalsLogged({ url: `http://127.0.0.1:${port}` }, log)
})

test.skipIf(!isInstalled('nginx'))('behind nginx visitors cannot forge their address, and pictures pass', async () => {
	await using place = await createSeededLocation()
	await using site = await startProcess(place, { TRUSTED_PROXIES: '1', RATE_LIMIT_FACTOR: '1' })
	const folder = createTestFolder()
	const port = await findFreePort()
	await using _nginx = startNginx(folder, { port, site: new URL(site.url).host })
	await expectProxied({ url: `http://127.0.0.1:${port}` })
	await expectRefusalsLogged({ url: `http://127.0.0.1:${port}` }, path.join(folder, 'refusals.log'))
})

for (const [program, start] of [
	['nginx', startNginx],
	['caddy', startCaddy],
] as const)
	test.skipIf(!isInstalled(program))(
		`behind ${program} a reload fails no request, and a restart none that is not told when to try again`,
		async () => {
			await using place = await createSeededLocation()
			await using site = await startProcess(place, { TRUSTED_PROXIES: '1', WORKERS: '2' })
			const folder = createTestFolder()
			const port = await findFreePort()
			await using _proxy = start(folder, { port, site: new URL(site.url).host })
			const url = `http://127.0.0.1:${port}`
			const outcomes = new Map<string, number>()
			const countAll = () => [...outcomes.values()].reduce((sum, count) => sum + count, 0)
			const more = async (count: number) => {
				const before = countAll()
				await expect.poll(() => countAll() - before, PATIENCE).toBeGreaterThan(count)
			}
			await expect.poll(() => describeAnswer(`${url}/api/site`), PATIENCE).toBe('200')
			let isOver = false
			const readers = Array.from({ length: 8 }, async (_, reader) => {
				for (let turn = reader; !isOver; turn++) {
					const outcome = await describeAnswer(url + (turn % 2 ? '/' : '/api/games/popular?limit=5'))
					outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
				}
			})
			await more(50)
			site.child.kill('SIGHUP')
			await expect.poll(() => site.output(), PATIENCE).toContain('All workers were restarted')
			await more(50)
			expect([...outcomes.keys()]).toEqual(['200'])

			expect(await site.stop()).toBe(0)
			if (program === 'nginx') {
				await more(50)
				for (const [path, type, text] of [
					['/', 'text/html; charset=utf-8', 'Back in a moment'],
					['/api/site', 'application/json', '"code":"unavailable"'],
				] as const) {
					const answer = await fetch(url + path)
					expect([answer.status, answer.headers.get('content-type')]).toEqual([503, type])
					expect(await answer.text()).toContain(text)
				}
			}
			await using _next = await startProcess(place, {
				...{ TRUSTED_PROXIES: '1', WORKERS: '2' },
				PORT: new URL(site.url).port,
			})
			await expect.poll(() => describeAnswer(`${url}/api/site`), PATIENCE).toBe('200')
			await more(50)
			isOver = true
			await Promise.all(readers)
			outcomes.delete('200')
			// Caddy waits for the site
			expect([...outcomes.keys()]).toEqual(program === 'caddy' ? [] : ['503, again after 2 s'])
		},
	)

/** Returns the status of a whole answer, with its `Retry-After`, or the reason why there is none. */
async function describeAnswer(url: string): Promise<string> {
	try {
		const answer = await fetch(url)
		await answer.arrayBuffer()
		const seconds = answer.headers.get('retry-after')
		return seconds === null ? `${answer.status}` : `${answer.status}, again after ${seconds} s`
	} catch (error) {
		return String(error)
	}
}

/** Expects that all requests count for one address, whatever they claim, and that the largest picture arrives. */
async function expectProxied(proxy: Pick<SiteProcess, 'url'>): Promise<void> {
	const readRemaining = async (forged: string) => {
		const { headers } = await fetch(`${proxy.url}/api/site`, { headers: { 'x-forwarded-for': forged } })
		return Number(headers.get('ratelimit-remaining'))
	}
	const isServed = () =>
		fetch(`${proxy.url}/api/site`).then(
			({ status }) => status,
			() => 0,
		)
	await expect.poll(isServed, PATIENCE).toBe(200)
	const before = await readRemaining('192.0.2.1')
	expect([await readRemaining('192.0.2.2'), await readRemaining('192.0.2.3, 192.0.2.4')]).toEqual([
		before - 1,
		before - 2,
	])

	const { token } = await registerUser(proxy, 'painter')
	const picture = await noisyPicture(1100, 1100)
	expect(picture.length).toBeGreaterThan(1024 * 1024)
	const { user } = await call(createTransport(proxy, token), updateProfile, {
		body: { profilePicture: toFile(picture) },
	})
	expect((await fetch(new URL(user.profilePicture ?? '', proxy.url))).status).toBe(200)
}

/** Expects one line for each refused request, without its query, and that what the runbook gives fail2ban finds failed logins. */
async function expectRefusalsLogged({ url }: Pick<SiteProcess, 'url'>, file: string): Promise<void> {
	const before = readFileSync(file, 'utf8')
	const logIn = () =>
		fetch(`${url}/api/auth/login?secret=word`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ identifier: 'nobody', password: 'not the password' }),
		})
	expect((await logIn()).status).toBe(401)
	expect((await fetch(`${url}/api/auth/me?secret=word`)).status).toBe(401)
	expect((await fetch(`${url}/reviews?secret=word`)).status).toBe(200)
	expect((await logIn()).status).toBe(401)
	const readLines = () => readFileSync(file, 'utf8').slice(before.length).trimEnd().split('\n')
	await expect.poll(readLines, PATIENCE).toHaveLength(3)
	const lines = readLines()
	expect(lines.join()).not.toContain('secret')
	const patterns = readFailurePatterns()
	expect(lines.map((line) => patterns.some((pattern) => pattern.exec(line)?.[1] === '127.0.0.1'))).toEqual([
		true,
		false,
		true,
	])
}

/** Reads what the runbook gives fail2ban, which takes the time out of each line before it looks. */
function readFailurePatterns(): RegExp[] {
	const [, patterns = ''] = /^failregex = (.*?)^```/ms.exec(readFileSync(RUNBOOK, 'utf8')) ?? []
	return patterns
		.trimEnd()
		.split('\n')
		.map((pattern) => new RegExp(pattern.trim().replace('<ADDR>', '([0-9a-f.:]+)').replace('^\\s*', '^\\S+ ')))
}

/** Writes a configuration with the file that we ship, a certificate of its own, and ports that anyone may use. */
function writeNginxConfig(folder: string, { port, site }: ProxyOptions): string {
	const key = path.join(folder, 'key.pem')
	const chain = path.join(folder, 'chain.pem')
	const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
	const names = ['-nodes', '-subj', '/CN=savepoint.example', '-days', '1', '-keyout', key, '-out', chain]
	execFileSync('openssl', ['req', '-x509', ...curve, ...names], { stdio: 'ignore' })
	const server = readFileSync(path.join(ROOT, 'deploy/nginx/savepoint.conf'), 'utf8')
		.replace(/\/etc\/letsencrypt\S+fullchain\.pem/, chain)
		.replace(/\/etc\/letsencrypt\S+privkey\.pem/, key)
		.replace('127.0.0.1:3000', site)
		.replace('/var/log/nginx/savepoint-refusals.log', path.join(folder, 'refusals.log'))
		.replaceAll(/^\tlisten \[::\].*\n/gm, '')
		.replace('listen 80;', `listen unix:${folder}/http;`)
		// The test has no trust in the certificate, so it takes an entrance without TLS
		.replace('listen 443 ssl http2;', `listen unix:${folder}/https ssl http2;\n\tlisten 127.0.0.1:${port};`)
	const file = path.join(folder, 'nginx.conf')
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${folder}/${name};`,
	)
	const http = `${temporary.join('\n')}\n${server}`
	// Its worker runs as the test does, so that it can write there
	const user = process.getuid?.() === 0 ? 'user root;' : ''
	writeFileSync(file, `${user}\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${http}}\n`)
	return file
}

interface ProxyOptions {
	port: number
	/** The host and port of the site. */
	site: string
}

/** Starts nginx with the file that we ship; its files are in `folder`. */
function startNginx(folder: string, options: ProxyOptions): AsyncDisposable {
	return startProxy('nginx', ['-p', folder, '-c', writeNginxConfig(folder, options), '-g', 'daemon off;'])
}

/** Starts Caddy with the file that we ship; its files are in `folder`. */
function startCaddy(folder: string, { port, site }: ProxyOptions): AsyncDisposable {
	return startProxy('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
		...{ SITE_HOST: `http://127.0.0.1:${port}`, SITE_UPSTREAMS: site },
		REFUSALS_LOG: path.join(folder, 'refusals.log'),
		...{ CADDY_ADMIN: `unix/${folder}/admin`, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
	})
}

function startProxy(
	program: string,
	args: string[],
	env: Record<string, string> = {},
): AsyncDisposable & { child: ChildProcess } {
	const child = spawn(program, args, { env: { PATH: process.env.PATH, ...env }, stdio: 'ignore' })
	const exited = once(child, 'exit')
	return {
		child,
		async [Symbol.asyncDispose]() {
			child.kill('SIGTERM')
			await exited
		},
	}
}

async function findFreePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	const address = server.address()
	server.close()
	await once(server, 'close')
	return typeof address === 'object' && address ? address.port : 0
}
