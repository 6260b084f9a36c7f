import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { PROVIDER_TIMEOUT_SECONDS, providerFetch } from '#server/features/social-login/provider-fetch.ts'
import type { Viewer } from '#server/http/viewer.ts'

/** What a browser keeps of a sign-in at Steam: who began it, in which session, and later whose profile it is. */
export interface SteamTicket extends Viewer {
	purpose: 'attempt' | 'profile'
	/** The state of an attempt, or the 17 digits of a profile. */
	value: string
	expiresMs: number
}

const NAMESPACE = 'http://specs.openid.net/auth/2.0'
const ANY_ACCOUNT = `${NAMESPACE}/identifier_select`
/** What Steam must have signed, so that none of it can be another sign-in's. */
const SIGNED = ['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce'] as const
const MAX_FIELD_LENGTH = 2_000

/** Encodes and signs a ticket as a cookie value. */
export function signSteamTicket(key: KeyObject, ticket: SteamTicket): string {
	const body = Buffer.from(JSON.stringify(ticket)).toString('base64url')
	return `${body}.${mac(key, body).toString('base64url')}`
}

/** Verifies and decodes a ticket for a purpose; undefined if it has expired or this site did not sign it. */
export function verifySteamTicket(
	key: KeyObject,
	cookie: string | undefined,
	{ purpose, nowMs }: { purpose: SteamTicket['purpose']; nowMs: number },
): SteamTicket | undefined {
	const [body = '', encoded = '', ...rest] = (cookie ?? '').split('.')
	const signature = Buffer.from(encoded, 'base64url')
	const expected = mac(key, body)
	if (rest.length > 0 || signature.length !== expected.length || !timingSafeEqual(signature, expected)) return undefined
	const ticket = JSON.parse(Buffer.from(body, 'base64url').toString()) as SteamTicket
	return ticket.purpose === purpose && ticket.expiresMs > nowMs ? ticket : undefined
}

function mac(key: KeyObject, body: string): Buffer {
	return createHmac('sha256', key).update('steam').update('\0').update(body).digest()
}

/** Builds the address at which a person signs in at Steam, which then leads to `returnTo`. */
export function buildSteamSignInUrl(loginUrl: string, returnTo: string): string {
	const url = new URL(loginUrl)
	for (const [name, value] of Object.entries({
		...{ ns: NAMESPACE, mode: 'checkid_setup', return_to: returnTo, realm: new URL(returnTo).origin },
		...{ identity: ANY_ACCOUNT, claimed_id: ANY_ACCOUNT },
	}))
		url.searchParams.set(`openid.${name}`, value)
	return url.href
}

/**
 * Returns whose profile Steam's answer proves, as its 17 digits; undefined if it proves none. Steam itself is asked whether it
 * signed the answer, which it says once only. Throws if Steam cannot be reached.
 */
export async function verifySteamAnswer(
	loginUrl: string,
	query: URLSearchParams,
	returnTo: string,
): Promise<string | undefined> {
	const fields = [...query].filter(([name]) => name.startsWith('openid.'))
	const names = new Set(fields.map(([name]) => name))
	if (names.size !== fields.length || fields.some(([, value]) => value.length > MAX_FIELD_LENGTH)) return undefined
	const get = (name: string) => query.get(`openid.${name}`) ?? ''
	const signed = get('signed').split(',')
	const claimed = get('claimed_id')
	const prefix = new URL('id/', loginUrl).href
	const steamId = claimed.startsWith(prefix) ? claimed.slice(prefix.length) : ''
	const isOurs =
		get('ns') === NAMESPACE &&
		get('mode') === 'id_res' &&
		get('op_endpoint') === loginUrl &&
		get('return_to') === returnTo &&
		get('identity') === claimed &&
		/^\d{17}$/.test(steamId) &&
		SIGNED.every((name) => signed.includes(name))
	if (!isOurs) return undefined
	const body = new URLSearchParams(fields)
	body.set('openid.mode', 'check_authentication')
	const response = await providerFetch(loginUrl, {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: body.toString(),
		signal: AbortSignal.timeout(PROVIDER_TIMEOUT_SECONDS * 1000),
	})
	if (!response.ok) throw new Error(`Steam answered with status ${response.status}`)
	const lines = (await response.text()).split('\n').map((line) => line.trim())
	return lines.includes('is_valid:true') ? steamId : undefined
}
