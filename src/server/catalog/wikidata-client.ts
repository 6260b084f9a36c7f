import { asObject } from './json-fields.ts'
import { SourceError } from './source.ts'
import {
	createThrottledClient,
	type RequestLimits,
	RequestRejected,
	ServiceTimeout,
	SYSTEM_TIMING,
	type Timing,
} from './throttled-client.ts'

export interface WikidataClientSettings {
	/** A SPARQL endpoint. */
	endpoint: string
	/** Contact information for Wikidata: the site's URL, the operator's email address, or both. */
	contact: readonly string[]
	timeoutMs?: number
	/** Called with the reason for a longer pause. */
	onPause?: (sentence: string) => void
	timing?: Timing
	/** Patience and size, where a person waits for the answer. */
	limits?: RequestLimits
}

const MISSING_CONTACT =
	'Wikidata requires contact information: set PUBLIC_URL to the URL of your site, or CONTACT_EMAIL to your email address'
// The service itself reports a timeout after 60 seconds
const TIMEOUT_MS = 70_000
const REQUEST_INTERVAL_MS = 1_000
const RATE_LIMIT_WAIT_MS = 60_000
const TIMEOUT_PATTERN = /TimeoutException/

/** Creates a client for a SPARQL endpoint with Wikidata's data. Throws `SourceError` without a contact. */
export function createWikidataClient({
	endpoint,
	contact,
	timeoutMs = TIMEOUT_MS,
	onPause,
	timing = SYSTEM_TIMING,
	limits,
}: WikidataClientSettings) {
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
		...limits,
	}
	const post = createThrottledClient(policy, timing)

	/** Runs a query. Throws `SourceError` if it is rejected, and `ServiceTimeout` if it times out. */
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

	return { fetchRows, fetchHalvingLimit }
}
