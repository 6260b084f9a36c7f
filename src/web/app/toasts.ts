import { useSyncExternalStore } from 'react'
import { createStore } from '#web/ui/store.ts'

/** How long a toast with an action stays: the specification's time of Undo. */
export const ACTION_MS = 8000
/** How long another one stays: the specification's time of a success message. */
export const MESSAGE_MS = 5000

interface ToastAction {
	label: string
	onPress: () => void
}

/** A short message at the edge of the screen. */
export interface Toast {
	message: string
	/** `bad`: an error, which screen readers announce at once. */
	kind?: 'good' | 'bad'
	actions?: readonly ToastAction[]
	durationMs?: number
	/** Called when the toast is gone without an action: by time, by the next toast, or because the page is left. */
	onEnd?: () => void
}

const shown = createStore<(Toast & { durationMs: number }) | null>(null)

/** Shows a toast; the one before it ends. */
export function showToast(toast: Toast): void {
	const previous = shown.get()
	shown.set({ durationMs: toast.actions ? ACTION_MS : MESSAGE_MS, ...toast })
	previous?.onEnd?.()
}

/** Ends the toast that is shown, if any. */
export function endToast(): void {
	const previous = shown.get()
	shown.set(null)
	previous?.onEnd?.()
}

/** Hides the toast that is shown without ending it, and does what the pressed action says. */
export function pressToast({ onPress }: ToastAction): void {
	shown.set(null)
	onPress()
}

/** Returns the toast that is shown, null if there is none. */
export const useToast = () => useSyncExternalStore(shown.subscribe, shown.get, () => null)
