import { asObject } from './json-fields.ts'
import { type CatalogSource, SourceError, type SourceLookup, type StartPosition } from './source.ts'
import { ServiceTimeout } from './throttled-client.ts'
import { createWikidataClient, type WikidataClientSettings } from './wikidata-client.ts'
import {
	buildCountQuery,
	buildExternalIdQuery,
	buildFactsQuery,
	buildIsGameQuery,
	buildNumbersQuery,
	buildSearchQuery,
	EXTERNAL_ID_KINDS,
	type ItemFilter,
} from './wikidata-queries.ts'
import { type Fact, factValidator, parseWikidataItem } from './wikidata-record.ts'

interface WikidataSettings extends WikidataClientSettings {
	/** The minimum number of articles about a game in Wikipedias and their sister projects. */
	sitelinks: number
}

const NUMBERS_PER_QUERY = 5_000
const ITEMS_PER_QUERY = 200
// The service is sometimes hours behind
const OVERLAP_MS = 24 * 60 * 60_000

/** Creates a source that reads games from Wikidata, in the order of their item numbers. Throws `SourceError` without a contact. */
export function createWikidataSource({ sitelinks, ...settings }: WikidataSettings): CatalogSource {
	const { fetchRows, fetchHalvingLimit } = createWikidataClient(settings)

	return {
		name: 'wikidata',
		async *entries(from, signal) {
			const filter = toItemFilter(sitelinks, from)
			try {
				let pageLimit = NUMBERS_PER_QUERY
				let batchLimit = ITEMS_PER_QUERY
				for (let after = filter.after; ; ) {
					const page = await fetchHalvingLimit(
						pageLimit,
						(limit) => buildNumbersQuery({ ...filter, after }, limit),
						signal,
					)
					pageLimit = page.limit
					const numbers = page.rows.map((row) => Number(asObject(asObject(row).number).value))
					if (!numbers.every((number) => Number.isSafeInteger(number) && number > after))
						throw new SourceError('Wikidata returned item numbers that do not match the query. Check WIKIDATA_ENDPOINT')
					numbers.sort((one, other) => one - other)
					for (let offset = 0; offset < numbers.length; ) {
						const rest = numbers.slice(offset)
						const { rows, limit } = await fetchHalvingLimit(
							Math.min(batchLimit, rest.length),
							(limit) => buildFactsQuery(rest.slice(0, limit)),
							signal,
						)
						batchLimit = limit < Math.min(batchLimit, rest.length) ? limit : batchLimit
						const batch = rest.slice(0, limit)
						yield* toEntries(batch, rows)
						offset += batch.length
						after = batch.at(-1) ?? after
						yield { checkpoint: filter.since === undefined ? `Q${after}` : `Q${after} since ${filter.since}` }
					}
					if (numbers.length < page.limit) return
				}
			} catch (error) {
				if (!signal.aborted) throw error
			}
		},
		async estimateTotal(from, signal) {
			const rows = await fetchRows(buildCountQuery(toItemFilter(sitelinks, from)), signal).catch((error: unknown) => {
				if (signal.aborted || error instanceof ServiceTimeout) return []
				throw error
			})
			const [row] = rows
			const count = Number(asObject(asObject(row).count).value)
			return Number.isSafeInteger(count) ? count : undefined
		},
	}
}

/** More games than one with an id make it useless. */
const MAX_SAME_ID = 5

/** Creates what asks Wikidata for single games, by words of their labels and aliases or by item. Throws `SourceError` without a contact. */
export function createWikidataLookup(settings: WikidataClientSettings): SourceLookup {
	const { fetchRows } = createWikidataClient(settings)

	/** Reads the games whose numbers a query selects, in its order. */
	async function readSelected(query: string, limit: number, signal: AbortSignal): Promise<unknown[]> {
		const numbers = (await fetchRows(query, signal))
			.map((row) => Number(asObject(asObject(row).number).value))
			.filter((number) => Number.isSafeInteger(number) && number > 0)
		const selected = [...new Set(numbers)].slice(0, limit)
		if (selected.length === 0) return []
		const rows = await fetchRows(buildFactsQuery(selected), signal)
		return [...toEntries(selected, rows)].flatMap((entry) => ('record' in entry ? [entry.record] : []))
	}

	return {
		find: (words, limit, signal) => readSelected(buildSearchQuery(words, limit), limit, signal),
		async fetch(id, signal) {
			const number = Number(/^Q(\d{1,10})$/.exec(id)?.[1])
			return Number.isNaN(number) ? [] : readSelected(buildIsGameQuery(number), 1, signal)
		},
		idKinds: EXTERNAL_ID_KINDS,
		async fetchByExternalId(id, signal) {
			const query = buildExternalIdQuery(id, MAX_SAME_ID)
			return query === undefined ? [] : readSelected(query, MAX_SAME_ID, signal)
		},
	}
}

/** Parses a checkpoint: the number of the last item, and for a refresh the start of the time range. */
function toItemFilter(sitelinks: number, { checkpoint = '', since }: StartPosition): ItemFilter {
	const [, last, storedSince] = /^Q(\d{1,15})(?: since ([\d:TZ-]{20}))?$/.exec(checkpoint) ?? []
	if (last !== undefined) return { sitelinks, since: storedSince, after: Number(last) }
	const sinceWithOverlap = since === undefined ? undefined : new Date(Date.parse(since) - OVERLAP_MS)
	return { sitelinks, since: sinceWithOverlap?.toISOString().replace(/\.\d+/, ''), after: 0 }
}

function* toEntries(numbers: readonly number[], rows: readonly unknown[]) {
	const facts = new Map<number, Fact[]>(numbers.map((number) => [number, []]))
	const broken = new Set<number>()
	for (const row of rows) {
		const number = Number(/\/Q(\d+)$/.exec(String(asObject(asObject(row).item).value))?.[1])
		if (Number.isNaN(number) || !factValidator.Check(row)) broken.add(number)
		else facts.get(number)?.push(row)
	}
	for (const number of numbers) {
		const position = `Q${number}`
		if (broken.has(number)) yield { position, reason: 'A row about the item has the wrong type' }
		else yield { position, ...parseWikidataItem(number, facts.get(number) ?? []) }
	}
	if (broken.has(Number.NaN))
		yield { position: `Q${numbers[0]} to Q${numbers.at(-1)}`, reason: 'A row does not name an item' }
}
