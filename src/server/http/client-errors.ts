import type { Socket } from 'node:net'
import { HTTP_REFUSALS } from './errors.ts'

const STATUS_TEXTS = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const
const REQUEST_TIMEOUT = { code: 'request_timeout', error: 'The request took too long to arrive' } as const

/** Returns a handler that answers unreadable requests with the API's error body and the given headers, then closes the connection. */
export function createClientErrorHandler(headers: Readonly<Record<string, string>>) {
	const headerLines = Object.entries({
		...headers,
		'content-type': 'application/json; charset=utf-8',
		connection: 'close',
	})
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join('')
	return (failure: Error & { code?: string }, socket: Socket): void => {
		if (failure.code === 'ECONNRESET' || socket.destroyed) return
		const status =
			failure.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : failure.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
		const { code, error } = status === 408 ? REQUEST_TIMEOUT : HTTP_REFUSALS[status]
		const body = JSON.stringify({ success: false, error, code })
		if (socket.writable)
			socket.write(
				`HTTP/1.1 ${status} ${STATUS_TEXTS[status]}\r\n${headerLines}content-length: ${body.length}\r\n\r\n${body}`,
			)
		socket.destroy(failure)
	}
}
