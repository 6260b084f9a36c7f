import { FIELD_NAMES, type FieldNames } from './igdb-record.ts'
import { fieldsIn } from './json-fields.ts'
import { SourceBroken } from './source.ts'
import { politeReader, REAL_TIME, Refused, type Timing } from './throttled-client.ts'

export interface IgdbSettings {
	/** The operator's own application at Twitch; undefined: there is none. */
	keys: { clientId: string; clientSecret: string } | undefined
	apiUrl?: string
	tokenUrl?: string
	/** Hears why reading pauses. */
	tell?: (sentence: string) => void
	timing?: Timing
}

const NO_KEYS =
	'IGDB is read with keys of your own, which are free: register an application at https://dev.twitch.tv/console/apps and set its IGDB_CLIENT_ID and IGDB_CLIENT_SECRET'
/** IGDB gives no more at once. */
export const MOST_ROWS = 500
// Four a second are allowed
const BETWEEN_MS = 260
const TIMEOUT_MS = 30_000
const TOO_MUCH_MS = 1_000
const RENEW_BEFORE_MS = 60_000
const MOST_SAID = 200

/** Asks IGDB with a token of the operator's application. Throws `SourceBroken` with a sentence for what it refuses. */
export function igdbApi({
	keys,
	apiUrl = 'https://api.igdb.com/v4',
	tokenUrl = 'https://id.twitch.tv/oauth2/token',
	tell,
	timing = REAL_TIME,
}: IgdbSettings) {
	if (!keys) throw new SourceBroken(NO_KEYS)
	const { clientId, clientSecret } = keys
	const manners = { betweenMs: BETWEEN_MS, timeoutMs: TIMEOUT_MS, tooMuchMs: TOO_MUCH_MS, tell }
	const askTwitch = politeReader({ name: 'Twitch', ...manners }, timing)
	const askIgdb = politeReader({ name: 'IGDB', ...manners }, timing)
	let names: FieldNames = FIELD_NAMES.now
	let token: { text: string; until: number } | undefined

	/** What a service said, fit to be shown. */
	const shown = (said: string): string => {
		const secrets = [clientSecret, ...(token ? [token.text] : [])]
		return secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said).slice(0, MOST_SAID)
	}

	async function newToken(signal: AbortSignal): Promise<string> {
		const body = new URLSearchParams({
			client_id: clientId,
			client_secret: clientSecret,
			grant_type: 'client_credentials',
		}).toString()
		const headers = { 'content-type': 'application/x-www-form-urlencoded' }
		const answer = await askTwitch({ url: tokenUrl, headers, body }, signal).catch((error: unknown) => {
			if (!(error instanceof Refused)) throw error
			throw new SourceBroken(
				`Twitch refuses the keys of IGDB (${shown(messageOf(error.said)) || `status ${error.status}`}). Compare IGDB_CLIENT_ID and IGDB_CLIENT_SECRET with your application at https://dev.twitch.tv/console/apps`,
			)
		})
		const { access_token: text, expires_in: seconds } = fieldsIn(answer)
		if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
			throw new SourceBroken('Twitch gives no token for IGDB. Try again later')
		const lastsMs = typeof seconds === 'number' ? seconds * 1000 - RENEW_BEFORE_MS : Number.POSITIVE_INFINITY
		token = { text, until: timing.clock() + lastsMs }
		return text
	}

	/** Asks an endpoint; a token that is not taken is renewed once. */
	async function ask(endpoint: string, body: string, signal: AbortSignal): Promise<unknown> {
		const send = (authorization: string) => {
			const headers = { 'client-id': clientId, authorization: `Bearer ${authorization}`, 'content-type': 'text/plain' }
			return askIgdb({ url: `${apiUrl}/${endpoint}`, headers, body }, signal)
		}
		const current = token && timing.clock() < token.until ? token.text : await newToken(signal)
		try {
			return await send(current)
		} catch (error) {
			if (!(error instanceof Refused) || error.status !== 401) throw error
			return await send(await newToken(signal))
		}
	}

	/** Asks about games. Where IGDB does not know the names of fields as they are now, those that were are taken. */
	async function askGames(
		endpoint: string,
		query: (names: FieldNames) => string,
		signal: AbortSignal,
	): Promise<unknown> {
		try {
			return await ask(endpoint, query(names), signal)
		} catch (error) {
			if (!(error instanceof Refused)) throw error
			if (error.status !== 400 || names === FIELD_NAMES.before) throw broken(error)
			const answer = await ask(endpoint, query(FIELD_NAMES.before), signal).catch((again: unknown) => {
				// The names as they are now are what somebody can do something about
				if (again instanceof Refused) throw broken(again.status === 400 ? error : again)
				throw again
			})
			names = FIELD_NAMES.before
			return answer
		}
	}

	function broken({ status, said }: Refused): SourceBroken {
		const reason = shown(messageOf(said))
		if (status === 401 || status === 403)
			return new SourceBroken(
				`IGDB does not take the token of your application${reason && ` (${reason})`}. Check IGDB_CLIENT_ID and IGDB_CLIENT_SECRET, and at https://dev.twitch.tv/console/apps that the application is still there`,
			)
		return new SourceBroken(
			`IGDB refuses the question with the status ${status}${reason && ` (${reason})`}. It may have changed; look for a newer Savepoint`,
		)
	}

	/** The words of one of IGDB's small tables; empty where it has none of that name. */
	async function wordsOf(endpoint: string, field: string, signal: AbortSignal): Promise<Map<number, string>> {
		const rows = await ask(endpoint, `fields ${field}; limit ${MOST_ROWS};`, signal).catch((error: unknown) => {
			if (!(error instanceof Refused)) throw error
			if (error.status === 400 || error.status === 404) return []
			throw broken(error)
		})
		return new Map(
			(Array.isArray(rows) ? rows : []).flatMap((row) => {
				const { id, [field]: word } = fieldsIn(row)
				return typeof id === 'number' && typeof word === 'string' ? [[id, word]] : []
			}),
		)
	}

	return { askGames, wordsOf }
}

/** What is wrong, in the words of IGDB (`[{"cause":…}]`) or Twitch (`{"message":…}`). */
function messageOf(said: string): string {
	try {
		const answer: unknown = JSON.parse(said)
		const { cause, title, message } = fieldsIn(Array.isArray(answer) ? answer[0] : answer)
		return ([cause, message, title].find((text) => typeof text === 'string') as string | undefined) ?? ''
	} catch {
		return ''
	}
}
