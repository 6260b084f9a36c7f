import type { KeyboardCoordinateGetter, UniqueIdentifier } from '@dnd-kit/core'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A drag by keyboard: each key counts, however soon after the one before it comes. */
export interface KeyboardDrag {
	/** Begins at this place of these rows. Keys are held back: the library loses those that come before it has measured. */
	start: (place: number, ids: readonly UniqueIdentifier[]) => void
	/** Lets the keys that were held back do their work, and the ones to come. */
	go: () => void
	/** The place that the keys led to; null where the drag is none by keyboard. */
	place: () => number | null
	/** Ends the drag and forgets its place. */
	end: () => void
	/** Where the row goes on the screen with a key, for the library's sensor. */
	coordinateGetter: KeyboardCoordinateGetter
}

/** The state of drags by keyboard in one list. */
export function keyboardDrag(): KeyboardDrag {
	let at: { place: number; ids: readonly UniqueIdentifier[] } | null = null
	let held: KeyboardEvent[] = []
	const hold = (event: KeyboardEvent) => {
		event.preventDefault()
		event.stopImmediatePropagation()
		held.push(event)
	}
	const letGo = () => {
		removeEventListener('keydown', hold, true)
		for (const event of held.splice(0)) event.target?.dispatchEvent(new KeyboardEvent('keydown', event))
	}
	return {
		start(place, ids) {
			at = { place, ids }
			addEventListener('keydown', hold, true)
		},
		// the library listens a timer after the start
		go: () => void setTimeout(letGo),
		place: () => at?.place ?? null,
		end() {
			at = null
			held = []
			removeEventListener('keydown', hold, true)
		},
		coordinateGetter(event, { active, currentCoordinates, context: { collisionRect, droppableRects } }) {
			const step = STEPS[event.code]
			if (!at || step === undefined) return undefined
			event.preventDefault()
			at.place = Math.min(Math.max(at.place + step, 0), at.ids.length - 1)
			const target = droppableRects.get(at.ids[at.place] ?? active)
			if (!target || !collisionRect) return undefined
			return { x: currentCoordinates.x, y: target.top + (target.height - collisionRect.height) / 2 }
		},
	}
}
