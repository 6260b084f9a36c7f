import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { countByNetwork, getClientAddress, toNetworks } from './networks.ts'

test.each([
	['198.51.100.7', ['198.51.100.7']],
	['::ffff:198.51.100.7', ['198.51.100.7']],
	['::FFFF:c633:6407', ['198.51.100.7']],
	['2001:db8:1:2ff::1', ['2001:db8:1:2ff::', '2001:db8:1:200::/56', '2001:db8:1::/48']],
	['2001:DB8:1:2FF:aaaa:bbbb:cccc:dddd', ['2001:db8:1:2ff::', '2001:db8:1:200::/56', '2001:db8:1::/48']],
	['2001:db8::1', ['2001:db8::', '2001:db8::/56', '2001:db8::/48']],
	['2001:db8:0:1:0:0:0:9', ['2001:db8:0:1::', '2001:db8::/56', '2001:db8::/48']],
	['64:ff9b::198.51.100.7', ['64:ff9b::', '64:ff9b::/56', '64:ff9b::/48']],
	['fe80::1%eth0', ['fe80::', 'fe80::/56', 'fe80::/48']],
	['::1', ['::', '::/56', '::/48']],
	['unknown', ['unknown']],
])('the address %s counts for the networks %j', (address, names) => {
	const networks = toNetworks(address)
	expect(networks.map(({ name }) => name)).toEqual(names)
	expect(networks.map(({ times }) => times)).toEqual([1, 4, 16].slice(0, names.length))
})

/** Counts one of each address, up to three of one, and returns how many were allowed. */
async function countAll(addresses: readonly string[]): Promise<number> {
	const used = new Map<string, number>()
	const states = []
	for (const address of addresses)
		states.push(
			await countByNetwork(address, 3, async (network, limit) => {
				const isAllowed = (used.get(network) ?? 0) < limit
				if (isAllowed) used.set(network, (used.get(network) ?? 0) + 1)
				return { isAllowed }
			}),
		)
	return states.filter(({ isAllowed }) => isAllowed).length
}

test('an address has the limit, a /64 network too, a /56 four times, a /48 sixteen times', async () => {
	const many = (toAddress: (hex: string) => string) => Array.from({ length: 200 }, (_, n) => toAddress(n.toString(16)))
	expect(await countAll(many(() => '198.51.100.7'))).toBe(3)
	expect(await countAll(many((hex) => `2001:db8:1:2:3::${hex}`))).toBe(3)
	expect(await countAll(many((hex) => `2001:db8:1:2${hex.padStart(2, '0')}::1`))).toBe(12)
	expect(await countAll(many((hex) => `2001:db8:1:${hex}00::1`))).toBe(48)
	expect(await countAll(many((hex) => `2001:db8:${hex}::1`))).toBe(200)
})

test.each([0, 1, 2])('behind %i proxies the address is the one that Fastify sees', async (trustedProxies) => {
	const app = fastify({ trustProxy: (_address, hop) => hop < trustedProxies })
	app.get('/', ({ ip }) => ip)
	const raw = createServer((request, response) => response.end(getClientAddress(request, trustedProxies)))
	await once(raw.listen(0, '127.0.0.1'), 'listening')
	const urls = [
		await app.listen({ host: '127.0.0.1', port: 0 }),
		`http://127.0.0.1:${(raw.address() as AddressInfo).port}`,
	]
	try {
		for (const forwarded of [
			undefined,
			'203.0.113.1',
			'203.0.113.1, 2001:db8::1',
			'a,b , c',
			'203.0.113.1,,203.0.113.2',
		]) {
			const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
			const [seen, computed] = await Promise.all(urls.map(async (url) => (await fetch(url, { headers })).text()))
			expect([forwarded, computed]).toEqual([forwarded, seen])
		}
	} finally {
		await app.close()
		raw.close()
		raw.closeAllConnections()
	}
})
