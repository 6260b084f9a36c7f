/** An event that the inline script recorded before the page answered, and what its target held at that time. */
export type EarlyEvent = readonly [type: string, target: EventTarget | null, value?: unknown, checked?: unknown]

declare global {
	interface Window {
		early?: {
			events: readonly EarlyEvent[]
			/** Ends the recording. */
			stop: () => void
		}
	}
}

/**
 * Replays what a person did before the page answered: typing and choices at once, before there can be more, then, when
 * those are rendered, pressed buttons and submitted forms.
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
		// What the browser does by itself is done already; sending is noted of the form
		return control.type === 'button' && !control.popoverTargetElement ? () => control.click() : undefined
	if (control instanceof HTMLSelectElement)
		return () => {
			control.value = value
			control.dispatchEvent(new Event('change', { bubbles: true }))
		}
	if (control instanceof HTMLTextAreaElement) return () => setValueThroughReact(control, HTMLTextAreaElement.prototype, value)
	if (!(control instanceof HTMLInputElement)) return undefined
	if (control.type !== 'radio' && control.type !== 'checkbox')
		return () => setValueThroughReact(control, HTMLInputElement.prototype, value)
	return () => {
		if (control.checked !== checked) control.click()
	}
}

/** React remembers what is set through the element and passes over what it knows; what is set past it is news. */
function setValueThroughReact(control: HTMLElement & { value: string }, prototype: object, value: string): void {
	control.value = ''
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
	control.dispatchEvent(new Event('input', { bubbles: true }))
}
