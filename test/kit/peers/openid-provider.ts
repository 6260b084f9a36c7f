import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Provider from 'oidc-provider'
import { readConsent, renderConsentPage, startServer } from './consent-page.ts'

/** An account at the provider. */
export interface OpenIdPerson {
	email?: string
	email_verified?: boolean
	name?: string
}

/** A real OpenID provider that stands in for Google, with accounts created by tests. */
export interface OpenIdProvider extends AsyncDisposable {
	origin: string
	/** The site's configuration. */
	env: Record<string, string>
	people: Map<string, OpenIdPerson>
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }

/** Starts the provider. `inIdToken` puts the user's claims into the ID token, as Google does. */
export async function startOpenIdProvider({ inIdToken = true } = {}): Promise<OpenIdProvider> {
	const people = new Map<string, OpenIdPerson>()
	const server = await startServer((issuer) => {
		const provider = new Provider(issuer, {
			clients: [{ client_id: 'savepoint', client_secret: 'a secret of the tests', redirect_uris: [`${issuer}/x`] }],
			jwks: { keys: [key] },
			cookies: { keys: ['a key of the tests'] },
			claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
			conformIdTokenClaims: !inIdToken,
			pkce: { required: () => true },
			discovery: { prompt_values_supported: ['none', 'login', 'consent'] },
			features: { devInteractions: { enabled: false } },
			interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
			findAccount: (_context: unknown, accountId: string) =>
				people.has(accountId) ? { accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) } : undefined,
			ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
		})
		// The site's port is not known yet
		provider.Client.prototype.redirectUriAllowed = (uri) => new URL(uri).pathname === '/api/auth/google/callback'
		const answer = provider.callback()
		return (request, response) => {
			if (request.url?.startsWith('/interaction/'))
				interaction(provider, request, response).catch(() => response.destroy())
			else answer(request, response)
		}
	})
	const env = {
		GOOGLE_CLIENT_ID: 'savepoint',
		GOOGLE_CLIENT_SECRET: 'a secret of the tests',
		GOOGLE_ISSUER: server.origin,
	}
	return { ...server, env, people }
}

async function interaction(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { params } = await provider.interactionDetails(request, response)
	if (request.method !== 'POST') {
		response.setHeader('content-type', 'text/html')
		response.end(renderConsentPage('Log in at the provider'))
		return
	}
	const accountId = await readConsent(request)
	if (accountId === null) {
		await provider.interactionFinished(request, response, { error: 'access_denied' })
		return
	}
	const grant = new provider.Grant({ accountId, clientId: params.client_id })
	grant.addOIDCScope(params.scope)
	const grantId = await grant.save()
	await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
}
