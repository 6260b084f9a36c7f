import { LRUCache } from 'lru-cache'
import { type ExternalId, idKey } from '#contract/external-ids.ts'
import { LOOKUP_LIMITS, LOOKUP_SOURCES, type LookupSource } from '#contract/game-lookup.ts'
import type { Config } from '#server/config.ts'
import { toSearchKey } from '#server/features/search/search-key.ts'
import { isYounger } from '#server/http/age.ts'
import { createIgdbLookup } from './igdb.ts'
import type { IgdbSettings } from './igdb-client.ts'
import { type GameFacts, parseRecord } from './record.ts'
import type { SourceLookup } from './source.ts'
import type { RequestLimits } from './throttled-client.ts'
import { createWikidataLookup } from './wikidata.ts'
import type { WikidataClientSettings } from './wikidata-client.ts'

const CACHE_MS = 60 * 60 * 1000
const MAX_CACHED_LOOKUPS = 500
const MAX_CACHED_GAMES = 2_000
/** How long a person waits for a source, and in its queue, at most. */
const TIMEOUT_MS = 6_000
/** Further callers are refused at once: they would wait in vain. */
const MAX_WAITING = 8
/** A name of more words is not a better description. */
const MAX_WORDS = 10
const MAX_WORD_CHARS = 40

/** A person waits: one attempt, without the pauses of an import, and no answer for a few games is large. */
const LIMITS: RequestLimits = {
	intervalMs: 260,
	hasAdaptivePause: false,
	timeoutMs: 5_000,
	maxAttempts: 1,
	maxResponseMegabytes: 4,
}

/** The source did not answer, or nothing that can be used. */
export class LookupFailed extends Error {}

/** Games of the sources, read one by one while somebody waits. */
export interface GameLookup {
	/** The source that is asked for names; null if there is none. */
	source: LookupSource | null
	/** Finds games of the source by name. Throws `LookupFailed`. */
	find: (query: string) => Promise<readonly GameFacts[]>
	/** Returns the game with an id of a source; undefined if the source has no such game. Throws `LookupFailed`. */
	fetch: (source: LookupSource, id: string) => Promise<GameFacts | undefined>
	/** The kinds of ids by which games can be read. */
	idKinds: ReadonlySet<string>
	/** Returns the only game that has one of these ids at a source; undefined if there is none. Throws `LookupFailed`. */
	fetchByIds: (ids: readonly ExternalId[]) => Promise<{ source: LookupSource; facts: GameFacts } | undefined>
}

export interface LookupSettings {
	igdb?: IgdbSettings
	wikidata?: WikidataClientSettings
}

/** Returns the settings of the sources that the configuration has. */
export function toLookupSettings({ igdb, wikidata }: Pick<Config, 'igdb' | 'wikidata'>): LookupSettings {
	return {
		...(igdb && { igdb: { keys: igdb } }),
		...(wikidata.contact.length > 0 && { wikidata: { endpoint: wikidata.endpoint, contact: wikidata.contact } }),
	}
}

