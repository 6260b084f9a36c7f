import { useSyncExternalStore } from 'react'

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

let shown: (Toast & { durationMs: number }) | null = null
const listeners = new Set<() => void>()

function replace(next: typeof shown): void {
	shown = next
	for (const listener of listeners) listener()
}

/** Shows a toast; the one before it ends. */
export function showToast(toast: Toast): void {
	const previous = shown
	replace({ durationMs: toast.actions ? ACTION_MS : MESSAGE_MS, ...toast })
	previous?.onEnd?.()
}

/** Ends the toast that is shown, if any. */
export function endToast(): void {
	const previous = shown
	replace(null)
	previous?.onEnd?.()
}

/** Hides the toast that is shown without ending it, and does what the pressed action says. */
export function pressToast({ onPress }: ToastAction): void {
	replace(null)
	onPress()
}

/** Returns the toast that is shown, null if there is none. */
export function useToast() {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		() => shown,
		() => null,
	)
}
