import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { onCredentialsChange, readCredentials } from './credentials.ts'

/** The loaded pages of a list, and the time when its page was left. */
interface CachedList {
	hash: string
	at: number
	data: InfiniteData<unknown>
}

interface Snapshot {
	viewer: string
	/** URL of the code that wrote it: data from another version of the site may have another shape. */
	by: string
	/** Path and scroll position of the page that was left. */
	page: { address: string; top: number }
	lists: CachedList[]
}

const STORAGE_KEY = 'readLists'
const MAX_AGE_MS = 30 * 60_000
/** A fifth of a site's storage quota in browsers. */
const MAX_CHARS = 1_000_000
/** How long to wait until the restored list is long enough to scroll. */
const RESTORE_TIMEOUT_MS = 2_000

let snapshot: Snapshot | null | undefined

/**
 * Saves lists with more than one loaded page when the page is left, for this tab and viewer, so that Back and reload
 * return to the same position.
 */
export function startListCache(client: QueryClient): void {
	window.addEventListener('pagehide', () => saveSnapshot(client))
	dropForeignSnapshot()
	onCredentialsChange(dropForeignSnapshot)
}

/** Restores a saved list into the query cache, unless it is already cached. It is stale, so the page refetches it. */
export function restoreList(client: QueryClient, queryKey: QueryKey): void {
	if (client.getQueryData(queryKey) !== undefined) return
	const hash = hashKey(queryKey)
	const list = getFreshLists().find((one) => one.hash === hash)
	if (list) client.setQueryData(queryKey, list.data, { updatedAt: 0 })
}

/**
 * Replaces the server-rendered first pages of lists with the saved lists if this page was reloaded, refetches them, and
 * restores the scroll position.
 */
export function restorePage(client: QueryClient): void {
	const lists = getFreshLists()
	const page = snapshot?.page
	if (!page || page.address !== getPath()) return
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

/** Scrolls once the page is long enough, unless the user scrolls or presses something first. */
function scrollWhenLongEnough(top: number): void {
	const inputEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
	const abortController = new AbortController()
	for (const inputEvent of inputEvents)
		window.addEventListener(inputEvent, () => abortController.abort(), {
			signal: abortController.signal,
			passive: true,
		})
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

/** Deletes the snapshot if it belongs to another viewer. */
function dropForeignSnapshot(): void {
	if (snapshot === undefined) snapshot = readSnapshot()
	if (snapshot && snapshot.viewer !== getViewer()) {
		snapshot = null
		writeSnapshot(null)
	}
}

function getFreshLists(): CachedList[] {
	dropForeignSnapshot()
	return snapshot?.lists.filter(({ at }) => Date.now() - at < MAX_AGE_MS) ?? []
}

function saveSnapshot(client: QueryClient): void {
	const viewer = getViewer()
	const before = getFreshLists()
	// Until the account has loaded, the viewer cannot be identified
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
	const page = { address: getPath(), top: window.scrollY }
	writeSnapshot(lists.length > 0 ? { viewer, by: import.meta.url, page, lists } : null)
}

const getPath = () => location.pathname + location.search

const isLong = (data: unknown): data is InfiniteData<unknown> => isList(data) && data.pages.length > 1

function isList(data: unknown): data is InfiniteData<unknown> {
	const { pages, pageParams } = (data ?? {}) as Partial<InfiniteData<unknown>>
	return Array.isArray(pages) && Array.isArray(pageParams)
}

/** Returns the viewer's id or 'visitor'; null until the account has loaded. */
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
		const snapshot = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Snapshot | null
		return snapshot?.by === import.meta.url ? snapshot : null
	} catch {
		return null
	}
}

function writeSnapshot(newSnapshot: Snapshot | null): void {
	snapshot = newSnapshot
	try {
		if (newSnapshot === null) sessionStorage.removeItem(STORAGE_KEY)
		else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(newSnapshot))
	} catch {
		// Without storage, Back shows only the first page of a list
	}
}
