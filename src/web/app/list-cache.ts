import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { readCredentials, onCredentialsChange } from './credentials.ts'

/** A list as far as it had been read, and when the page that held it was left. */
interface CachedList {
	hash: string
	at: number
	data: InfiniteData<unknown>
}

interface Snapshot {
	viewer: string
	/** The code that wrote it: what an older version of the site read may have another shape. */
	by: string
	/** The page that was left, and how far it was scrolled. */
	page: { address: string; top: number }
	lists: CachedList[]
}

const STORAGE_KEY = 'readLists'
const MAX_AGE_MS = 30 * 60_000
/** A fifth of what browsers give a site. */
const MAX_CHARS = 1_000_000
/** For a list to stand again. */
const RESTORE_TIMEOUT_MS = 2_000

let snapshot: Snapshot | null | undefined

/**
 * Keeps the lists that were read beyond their first part over a reload of the page, in this tab and for this viewer:
 * Back then leads to the same place of them.
 */
export function startListCache(client: QueryClient): void {
	window.addEventListener('pagehide', () => saveSnapshot(client))
	dropOtherViewers()
	onCredentialsChange(dropOtherViewers)
}

/** Puts a list that was kept into the cache, unless it is there; the page shows it and reads it anew. */
export function restoreList(client: QueryClient, queryKey: QueryKey): void {
	if (client.getQueryData(queryKey) !== undefined) return
	const hash = hashKey(queryKey)
	const list = getFreshLists().find((one) => one.hash === hash)
	if (list) client.setQueryData(queryKey, list.data, { updatedAt: 0 })
}

/**
 * Puts the lists that this page had shown before its reload in the place of their first parts, which the server has
 * rendered anew, and leads to where the page was left. They are read anew as well.
 */
export function restorePage(client: QueryClient): void {
	const lists = getFreshLists()
	const page = snapshot?.page
	if (!page || page.address !== getCurrentPath()) return
	let isLonger = false
	for (const { hash, data } of lists) {
		const query = client.getQueryCache().get(hash)
		const shown = query?.state.data
		if (!query || !isList(shown) || shown.pages.length >= data.pages.length) continue
		client.setQueryData(query.queryKey, data, { updatedAt: 0 })
		void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
		isLonger = true
	}
	if (isLonger) scrollWhenLongEnough(page.top)
}

/** Waits until the page is long enough, unless whoever looks at it moves it before. */
function scrollWhenLongEnough(top: number): void {
	const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
	const abortController = new AbortController()
	for (const move of inputEvents) window.addEventListener(move, () => abortController.abort(), { signal: abortController.signal, passive: true })
	const deadline = performance.now() + RESTORE_TIMEOUT_MS
	const check = () => {
		if (abortController.signal.aborted) return
		const isLong = document.documentElement.scrollHeight - window.innerHeight >= top
		if (isLong) window.scrollTo(0, top)
		if (isLong || performance.now() > deadline) abortController.abort()
		else requestAnimationFrame(check)
	}
	check()
}

/** Forgets what was kept for another viewer. */
function dropOtherViewers(): void {
	if (snapshot === undefined) snapshot = readSnapshot()
	if (snapshot && snapshot.viewer !== getViewer()) {
		snapshot = null
		writeSnapshot(null)
	}
}

function getFreshLists(): CachedList[] {
	dropOtherViewers()
	return snapshot?.lists.filter(({ at }) => Date.now() - at < MAX_AGE_MS) ?? []
}

function saveSnapshot(client: QueryClient): void {
	const viewer = getViewer()
	const before = getFreshLists()
	// Whoever's account has still to come cannot be told from another.
	if (viewer === null) return
	const at = Date.now()
	const cached = client
		.getQueryCache()
		.getAll()
		.filter(({ state }) => state.data !== undefined)
		.sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
	const isCached = new Set(cached.map(({ queryHash }) => queryHash))
	const lists: CachedList[] = []
	let remainingChars = MAX_CHARS
	for (const list of [
		...cached.flatMap(({ queryHash: hash, state: { data } }) => (isLong(data) ? [{ hash, at, data }] : [])),
		...before.filter(({ hash }) => !isCached.has(hash)),
	]) {
		remainingChars -= JSON.stringify(list).length
		if (remainingChars >= 0) lists.push(list)
	}
	const page = { address: getCurrentPath(), top: window.scrollY }
	writeSnapshot(lists.length > 0 ? { viewer, by: import.meta.url, page, lists } : null)
}

const getCurrentPath = () => location.pathname + location.search

const isLong = (data: unknown): data is InfiniteData<unknown> => isList(data) && data.pages.length > 1

function isList(data: unknown): data is InfiniteData<unknown> {
	const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
	return Array.isArray(pages) && Array.isArray(pageParams)
}

/** Null while it is not known whose session it is. */
function getViewer(): string | null {
	const { accessToken, user } = readCredentials()
	if (accessToken === null) return 'visitor'
	try {
		return (JSON.parse(user ?? 'null') as { id?: string } | null)?.id ?? null
	} catch {
		return null
	}
}

function readSnapshot(): Snapshot | null {
	try {
		const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Snapshot | null
		return kept?.by === import.meta.url ? kept : null
	} catch {
		return null
	}
}

function writeSnapshot(kept: Snapshot | null): void {
	snapshot = kept
	try {
		if (kept === null) sessionStorage.removeItem(STORAGE_KEY)
		else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
	} catch {
		// Without it Back leads to the first part.
	}
}
