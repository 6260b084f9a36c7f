import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LibraryChange } from '#contract/library.ts'
import type { LibraryEntry } from '#contract/library-entry.ts'
import { paths } from '#contract/paths.ts'
import { OFFLINE } from '#web/app/failure-messages.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { useSession } from '#web/app/session.tsx'
import { showToast, type Toast } from '#web/app/toasts.ts'
import { applyChange, type EntryMarks, getMarks } from './entry-change.ts'

// Visitors never need it
const loadSaving = () => import('./entry-saving.ts')
const subscribeToNothing = () => () => {}

function useLogin(): () => void {
	const navigate = useNavigate()
	const { pathname, search } = useLocation()
	return () => void navigate(paths.login({ redirect: pathname + search, message: 'keep-track' }))
}

/** Returns a function that says whether the viewer is logged in, and otherwise leads to the login and back. */
export function useLoggedIn(): () => boolean {
	const { status } = useSession()
	const logIn = useLogin()
	return () => {
		if (status !== 'in') logIn()
		return status === 'in'
	}
}

type Saving = Awaited<ReturnType<typeof loadSaving>>
type Changes = Saving['changes']

/** Returns the changes that the server may not have yet, once their code is loaded. */
export function useChanges(isWanted: boolean): Changes | undefined {
	return useLazyModule(loadSaving, isWanted).module?.changes
}

/** Returns the marks of an entry as the viewer should see them, with changes that the server may not have yet. */
export function useMarks(changes: Changes | undefined, gameId: number, stored: EntryMarks | null): EntryMarks {
	const pending = useSyncExternalStore(
		changes?.subscribe ?? subscribeToNothing,
		() => changes?.getPending(gameId),
		() => undefined,
	)
	return applyChange(getMarks(stored), pending ?? {})
}

/**
 * The viewer's marks of a game, and how to change them: in sight at once, with Undo, and taken back with the reason if
 * the change fails. `stored` is what the server last said. `announce` shows the message of a change elsewhere than the
 * toaster does.
 */
export function useLibraryEntry(
	game: { id: number; name: string },
	stored: LibraryEntry | null,
	announce?: (toast: Toast | null) => void,
) {
	const client = useQueryClient()
	const navigate = useNavigate()
	const onSessionEnded = useLogin()
	const isLoggedIn = useLoggedIn()
	const [refusal, setRefusal] = useState<string | null>(null)
	const { module: saving } = useLazyModule(loadSaving, useSession().status === 'in')
	/** Changes that wait for the code that saves them */
	const [early, setEarly] = useState<LibraryChange>({})
	const marks = applyChange(useMarks(saving?.changes, game.id, stored), early)
	return {
		marks,
		/** Why the rating cannot be taken back; null if nobody has tried. */
		refusal,
		isLoggedIn,
		/** Changes what the viewer saw when pressing, or what they saw `before` several presses that belong together. */
		save: (change: LibraryChange, before: EntryMarks = marks) => {
			if (!isLoggedIn()) return
			setRefusal(null)
			const openReview = () =>
				void navigate(stored?.reviewId ? paths.review(stored.reviewId) : paths.reviewForm(game.id))
			const target = { client, game, stored, onRefused: setRefusal, onSessionEnded, openReview, announce }
			if (saving) return saving.saveChange(target, change, marks, before)
			setEarly((others) => ({ ...others, ...change }))
			loadSaving()
				// Undefined where another module, which may be missing, fails at the same time
				.then((loaded) => loaded ?? Promise.reject(new Error('The module did not load')))
				.then(
					({ saveChange }) => saveChange(target, change, marks, before),
					() => showToast({ kind: 'bad', message: OFFLINE }),
				)
				.finally(() => setEarly({}))
		},
	}
}
