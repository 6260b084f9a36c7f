import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** A network that limits count, and how many times the limit of one address all of it may use. */
export interface Network {
	name: string
	times: number
}

/** What one connection has, what many subscribers can have, and what a company or a rented server can have. */
export const IPV6_NETWORKS = [
	{ bits: 64, times: 1 },
	{ bits: 56, times: 4 },
	{ bits: 48, times: 16 },
] as const
const GROUP_BITS = 16

/**
 * Returns the networks that an address counts for, the narrowest first: an IPv4 address itself, and of an IPv6 address the /64,
 * /56 and /48 networks.
 */
export function toNetworks(address: string): readonly [Network, ...Network[]] {
	if (!isIPv6(address)) return [{ name: address.toLowerCase(), times: 1 }]
	const groups = parseGroups(address)
	const mapped = toMappedIPv4(groups)
	if (mapped !== undefined) return [{ name: mapped, times: 1 }]
	const [subscriber, ...wider] = IPV6_NETWORKS
	return [
		{ name: formatNetwork(groups, subscriber.bits), times: subscriber.times },
		...wider.map(({ bits, times }) => ({ name: `${formatNetwork(groups, bits)}/${bits}`, times })),
	]
}

/** Returns the name of the network that one subscriber gets: an IPv4 address, or an IPv6 /64 network. */
export function toNetwork(address: string): string {
	return toNetworks(address)[0].name
}

/**
 * Returns the name of the widest network of an address that limits know, as which all who use it share something; undefined for
 * this machine itself.
 */
export function toSharedNetwork(address: string): string | undefined {
	return isLoopback(address) ? undefined : toNetworks(address).at(-1)?.name
}

/**
 * Checks whether an address, or the network of one, is this machine itself: a program of the operator, or everyone behind a proxy that
 * `TRUSTED_PROXIES` does not count.
 */
export function isLoopback(address: string): boolean {
	const network = toNetwork(address)
	// Of ::/64 only ::1 is used
	return network === '::' || network.startsWith('127.')
}

/** Returns the network that a request comes from. */
export function getClientNetwork({ ip }: Pick<FastifyRequest, 'ip'>): string {
	return toNetwork(ip)
}

/** Returns the address of a request that Fastify has not seen yet, as Fastify does. */
export function getClientAddress({ socket, headers }: IncomingMessage, trustedProxies: number): string {
	const forwarded = String(headers['x-forwarded-for'] ?? '')
		.split(',')
		.map((address) => address.trim())
		.filter((address) => address !== '')
	const addresses = [socket.remoteAddress ?? '', ...forwarded.reverse()]
	return addresses[Math.min(trustedProxies, addresses.length - 1)] ?? ''
}

/**
 * Counts something of an address for each of its networks, the narrowest first, each with its share of `limit`. Returns the
 * state of the first one that is past it, or else that of the narrowest.
 */
export async function countByNetwork<State extends { isAllowed: boolean }>(
	address: string,
	limit: number,
	count: (network: string, limit: number) => Promise<State>,
): Promise<State> {
	const [narrowest, ...wider] = toNetworks(address)
	const first = await count(narrowest.name, limit * narrowest.times)
	for (const { name, times } of first.isAllowed ? wider : []) {
		const state = await count(name, limit * times)
		if (!state.isAllowed) return state
	}
	return first
}

/** Parses the eight groups of a valid IPv6 address. */
function parseGroups(address: string): number[] {
	const [withoutZone = ''] = address.split('%')
	const [head = '', tail] = withoutZone.split('::')
	const [start, end] = [toNumbers(head), toNumbers(tail ?? '')]
	return tail === undefined ? start : [...start, ...Array(8 - start.length - end.length).fill(0), ...end]
}

function toNumbers(part: string): number[] {
	if (part === '') return []
	return part.split(':').flatMap((group) => {
		if (!group.includes('.')) return [Number.parseInt(group, 16)]
		const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
		return [a * 256 + b, c * 256 + d]
	})
}

/** Returns the IPv4 address that an IPv6 one stands for: servers that listen to both see it like that. */
function toMappedIPv4(groups: readonly number[]): string | undefined {
	if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined
	return groups
		.slice(6)
		.flatMap((group) => [group >> 8, group & 0xff])
		.join('.')
}

/** Formats the first bits of an address, whose end is zero, in its one short form. */
function formatNetwork(groups: readonly number[], bits: number): string {
	const kept = groups.slice(0, Math.ceil(bits / GROUP_BITS))
	const partial = bits % GROUP_BITS
	if (partial > 0) kept.push((kept.pop() ?? 0) & (0xffff << (GROUP_BITS - partial)))
	while (kept.at(-1) === 0) kept.pop()
	return `${kept.map((group) => group.toString(16)).join(':')}::`
}
