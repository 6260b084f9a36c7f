/** Text to put in the place of a range of a field, and what is then selected in it, in its own characters. */
export interface Replacement {
	start: number
	end: number
	text: string
	selectionStart: number
	selectionEnd: number
}

/** Replaces a range of a field as if it was typed: the browser can undo it, and the form hears of it. */
export function replaceText(
	field: HTMLTextAreaElement,
	{ start, end, text, selectionStart, selectionEnd }: Replacement,
): void {
	field.focus({ preventScroll: true })
	field.setSelectionRange(start, end)
	// Deprecated, but nothing else enters the browser's list of what can be undone
	if (!document.execCommand('insertText', false, text)) {
		field.setRangeText(text, start, end)
		field.dispatchEvent(new Event('input', { bubbles: true }))
	}
	field.setSelectionRange(start + selectionStart, start + selectionEnd)
}
