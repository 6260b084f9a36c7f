import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { isYounger } from '#server/http/age.ts'
import { AppError, isUnavailable } from '#server/http/errors.ts'
import { createLimiter, type QueueState } from '#server/http/limiter.ts'

const FRESH_MS = 5_000
/** How much longer a stale page is served while the database is unavailable. */
const STALE_MS = 60_000
const MAX_PAGES = 500
const MAX_BYTES = 32 * 1024 * 1024
/** Renderings in progress wait for the database most of the time, so several keep the processor busy. */
const MAX_RENDERINGS = 4
/** What is rendered in about a third of a second. A longer queue would only make everyone wait who is served. */
const MAX_QUEUED_RENDERINGS = 40
const MAX_WAIT_MS = 2_000

type Encoding = 'br' | 'gzip' | 'identity'

/** A rendered page with its bytes in each encoding that a client has requested. */
export interface Page {
	readonly status: number
	/** The strong part of the ETag; `selectVariant` appends the encoding. */
	readonly tag: string
	readonly bytes: Buffer
	/** The content type. */
	readonly type: string
	/** The target of a redirect. */
	readonly redirect: string | undefined
	/** The page's own content security policy, if it has one. */
	readonly policy: string | undefined
	/** How old its data can be, which shortens its time in the cache. */
	readonly ageMs: number
	readonly encodings: Map<Encoding, Promise<Buffer>>
	/** The bytes of the finished `encodings`. */
	readonly encodedBytes: Map<Encoding, Buffer>
}

/** Creates a page from a text, HTML by default. */
export function createPage(
	status: number,
	text: string,
	{
		type = 'text/html; charset=utf-8',
		redirect,
		policy,
		ageMs = 0,
	}: { type?: string; redirect?: string; policy?: string; ageMs?: number } = {},
): Page {
	const bytes = Buffer.from(text)
	const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
	return { status, tag, bytes, type, redirect, policy, ageMs, encodings: new Map(), encodedBytes: new Map() }
}

/** Selects the encoding of a page for a client's Accept-Encoding. Each encoding is computed once. */
export function selectVariant(
	page: Page,
	acceptEncoding: string | undefined,
): { encoding: Encoding; etag: string; body: () => Promise<Buffer> } {
	const encoding = page.bytes.length < 1024 ? 'identity' : negotiateEncoding(acceptEncoding ?? '')
	return {
		encoding,
		etag: `"${page.tag}-${encoding}"`,
		body() {
			const pending = page.encodings.get(encoding)
			if (pending) return pending
			const encodedBytes = encode(page.bytes, encoding).then((bytes) => {
				page.encodedBytes.set(encoding, bytes)
				return bytes
			})
			page.encodings.set(encoding, encodedBytes)
			return encodedBytes
		},
	}
}

// `q=0` rejects an encoding; browsers send no other weights
const createEncodingPattern = (name: string) =>
	new RegExp(`(^|[ ,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))(?=\\s*(;|,|$))`, 'i')
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
	/** When its data was current, in milliseconds. */
	readonly sinceMs: number
	/** Whether the last attempt to refresh it failed because the database was unavailable. */
	isFailing: boolean
}

/** Whether every visitor would get this page: not a failure, nor one visitor's rate limit. */
export function isCacheable({ status }: Page): boolean {
	return status < 400 || status === 404
}

/** Whether a rendering fails because its visitor is rate limited. */
function isRateLimited(rendering: Promise<Page>): Promise<boolean> {
	return rendering.then(
		({ status }) => status === 429,
		(error: unknown) => error instanceof AppError && error.statusCode === 429,
	)
}

/** A cache of rendered pages. */
export interface PageCache {
	/** Returns the fresh page of a key. */
	get: (key: string) => Page | undefined
	/** Returns the cached page of a key, or renders it. */
	getOrRender: (key: string, render: () => Promise<Page>) => Promise<Page>
	/** Returns whether `getOrRender` would reject with a 503 at once, because too many pages are waiting; counts as a refusal. */
	refuseIfBusy: (key: string) => boolean
	/** Returns the state of the renderings. */
	queueState: () => QueueState
	/** Counts how often `getOrRender` found a fresh page so far, and how often it did not. */
	countLookups: () => { hits: number; misses: number }
}

