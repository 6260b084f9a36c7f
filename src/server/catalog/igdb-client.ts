import { FIELD_NAMES, type FieldNames } from './igdb-record.ts'
import { asObject } from './json-fields.ts'
import { SourceError } from './source.ts'
import { createThrottledClient, SYSTEM_TIMING, RequestRejected, type Timing } from './throttled-client.ts'

export interface IgdbSettings {
	/** The operator's own application at Twitch; undefined: there is none. */
	keys: { clientId: string; clientSecret: string } | undefined
	apiUrl?: string
	tokenUrl?: string
	/** Hears why reading pauses. */
	onPause?: (sentence: string) => void
	timing?: Timing
}

const MISSING_KEYS =
	'IGDB is read with keys of your own, which are free: register an application at https://dev.twitch.tv/console/apps and set its IGDB_CLIENT_ID and IGDB_CLIENT_SECRET'
/** IGDB gives no more at once. */
export const MAX_ROWS_PER_REQUEST = 500
// Four a second are allowed
const REQUEST_INTERVAL_MS = 260
const TIMEOUT_MS = 30_000
const RATE_LIMIT_WAIT_MS = 1_000
const TOKEN_RENEWAL_MARGIN_MS = 60_000
const MAX_MESSAGE_CHARS = 200

/** Asks IGDB with a token of the operator's application. Throws `SourceBroken` with a sentence for what it refuses. */
export function createIgdbClient({
	keys,
	apiUrl = 'https://api.igdb.com/v4',
	tokenUrl = 'https://id.twitch.tv/oauth2/token',
	onPause: tell,
	timing = SYSTEM_TIMING,
}: IgdbSettings) {
	if (!keys) throw new SourceError(MISSING_KEYS)
	const { clientId, clientSecret } = keys
	const policy = { betweenMs: REQUEST_INTERVAL_MS, timeoutMs: TIMEOUT_MS, tooMuchMs: RATE_LIMIT_WAIT_MS, tell }
	const postToTwitch = createThrottledClient({ name: 'Twitch', ...policy }, timing)
	const postToIgdb = createThrottledClient({ name: 'IGDB', ...policy }, timing)
	let names: FieldNames = FIELD_NAMES.current
	let token: { text: string; until: number } | undefined

	/** What a service said, fit to be shown. */
	const redact = (said: string): string => {
		const secrets = [clientSecret, ...(token ? [token.text] : [])]
		return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said).slice(0, MAX_MESSAGE_CHARS)
	}

	async function fetchToken(signal: AbortSignal): Promise<string> {
		const body = new URLSearchParams({
			client_id: clientId,
			client_secret: clientSecret,
			grant_type: 'client_credentials',
		}).toString()
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const answer = await postToTwitch({ url: tokenUrl, headers, body }, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			throw new SourceError(
				`Twitch refuses the keys of IGDB (${redact(parseErrorMessage(error.responseText)) || `status ${error.status}`}). Compare IGDB_CLIENT_ID and IGDB_CLIENT_SECRET with your application at https://dev.twitch.tv/console/apps`,
			)
		})
		const { access_token: text, expires_in: seconds } = asObject(answer)
		if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
			throw new SourceError('Twitch gives no token for IGDB. Try again later')
		const lastsMs = typeof seconds === 'number' ? seconds * 1000 - TOKEN_RENEWAL_MARGIN_MS : Number.POSITIVE_INFINITY
		token = { text, until: timing.clock() + lastsMs }
		return text
	}

	/** Asks an endpoint; a token that is not taken is renewed once. */
	async function request(endpoint: string, body: string, signal: AbortSignal): Promise<unknown> {
		const send = (authorization: string) => {
			const headers = { 'client-id': clientId, authorization: `Bearer ${authorization}`, 'content-type': 'text/plain' }
			return postToIgdb({ url: `${apiUrl}/${endpoint}`, headers, body }, signal)
		}
		const current = token && timing.clock() < token.until ? token.text : await fetchToken(signal)
		try {
			return await send(current)
		} catch (error) {
			if (!(error instanceof RequestRejected) || error.status !== 401) throw error
			return await send(await fetchToken(signal))
		}
	}

	/** Asks about games. Where IGDB does not know the names of fields as they are now, those that were are taken. */
	async function queryGames(
		endpoint: string,
		query: (names: FieldNames) => string,
		signal: AbortSignal,
	): Promise<unknown> {
		try {
			return await request(endpoint, query(names), signal)
		} catch (error) {
			if (!(error instanceof RequestRejected)) throw error
			if (error.status !== 400 || names === FIELD_NAMES.legacy) throw toSourceError(error)
			const answer = await request(endpoint, query(FIELD_NAMES.legacy), signal).catch((again: unknown) => {
				// The names as they are now are what somebody can do something about
				if (again instanceof RequestRejected) throw toSourceError(again.status === 400 ? error : again)
				throw again
			})
			names = FIELD_NAMES.legacy
			return answer
		}
	}

	function toSourceError({ status, responseText: said }: RequestRejected): SourceError {
		const reason = redact(parseErrorMessage(said))
		if (status === 401 || status === 403)
			return new SourceError(
				`IGDB does not take the token of your application${reason && ` (${reason})`}. Check IGDB_CLIENT_ID and IGDB_CLIENT_SECRET, and at https://dev.twitch.tv/console/apps that the application is still there`,
			)
		return new SourceError(
			`IGDB refuses the question with the status ${status}${reason && ` (${reason})`}. It may have changed; look for a newer Savepoint`,
		)
	}

	/** The words of one of IGDB's small tables; empty where it has none of that name. */
	async function fetchVocabulary(endpoint: string, field: string, signal: AbortSignal): Promise<Map<number, string>> {
		const rows = await request(endpoint, `fields ${field}; limit ${MAX_ROWS_PER_REQUEST};`, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			if (error.status === 400 || error.status === 404) return []
			throw toSourceError(error)
		})
		return new Map(
			(Array.isArray(rows) ? rows : []).flatMap((row) => {
				const { id, [field]: word } = asObject(row)
				return typeof id === 'number' && typeof word === 'string' ? [[id, word]] : []
			}),
		)
	}

	return { askGames: queryGames, wordsOf: fetchVocabulary }
}

/** What is wrong, in the words of IGDB (`[{"cause":…}]`) or Twitch (`{"message":…}`). */
function parseErrorMessage(said: string): string {
	try {
		const answer: unknown = JSON.parse(said)
		const { cause, title, message } = asObject(Array.isArray(answer) ? answer[0] : answer)
		return ([cause, message, title].find((text) => typeof text === 'string') as string | undefined) ?? ''
	} catch {
		return ''
	}
}
