import { asObject } from './json-fields.ts'
import { type CatalogSource, SourceError, type StartPosition } from './source.ts'
import {
	createThrottledClient,
	RequestRejected,
	ServiceTimeout,
	SYSTEM_TIMING,
	type Timing,
} from './throttled-client.ts'
import { buildCountQuery, buildFactsQuery, buildNumbersQuery, type ItemFilter } from './wikidata-queries.ts'
import { type Fact, factValidator, parseWikidataItem } from './wikidata-record.ts'

interface WikidataSettings {
	/** A SPARQL endpoint. */
	endpoint: string
	/** The minimum number of articles about a game in Wikipedias and their sister projects. */
	sitelinks: number
	/** Contact information for Wikidata: the site's URL, the operator's email address, or both. */
	contact: readonly string[]
	timeoutMs?: number
	/** Called with the reason for a longer pause. */
	onPause?: (sentence: string) => void
	timing?: Timing
}

const MISSING_CONTACT =
	'Wikidata requires contact information: set PUBLIC_URL to the URL of your site, or CONTACT_EMAIL to your email address'
const NUMBERS_PER_QUERY = 5_000
const ITEMS_PER_QUERY = 200
// The service itself reports a timeout after 60 seconds
const TIMEOUT_MS = 70_000
const REQUEST_INTERVAL_MS = 1_000
const RATE_LIMIT_WAIT_MS = 60_000
const TIMEOUT_PATTERN = /TimeoutException/
// The service is sometimes hours behind
const OVERLAP_MS = 24 * 60 * 60_000

/** Creates a source that reads games from Wikidata, in the order of their item numbers. Throws `SourceError` without a contact. */
export function createWikidataSource({
	endpoint,
	sitelinks,
	contact,
	timeoutMs = TIMEOUT_MS,
	onPause,
	timing = SYSTEM_TIMING,
}: WikidataSettings): CatalogSource {
	if (contact.length === 0) throw new SourceError(MISSING_CONTACT)
	const headers = {
		accept: 'application/sparql-results+json',
		'content-type': 'application/x-www-form-urlencoded',
		'user-agent': `Savepoint/1.0 (${contact.join('; ').replace(/[^\x20-\x7e]/g, '?')})`,
	}
	// Wikidata allows 60 seconds of query time a minute. One query at a time, with a pause as long as the query, uses half.
	const policy = {
		name: 'Wikidata',
		intervalMs: REQUEST_INTERVAL_MS,
		hasAdaptivePause: true,
		rateLimitWaitMs: RATE_LIMIT_WAIT_MS,
		timeoutMs,
		timeoutPattern: TIMEOUT_PATTERN,
		onPause,
	}
	const post = createThrottledClient(policy, timing)

	async function fetchRows(query: string, signal: AbortSignal): Promise<unknown[]> {
		const body = new URLSearchParams({ query }).toString()
		const response = await post({ url: endpoint, headers, body }, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			throw new SourceError(
				error.status === 403
					? 'Wikidata blocks requests from this site. Check that PUBLIC_URL and CONTACT_EMAIL are real, and try again tomorrow'
					: `Wikidata rejected the query with status ${error.status}. Check WIKIDATA_ENDPOINT, or look for a newer version of Savepoint`,
			)
		})
		const { bindings } = asObject(asObject(response).results)
		if (!Array.isArray(bindings))
			throw new SourceError('Wikidata returned something other than results. Check WIKIDATA_ENDPOINT')
		return bindings
	}

	/** Runs a query with a limit, which is halved each time the service times out. Returns the limit that worked. */
	async function fetchHalvingLimit(
		maxRows: number,
		buildQuery: (limit: number) => string,
		signal: AbortSignal,
	): Promise<{ rows: unknown[]; limit: number }> {
		for (let limit = maxRows; ; limit = Math.ceil(limit / 2)) {
			try {
				return { rows: await fetchRows(buildQuery(limit), signal), limit }
			} catch (error) {
				if (!(error instanceof ServiceTimeout)) throw error
				if (limit === 1) throw new SourceError('Wikidata times out even for a single game. Try again later')
				onPause?.('Wikidata takes too long. Retrying with half as much.')
			}
		}
	}

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
