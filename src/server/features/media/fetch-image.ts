import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import { isPublicAddress } from './public-address.ts'

/** How long a source may take for one image, and how large it may be. */
export const IMAGE_LIMITS = { ms: 5_000, bytes: 5 * 1024 * 1024 } as const

/** The source does not have the image, or what it has is none; asking again soon is of no use. */
export class NoImage extends Error {}
/** The source could not be reached or did not answer in time. */
export class SourceAway extends Error {}

/** How names are resolved and connections opened; tests bring their own. */
export interface Ways {
	resolve: (host: string) => Promise<readonly string[]>
	get: typeof https.get
}

const WAYS: Ways = {
	resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
	get: https.get,
}

/** Whether an address is one of those that may be fetched at all: by TLS, from one of the hosts, at the usual port. */
export function isOfHosts(address: string, hosts: ReadonlySet<string>): boolean {
	if (!URL.canParse(address)) return false
	const { protocol, hostname, port, username, password } = new URL(address)
	return protocol === 'https:' && port === '' && username === '' && password === '' && hosts.has(hostname)
}

/**
 * The bytes at an address of one of the hosts. The host's addresses are resolved once, all of them have to be public, and
 * the connection goes to one that was looked at. No redirect is followed and nothing is decompressed. Throws `NoImage` or
 * `SourceAway`.
 */
export async function fetchImage(
	address: string,
	hosts: ReadonlySet<string>,
	{ resolve, get }: Ways = WAYS,
): Promise<Buffer> {
	if (!isOfHosts(address, hosts)) throw new NoImage('The address is not one of the known hosts')
	const signal = AbortSignal.timeout(IMAGE_LIMITS.ms)
	try {
		const { hostname } = new URL(address)
		const [found, ...others] = await orTimeout(resolve(hostname), signal)
		if (found === undefined) throw new SourceAway('The host has no address')
		if (![found, ...others].every(isPublicAddress)) throw new NoImage('The host is not on the public internet')
		const answer = await answerOf(get, address, found, signal)
		return await bytesOf(answer)
	} catch (error) {
		if (error instanceof NoImage || error instanceof SourceAway) throw error
		throw new SourceAway('The source did not answer', { cause: error })
	}
}

function answerOf(get: Ways['get'], address: string, ip: string, signal: AbortSignal): Promise<IncomingMessage> {
	const family = ip.includes(':') ? 6 : 4
	return new Promise((resolve, reject) => {
		const request = get(
			address,
			{
				signal,
				// A connection of its own, so that none made for another reason is used
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

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
	try {
		const { statusCode = 0, headers } = answer
		if (statusCode >= 500 || statusCode === 429) throw new SourceAway(`The source answers ${statusCode}`)
		if (statusCode !== 200) throw new NoImage(`The source answers ${statusCode}`)
		if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new NoImage('The answer is compressed')
		if (Number(headers['content-length'] ?? 0) > IMAGE_LIMITS.bytes) throw new NoImage('The image is too large')
		const chunks: Buffer[] = []
		let bytes = 0
		for await (const chunk of answer as AsyncIterable<Buffer>) {
			bytes += chunk.length
			if (bytes > IMAGE_LIMITS.bytes) throw new NoImage('The image is too large')
			chunks.push(chunk)
		}
		if (!answer.complete) throw new SourceAway('The answer broke off')
		return Buffer.concat(chunks)
	} finally {
		answer.destroy()
	}
}

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	return Promise.race([
		work,
		new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
	])
}
