import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
	type addMissingGames,
	type applyImport,
	type changeImport,
	type decideImportRows,
	getImport,
	getImportRows,
	getImports,
	IMPORT_STATE,
	Import,
	type OwnImportState,
	type stopImport,
	type undoImport,
} from '#contract/imports.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { read, useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { hasShape } from '#web/app/response-shape.ts'
import { createStore } from '#web/ui/store.ts'

/** The calls that answer with the import as it is then. */
type ImportEndpoint =
	| typeof addMissingGames
	| typeof applyImport
	| typeof changeImport
	| typeof decideImportRows
	| typeof stopImport
	| typeof undoImport

const POLL_MS = 1000

const RUNNING: ReadonlySet<OwnImportState> = new Set(['reading', 'matching', 'applying', 'undoing'])
const WRITING: ReadonlySet<OwnImportState> = new Set(['applying', 'undoing'])

/** Whether the server works on an import in this state. */
export const isRunning = (state: OwnImportState) => RUNNING.has(state)

export const importQuery = (id: string) => read(getImport, { params: { id } })

/** Reads an import, every second while the server works on it and the page is visible. */
export function useImport(id: string) {
	const client = useQueryClient()
	const last = client.getQueryData(importQuery(id).queryKey) as Import | undefined
	const reading = useRead(
		getImport,
		{ params: { id } },
		{
			refetchOnMount: 'always',
			refetchOnWindowFocus: 'always',
			...(last && isRunning(last.state) && { refetchInterval: POLL_MS }),
		},
	)
	const state = reading.data?.state
	const previous = useRef(state)
	useEffect(() => {
		const was = previous.current
		previous.current = state
		if (!was || !state) return
		if (WRITING.has(was) && !WRITING.has(state)) forgetLibrary(client)
		// What the rows say has changed meanwhile
		if (isRunning(was) && state === 'preview') refetchRows(client)
	}, [client, state])
	return reading
}

const MAX_REFETCHED_PAGES = 10

/** Reads the rows in sight again after many have changed, and forgets the others. */
export function refetchRows(client: QueryClient): void {
	client.removeQueries({ queryKey: [getImportRows.url], type: 'inactive' })
	client.setQueriesData<InfiniteData<unknown>>(
		{ queryKey: [getImportRows.url, 'pages'] },
		(data) =>
			data && {
				pages: data.pages.slice(0, MAX_REFETCHED_PAGES),
				pageParams: data.pageParams.slice(0, MAX_REFETCHED_PAGES),
			},
	)
	void client.invalidateQueries({ queryKey: [getImportRows.url] })
}

/** Everything that is cached of the library has changed. */
function forgetLibrary(client: QueryClient): void {
	void client.invalidateQueries({
		predicate: ({ queryKey: [url] }) => url !== getImport.url && url !== getImportRows.url,
	})
}

/** Makes an import's newest state what every component shows. */
async function storeImport(client: QueryClient, newest: Import): Promise<void> {
	// The answer to a read before the change comes later
	await client.cancelQueries({ queryKey: importQuery(newest.id).queryKey })
	client.setQueryData(importQuery(newest.id).queryKey, newest)
	void client.invalidateQueries({ queryKey: [getImports.url] })
}

/** Returns the import that a refusal because of its state has; null for other failures. */
function getMovedImport({ code, body }: ApiError): Import | null {
	const moved = (body as { import?: unknown } | undefined)?.import
	return code === IMPORT_STATE.code && hasShape(Import, moved) ? (moved as Import) : null
}

/** The import that was found to have moved on; the components that sent the calls are gone by then. */
const movedId = createStore<string | null>(null)

/** Whether the last change of an import was refused because it had moved on. */
export const useImportMoved = (id: string) => useSyncExternalStore(movedId.subscribe, movedId.get, () => null) === id

/** Returns what handles the refusal of a change: an import that has moved on, such as in another tab, is shown as it is. */
export function useMovedImport() {
	const client = useQueryClient()
	return (error: ApiError): boolean => {
		const moved = getMovedImport(error)
		if (!moved) return false
		movedId.set(moved.id)
		void storeImport(client, moved)
		return true
	}
}

/** Sends calls that answer with the changed import, which is then shown. */
export function useImportChange<E extends ImportEndpoint>(endpoint: E, onDone?: (changed: Import) => void) {
	const client = useQueryClient()
	const takeMoved = useMovedImport()
	const { send, error, isSending } = useSend(endpoint, {
		onDone: (answer) => {
			movedId.set(null)
			void storeImport(client, answer as Import)
			onDone?.(answer as Import)
		},
		onError: takeMoved,
	})
	return {
		send,
		isSending,
		failure: error && error.code !== IMPORT_STATE.code ? getFailureMessage(error, endpoint.config.failure) : null,
	}
}
