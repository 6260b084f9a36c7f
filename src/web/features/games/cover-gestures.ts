const LONG_PRESS_MS = 400
/** A finger that moves further scrolls. */
const MAX_MOVE_PX = 10
const HAPTIC_MS = 10

const COVER = '[data-cover-menu]'

/** Returns the cover at a point of the screen, also under the link that fills its card. */
function findCoverAt(target: EventTarget | null, x: number, y: number): Element | null {
	if (!(target instanceof Element)) return null
	const row = target.closest(`li, article, ${COVER}`)
	const covers = document.elementsFromPoint(x, y).map((element) => element.closest(COVER))
	return covers.find((cover) => cover && (row?.contains(cover) || cover.contains(row))) ?? null
}

/** Returns the cover of a focused link to a game. */
function findCoverOf(target: EventTarget | null): Element | null {
	if (!(target instanceof Element)) return null
	const row = target.closest('li, article')
	return target.closest(COVER) ?? (row?.querySelector('a') === target ? row.querySelector(COVER) : null)
}

const open = (cover: Element) => cover.querySelector<HTMLElement>(':scope > button')?.click()

/** Opens the menu of a cover by the right button, the menu key, Shift+F10, and a long press of a finger. */
export function listenForCoverGestures(): void {
	let press: { cover: Element; x: number; y: number; timer: ReturnType<typeof setTimeout> } | null = null
	/** Since a long press, until the next touch: what the browser makes of the finger that goes up means nothing. */
	let isAfterLongPress = false
	const endPress = () => {
		if (press) clearTimeout(press.timer)
		press = null
	}
	const openByFinger = (cover: Element) => {
		endPress()
		isAfterLongPress = true
		// Absent on Apple's systems
		navigator.vibrate?.(HAPTIC_MS)
		open(cover)
	}
	document.addEventListener('pointerdown', (event) => {
		endPress()
		isAfterLongPress = false
		if (event.pointerType !== 'touch' || !event.isPrimary) return
		const { target, clientX: x, clientY: y } = event
		const cover = findCoverAt(target, x, y)
		if (cover) press = { cover, x, y, timer: setTimeout(() => openByFinger(cover), LONG_PRESS_MS) }
	})
	document.addEventListener('pointermove', ({ clientX, clientY }) => {
		if (press && Math.hypot(clientX - press.x, clientY - press.y) > MAX_MOVE_PX) endPress()
	})
	// The browser cancels the pointer when it begins to scroll
	for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, endPress)
	document.addEventListener(
		'click',
		(event) => {
			if (!isAfterLongPress || !event.isTrusted) return
			isAfterLongPress = false
			event.preventDefault()
			event.stopPropagation()
		},
		{ capture: true },
	)
	document.addEventListener('contextmenu', (event) => {
		// With Shift, the browser's own menu opens
		if (event.shiftKey) return
		const cover = findCoverAt(event.target, event.clientX, event.clientY)
		if (!isAfterLongPress && !cover) return
		event.preventDefault()
		if (isAfterLongPress || !cover) return
		if (press) openByFinger(cover)
		else open(cover)
	})
	document.addEventListener('keydown', (event) => {
		if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
		const cover = findCoverOf(event.target)
		if (!cover) return
		event.preventDefault()
		open(cover)
	})
}
