import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { type ComposeService, readCompose } from './compose-file.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (name) => {
	const services = Object.entries(readCompose(name).services)
	const isSite = ({ build }: ComposeService) => build !== undefined

	test('mounts only files that exist', () => {
		const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
		const files = sources.filter((source) => source.startsWith('.'))
		expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
	})

	test('pins every image to a version', () => {
		for (const [service, { image }] of services)
			expect([service, image]).toEqual([service, expect.stringMatching(/:v?\d+(\.\d+)+/)])
	})

	test('restarts every service, and gives none more rights than it needs', () => {
		for (const [, service] of services)
			expect(service).toMatchObject({ restart: 'unless-stopped', security_opt: ['no-new-privileges:true'] })
		const sites = services.map(([, service]) => service).filter(isSite)
		expect(sites.length).toBeGreaterThan(0)
		for (const site of sites) {
			expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
			expect(Number.parseInt(site.stop_grace_period ?? '', 10) * 1000).toBeGreaterThan(SHUTDOWN_TIMEOUT_MS)
		}
	})

	test('publishes the proxy, or the site for a proxy on this machine, and nothing else', () => {
		for (const [service, { ports = [] }] of services)
			if (service !== 'proxy')
				expect([service, ports.filter((port) => !port.startsWith('127.0.0.1:'))]).toEqual([service, []])
		expect(services.filter(([service, { ports }]) => ports && service !== 'site' && service !== 'proxy')).toEqual([])
	})
})

test('no query holds up the replay of the replica of compose.scale.yaml for long', () => {
	const { replica } = readCompose('compose.scale.yaml').services
	expect(replica?.command).toContain('max_standby_streaming_delay=5s')
})

test('the proxy knows every site of compose.scale.yaml', () => {
	const { services } = readCompose('compose.scale.yaml')
	const sites = Object.keys(services).filter((name) => services[name]?.build !== undefined)
	expect(services.proxy?.environment?.SITE_UPSTREAMS?.split(' ')).toEqual(sites.map((name) => `${name}:3000`))
})
