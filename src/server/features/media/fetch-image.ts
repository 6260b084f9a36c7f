import type { IncomingMessage } from 'node:http'
import { InternalAddress, isPlainHttpsAddress, type Network, requestPublicly } from '#server/http/public-request.ts'

/** The time and size limits for fetching one image. */
export const IMAGE_LIMITS = { ms: 5_000, bytes: 5 * 1024 * 1024 } as const

/** The source does not have the image, or what it has is not one. Retrying soon is pointless. */
export class NoImage extends Error {}
/** The source was unreachable or did not answer in time. */
export class SourceUnreachable extends Error {}

/** Returns whether an address may be fetched: over TLS, from one of the hosts, on the default port, without credentials. */
export function isAllowedAddress(address: string, hosts: ReadonlySet<string>): boolean {
	return isPlainHttpsAddress(address) && hosts.has(new URL(address).hostname)
}

/**
 * Fetches an image from one of the allowed hosts, whose IP addresses must all be public. Redirects are not followed and
 * nothing is decompressed. Throws `NoImage` or `SourceUnreachable`.
 */
export async function fetchImage(address: string, hosts: ReadonlySet<string>, network?: Network): Promise<Buffer> {
	if (!isAllowedAddress(address, hosts)) throw new NoImage('The address is not on an allowed host')
	const signal = AbortSignal.timeout(IMAGE_LIMITS.ms)
	try {
		const headers = { accept: 'image/webp,image/png,image/jpeg' }
		return await readBody(await requestPublicly(address, { headers, signal }, network))
	} catch (error) {
		if (error instanceof NoImage || error instanceof SourceUnreachable) throw error
		if (error instanceof InternalAddress) throw new NoImage(error.message)
		throw new SourceUnreachable('The source did not answer', { cause: error })
	}
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
