import { useState } from 'react'
import type { createPersistedState } from '#web/app/persisted-state.ts'
import { Button } from '#web/ui/button.tsx'
import card from '#web/ui/card.module.css'
import css from './restored-draft.module.css'

/**
 * A form's draft in the browser's storage, where it stays until it is saved or discarded. What equals `start` is no
 * draft.
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
		/** The draft that the form began with, null where it had none or once it was discarded. */
		restored,
		store: (draft: D) => (isSame(draft, initial) ? storage.remove() : storage.set(draft)),
		/** Removes the draft from storage; the notice about it stays, as the page is about to be left. */
		remove: storage.remove,
		discard: () => {
			storage.remove()
			setRestored(null)
		},
	}
}

/** Says that what was typed before is back in the form, and offers to do without it. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
	return (
		<p className={`${card.box} ${css.restored}`} role="status">
			Your unsaved draft is back.
			<Button kind="plain" onClick={onDiscard}>
				Discard draft
			</Button>
		</p>
	)
}
