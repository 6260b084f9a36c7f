import { asObject } from './json-fields.ts'
import { type CatalogSource, type StartPosition, SourceError } from './source.ts'
import { createThrottledClient, SYSTEM_TIMING, RequestRejected, type Timing, ServiceTimeout } from './throttled-client.ts'
import { buildCountQuery, buildFactsQuery, buildNumbersQuery, type ItemFilter } from './wikidata-queries.ts'
import { type Fact, factValidator, parseWikidataItem } from './wikidata-record.ts'

interface WikidataSettings {
	/** A SPARQL endpoint. */
	endpoint: string
	/** The least number of pages about a game in Wikipedias and their sisters. */
	sitelinks: number
	/** Whom Wikidata can turn to: the site's address, the operator's, or both. */
	contact: readonly string[]
	timeoutMs?: number
	/** Hears why reading pauses. */
	onPause?: (sentence: string) => void
	timing?: Timing
}

const MISSING_CONTACT =
	'Wikidata asks to be told who reads it: set PUBLIC_URL to the address of your site, or CONTACT_EMAIL to your own'
const NUMBERS_PER_QUERY = 5_000
const ITEMS_PER_QUERY = 200
// The service gives up after 60 seconds, and says so
const TIMEOUT_MS = 70_000
const REQUEST_INTERVAL_MS = 1_000
const RATE_LIMIT_WAIT_MS = 60_000
const TIMEOUT_PATTERN = /TimeoutException/
// The service is hours behind at times
const OVERLAP_MS = 24 * 60 * 60_000

/** Games from Wikidata, by their numbers. Throws `SourceBroken` when there is no contact. */
export function createWikidataSource({
	endpoint,
	sitelinks,
	contact,
	timeoutMs = TIMEOUT_MS,
	onPause: tell,
	timing = SYSTEM_TIMING,
}: WikidataSettings): CatalogSource {
	if (contact.length === 0) throw new SourceError(MISSING_CONTACT)
	const headers = {
		accept: 'application/sparql-results+json',
		'content-type': 'application/x-www-form-urlencoded',
		'user-agent': `Savepoint/1.0 (${contact.join('; ').replace(/[^\x20-\x7e]/g, '?')})`,
	}
	// A minute allows a minute of the service's time. One question at a time, and as long a rest after it, takes half.
	const policy = {
		name: 'Wikidata',
		betweenMs: REQUEST_INTERVAL_MS,
		isResting: true,
		tooMuchMs: RATE_LIMIT_WAIT_MS,
		timeoutMs,
		gaveUp: TIMEOUT_PATTERN,
		tell,
	}
	const ask = createThrottledClient(policy, timing)

	async function fetchRows(query: string, signal: AbortSignal): Promise<unknown[]> {
		const body = new URLSearchParams({ query }).toString()
		const answer = await ask({ url: endpoint, headers, body }, signal).catch((error: unknown) => {
			if (!(error instanceof RequestRejected)) throw error
			throw new SourceError(
				error.status === 403
					? 'Wikidata refuses to be read from here. Check that PUBLIC_URL and CONTACT_EMAIL are real, and try again tomorrow'
					: `Wikidata refuses the question with the status ${error.status}. Check WIKIDATA_ENDPOINT, or look for a newer Savepoint`,
			)
		})
		const { bindings } = asObject(asObject(answer).results)
		if (!Array.isArray(bindings))
			throw new SourceError('Wikidata answers with something else than results. Check WIKIDATA_ENDPOINT')
		return bindings
	}

	/** Asks with a limit, and again with half of it as long as the service does not manage. */
	async function fetchHalvingLimit(
		most: number,
		query: (limit: number) => string,
		signal: AbortSignal,
	): Promise<{ rows: unknown[]; limit: number }> {
		for (let limit = most; ; limit = Math.ceil(limit / 2)) {
			try {
				return { rows: await fetchRows(query(limit), signal), limit }
			} catch (error) {
				if (!(error instanceof ServiceTimeout)) throw error
				if (limit === 1) throw new SourceError('Wikidata takes too long even for one game. Try again later')
				tell?.('Wikidata takes too long. Asking it for half as much.')
			}
		}
	}

	return {
		name: 'wikidata',
		async *entries(from, signal) {
			const wanted = toItemFilter(sitelinks, from)
			try {
				let most = NUMBERS_PER_QUERY
				let atOnce = ITEMS_PER_QUERY
				for (let after = wanted.after; ; ) {
					const page = await fetchHalvingLimit(most, (limit) => buildNumbersQuery({ ...wanted, after }, limit), signal)
					most = page.limit
					const numbers = page.rows.map((row) => Number(asObject(asObject(row).number).value))
					if (!numbers.every((number) => Number.isSafeInteger(number) && number > after))
						throw new SourceError('Wikidata answers with numbers that were not asked for. Check WIKIDATA_ENDPOINT')
					numbers.sort((one, other) => one - other)
					for (let at = 0; at < numbers.length; ) {
						const rest = numbers.slice(at)
						const { rows, limit } = await fetchHalvingLimit(
							Math.min(atOnce, rest.length),
							(limit) => buildFactsQuery(rest.slice(0, limit)),
							signal,
						)
						atOnce = limit < Math.min(atOnce, rest.length) ? limit : atOnce
						const batch = rest.slice(0, limit)
						yield* toEntries(batch, rows)
						at += batch.length
						after = batch.at(-1) ?? after
						yield { checkpoint: wanted.since === undefined ? `Q${after}` : `Q${after} since ${wanted.since}` }
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

/** A checkpoint holds the last item, and for a refresh the time since which changed ones are wanted. */
function toItemFilter(sitelinks: number, { checkpoint = '', since }: StartPosition): ItemFilter {
	const [, last, kept] = /^Q(\d{1,15})(?: since ([\d:TZ-]{20}))?$/.exec(checkpoint) ?? []
	if (last !== undefined) return { sitelinks, since: kept, after: Number(last) }
	const overlapped = since === undefined ? undefined : new Date(Date.parse(since) - OVERLAP_MS)
	return { sitelinks, since: overlapped?.toISOString().replace(/\.\d+/, ''), after: 0 }
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
		const place = `Q${number}`
		if (broken.has(number)) yield { place, reason: 'A row about the item has the wrong type' }
		else yield { place, ...parseWikidataItem(number, facts.get(number) ?? []) }
	}
	if (broken.has(Number.NaN)) yield { place: `Q${numbers[0]} to Q${numbers.at(-1)}`, reason: 'A row names no item' }
}
