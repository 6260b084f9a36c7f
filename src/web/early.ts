declare global {
	interface Window {
		/** Ends the noting of the page's inline script, and gives what it noted. */
		early?: () => (readonly [type: string, target: EventTarget | null])[]
	}
}

/**
 * Takes over from the inline script, which notes what a person does before the page answers; the function returned
 * does all of it once more, for a page that does: what was typed and chosen, pressed buttons, forms sent.
 */
export function takeOver(): () => Promise<void> {
	const noted = window.early?.() ?? []
	return async () => {
		const done = new Set<unknown>()
		for (const [type, target] of noted) {
			if (!(target instanceof Element)) continue
			const control = type === 'click' ? target.closest('button') : target
			if (!control?.isConnected || done.has(control)) continue
			done.add(control)
			// what one of them changed is rendered before the next
			await new Promise((resolve) => setTimeout(resolve))
			if (type === 'submit') (control as HTMLFormElement).requestSubmit()
			else if (type === 'input') tell(control)
			// what the browser does by itself is done already; sending is noted of the form
			else if (control instanceof HTMLButtonElement && control.type === 'button' && !control.popoverTargetElement)
				control.click()
		}
	}
}

/** Lets React see what a control holds already: it remembers what was set through the element and skips what it knows. */
function tell(control: Element): void {
	if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')) {
		if (control.type === 'radio' && !control.checked) return
		control.checked = !control.checked
		control.click()
		return
	}
	if (control instanceof HTMLInputElement) retype(control, HTMLInputElement.prototype)
	else if (control instanceof HTMLTextAreaElement) retype(control, HTMLTextAreaElement.prototype)
	else if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
}

function retype(control: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
	const { value, selectionStart, selectionEnd } = control
	control.value = ''
	Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
	if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd)
	control.dispatchEvent(new Event('input', { bubbles: true }))
}
