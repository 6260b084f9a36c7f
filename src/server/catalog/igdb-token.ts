import { asObject } from './json-fields.ts'
import { SourceError } from './source.ts'
import { type createThrottledClient, RequestRejected } from './throttled-client.ts'

/** The client id and secret of the operator's application at Twitch. */
export interface IgdbKeys {
	clientId: string
	clientSecret: string
}

interface TokenSettings {
	keys: IgdbKeys
	url: string
	post: ReturnType<typeof createThrottledClient>
	clock: () => number
}

const RENEWAL_MARGIN_MS = 60_000
const MAX_MESSAGE_CHARS = 200

/** Creates a provider of Twitch app access tokens, which IGDB requires. */
export function createTokenProvider({ keys: { clientId, clientSecret }, url, post, clock }: TokenSettings) {
	let token: { text: string; expiresAt: number } | undefined

	/** Extracts the error message from a response, without secrets and at most 200 characters long. */
	function describeError(responseText: string): string {
		const secrets = [clientSecret, ...(token ? [token.text] : [])]
		return secrets
			.reduce((text, secret) => text.replaceAll(secret, '…'), parseErrorMessage(responseText))
			.slice(0, MAX_MESSAGE_CHARS)
	}

	/** Fetches a new token. Throws `SourceError` if Twitch rejects the keys. */
	async function renewToken(signal: AbortSignal): Promise<string> {
		const body = new URLSearchParams({
			client_id: clientId,
			client_secret: clientSecret,
			grant_type: 'client_credentials',
		}).toString()
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const response = await post({ url, headers, body }, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			throw new SourceError(
				`Twitch rejected the IGDB keys (${describeError(error.responseText) || `status ${error.status}`}). Compare IGDB_CLIENT_ID and IGDB_CLIENT_SECRET with your application at https://dev.twitch.tv/console/apps`,
			)
		})
		const { access_token: text, expires_in: seconds } = asObject(response)
		if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
			throw new SourceError('Twitch returned no token for IGDB. Try again later')
		const lifetimeMs = typeof seconds === 'number' ? seconds * 1000 - RENEWAL_MARGIN_MS : Number.POSITIVE_INFINITY
		token = { text, expiresAt: clock() + lifetimeMs }
		return text
	}

	/** Returns the cached token, or a new one if it is about to expire. */
	async function getToken(signal: AbortSignal): Promise<string> {
		return token && clock() < token.expiresAt ? token.text : await renewToken(signal)
	}

	return { getToken, renewToken, describeError }
}

/** Parses an error response of IGDB (`[{"cause":…}]`) or Twitch (`{"message":…}`); '' if it has no message. */
function parseErrorMessage(responseText: string): string {
	try {
		const response: unknown = JSON.parse(responseText)
		const { cause, title, message } = asObject(Array.isArray(response) ? response[0] : response)
		return ([cause, message, title].find((text) => typeof text === 'string') as string | undefined) ?? ''
	} catch {
		return ''
	}
}