/** Creates the lookup of a process. What sources answer is cached for an hour, failures are not. */
export function createGameLookup({ igdb, wikidata }: LookupSettings, clock: () => number): GameLookup {
	const lookups: Partial<Record<LookupSource, SourceLookup>> = {
		...(igdb && { igdb: createIgdbLookup({ ...igdb, limits: LIMITS }) }),
		...(wikidata && { wikidata: createWikidataLookup({ ...wikidata, limits: { ...LIMITS, intervalMs: 0 } }) }),
	}
	const ask = createQueue()
	const found = createCache<readonly GameFacts[]>(MAX_CACHED_LOOKUPS, clock)
	const games = createCache<GameFacts | undefined>(MAX_CACHED_GAMES, clock)
	const source = LOOKUP_SOURCES.find((name) => lookups[name]) ?? null

	const parse = (records: readonly unknown[]): GameFacts[] => {
		const year = new Date(clock()).getUTCFullYear()
		const parsed = records.flatMap((record) => {
			const facts = parseRecord(record, year)
			return 'reason' in facts ? [] : [facts]
		})
		return [...new Map(parsed.map((facts) => [facts.sourceId, facts])).values()]
	}

	async function fetchByExternalId(lookup: SourceLookup, source: LookupSource, id: ExternalId) {
		return games.getOrRead(`${source} by ${idKey(id)}`, async () => {
			const facts = parse(await ask((signal) => lookup.fetchByExternalId(id, signal)))
			const same = facts.filter(({ externalIds }) => externalIds.some((one) => idKey(one) === idKey(id)))
			return same.length === 1 ? same[0] : undefined
		})
	}

	async function fetchOne(source: LookupSource, id: string): Promise<GameFacts | undefined> {
		const lookup = lookups[source]
		if (!lookup) throw new LookupFailed(`The source ${source} is not configured`)
		const sourceId = `${source}:${id}`
		return games.getOrRead(sourceId, async () => {
			const records = await ask((signal) => lookup.fetch(id, signal))
			return parse(records).find((facts) => facts.sourceId === sourceId)
		})
	}

	return {
		source,
		idKinds: new Set(LOOKUP_SOURCES.flatMap((name) => (lookups[name] ? [name, ...lookups[name].idKinds] : []))),
		fetch: fetchOne,
		async fetchByIds(ids) {
			for (const source of LOOKUP_SOURCES) {
				const lookup = lookups[source]
				if (!lookup) continue
				for (const id of ids) {
					const facts = await (id.source === source ? fetchOne(source, id.id) : fetchByExternalId(lookup, source, id))
					if (facts) return { source, facts }
				}
			}
			return undefined
		},
		async find(query) {
			const lookup = source && lookups[source]
			const words = toWords(query)
			if (!lookup || words.length === 0) return []
			return found.getOrRead(words.join(' '), async () => {
				const records = await ask((signal) => lookup.find(words, LOOKUP_LIMITS.candidates, signal))
				const candidates = parse(records).slice(0, LOOKUP_LIMITS.candidates)
				// A press on one of them asks nobody
				for (const facts of candidates) games.set(facts.sourceId, facts)
				return candidates
			})
		},
	}
}

/** Returns the words of a query without anything that a query language has a meaning for. */
function toWords(query: string): string[] {
	return (toSearchKey(query).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
		.slice(0, MAX_WORDS)
		.map((word) => [...word].slice(0, MAX_WORD_CHARS).join(''))
}

/** Returns a function that asks one after the other, in a bounded time. */
function createQueue() {
	let last: Promise<unknown> = Promise.resolve()
	let waiting = 0
	return async <T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> => {
		if (waiting >= MAX_WAITING) throw new LookupFailed('Too many lookups are waiting')
		const signal = AbortSignal.timeout(TIMEOUT_MS)
		waiting++
		const answer = last.then(() => {
			signal.throwIfAborted()
			return request(signal)
		})
		last = answer.catch(() => undefined)
		try {
			return await answer
		} catch (error) {
			throw new LookupFailed(error instanceof Error ? error.message : 'The source failed')
		} finally {
			waiting--
		}
	}
}

/** Creates a cache whose values are read once, however many wait for them, and are kept for an hour. */
function createCache<V>(max: number, clock: () => number) {
	const values = new LRUCache<string, { value: Promise<V>; sinceMs: number }>({ max })
	return {
		set: (key: string, value: V) => void values.set(key, { value: Promise.resolve(value), sinceMs: clock() }),
		getOrRead(key: string, read: () => Promise<V>): Promise<V> {
			const cached = values.get(key)
			if (cached && isYounger(cached.sinceMs, CACHE_MS, clock())) return cached.value
			const value = read()
			values.set(key, { value, sinceMs: clock() })
			value.catch(() => {
				if (values.peek(key)?.value === value) values.delete(key)
			})
			return value
		},
	}
}
