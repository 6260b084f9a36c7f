import type { Bridge } from './bridge.ts'

/** Keeps what is typed into in sight when the keyboard comes up; the page has become shorter by then. */
export function keepTypingInSight({ onKeyboard }: Bridge): void {
	const show = () => {
		const field = document.activeElement
		if (!field?.matches('input, textarea, select, [contenteditable]')) return
		const { top, bottom } = field.getBoundingClientRect()
		const room = window.visualViewport?.height ?? window.innerHeight
		if (top < 0 || bottom > room) field.scrollIntoView({ block: 'center' })
	}
	onKeyboard(show)
	window.visualViewport?.addEventListener('resize', show)
}
