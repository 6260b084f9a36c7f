import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { AppError, isUnavailable } from '#server/http/errors.ts'

const FRESH_MS = 5_000
/** How much longer a page is given out while no new one can be rendered because the database is away. */
const STALE_MS = 60_000
const MAX_PAGES = 500
const MAX_BYTES = 32 * 1024 * 1024

type Encoding = 'br' | 'gzip' | 'identity'

/** A rendered page with its bytes in each encoding that someone has asked for. */
export interface Page {
	readonly status: number
	/** Strong, without the encoding: `pageBody` names both. */
	readonly tag: string
	readonly bytes: Buffer
	/** Its content type. */
	readonly type: string
	/** Set where the page only leads elsewhere. */
	readonly redirect: string | undefined
	/** Its content security policy, where that is its own. */
	readonly policy: string | undefined
	readonly encodings: Map<Encoding, Promise<Buffer>>
	/** Those of `encoded` that are made. */
	readonly encodedBytes: Map<Encoding, Buffer>
}

export function createPage(
	status: number,
	text: string,
	{ type = 'text/html; charset=utf-8', redirect, policy }: { type?: string; redirect?: string; policy?: string } = {},
): Page {
	const bytes = Buffer.from(text)
	const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
	return { status, tag, bytes, type, redirect, policy, encodings: new Map(), encodedBytes: new Map() }
}

/** The bytes of a page as the client takes them; they are made once. */
export function selectVariant(
	page: Page,
	acceptEncoding: string | undefined,
): { encoding: Encoding; etag: string; body: () => Promise<Buffer> } {
	const encoding = page.bytes.length < 1024 ? 'identity' : negotiateEncoding(acceptEncoding ?? '')
	return {
		encoding,
		etag: `"${page.tag}-${encoding}"`,
		body() {
			const known = page.encodings.get(encoding)
			if (known) return known
			const made = encode(page.bytes, encoding).then((bytes) => {
				page.encodedBytes.set(encoding, bytes)
				return bytes
			})
			page.encodings.set(encoding, made)
			return made
		},
	}
}

// `q=0` refuses an encoding; other weights are a matter of taste that no browser expresses.
const createEncodingPattern = (name: string) => new RegExp(`(^|[ ,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(?=\\s*(;|,|$))`, 'i')
const ACCEPTS_BROTLI = createEncodingPattern('br')
const ACCEPTS_GZIP = createEncodingPattern('gzip')

function negotiateEncoding(accepted: string): Encoding {
	return ACCEPTS_BROTLI.test(accepted) ? 'br' : ACCEPTS_GZIP.test(accepted) ? 'gzip' : 'identity'
}

async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
	if (encoding === 'identity') return bytes
	if (encoding === 'gzip') return promisify(gzip)(bytes, { level: 6 })
	return promisify(brotliCompress)(bytes, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
	})
}

/** A page in the cache. */
interface Entry {
	readonly page: Page
	/** Until when it is fresh. */
	readonly until: number
	/** Whether the last attempt to render it anew found the database away. */
	isFailing: boolean
}

/** True for what every visitor would get: not for failures, nor for refusals that are one visitor's own. */
export function isCacheable({ status }: Page): boolean {
	return status < 400 || status === 404
}

/** Whether a rendering ends with the limit on use of the visitor for whom it was begun. */
function isRateLimited(rendering: Promise<Page>): Promise<boolean> {
	return rendering.then(
		({ status }) => status === 429,
		(error: unknown) => error instanceof AppError && error.statusCode === 429,
	)
}

/** Gives a page by its key, rendering it where it is not kept; `kept` gives only what is kept and fresh. */
export interface PageCache {
	(key: string, render: () => Promise<Page>): Promise<Page>
	get: (key: string) => Page | undefined
}

/**
 * Keeps rendered pages for 5 seconds, the least recently used leaving first. Who asks for one that is being rendered
 * waits for that rendering; if it ends with the limit of the visitor who began it, they render for themselves. Only
 * what was found or does not exist is kept, no failures. While the database is away, a page is given out for a minute
 * more; once that was found out, nobody waits for the attempts to render it.
 */
export function createPageCache(clock: () => number): PageCache {
	const entries = new LRUCache<string, Entry>({
		max: MAX_PAGES,
		maxSize: MAX_BYTES,
		// A page counts thrice: it may be kept as it is and in two encodings
		sizeCalculation: ({ page }) => Math.max(1, page.bytes.length * 3),
	})
	const rendering = new Map<string, Promise<Page>>()

	function store(key: string, page: Page): Page {
		const previous = entries.peek(key)?.page
		// What has not changed keeps its compressed bytes.
		const stored = previous?.tag === page.tag && previous.status === page.status ? previous : page
		entries.set(key, { page: stored, until: clock() + FRESH_MS, isFailing: false })
		return stored
	}

	/** The entry of a page that was fresh less than so long ago. */
	function entryWithin(key: string, ms: number): Entry | undefined {
		const entry = entries.peek(key)
		return entry && entry.until + ms > clock() ? entries.get(key) : undefined
	}
	const fresh = (key: string) => entryWithin(key, 0)?.page

	async function refresh(key: string, render: () => Promise<Page>): Promise<Page> {
		try {
			const page = await render()
			if (isCacheable(page)) return store(key, page)
			if (page.status === 503) markFailing(key)
			return page
		} catch (error) {
			if (isUnavailable(error)) markFailing(key)
			throw error
		}
	}
	function startRendering(key: string, render: () => Promise<Page>): Promise<Page> {
		const started: Promise<Page> = refresh(key, render).finally(() => {
			if (rendering.get(key) === started) rendering.delete(key)
		})
		rendering.set(key, started)
		return started
	}
	function markFailing(key: string): void {
		const entry = entries.peek(key)
		if (entry) entry.isFailing = true
	}

	async function cached(key: string, render: () => Promise<Page>): Promise<Page> {
		const page = fresh(key)
		if (page) return page
		const stale = entryWithin(key, STALE_MS)
		const pending = rendering.get(key)
		const isShared = pending !== undefined && (stale?.isFailing || !(await isRateLimited(pending)))
		const running = isShared ? pending : startRendering(key, render)
		if (!stale) return running
		const orStale = running.then(
			(page) => (page.status === 503 ? stale.page : page),
			(error: unknown) => {
				if (isUnavailable(error)) return stale.page
				throw error
			},
		)
		if (!stale.isFailing) return orStale
		orStale.catch(() => {})
		return stale.page
	}
	return Object.assign(cached, { kept: fresh })
}
