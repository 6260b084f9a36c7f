import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHUTDOWN_TIMEOUT_MS } from '#server/serve.ts'
import { type ComposeService, findComposeErrors, readCompose } from './compose-file.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

describe.each(['compose.yaml', 'compose.scale.yaml'])('%s', (name) => {
	const file = readCompose(name)
	const services = Object.entries(file.services)
	const isSite = ({ build }: ComposeService) => build !== undefined

	test('follows the Compose specification, which rejects an unknown key and a wrong duration', () => {
		expect(findComposeErrors(file)).toEqual([])
		const [first = ''] = Object.keys(file.services)
		const misspelled = { ...file, services: { [first]: { ...file.services[first], helthcheck: {} } as ComposeService } }
		expect(findComposeErrors(misspelled)).not.toEqual([])
		const late = { image: 'savepoint:0.1.0', stop_grace_period: 'soon' }
		expect(findComposeErrors({ ...file, services: { late } })).not.toEqual([])
	})

	test('names only services, volumes, networks and files that exist', () => {
		const missing = services.flatMap(([service, { depends_on, volumes = [], networks = [] }]) => [
			...Object.keys(depends_on ?? {}).filter((other) => !(other in file.services)),
			...networks.filter((network) => !(network in (file.networks ?? {}))),
			...volumes
				.map((volume) => volume.split(':')[0] ?? '')
				.filter((source) =>
					source.startsWith('.') ? !existsSync(path.join(ROOT, source)) : !(source in (file.volumes ?? {})),
				)
				.map((source) => `${service}: ${source}`),
		])
		expect(missing).toEqual([])
		const mounted = new Set(services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0])))
		expect(Object.keys(file.volumes ?? {}).filter((volume) => !mounted.has(volume))).toEqual([])
	})

	test('waits for services by health checks that these have', () => {
		const waits = services.flatMap(([, { depends_on }]) => Object.entries(depends_on ?? {}))
		expect(waits.length).toBeGreaterThan(0)
		for (const [other, { condition }] of waits)
			if (condition === 'service_healthy') expect([other, file.services[other]?.healthcheck]).not.toContain(undefined)
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
