// The package has no types of its own; these are of what the tests use.
declare module 'oidc-provider' {
	import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

	interface Grant {
		addOIDCScope: (scope: string) => void
		save: () => Promise<string>
	}

	export default class Provider {
		constructor(issuer: string, configuration: object)
		callback(): RequestListener
		interactionDetails(
			request: IncomingMessage,
			response: ServerResponse,
		): Promise<{ uid: string; params: { client_id: string; scope: string } }>
		interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
		Grant: new (of: {
			accountId: string
			clientId: string
		}) => Grant
		Client: { prototype: { redirectUriAllowed: (uri: string) => boolean } }
	}
}
