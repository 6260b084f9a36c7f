const COPIED = [
	'boxSizing',
	'borderStyle',
	'borderWidth',
	'direction',
	'font',
	'letterSpacing',
	'lineHeight',
	'overflowWrap',
	'paddingBlock',
	'paddingInline',
	'tabSize',
	'textIndent',
	'whiteSpace',
	'wordSpacing',
] as const

/** Returns the top and bottom of the line of a field that a character is in, in pixels of the window. */
export function measureLine(field: HTMLTextAreaElement, index: number): { top: number; bottom: number } {
	const style = getComputedStyle(field)
	const mirror = document.createElement('div')
	for (const name of COPIED) mirror.style[name] = style[name]
	Object.assign(mirror.style, {
		position: 'absolute',
		visibility: 'hidden',
		// Without the scroll bar
		width: `${field.offsetWidth - getScrollBarWidth(field, style)}px`,
	})
	const character = document.createElement('span')
	character.textContent = field.value.slice(index, index + 1) || '.'
	mirror.append(field.value.slice(0, index), character)
	document.body.append(mirror)
	const height = character.offsetHeight
	const offset = character.offsetTop
	mirror.remove()
	const box = field.getBoundingClientRect()
	const top = Math.min(Math.max(box.top + offset - field.scrollTop, box.top), box.bottom - height)
	return { top, bottom: top + height }
}

function getScrollBarWidth(field: HTMLElement, { borderLeftWidth, borderRightWidth }: CSSStyleDeclaration): number {
	return (
		field.offsetWidth - field.clientWidth - Number.parseFloat(borderLeftWidth) - Number.parseFloat(borderRightWidth)
	)
}