/**
 * Creates a cache that holds pages until their data can be 5 seconds old, and evicts the least recently used. Concurrent requests for a page share
 * one rendering; if the visitor who started it is rate limited, the others render for themselves. Failures are not
 * cached. While the database is unavailable or too many pages are being rendered, a stale page is served for up to another
 * minute; once a rendering has failed, requests no longer wait for the next attempts.
 */
export function createPageCache(clock: () => number): PageCache {
	const entries = createEntryStore(clock)
	const renderings = new Map<string, Promise<Page>>()
	const limiter = createLimiter({
		maxConcurrent: MAX_RENDERINGS,
		maxQueued: MAX_QUEUED_RENDERINGS,
		maxWaitMs: MAX_WAIT_MS,
	})
	let hits = 0
	let misses = 0

	async function refresh(key: string, render: () => Promise<Page>): Promise<Page> {
		try {
			const page = await limiter.run(render)
			if (isCacheable(page)) return entries.store(key, page)
			if (page.status === 503) entries.markFailing(key)
			return page
		} catch (error) {
			if (isUnavailable(error)) entries.markFailing(key)
			throw error
		}
	}

	function startRendering(key: string, render: () => Promise<Page>): Promise<Page> {
		const rendering: Promise<Page> = refresh(key, render).finally(() => {
			if (renderings.get(key) === rendering) renderings.delete(key)
		})
		renderings.set(key, rendering)
		return rendering
	}

	async function getOrRender(key: string, render: () => Promise<Page>): Promise<Page> {
		const page = entries.find(key)?.page
		if (page) {
			hits++
			return page
		}
		misses++
		const stale = entries.find(key, STALE_MS)
		const pending = renderings.get(key)
		const isShared = pending !== undefined && (stale?.isFailing || !(await isRateLimited(pending)))
		const rendering = isShared ? pending : startRendering(key, render)
		if (!stale) return rendering
		const renderingOrStale = rendering.then(
			(page) => (page.status === 503 ? stale.page : page),
			(error: unknown) => {
				if (isUnavailable(error)) return stale.page
				throw error
			},
		)
		if (!stale.isFailing) return renderingOrStale
		renderingOrStale.catch(() => {})
		return stale.page
	}

	return {
		get: (key) => entries.find(key)?.page,
		getOrRender,
		refuseIfBusy: (key) => !renderings.has(key) && entries.find(key, STALE_MS) === undefined && limiter.refuseIfFull(),
		queueState: limiter.queueState,
		countLookups: () => ({ hits, misses }),
	}
}

function createEntryStore(clock: () => number) {
	const entries = new LRUCache<string, Entry>({
		max: MAX_PAGES,
		maxSize: MAX_BYTES,
		// A page counts three times, because two encodings may be stored with it
		sizeCalculation: ({ page }) => Math.max(1, page.bytes.length * 3),
	})
	return {
		/** Returns the entry of a key, at most `staleMs` after it ceased to be fresh. */
		find(key: string, staleMs = 0): Entry | undefined {
			const entry = entries.peek(key)
			return entry && isYounger(entry.sinceMs, FRESH_MS + staleMs, clock()) ? entries.get(key) : undefined
		},
		store(key: string, page: Page): Page {
			const previous = entries.peek(key)?.page
			// An unchanged page keeps its compressed bytes
			const stored = previous?.tag === page.tag && previous.status === page.status ? previous : page
			entries.set(key, { page: stored, sinceMs: clock() - page.ageMs, isFailing: false })
			return stored
		},
		markFailing(key: string): void {
			const entry = entries.peek(key)
			if (entry) entry.isFailing = true
		},
	}
}
