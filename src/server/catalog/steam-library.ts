import { STEAM_PROBLEMS } from '#contract/import-problems.ts'
import { asObject } from './json-fields.ts'
import { SourceError } from './source.ts'
import { createThrottledClient, RequestRejected, SYSTEM_TIMING, type Timing } from './throttled-client.ts'

export interface SteamSettings {
	key: string
	apiUrl: string
	timing?: Timing
}

/** A game that a profile has or wishes for, as Steam sends it but bounded. */
interface SteamGame {
	appid: number
	name: string
}

/** What Steam says of a profile, as the file of its import. */
export interface SteamProfile {
	library: (SteamGame & { playtime_forever: number; rtime_last_played: number })[]
	wishlist: (SteamGame & { date_added: number })[]
}

/** Why a profile cannot be read, as a sentence for its owner. */
class SteamProblem extends Error {}

/** Reads profiles at Steam, one request after the other in a process. */
export interface SteamLibrary {
	/** Reads the library and the wishlist of a profile, by its 17 digits; else says why it can't, as a sentence for its owner. */
	read: (steamId: string, signal: AbortSignal) => Promise<SteamProfile | { problem: string }>
}

const POLICY = {
	name: 'Steam',
	intervalMs: 250,
	timeoutMs: 10_000,
	rateLimitWaitMs: [15_000, 30_000, 60_000],
	maxAttempts: 4,
	maxResponseMegabytes: 16,
}
/** More than an import may have, so that it is refused for that. */
const MAX_GAMES = 25_000
const MAX_NAME = 200
const NAMES_PER_REQUEST = 100
const MAX_NAMES = 2_000

/** Creates what reads profiles with the operator's key. */
export function createSteamLibrary({ key, apiUrl, timing = SYSTEM_TIMING }: SteamSettings): SteamLibrary {
	const send = createThrottledClient(POLICY, timing)

	async function get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
		const url = `${apiUrl}/${path}/?${new URLSearchParams({ key, ...query })}`
		const answer = await send({ url, headers: {} }, signal)
		return asObject(answer).response
	}

	/** Names the games of a wishlist, which comes without. A game without a name is still found by its id. */
	async function readNames(ids: readonly number[], signal: AbortSignal): Promise<Map<number, string>> {
		const names = new Map<number, string>()
		try {
			for (let from = 0; from < Math.min(ids.length, MAX_NAMES); from += NAMES_PER_REQUEST) {
				const wanted = ids.slice(from, from + NAMES_PER_REQUEST).map((appid) => ({ appid }))
				const query = { ids: wanted, context: { language: 'english', country_code: 'US' }, data_request: {} }
				const answer = await get('IStoreBrowseService/GetItems/v1', { input_json: JSON.stringify(query) }, signal)
				for (const { appid, name } of toGames(asObject(answer).store_items)) names.set(appid, name)
			}
		} catch {
			signal.throwIfAborted()
		}
		return names
	}

	return {
		async read(steamId, signal) {
			try {
				const query = { steamid: steamId }
				const more = { include_appinfo: '1', include_played_free_games: '1' }
				const owned = asObject(await get('IPlayerService/GetOwnedGames/v1', { ...query, ...more }, signal))
				const wished = asObject(await get('IWishlistService/GetWishlist/v1', query, signal))
				const isHidden = owned.game_count === undefined && owned.games === undefined
				const library = toGames(owned.games).map(({ appid, name, row }) => ({
					...{ appid, name },
					playtime_forever: toCount(row.playtime_forever),
					rtime_last_played: toCount(row.rtime_last_played),
				}))
				const items = toGames(wished.items)
				if (isHidden && items.length === 0) throw new SteamProblem(STEAM_PROBLEMS.private)
				if (library.length === 0 && items.length === 0) throw new SteamProblem(STEAM_PROBLEMS.empty)
				const known = new Map(library.map(({ appid, name }) => [appid, name]))
				const unnamed = items.map(({ appid }) => appid).filter((appid) => !known.has(appid))
				const names = await readNames(unnamed, signal)
				const wishlist = items.map(({ appid, row }) => ({
					appid,
					name: known.get(appid) ?? names.get(appid) ?? `Steam app ${appid}`,
					date_added: toCount(row.date_added),
				}))
				return { library, wishlist }
			} catch (error) {
				const problem = signal.aborted ? undefined : explain(error)
				if (problem === undefined) throw error
				return { problem }
			}
		},
	}
}

/** Reads the rows of a list that name a game; anything else in it is left out. */
function toGames(value: unknown): (SteamGame & { row: Readonly<Record<string, unknown>> })[] {
	if (value === undefined || value === null) return []
	if (!Array.isArray(value)) throw new SteamProblem(STEAM_PROBLEMS.unreadable)
	return value.slice(0, MAX_GAMES).flatMap((one: unknown) => {
		const row = asObject(one)
		const appid = toCount(row.appid)
		if (appid === 0) return []
		const name = typeof row.name === 'string' ? row.name.slice(0, MAX_NAME).trim() : ''
		return [{ appid, name: name || `Steam app ${appid}`, row }]
	})
}

const MAX_COUNT = 4_294_967_295

/** Returns a number of a row that can be one; else 0. */
function toCount(value: unknown): number {
	return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= MAX_COUNT ? (value as number) : 0
}

function explain(error: unknown): string | undefined {
	if (error instanceof SteamProblem) return error.message
	if (error instanceof SourceError) return STEAM_PROBLEMS[error.failure ?? 'unreachable']
	if (!(error instanceof RequestRejected)) return undefined
	if (error.status === 401) return STEAM_PROBLEMS.key
	return error.status === 403 ? STEAM_PROBLEMS.refused : STEAM_PROBLEMS.unreadable
}
