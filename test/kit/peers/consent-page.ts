import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Returns the consent page of a test provider, which asks for the account and consent. */
export function renderConsentPage(title: string): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1><form method="post"><label>Account <input name="account"></label><button name="answer" value="yes">Continue</button><button name="answer" value="no">Cancel</button></form></html>`
}

/** Reads the response to the consent page: the account, or null for a refusal. */
export async function readConsent(request: IncomingMessage): Promise<string | null> {
	const form = await readForm(request)
	return form.get('answer') === 'yes' ? form.get('account') : null
}

/** Reads the form in the body of a request. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
	let text = ''
	for await (const chunk of request) text += String(chunk)
	return new URLSearchParams(text)
}

/** Starts an HTTP server on a free loopback port; `listener` receives its origin. */
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
