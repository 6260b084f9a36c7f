import type { QueryClient } from '@tanstack/react-query'
import type { LibraryChange } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import type { ApiError } from '#web/app/api-client.ts'
import { refreshEntries } from './entry-cache.ts'
import { cacheSavedEntry, changes } from './entry-saving.ts'

/** How many changes are on their way at once. */
const CONCURRENCY = 3

/** A change of an entry, and the entry as the viewer saw it before. */
export interface EntryChange {
	entry: LibraryEntry
	change: LibraryChange
}

export interface BulkOutcome {
	done: EntryChange[]
	/** What was not saved, because of `error`. */
	left: EntryChange[]
	error: ApiError | null
}

/** Saves changes of several games, a few at a time, and stops at the first failure. */
export async function saveChanges(
	client: QueryClient,
	all: readonly EntryChange[],
	onProgress: (doneCount: number) => void,
): Promise<BulkOutcome> {
	const done = new Set<EntryChange>()
	let error: ApiError | null = null
	let nextIndex = 0
	const saveNext = async (): Promise<void> => {
		const next = error === null ? all[nextIndex++] : undefined
		if (!next) return
		const failure = await saveOne(client, next)
		if (failure === null) onProgress(done.add(next).size)
		else error ??= failure
		await saveNext()
	}
	await Promise.all(Array.from({ length: CONCURRENCY }, saveNext))
	refreshEntries(
		client,
		[...done].map(({ entry }) => entry.gameId),
	)
	return { done: [...done], left: all.filter((one) => !done.has(one)), error }
}

/** Saves one change behind those of the same game that wait already; returns why that failed. */
function saveOne(client: QueryClient, { entry: before, change }: EntryChange): Promise<ApiError | null> {
	const { gameId } = before
	return new Promise((resolve) => {
		changes.add(gameId, change, {
			onSaved: async ({ entry }) => {
				await cacheSavedEntry({ client, game: { id: gameId }, stored: before }, entry)
				resolve(null)
			},
			onFailed: resolve,
		})
	})
}
