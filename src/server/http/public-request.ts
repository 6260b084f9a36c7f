import { lookup, Resolver } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** The host of an address is not on the public internet. */
export class InternalAddress extends Error {}
/** The host has no address at all, or nothing resolved its name. */
export class UnresolvedHost extends Error {}

/** How names are resolved and connections opened. Tests pass their own. */
export interface Network {
	resolve: (host: string) => Promise<readonly string[]>
	request: typeof https.request
}

const DEFAULT_NETWORK: Network = {
	resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
	request: https.request,
}

/**
 * Returns a network that asks name servers itself, for names that strangers choose: the system's lookup would hold the few
 * threads that files and passwords need for as long as a name server likes.
 */
export function createDnsNetwork(): Network {
	const resolver = new Resolver({ timeout: 2_000, tries: 2 })
	return {
		async resolve(host) {
			const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
			return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
		},
		request: https.request,
	}
}

interface PublicRequest {
	method?: 'GET' | 'POST'
	headers: Readonly<Record<string, string | number>>
	body?: Buffer
	/** Ends the request, and the response while its body is read. */
	signal: AbortSignal
	/** Called once the connection is open, from when on the server may have received the request. */
	onConnected?: () => void
}

/** Returns whether an address is one over TLS, on the default port and without credentials. */
export function isPlainHttpsAddress(address: string): boolean {
	if (!URL.canParse(address)) return false
	const { protocol, port, username, password } = new URL(address)
	return protocol === 'https:' && port === '' && username === '' && password === ''
}

/**
 * Resolves the host of an address once and returns one of its IP addresses, all of which must be public. Throws
 * `InternalAddress` or `UnresolvedHost`.
 */
export async function resolvePublicHost(
	address: string,
	signal: AbortSignal,
	{ resolve }: Pick<Network, 'resolve'> = DEFAULT_NETWORK,
): Promise<string> {
	const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
	// Node connects to an IP address in a URL without looking it up
	const found = isIP(host) ? [host] : await withAbort(resolve(host), signal)
	const [ip] = found
	if (ip === undefined) throw new UnresolvedHost('The host has no address')
	if (!found.every(isPublicAddress)) throw new InternalAddress('The host is not on the public internet')
	return ip
}

/**
 * Sends a request to a server that the operator has not named. The connection uses the IP address that was checked, and
 * no connection that was opened for another purpose. Redirects are not followed, nothing is decompressed. The caller reads
 * the response, or destroys it.
 */
export async function requestPublicly(
	address: string,
	{ method = 'GET', headers, body, signal, onConnected }: PublicRequest,
	network: Network = DEFAULT_NETWORK,
): Promise<IncomingMessage> {
	const ip = await resolvePublicHost(address, signal, network)
	const family = ip.includes(':') ? 6 : 4
	return new Promise((resolve, reject) => {
		const request = network.request(
			address,
			{
				method,
				signal,
				agent: false,
				lookup: (_host, options, done) =>
					options.all ? done(null, [{ address: ip, family }]) : done(null, ip, family),
				headers: { 'accept-encoding': 'identity', 'user-agent': 'Savepoint', ...headers },
			},
			resolve,
		)
		request.on('error', reject)
		if (onConnected) request.on('socket', (socket) => socket.once('connect', onConnected))
		request.end(body)
	})
}

function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return Promise.race([
		work,
		new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
	])
}
