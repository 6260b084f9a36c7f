import { replaceText } from './replace-text.ts'
import { wrapSpoiler } from './wrap-spoiler.ts'

/** Makes the words that are selected in a field a spoiler, or no spoiler any more. */
export function hideSelection(field: HTMLTextAreaElement): void {
	if (!field.readOnly) replaceText(field, wrapSpoiler(field.value, field.selectionStart, field.selectionEnd))
}
