const MOUSE_DISTANCE_PX = 5
const TOUCH_DELAY_MS = 120
const TOUCH_TOLERANCE_PX = 8
const SCROLL_STEP_PX = 28
const SCROLL_STEP_MS = 16
/** The share of the window's height, at either end, in which a drag scrolls the page. */
const SCROLL_ZONE = 0.25

interface PointerDrag {
	onLift: () => void
	/** Called with the pointer's `clientY` when it moves or the page scrolls. */
	onMove: (y: number) => void
	onEnd: (isDropped: boolean) => void
}

/**
 * Turns a press into a drag: once the mouse has moved 5 px, or after a touch of 120 ms. Near the top and bottom of the
 * window the page scrolls, faster towards the edge. Returns a function that cancels the drag.
 */
export function startPointerDrag(press: PointerEvent, { onLift, onMove, onEnd }: PointerDrag): () => void {
	const isMouse = press.pointerType === 'mouse'
	const controller = new AbortController()
	let isLifted = false
	let y = press.clientY
	let scrolling: ReturnType<typeof setInterval> | undefined
	// A row that is picked up inside a scroll zone does not scroll before it has moved towards that edge.
	const hasMoved = { up: false, down: false }

	const lift = () => {
		isLifted = true
		scrolling = setInterval(scroll, SCROLL_STEP_MS)
		onLift()
	}
	const touchTimer = isMouse ? undefined : setTimeout(lift, TOUCH_DELAY_MS)
	const scroll = () => {
		const zone = innerHeight * SCROLL_ZONE
		const speed = y < zone ? (y - zone) / zone : Math.max(0, (y - innerHeight + zone) / zone)
		if (speed === 0 || !(speed < 0 ? hasMoved.up : hasMoved.down)) return
		scrollBy({ top: Math.max(-1, Math.min(speed, 1)) * SCROLL_STEP_PX, behavior: 'instant' })
		onMove(y)
	}
	const end = (isDropped: boolean) => {
		controller.abort()
		clearTimeout(touchTimer)
		clearInterval(scrolling)
		if (isLifted) onEnd(isDropped)
	}
	const cancel = () => end(false)
	const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
		if (pointerId !== press.pointerId) return
		if (!isLifted) {
			const distance = Math.hypot(clientX - press.clientX, clientY - press.clientY)
			if (!isMouse && distance > TOUCH_TOLERANCE_PX) cancel()
			if (!isMouse || distance <= MOUSE_DISTANCE_PX) return
			lift()
		}
		hasMoved.up ||= clientY < y
		hasMoved.down ||= clientY > y
		y = clientY
		onMove(y)
	}
	const release = ({ pointerId }: PointerEvent) => {
		if (pointerId === press.pointerId) end(true)
	}
	const onKey = ({ code }: KeyboardEvent) => {
		if (code === 'Escape') cancel()
	}
	const options = { signal: controller.signal }
	addEventListener('pointermove', move, options)
	addEventListener('pointerup', release, options)
	addEventListener('pointercancel', cancel, options)
	addEventListener('keydown', onKey, options)
	addEventListener('resize', cancel, options)
	document.addEventListener('visibilitychange', cancel, options)
	// Suppress the browser's own reactions to a press.
	for (const kind of ['selectstart', 'dragstart', 'contextmenu'])
		addEventListener(kind, (event) => event.preventDefault(), options)
	return cancel
}
