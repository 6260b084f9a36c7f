import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readConsent, readForm, renderConsentPage, startServer } from './consent-page.ts'

/** A Facebook account; without an e-mail address, it was registered with a phone number. */
export interface FacebookPerson {
	name: string
	email?: string
}

/** A fake Facebook: the login dialog, the token endpoint and the Graph API, as strict as the real ones. */
export interface Facebook extends AsyncDisposable {
	origin: string
	/** The site's configuration. */
	env: Record<string, string>
	people: Map<string, FacebookPerson>
	/** The requests received, in order. */
	asked: string[]
	/** Returns the signed request that Facebook posts when a user asks for the deletion of their data. */
	signedRequest: (personId: string, change?: { secret?: string; algorithm?: string; issuedMs?: number }) => string
}

const APP = { id: '1017', secret: '0123456789abcdef of the tests' }

interface Code {
	personId: string
	redirectUri: string
	challenge: string | null
}

/** Starts the fake on the loopback. */
export async function startFacebook(): Promise<Facebook> {
	const people = new Map<string, FacebookPerson>()
	const codes = new Map<string, Code>()
	const tokens = new Map<string, string>()
	const asked: string[] = []
	const server = await startServer((origin) => (request, response) => {
		const url = new URL(request.url ?? '/', origin)
		asked.push(`${request.method} ${url.pathname}${url.search}`)
		const part =
			url.pathname === '/dialog/oauth'
				? dialog(request, response, url.searchParams, people, codes)
				: url.pathname === '/oauth/access_token'
					? exchange(request, response, codes, tokens)
					: url.pathname === '/graph/me'
						? me(request, response, url.searchParams, people, tokens)
						: Promise.resolve(oauthException(response, 404, 'Unknown path components'))
		part.catch(() => response.destroy())
	})
	const env = {
		FACEBOOK_APP_ID: APP.id,
		FACEBOOK_APP_SECRET: APP.secret,
		FACEBOOK_DIALOG_URL: `${server.origin}/dialog/oauth`,
		FACEBOOK_TOKEN_URL: `${server.origin}/oauth/access_token`,
		FACEBOOK_GRAPH_URL: `${server.origin}/graph`,
	}
	return { ...server, env, people, asked, signedRequest }
}

async function dialog(
	request: IncomingMessage,
	response: ServerResponse,
	query: URLSearchParams,
	people: ReadonlyMap<string, FacebookPerson>,
	codes: Map<string, Code>,
): Promise<void> {
	const redirectUri = query.get('redirect_uri') ?? ''
	if (query.get('client_id') !== APP.id || !redirectUri.endsWith('/api/auth/facebook/callback'))
		return oauthException(response, 400, "Can't load URL: the domain of this URL isn't included in the app's domains.")
	if (request.method !== 'POST') {
		response.setHeader('content-type', 'text/html')
		response.end(renderConsentPage('Log in with Facebook'))
		return
	}
	const personId = await readConsent(request)
	const back = new URL(redirectUri)
	if (personId === null) {
		back.searchParams.set('error', 'access_denied')
		back.searchParams.set('error_code', '200')
		back.searchParams.set('error_description', 'Permissions error')
		back.searchParams.set('error_reason', 'user_denied')
	} else if (people.has(personId)) {
		const code = randomBytes(120).toString('base64url')
		codes.set(code, { personId, redirectUri, challenge: query.get('code_challenge') })
		back.searchParams.set('code', code)
	} else return oauthException(response, 400, 'No such account')
	back.searchParams.set('state', query.get('state') ?? '')
	back.hash = '_=_'
	response.writeHead(302, { location: back.href }).end()
}

async function exchange(
	request: IncomingMessage,
	response: ServerResponse,
	codes: Map<string, Code>,
	tokens: Map<string, string>,
): Promise<void> {
	const form = await readForm(request)
	if (form.get('client_id') !== APP.id || form.get('client_secret') !== APP.secret)
		return oauthException(response, 400, 'Error validating client secret.')
	const code = form.get('code') ?? ''
	const given = codes.get(code)
	codes.delete(code)
	if (given === undefined) return oauthException(response, 400, 'This authorization code has been used.')
	const challenge = createHash('sha256')
		.update(form.get('code_verifier') ?? '')
		.digest('base64url')
	if (given.redirectUri !== form.get('redirect_uri') || (given.challenge !== null && given.challenge !== challenge))
		return oauthException(response, 400, 'Error validating verification code.')
	const token = `EAA${randomBytes(60).toString('hex')}`
	tokens.set(token, given.personId)
	json(response, 200, { access_token: token, token_type: 'bearer', expires_in: 5_183_944 })
}

async function me(
	request: IncomingMessage,
	response: ServerResponse,
	query: URLSearchParams,
	people: ReadonlyMap<string, FacebookPerson>,
	tokens: ReadonlyMap<string, string>,
): Promise<void> {
	const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? query.get('access_token') ?? ''
	const personId = tokens.get(token)
	const person = people.get(personId ?? '')
	if (!person) return oauthException(response, 400, 'Invalid OAuth access token.')
	if (query.get('appsecret_proof') !== createHmac('sha256', APP.secret).update(token).digest('hex'))
		return oauthException(response, 400, 'Invalid appsecret_proof provided in the API argument')
	const facts: Record<string, string | undefined> = { id: personId, ...person }
	const fields = (query.get('fields') ?? 'id,name').split(',')
	json(response, 200, Object.fromEntries(fields.map((field) => [field, facts[field]])))
}

function oauthException(response: ServerResponse, status: number, message: string): void {
	json(response, status, { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'AbCdEf' } })
}

function json(response: ServerResponse, status: number, body: object): void {
	response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body))
}

function signedRequest(
	personId: string,
	{ secret = APP.secret, algorithm = 'HMAC-SHA256', issuedMs = Date.UTC(2026, 10, 21, 12) } = {},
): string {
	const issued = issuedMs / 1000
	const facts = { algorithm, expires: issued + 3_600, issued_at: issued, user_id: personId }
	const payload = Buffer.from(JSON.stringify(facts)).toString('base64url')
	return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`
}
