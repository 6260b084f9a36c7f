import { FIELD_NAMES, type FieldNames, type IgdbVocabulary } from './igdb-record.ts'
import { createTokenProvider, type IgdbKeys } from './igdb-token.ts'
import { asObject } from './json-fields.ts'
import { SourceError } from './source.ts'
import {
	createThrottledClient,
	type RequestLimits,
	RequestRejected,
	SYSTEM_TIMING,
	type Timing,
} from './throttled-client.ts'

export interface IgdbSettings {
	/** The operator's application at Twitch, if configured. */
	keys: IgdbKeys | undefined
	apiUrl?: string
	tokenUrl?: string
	/** Called with the reason for a longer pause. */
	onPause?: (sentence: string) => void
	timing?: Timing
	/** Patience and size, where a person waits for the answer. */
	limits?: RequestLimits
}

const MISSING_KEYS =
	'Reading IGDB requires your own keys, which are free: register an application at https://dev.twitch.tv/console/apps and set its IGDB_CLIENT_ID and IGDB_CLIENT_SECRET'
/** IGDB's limit. */
export const MAX_ROWS_PER_REQUEST = 500
// IGDB allows four requests a second
const REQUEST_INTERVAL_MS = 260
const TIMEOUT_MS = 30_000
const RATE_LIMIT_WAIT_MS = 1_000

/** Creates a client for IGDB's API. Its functions throw `SourceError` if a request is rejected. */
export function createIgdbClient({
	keys,
	apiUrl = 'https://api.igdb.com/v4',
	tokenUrl = 'https://id.twitch.tv/oauth2/token',
	onPause,
	timing = SYSTEM_TIMING,
	limits,
}: IgdbSettings) {
	if (!keys) throw new SourceError(MISSING_KEYS)
	const { clientId } = keys
	const policy = {
		intervalMs: REQUEST_INTERVAL_MS,
		timeoutMs: TIMEOUT_MS,
		rateLimitWaitMs: RATE_LIMIT_WAIT_MS,
		onPause,
		...limits,
	}
	const postToIgdb = createThrottledClient({ name: 'IGDB', ...policy }, timing)
	const { getToken, renewToken, describeError } = createTokenProvider({
		keys,
		url: tokenUrl,
		post: createThrottledClient({ name: 'Twitch', ...policy }, timing),
		clock: timing.clock,
	})
	let fieldNames: FieldNames = FIELD_NAMES.current

	/** Sends a query to an endpoint. Renews a rejected token once. */
	async function request(endpoint: string, body: string, signal: AbortSignal): Promise<unknown> {
		const send = (token: string) => {
			const headers = { 'client-id': clientId, authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
			return postToIgdb({ url: `${apiUrl}/${endpoint}`, headers, body }, signal)
		}
		try {
			return await send(await getToken(signal))
		} catch (error) {
			if (!(error instanceof RequestRejected) || error.status !== 401) throw error
			return await send(await renewToken(signal))
		}
	}

	/** Queries games. Falls back to the legacy field names if IGDB does not know the current ones. */
	async function queryGames(
		endpoint: string,
		query: (names: FieldNames) => string,
		signal: AbortSignal,
	): Promise<unknown> {
		try {
			return await request(endpoint, query(fieldNames), signal)
		} catch (error) {
			if (!(error instanceof RequestRejected)) throw error
			if (error.status !== 400 || fieldNames === FIELD_NAMES.legacy) throw toSourceError(error)
			const response = await request(endpoint, query(FIELD_NAMES.legacy), signal).catch((retryError: unknown) => {
				// Report the error about the current names: the legacy ones are only a fallback
				if (retryError instanceof RequestRejected) throw toSourceError(retryError.status === 400 ? error : retryError)
				throw retryError
			})
			fieldNames = FIELD_NAMES.legacy
			return response
		}
	}

	function toSourceError({ status, responseText }: RequestRejected): SourceError {
		const reason = describeError(responseText)
		if (status === 401 || status === 403)
			return new SourceError(
				`IGDB rejected the token of your application${reason && ` (${reason})`}. Check IGDB_CLIENT_ID and IGDB_CLIENT_SECRET, and that the application still exists at https://dev.twitch.tv/console/apps`,
			)
		return new SourceError(
			`IGDB rejected the query with status ${status}${reason && ` (${reason})`}. Its API may have changed; look for a newer version of Savepoint`,
		)
	}

	/** Queries a table that IGDB may not have; undefined without it. */
	async function askTable(endpoint: string, query: string, signal: AbortSignal): Promise<unknown[] | undefined> {
		const rows = await request(endpoint, query, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			if (error.status !== 400 && error.status !== 404) throw toSourceError(error)
		})
		return rows === undefined || Array.isArray(rows) ? rows : []
	}

	/** Fetches one of IGDB's small lookup tables, by id; empty if IGDB has no such table. */
	async function fetchTable(endpoint: string, field: string, signal: AbortSignal): Promise<Map<number, string>> {
		const rows = await askTable(endpoint, `fields ${field}; limit ${MAX_ROWS_PER_REQUEST};`, signal)
		return new Map(
			(rows ?? []).flatMap((row) => {
				const { id, [field]: word } = asObject(row)
				return typeof id === 'number' && typeof word === 'string' ? [[id, word]] : []
			}),
		)
	}

	return {
		askGames: queryGames,
		askTable,
		fetchVocabulary: async (signal: AbortSignal): Promise<IgdbVocabulary> => ({
			websiteTypes: await fetchTable('website_types', 'type', signal),
			dateFormats: await fetchTable('date_formats', 'format', signal),
		}),
	}
}
