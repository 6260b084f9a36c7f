import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { HAS_REVIEW, type LibraryChange, listLibrary, RATING_OF_REVIEW, saveLibraryEntry } from '#contract/library.ts'
import type { LibraryEntry, LibraryStatus } from '#contract/library-entry.ts'
import { type ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getChangeFailure } from '#web/app/failure-messages.ts'
import { endToast, showToast, type Toast } from '#web/app/toasts.ts'
import { describeChange } from './change-message.ts'
import { createChangeQueue } from './change-queue.ts'
import { cacheEntry, refreshEntry } from './entry-cache.ts'
import { applyChange, type EntryMarks, getUndo, isNoChange, NOTHING_LEFT } from './entry-change.ts'
import { askForRating } from './finish-toast.tsx'
import { cacheListedEntry } from './library-cache.ts'

/** One for the whole tab: the page of a game and a menu on its cover can change the same entry. */
export const changes = createChangeQueue((gameId, body) =>
	call(browserTransport, saveLibraryEntry, { params: { gameId }, body }, { keepalive: true }),
)

/** The entry that changes, and what to do if the server refuses. */
export interface EntryTarget {
	client: QueryClient
	game: { id: number; name: string }
	stored: LibraryEntry | null
	onRefused: (reason: string) => void
	onSessionEnded: () => void
	/** Leads to the viewer's review of the game, or to the form of one. */
	openReview: () => void
	/** Gets the message of a change, with Undo, in the place of the toaster; null once the change has failed. */
	announce?: ((toast: Toast | null) => void) | undefined
}

/** Saves a change, with Undo, of what the viewer saw when pressing: `marks`, or `before` the first of several presses. */
export function saveChange(target: EntryTarget, change: LibraryChange, marks: EntryMarks, before = marks): void {
	if (isNoChange(marks, change) && before === marks) return
	if (change.rating === null && target.stored?.reviewId) {
		target.onRefused(change === NOTHING_LEFT ? HAS_REVIEW.error : RATING_OF_REVIEW.error)
		return
	}
	send(target, change)
	const undo = () => send(target, getUndo(before, change))
	const { status } = change
	if (status === 'finished' || status === 'completed')
		announceEnd(target, status, applyChange(before, change).rating, undo)
	else
		(target.announce ?? showToast)({
			message: describeChange(before, change),
			actions: [{ label: 'Undo', onPress: undo }],
		})
}

function announceEnd(target: EntryTarget, status: LibraryStatus, rating: number | null, undo: () => void): void {
	const hasReview = Boolean(target.stored?.reviewId)
	askForRating({
		name: target.game.name,
		status,
		rating,
		hasReview,
		show: target.announce ?? showToast,
		save: (next) => {
			if (next === null && hasReview) {
				showToast({ kind: 'bad', message: RATING_OF_REVIEW.error })
				return false
			}
			send(target, { rating: next })
			return true
		},
		undo,
		// The form starts with the rating
		openReview: () => void changes.settled(target.game.id).then(target.openReview),
		onEnd: () => void refreshLists(target, status),
	})
}

/** Lets a game that is over leave lists such as that of games being played; pages of a library keep it in its place. */
async function refreshLists({ client, game }: EntryTarget, status: LibraryStatus): Promise<void> {
	const pending = changes.getPending(game.id)?.status
	if (pending !== undefined && pending !== status) return
	await changes.settled(game.id)
	// A list that cannot be read would say so above its games
	if (!navigator.onLine) return
	const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'pages'
	await client.refetchQueries({ queryKey: [listLibrary.url], type: 'active', stale: true, predicate: isList })
}

/** Puts an entry that the server has returned where screens read it; resolves once they are notified. */
export async function cacheSavedEntry(
	{ client, game, stored }: Pick<EntryTarget, 'client' | 'stored'> & { game: { id: number } },
	entry: LibraryEntry | null,
): Promise<void> {
	await cacheEntry(client, game.id, entry)
	const owned = entry ?? stored
	if (owned) cacheListedEntry(client, owned, entry)
	// Otherwise the change, and with it the forms that it has opened, would be out of sight until they read the entry
	await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}

function send(target: EntryTarget, change: LibraryChange): void {
	const { client, game } = target
	changes.add(game.id, change, {
		onSaved: async ({ entry }, isLast) => {
			await cacheSavedEntry(target, entry)
			if (isLast) refreshEntry(client, game.id, { hasNewRating: Boolean(entry?.reviewId) && 'rating' in change })
		},
		onFailed: (error, lost) => explainFailure(target, error, lost),
	})
}

function explainFailure(target: EntryTarget, error: ApiError, lost: LibraryChange): void {
	target.announce?.(null)
	if (error.status === 401) {
		endToast()
		target.onSessionEnded()
	} else if (error.code === RATING_OF_REVIEW.code) {
		endToast()
		target.onRefused(RATING_OF_REVIEW.error)
	} else
		showToast({
			kind: 'bad',
			message: getChangeFailure(error, saveLibraryEntry.config.failure),
			// A suspended person would be refused again
			actions: error.status === 403 ? [] : [{ label: 'Try Again', onPress: () => send(target, lost) }],
		})
}
