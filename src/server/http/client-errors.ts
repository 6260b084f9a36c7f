import type { Socket } from 'node:net'
import { REFUSED } from './errors.ts'

const LINES = { 400: 'Bad Request', 408: 'Request Timeout', 431: 'Request Header Fields Too Large' } as const
const TIMED_OUT = { code: 'request_timeout', error: 'The request took too long to arrive' } as const

/** Answers what is no request that could be read, in the shape of errors and with the given headers, and hangs up. */
export function answerClientErrors(headers: Readonly<Record<string, string>>) {
	const fixed = Object.entries({ ...headers, 'content-type': 'application/json; charset=utf-8', connection: 'close' })
		.map(([name, value]) => `${name}: ${value}\r\n`)
		.join('')
	return (failure: Error & { code?: string }, socket: Socket): void => {
		if (failure.code === 'ECONNRESET' || socket.destroyed) return
		const status =
			failure.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : failure.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
		const { code, error } = status === 408 ? TIMED_OUT : REFUSED[status]
		const body = JSON.stringify({ success: false, error, code })
		if (socket.writable)
			socket.write(`HTTP/1.1 ${status} ${LINES[status]}\r\n${fixed}content-length: ${body.length}\r\n\r\n${body}`)
		socket.destroy(failure)
	}
}
