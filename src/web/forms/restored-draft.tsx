import { useState } from 'react'
import type { createPersistedState } from '#web/app/persisted-state.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './restored-draft.module.css'

/**
 * Stores a form's draft in the browser until it is saved or discarded. A draft that equals `initial` is not stored.
 */
export function useStoredDraft<D>(
	storage: ReturnType<typeof createPersistedState<D>>,
	initial: D,
	isSame: (one: D, other: D) => boolean,
) {
	const [restored, setRestored] = useState(() => {
		const draft = storage.get()
		return draft && !isSame(draft, initial) ? draft : null
	})
	return {
		/** The draft restored when the form opened; null if there was none or it was discarded. */
		restored,
		store: (draft: D) => (isSame(draft, initial) ? storage.remove() : storage.set(draft)),
		/** Removes the draft from storage but keeps `restored`, because the page is about to be left. */
		remove: storage.remove,
		discard: () => {
			storage.remove()
			setRestored(null)
		},
	}
}

/** Tells the user that the form contains a restored draft, and offers to discard it. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
	return (
		<p className={`${card.box} ${css.restored}`} role="status">
			We kept your draft.
			<Button kind="plain" onClick={onDiscard}>
				Discard Draft
			</Button>
		</p>
	)
}
