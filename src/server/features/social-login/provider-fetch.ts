/** How long a provider may take for one answer. */
export const PROVIDER_TIMEOUT_SECONDS = 5
const MAX_RESPONSE_BYTES = 256 * 1024

/**
 * Fetches from a provider: no redirect is followed, and of an answer no more is read than a quarter of a megabyte. The
 * signal of the options ends the reading too.
 */
export async function providerFetch(url: string, options: object): Promise<Response> {
	const response = await fetch(url, { ...options, redirect: 'manual' })
	const chunks: Uint8Array[] = []
	let bytes = 0
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length
		// Leaving the loop ends the connection
		if (bytes > MAX_RESPONSE_BYTES) throw new Error('The answer is too large')
		chunks.push(chunk)
	}
	const { status, headers } = response
	// An answer of these has no body, not even an empty one
	const body = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
	return new Response(body, { status, headers: stripTransportHeaders(headers) })
}

/** The headers without what is true of the bytes on the way only. */
function stripTransportHeaders(headers: Headers): Headers {
	const result = new Headers(headers)
	for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) result.delete(name)
	return result
}
