import type { Bridge } from './bridge.ts'

/** Keeps what is typed into in sight when the keyboard comes up; the page has become shorter by then. */
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
