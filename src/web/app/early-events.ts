/** An event that the inline script recorded before hydration, with its target's value at that time. */
export type EarlyEvent = readonly [type: string, target: EventTarget | null, value?: unknown, checked?: unknown]

declare global {
	interface Window {
		early?: {
			events: readonly EarlyEvent[]
			/** Stops recording. */
			stop: () => void
			/** What has been requested for a member whose access token it was, by the URL. */
			reads: Record<string, Promise<Response>>
			token: string | null
		}
	}
}

/**
 * Replays the input recorded before hydration: first typing and selections, immediately, so that they precede any new
 * input; then, once those are rendered, pressed buttons and submitted forms.
 */
export async function replayEarlyEvents(events: readonly EarlyEvent[]): Promise<void> {
	const replays = new Map<Element, () => void>()
	for (const [type, target, value, checked] of events) {
		if (!(target instanceof Element)) continue
		const control = type === 'click' ? target.closest('button') : target
		const replay = control && createReplay(type, control, String(value), checked === true)
		if (replay) replays.set(control, replay)
	}
	const isPress = (control: Element) => control instanceof HTMLButtonElement || control instanceof HTMLFormElement
	for (const [control, act] of replays) if (control.isConnected && !isPress(control)) act()
	for (const [control, act] of replays)
		if (isPress(control)) {
			await new Promise((resolve) => setTimeout(resolve))
			if (control.isConnected) act()
		}
}

function createReplay(type: string, control: Element, value: string, checked: boolean): (() => void) | undefined {
	if (control instanceof HTMLFormElement && type === 'submit') return () => control.requestSubmit()
	if (control instanceof HTMLButtonElement)
		// The browser has already opened popovers; for submit buttons the form's own event is recorded
		return control.type === 'button' && !control.popoverTargetElement ? () => control.click() : undefined
	if (control instanceof HTMLSelectElement)
		return () => {
			control.value = value
			control.dispatchEvent(new Event('change', { bubbles: true }))
		}
	if (control instanceof HTMLTextAreaElement)
		return () => setValueThroughReact(control, HTMLTextAreaElement.prototype, value)
	if (!(control instanceof HTMLInputElement)) return undefined
	if (control.type !== 'radio' && control.type !== 'checkbox')
		return () => setValueThroughReact(control, HTMLInputElement.prototype, value)
	return () => {
		if (control.checked !== checked) control.click()
	}
}

/** Sets a value past React's tracking of the element; otherwise React would ignore the event as no change. */
function setValueThroughReact(control: HTMLElement & { value: string }, prototype: object, value: string): void {
	control.value = ''
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
	control.dispatchEvent(new Event('input', { bubbles: true }))
}
