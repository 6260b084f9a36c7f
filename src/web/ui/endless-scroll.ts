import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The stops of the scroll container, in turns of the slides: one before and one after the turn in which it rests. */
export const TURNS = 3
/** A mouse that moved less has clicked. */
const MIN_DRAG_PX = 10

/** A scroll container whose slides wrap around, and the slide at its start. */
export interface EndlessScroll {
	box: RefObject<HTMLDivElement | null>
	/** From 0. */
	place: number
	/** Scrolls to the next or the previous slide. */
	step: (direction: 1 | -1, behavior: ScrollBehavior) => void
}

/**
 * Makes a scroll container endless: its first child holds the snap stops, its second the slides, all of one width. A slide
 * moves by whole turns to where it is about to be seen; the container moves back by as much when it comes to rest.
 */
export function useEndlessScroll(count: number): EndlessScroll {
	const box = useRef<HTMLDivElement>(null)
	const [place, setPlace] = useState(0)
	/** The stop that a step leads to: until it is near, what passes by is not the place. */
	const goal = useRef<number | null>(null)

	useLayoutEffect(() => {
		const container = box.current
		if (!container || count < 2) return
		const follow = () => {
			const at = rest(container, count)
			arrange(container, count, at)
			const nearest = Math.round(at)
			if (goal.current !== null && goal.current % count !== nearest % count) return
			goal.current = null
			setPlace(nearest % count)
		}
		scrollToStop(container, count, 'instant')
		follow()
		const takeOver = () => {
			goal.current = null
		}
		const ended = new AbortController()
		const options = { passive: true, signal: ended.signal }
		container.addEventListener('scroll', follow, options)
		container.addEventListener('pointerdown', takeOver, options)
		container.addEventListener('wheel', takeOver, options)
		dragByMouse(container, ended.signal)
		return () => ended.abort()
	}, [count])

	function step(direction: 1 | -1, behavior: ScrollBehavior): void {
		if (!box.current || count < 2) return
		goal.current = (goal.current ?? Math.round(stopAt(box.current))) + direction
		setPlace(goal.current % count)
		scrollToStop(box.current, goal.current, behavior)
	}

	return { box, place, step }
}

const widthOf = (box: Element) => box.firstElementChild?.firstElementChild?.getBoundingClientRect().width || 1

/** The stop at the start of what is seen, with a fraction on the way to the next. */
const stopAt = (box: Element) => box.scrollLeft / widthOf(box)

function scrollToStop(box: Element, stop: number, behavior: ScrollBehavior): void {
	box.scrollTo({ left: stop * widthOf(box), behavior })
}

/** Returns what `stopAt` does. A container that rests is taken back to the middle turn, which looks the same. */
function rest(box: HTMLElement, count: number): number {
	const at = stopAt(box)
	const nearest = Math.round(at)
	if (Math.abs(at - nearest) * widthOf(box) >= 1) return at
	box.style.scrollSnapType = ''
	const stop = count + (nearest % count)
	if (stop !== nearest) scrollToStop(box, stop, 'instant')
	return stop
}

/** Shows each slide in the first turn in which it is, or is about to be, seen. */
function arrange(box: HTMLElement, count: number, at: number): void {
	const first = Math.floor(at)
	const seen = Math.ceil(at + box.clientWidth / widthOf(box)) - first
	// One that is not seen waits on the side to which there is most way.
	const lead = Math.max(0, Math.ceil((count - seen) / 2))
	const slides = box.lastElementChild?.children ?? []
	for (const [index, slide] of Array.from(slides).entries()) {
		const turns = Math.ceil((first - lead - index) / count)
		if (slide instanceof HTMLElement) slide.style.translate = `${turns * count * 100}%`
	}
}

/** Lets a mouse drag what a finger can swipe. */
function dragByMouse(box: HTMLElement, signal: AbortSignal): void {
	let from: { x: number; left: number } | null = null
	const move = ({ clientX }: PointerEvent) => {
		if (!from) return
		// Snapping would hold it where it is.
		box.style.scrollSnapType = 'none'
		box.scrollLeft = from.left + from.x - clientX
	}
	const release = ({ clientX }: PointerEvent) => {
		if (!from) return
		const moved = from.x - clientX
		from = null
		const round = Math.abs(moved) < MIN_DRAG_PX ? Math.round : moved > 0 ? Math.ceil : Math.floor
		scrollToStop(box, round(stopAt(box)), 'smooth')
	}
	const press = ({ pointerType, button, pointerId, clientX }: PointerEvent) => {
		if (pointerType !== 'mouse' || button !== 0) return
		from = { x: clientX, left: box.scrollLeft }
		box.setPointerCapture(pointerId)
	}
	box.addEventListener('pointerdown', press, { signal })
	box.addEventListener('pointermove', move, { signal })
	box.addEventListener('pointerup', release, { signal })
	box.addEventListener('pointercancel', release, { signal })
	// The browser would carry the picture away.
	box.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
}
