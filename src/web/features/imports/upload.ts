import { createImport } from '#contract/imports.ts'
import { type ApiResponse, call, type Input, type Transport } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { readCredentials } from '#web/app/credentials.ts'
import { platform } from '#web/app/platform.ts'

interface Upload {
	body: NonNullable<Input<typeof createImport>['body']>
	signal: AbortSignal
	/** Called with how much of the file has left, 0 to 1. */
	onProgress: (fraction: number) => void
}

/** Uploads a file of games. Throws `ApiError` like every call. */
export function uploadGames({ body, signal, onProgress }: Upload) {
	// `fetch` does not say how far an upload is
	const transport: Transport = async (request) => {
		const { accessToken } = readCredentials()
		if (accessToken === null) return browserTransport(request)
		const response = await new Promise<ApiResponse>((resolve, reject) => {
			const sending = new XMLHttpRequest()
			sending.open(request.method, platform.apiOrigin + request.url)
			for (const [name, value] of Object.entries(request.headers)) sending.setRequestHeader(name, value)
			sending.setRequestHeader('authorization', `Bearer ${accessToken}`)
			sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
			sending.onload = () => {
				const isJson = sending.getResponseHeader('content-type')?.includes('json')
				resolve({ status: sending.status, body: isJson ? JSON.parse(sending.responseText) : undefined })
			}
			sending.onerror = () => reject(new TypeError('The network failed'))
			sending.onabort = () => reject(signal.reason)
			signal.addEventListener('abort', () => sending.abort(), { once: true })
			sending.send(request.body)
		})
		// Refreshes the token
		return response.status === 401 ? browserTransport(request) : response
	}
	return call(transport, createImport, { body }, { signal })
}
