import { FIELD_NAMES, fieldsOf, igdbRecord, type Words } from './igdb-record.ts'
import { fieldsIn } from './json-fields.ts'
import { politeReader, REAL_TIME, Refused, type Timing } from './polite-reader.ts'
import { type CatalogueSource, type ReadFrom, SourceBroken } from './source.ts'

interface IgdbSettings {
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
const PAGE_ROWS = 500
// four a second are allowed
const BETWEEN_MS = 260
const TIMEOUT_MS = 30_000
const TOO_MUCH_MS = 1_000
const RENEW_BEFORE_MS = 60_000
// what is changed while IGDB's clock and ours disagree is read twice rather than never
const OVERLAP_MS = 60 * 60_000
/** Main games, remakes, remasters and expanded ones. */
const GAME_TYPES = '(0,8,9,10)'
const EROTIC = 42

/** Games from IGDB, by their numbers. Throws `SourceBroken` when there are no keys. */
export function igdbSource({
	keys,
	apiUrl = 'https://api.igdb.com/v4',
	tokenUrl = 'https://id.twitch.tv/oauth2/token',
	tell,
	timing = REAL_TIME,
}: IgdbSettings): CatalogueSource {
	if (!keys) throw new SourceBroken(NO_KEYS)
	const { clientId, clientSecret } = keys
	const manners = { betweenMs: BETWEEN_MS, timeoutMs: TIMEOUT_MS, tooMuchMs: TOO_MUCH_MS, tell }
	const askTwitch = politeReader({ name: 'Twitch', ...manners }, timing)
	const askIgdb = politeReader({ name: 'IGDB', ...manners }, timing)
	let token: { text: string; until: number } | undefined

	/** What a service said, fit to be shown. */
	const shown = (said: string): string => {
		let quoted = said.slice(0, MOST_SAID)
		for (const secret of [clientSecret, token?.text]) if (secret) quoted = quoted.replaceAll(secret, '…')
		return quoted
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

	/** Asks about games with the names of fields as they are now, or as they were where IGDB knows no others. */
	async function askGames(
		endpoint: string,
		query: (names: (typeof FIELD_NAMES)[keyof typeof FIELD_NAMES]) => string,
		signal: AbortSignal,
	): Promise<unknown> {
		try {
			try {
				return await ask(endpoint, query(FIELD_NAMES.now), signal)
			} catch (error) {
				if (!(error instanceof Refused) || error.status !== 400) throw error
				return await ask(endpoint, query(FIELD_NAMES.before), signal).catch((again: unknown) => {
					// the names as they are now are what somebody can do something about
					throw again instanceof Refused && again.status === 400 ? error : again
				})
			}
		} catch (error) {
			throw error instanceof Refused ? broken(error) : error
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
		const rows = await ask(endpoint, `fields ${field}; limit ${PAGE_ROWS};`, signal).catch((error: unknown) => {
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

	async function countAfter(last: number, since: number | undefined, signal: AbortSignal): Promise<number | undefined> {
		const answer = await askGames('games/count', (names) => `where ${wanted(last, since, names)};`, signal)
		const { count } = fieldsIn(answer)
		return typeof count === 'number' ? count : undefined
	}

	return {
		name: 'igdb',
		isWhole: true,
		async *entries(from, signal) {
			const { last: start, since } = beginning(from)
			try {
				const words: Words = {
					websiteTypes: await wordsOf('website_types', 'type', signal),
					dateFormats: await wordsOf('date_formats', 'format', signal),
				}
				for (let last = start; ; ) {
					const rows = await askGames(
						'games',
						(names) => `${fieldsOf(names)}; where ${wanted(last, since, names)}; sort id asc; limit ${PAGE_ROWS};`,
						signal,
					)
					if (!Array.isArray(rows)) throw new SourceBroken('IGDB answers with something else than a list of games')
					if (rows.length === 0) {
						// what is missing at the end would be taken for gone
						if (!(await countAfter(last, since, signal))) return
						throw new SourceBroken(`IGDB gives nothing after game ${last}, though there is more. Try again later`)
					}
					let highest = last
					for (const row of rows) {
						const { id } = fieldsIn(row)
						const isNumbered = Number.isSafeInteger(id)
						if (isNumbered) highest = Math.max(highest, id as number)
						yield { place: isNumbered ? `game ${id}` : `a game after ${last}`, ...igdbRecord(row, words) }
					}
					if (highest === last)
						throw new SourceBroken(`IGDB gives the games after number ${last} without higher numbers. Try again later`)
					last = highest
					yield { checkpoint: since === undefined ? String(last) : `${last} since ${since}` }
				}
			} catch (error) {
				if (!signal.aborted) throw error
			}
		},
		async total(from, signal) {
			const { last, since } = beginning(from)
			return await countAfter(last, since, signal).catch((error: unknown) => {
				if (!signal.aborted) throw error
				return undefined
			})
		},
	}
}

/**
 * Games above a number, in the order of numbers: IGDB sorts by one field only, and among games that were changed in
 * the same second a walk by the time of change would skip some or turn in circles.
 */
function wanted(last: number, since: number | undefined, { gameType }: { gameType: string }): string {
	return [
		`id > ${last}`,
		...(since === undefined ? [] : [`updated_at > ${since}`]),
		`${gameType} = ${GAME_TYPES}`,
		'version_parent = null',
		// most games have no theme at all
		`(themes = null | themes != (${EROTIC}))`,
	].join(' & ')
}

/** A checkpoint holds the number of the last game, and for a refresh the second since which games are wanted. */
function beginning({ checkpoint = '', since }: ReadFrom): { last: number; since: number | undefined } {
	const [, last, kept] = /^(\d{1,15})(?: since (\d{1,15}))?$/.exec(checkpoint) ?? []
	if (last !== undefined) return { last: Number(last), since: kept === undefined ? undefined : Number(kept) }
	return {
		last: 0,
		since: since === undefined ? undefined : Math.max(0, Math.floor((Date.parse(since) - OVERLAP_MS) / 1000)),
	}
}

const MOST_SAID = 200

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
