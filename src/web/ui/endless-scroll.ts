import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How many loops of the slides the snap points cover: the middle one, in which the container rests, and one on each side. */
export const LOOP_COUNT = 3
/** A mouse that moved less than this clicked. */
const MIN_DRAG_PX = 10

/** A scroll container whose slides wrap around, and its current slide. */
export interface EndlessScroll {
	container: RefObject<HTMLDivElement | null>
	/** Index of the current slide, from 0. */
	index: number
	/** Scrolls to the next or the previous slide. */
	step: (direction: 1 | -1, behavior: ScrollBehavior) => void
}

/**
 * Makes a scroll container endless. Its first child holds the snap points, its second the slides, all of equal width.
 * Slides move by whole loops to wherever they are about to be visible; at rest, the container jumps back to the middle loop.
 */
export function useEndlessScroll(count: number): EndlessScroll {
	const containerRef = useRef<HTMLDivElement>(null)
	const [index, setIndex] = useState(0)
	/** The snap point that a step scrolls to: until it is near, slides passing by do not become current. */
	const goal = useRef<number | null>(null)

	useLayoutEffect(() => {
		const container = containerRef.current
		if (!container || count < 2) return
		const follow = () => {
			const at = recenter(container, count)
			arrangeSlides(container, count, at)
			const nearest = Math.round(at)
			if (goal.current !== null && goal.current % count !== nearest % count) return
			goal.current = null
			setIndex(nearest % count)
		}
		scrollToStop(container, count, 'instant')
		follow()
		const cancelStep = () => {
			goal.current = null
		}
		const ended = new AbortController()
		const options = { passive: true, signal: ended.signal }
		container.addEventListener('scroll', follow, options)
		container.addEventListener('pointerdown', cancelStep, options)
		container.addEventListener('wheel', cancelStep, options)
		dragByMouse(container, ended.signal)
		return () => ended.abort()
	}, [count])

	function step(direction: 1 | -1, behavior: ScrollBehavior): void {
		if (!containerRef.current || count < 2) return
		goal.current = (goal.current ?? Math.round(stopAt(containerRef.current))) + direction
		setIndex(goal.current % count)
		scrollToStop(containerRef.current, goal.current, behavior)
	}

	return { container: containerRef, index, step }
}

const widthOf = (box: Element) => box.firstElementChild?.firstElementChild?.getBoundingClientRect().width || 1

/** Returns the snap point at the start of the visible part, as a fraction while between two. */
const stopAt = (box: Element) => box.scrollLeft / widthOf(box)

function scrollToStop(box: Element, stop: number, behavior: ScrollBehavior): void {
	box.scrollTo({ left: stop * widthOf(box), behavior })
}

/** Moves a container at rest back to the middle loop, which looks the same. Returns its position as `stopAt` does. */
function recenter(box: HTMLElement, count: number): number {
	const at = stopAt(box)
	const nearest = Math.round(at)
	if (Math.abs(at - nearest) * widthOf(box) >= 1) return at
	box.style.scrollSnapType = ''
	const stop = count + (nearest % count)
	if (stop !== nearest) scrollToStop(box, stop, 'instant')
	return stop
}

/** Moves each slide to the first loop in which it is visible or about to be. */
function arrangeSlides(box: HTMLElement, count: number, at: number): void {
	const first = Math.floor(at)
	const visible = Math.ceil(at + box.clientWidth / widthOf(box)) - first
	// Split the hidden slides between both sides
	const lead = Math.max(0, Math.ceil((count - visible) / 2))
	const slides = box.lastElementChild?.children ?? []
	for (const [index, slide] of Array.from(slides).entries()) {
		const loops = Math.ceil((first - lead - index) / count)
		if (slide instanceof HTMLElement) slide.style.translate = `${loops * count * 100}%`
	}
}

/** Makes the container draggable with a mouse, as it is swipeable by touch. */
function dragByMouse(box: HTMLElement, signal: AbortSignal): void {
	let from: { x: number; left: number } | null = null
	const move = ({ clientX }: PointerEvent) => {
		if (!from) return
		// Snapping would prevent the drag
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
	// Prevent the browser's own drag and drop of pictures
	box.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
}
