import { type Agent, request } from 'node:http'

/**
 * The status of a whole answer, or the code of the error that cut it off. Any server may close a kept connection while the
 * next request is on its way, so such requests are sent again, as clients do (RFC 9112, section 9.3.1).
 */
export function ask(url: string, agent: Agent, headers: Record<string, string> = {}): Promise<number | string> {
	return new Promise((resolve) => {
		const sent = request(url, { agent, headers }, (answer) => {
			answer.on('end', () => resolve(answer.statusCode ?? 0))
			answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
			answer.resume()
		})
		sent.on('error', ({ code, message }: NodeJS.ErrnoException) =>
			resolve(sent.reusedSocket && code === 'ECONNRESET' ? ask(url, agent, headers) : (code ?? message)),
		)
		sent.end()
	})
}
