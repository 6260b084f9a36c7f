import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const UNIT = path.join(ROOT, 'deploy/systemd/savepoint.service')
/** What systemd calls a service with little exposure, from 0 to 10. */
const MAX_EXPOSURE = 2

const unit = readFileSync(UNIT, 'utf8')
const readDirective = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

describe('the systemd unit', () => {
	test('stops in more time than the site needs, and lets V8 write its machine code', () => {
		expect(Number.parseInt(readDirective('TimeoutStopSec') ?? '', 10) * 1000).toBeGreaterThan(SHUTDOWN_TIMEOUT_MS)
		expect(readDirective('MemoryDenyWriteExecute')).toBe('no')
	})

	test('starts the pinned Node', () => {
		const [program, script] = readDirective('ExecStart')?.split(' ') ?? []
		expect(program?.replace('/opt/savepoint', ROOT)).toBe(path.join(ROOT, 'node_modules/.bin/node'))
		expect(script).toBe('src/main.ts')
		expect(execFileSync(path.join(ROOT, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })).toMatch(/^v24/)
	})

	test.skipIf(!has('systemd-analyze'))('is valid, and exposes little of the system', () => {
		const folder = makeFolder()
		const file = path.join(folder, 'savepoint.service')
		// Only a program that exists is valid
		writeFileSync(file, unit.replace(readDirective('ExecStart')?.split(' ')[0] ?? '', process.execPath))
		const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
		expect([verified.status, verified.stderr]).toEqual([0, ''])
		const security = execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', file], {
			encoding: 'utf8',
		})
		expect(Number(/exposure level for savepoint\.service: ([\d.]+)/.exec(security)?.[1])).toBeLessThan(MAX_EXPOSURE)
	})
})

describe('the proxies', () => {
	test.skipIf(!has('caddy'))('Caddy accepts its file, formatted, for one site and for several', () => {
		const file = path.join(ROOT, 'deploy/caddy/Caddyfile')
		for (const upstreams of [undefined, 'site-1:3000 site-2:3000']) {
			const env = {
				...process.env,
				SITE_HOST: 'savepoint.example',
				...(upstreams ? { SITE_UPSTREAMS: upstreams } : {}),
			}
			const adapted = spawnSync('caddy', ['adapt', '--validate', '--config', file], { env, encoding: 'utf8' })
			expect([adapted.status, adapted.stderr]).toEqual([0, expect.not.stringContaining('warn')])
			expect(adapted.stdout).toContain(upstreams ? '"dial":"site-2:3000"' : '"dial":"localhost:3000"')
		}
	})

	test.skipIf(!has('nginx'))('nginx accepts its file', () => {
		const folder = makeFolder()
		const certificate = { key: path.join(folder, 'key.pem'), chain: path.join(folder, 'chain.pem') }
		execFileSync(
			'openssl',
			[
				'req',
				'-x509',
				'-newkey',
				'ec',
				'-pkeyopt',
				'ec_paramgen_curve:prime256v1',
				'-nodes',
				'-subj',
				'/CN=savepoint.example',
			].concat(['-days', '1', '-keyout', certificate.key, '-out', certificate.chain]),
			{ stdio: 'ignore' },
		)
		const site = readFileSync(path.join(ROOT, 'deploy/nginx/savepoint.conf'), 'utf8')
			.replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate.chain)
			.replace(/\/etc\/letsencrypt\S+privkey\.pem/, certificate.key)
			// nginx also tries to listen, which not everyone may do on these ports, or at all on IPv6
			.replaceAll(/^\tlisten \[::\].*\n/gm, '')
			.replaceAll(/listen (\d+)/g, 'listen 127.0.0.1:40$1')
		const file = path.join(folder, 'nginx.conf')
		writeFileSync(file, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${site}}\n`)
		const { status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], { encoding: 'utf8' })
		expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')])
	})
})

function has(program: string): boolean {
	return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}

function makeFolder(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'savepoint-deploy-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	return folder
}
