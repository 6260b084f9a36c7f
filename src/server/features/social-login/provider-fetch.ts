/** The timeout of one request to a provider. */
export const PROVIDER_TIMEOUT_SECONDS = 5
const MAX_RESPONSE_BYTES = 256 * 1024

/**
 * Fetches from a provider. Follows no redirects and throws if the response exceeds 256 KiB. The signal in the options also
 * aborts reading the body.
 */
export async function providerFetch(url: string, options: object): Promise<Response> {
	const response = await fetch(url, { ...options, redirect: 'manual' })
	const chunks: Uint8Array[] = []
	let bytes = 0
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length
		// Leaving the loop closes the connection
		if (bytes > MAX_RESPONSE_BYTES) throw new Error('The response is too large')
		chunks.push(chunk)
	}
	const { status, headers } = response
	// Responses with these statuses must have no body, not even an empty one
	const body = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks)
	return new Response(body, { status, headers: stripTransportHeaders(headers) })
}

/** Removes the headers that describe only the transferred bytes. */
function stripTransportHeaders(headers: Headers): Headers {
	const result = new Headers(headers)
	for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) result.delete(name)
	return result
}
