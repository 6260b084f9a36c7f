import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { isPublicAddress } from './public-address.ts'

/** The time and size limits for fetching one image. */
export const IMAGE_LIMITS = { ms: 5_000, bytes: 5 * 1024 * 1024 } as const

/** The source does not have the image, or what it has is not one. Retrying soon is pointless. */
export class NoImage extends Error {}
/** The source was unreachable or did not answer in time. */
export class SourceUnreachable extends Error {}

/** How names are resolved and connections opened. Tests pass their own. */
export interface Network {
	resolve: (host: string) => Promise<readonly string[]>
	get: typeof https.get
}

const DEFAULT_NETWORK: Network = {
	resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
	get: https.get,
}

/** Returns whether an address may be fetched: over TLS, from one of the hosts, on the default port, without credentials. */
export function isAllowedAddress(address: string, hosts: ReadonlySet<string>): boolean {
	if (!URL.canParse(address)) return false
	const { protocol, hostname, port, username, password } = new URL(address)
	return protocol === 'https:' && port === '' && username === '' && password === '' && hosts.has(hostname)
}

/**
 * Fetches an image from one of the allowed hosts. The host name is resolved once, all of its IP addresses must be public,
 * and the connection uses one of those that were checked. Redirects are not followed and nothing is decompressed. Throws
 * `NoImage` or `SourceUnreachable`.
 */
export async function fetchImage(
	address: string,
	hosts: ReadonlySet<string>,
	{ resolve, get }: Network = DEFAULT_NETWORK,
): Promise<Buffer> {
	if (!isAllowedAddress(address, hosts)) throw new NoImage('The address is not on an allowed host')
	const signal = AbortSignal.timeout(IMAGE_LIMITS.ms)
	try {
		const { hostname } = new URL(address)
		const [ip, ...others] = await withAbort(resolve(hostname), signal)
		if (ip === undefined) throw new SourceUnreachable('The host has no address')
		if (![ip, ...others].every(isPublicAddress)) throw new NoImage('The host is not on the public internet')
		const answer = await requestFrom(get, address, ip, signal)
		return await readBody(answer)
	} catch (error) {
		if (error instanceof NoImage || error instanceof SourceUnreachable) throw error
		throw new SourceUnreachable('The source did not answer', { cause: error })
	}
}

function requestFrom(get: Network['get'], address: string, ip: string, signal: AbortSignal): Promise<IncomingMessage> {
	const family = ip.includes(':') ? 6 : 4
	return new Promise((resolve, reject) => {
		const request = get(
			address,
			{
				signal,
				// Never reuses a connection that was opened for another purpose
				agent: false,
				lookup: (_host, options, done) =>
					options.all ? done(null, [{ address: ip, family }]) : done(null, ip, family),
				headers: {
					accept: 'image/webp,image/png,image/jpeg',
					'accept-encoding': 'identity',
					'user-agent': 'Savepoint',
				},
			},
			resolve,
		)
		request.on('error', reject)
	})
}

async function readBody(answer: IncomingMessage): Promise<Buffer> {
	try {
		const { statusCode = 0, headers } = answer
		if (statusCode >= 500 || statusCode === 429) throw new SourceUnreachable(`The source answers ${statusCode}`)
		if (statusCode !== 200) throw new NoImage(`The source answers ${statusCode}`)
		if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new NoImage('The response is compressed')
		if (Number(headers['content-length'] ?? 0) > IMAGE_LIMITS.bytes) throw new NoImage('The image is too large')
		const chunks: Buffer[] = []
		let bytes = 0
		for await (const chunk of answer as AsyncIterable<Buffer>) {
			bytes += chunk.length
			if (bytes > IMAGE_LIMITS.bytes) throw new NoImage('The image is too large')
			chunks.push(chunk)
		}
		if (!answer.complete) throw new SourceUnreachable('The response was cut off')
		return Buffer.concat(chunks)
	} finally {
		answer.destroy()
	}
}

function withAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return Promise.race([
		work,
		new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
	])
}
