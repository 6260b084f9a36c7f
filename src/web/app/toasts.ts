import { type ReactNode, useSyncExternalStore } from 'react'
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
	/** Stands between the message and the actions. */
	control?: ReactNode
	actions?: readonly ToastAction[]
	durationMs?: number
	/** Called when the toast is gone without an action: by time, by the next toast, or because the page is left. */
	onEnd?: () => void | Promise<void>
}

const shown = createStore<(Toast & { durationMs: number }) | null>(null)

/** Shows a toast; the one before it ends, unless both have the same `onEnd`, which then waits for the later one. */
export function showToast(toast: Toast): void {
	const previous = shown.get()
	shown.set({ durationMs: toast.actions ? ACTION_MS : MESSAGE_MS, ...toast })
	if (previous?.onEnd !== toast.onEnd) void previous?.onEnd?.()
}

/** Ends the toast that is shown, if any. */
export function endToast(): void {
	void settleToast()
}

/** Ends the toast that is shown, if any, and resolves when what waited for its end is done. */
export async function settleToast(): Promise<void> {
	const previous = shown.get()
	shown.set(null)
	await previous?.onEnd?.()
}

/** Hides the toast that is shown without ending it, and does what the pressed action says. */
export function pressToast({ onPress }: ToastAction): void {
	shown.set(null)
	onPress()
}

/** Returns the toast that is shown, null if there is none. */
export const useToast = () => useSyncExternalStore(shown.subscribe, shown.get, () => null)
