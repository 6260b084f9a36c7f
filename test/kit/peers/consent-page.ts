import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The page on which a provider of the tests asks who somebody is, and whether they want to. */
export function renderConsentPage(title: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1><form method="post"><label>Account <input name="account"></label><button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form></html>`
}

/** What was answered on it: the account, null for whoever does not want to. */
export async function readConsent(request: IncomingMessage): Promise<string | null> {
	const form = await readForm(request)
	return form.get('answer') === 'yes' ? form.get('account') : null
}

/** The form in the body of a request. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
	let text = ''
	for await (const chunk of request) text += String(chunk)
	return new URLSearchParams(text)
}

/** An HTTP server on a free port of the loopback; `listener` gets its address. */
export async function startServer(
	listener: (origin: string) => RequestListener,
): Promise<{ origin: string } & AsyncDisposable> {
	const server = createServer()
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	server.on('request', listener(origin))
	return {
		origin,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections()
			server.close()
			await once(server, 'close')
		},
	}
}
