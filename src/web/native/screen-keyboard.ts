import type { Bridge } from './bridge.ts'

/** Scrolls the focused field into view when the keyboard opens, which shrinks the viewport. */
export function keepFocusedFieldVisible({ onKeyboard }: Bridge): void {
	const scrollToField = () => {
		const field = document.activeElement
		if (!field?.matches('input, textarea, select, [contenteditable]')) return
		const { top, bottom } = field.getBoundingClientRect()
		const viewportHeight = window.visualViewport?.height ?? window.innerHeight
		if (top < 0 || bottom > viewportHeight) field.scrollIntoView({ block: 'center' })
	}
	onKeyboard(scrollToField)
	window.visualViewport?.addEventListener('resize', scrollToField)
}
