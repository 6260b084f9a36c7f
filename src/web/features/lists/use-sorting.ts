import {
	type Dispatch,
	type KeyboardEvent,
	type PointerEvent,
	type RefObject,
	useEffect,
	useRef,
	useState,
} from 'react'
import type { GamesChange, ListedGame } from './list-game-changes.ts'
import { startPointerDrag } from './pointer-drag.ts'

const DROP_ANIMATION = { duration: 180, easing: 'ease-out' }
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A drag in progress; indexes count from 0. */
export interface Drag {
	from: number
	/** The index that a drop would move the row to. */
	to: number
	isByKeyboard: boolean
	/** The height of the dragged row, by which other rows shift. */
	height: number
	/** How far the row's own gap has moved, in pixels. */
	offset: number
}

/** The copy of a row that follows the pointer or the keys until its drop animation ends. */
interface Lifted {
	listed: ListedGame
	isByKeyboard: boolean
	/** Its box relative to the list, in pixels. */
	top: number
	left: number
	width: number
	height: number
}

interface Sorting {
	list: RefObject<HTMLOListElement | null>
	/** The element that contains the copy. */
	overlay: RefObject<HTMLDivElement | null>
	drag: Drag | null
	lifted: Lifted | null
	/** The screen reader announcement. */
	announcement: string
}

interface DragControls extends Sorting {
	/** The latest drag: keys can come faster than renders. */
	current: RefObject<Drag | null>
	start: (from: number, isByKeyboard: boolean) => void
	/** Moves the gap to an index. */
	moveTo: (to: number) => void
	end: (isDropped: boolean) => void
}

/**
 * Sorts the children of `list`, the games' rows, by mouse, touch and keyboard. A row is dragged by its `[data-grip]`,
 * and by mouse anywhere except its controls. Until the drop every row keeps its position in the document.
 */
export function useSorting(games: readonly ListedGame[], change: Dispatch<GamesChange>) {
	const controls = useDrag(games, change)
	const { list, overlay, current, drag, lifted, announcement } = controls
	const cancelPointer = useRef<() => void>(undefined)
	useEffect(() => {
		const rows = list.current
		// A touch drag must not scroll. React's touch listeners are passive and could not prevent that.
		const preventScroll = (event: TouchEvent) => {
			if (current.current && event.cancelable) event.preventDefault()
		}
		rows?.addEventListener('touchmove', preventScroll, { passive: false })
		return () => {
			rows?.removeEventListener('touchmove', preventScroll)
			cancelPointer.current?.()
		}
	}, [list, current])

	const sorting: Sorting = { list, overlay, drag, lifted, announcement }
	const handlers = {
		onPointerDown({ target, button, isPrimary, nativeEvent }: PointerEvent) {
			if (current.current || button !== 0 || !isPrimary || !(target instanceof Element)) return
			const index = rowIndexOf(target, list.current)
			const isGrip = target.closest('[data-grip]') !== null
			const isRow = nativeEvent.pointerType === 'mouse' && !target.closest('button, input, textarea, a')
			if (index >= 0 && (isGrip || isRow)) cancelPointer.current = dragByPointer(controls, nativeEvent, index)
		},
		onKeyDown(event: KeyboardEvent) {
			const { target } = event
			if (!(target instanceof Element && target.matches('[data-grip]'))) return
			if (dragByKey(controls, event.code, rowIndexOf(target, list.current))) event.preventDefault()
		},
		onBlur() {
			if (current.current?.isByKeyboard) controls.end(false)
		},
	}
	return { ...sorting, handlers }
}

function useDrag(games: readonly ListedGame[], change: Dispatch<GamesChange>): DragControls {
	const list = useRef<HTMLOListElement>(null)
	const overlay = useRef<HTMLDivElement>(null)
	const current = useRef<Drag | null>(null)
	const [drag, setDrag] = useState<Drag | null>(null)
	const [lifted, setLifted] = useState<Lifted | null>(null)
	const [announcement, announce] = useState('')
	const setCurrent = (next: Drag | null) => {
		current.current = next
		setDrag(next)
	}
	const nameAt = (index: number) => games[index]?.game.name ?? ''

	function start(from: number, isByKeyboard: boolean): void {
		const row = rowAt(list.current, from)
		const listed = games[from]
		if (!row || !listed) return
		for (const landing of overlay.current?.getAnimations() ?? []) landing.cancel()
		const { offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height } = row
		setCurrent({ from, to: from, isByKeyboard, height, offset: 0 })
		setLifted({ listed, isByKeyboard, top, left, width, height })
		announce(`${nameAt(from)} picked up, number ${from + 1} of ${games.length}.`)
	}

	function moveTo(to: number): void {
		const now = current.current
		const own = now && rowAt(list.current, now.from)
		const target = rowAt(list.current, to)
		if (!own || !target || to === now.to) return
		const below = to > now.from ? target.offsetHeight - own.offsetHeight : 0
		setCurrent({ ...now, to, offset: target.offsetTop - own.offsetTop + below })
		announce(`${nameAt(now.from)}, number ${to + 1} of ${games.length}.`)
	}

	function end(isDropped: boolean): void {
		const last = current.current
		const listed = last && games[last.from]
		if (!listed) return
		setCurrent(null)
		animateLanding((rowAt(list.current, last.from)?.offsetTop ?? 0) + (isDropped ? last.offset : 0))
		// The form announces the new position, as for every other move.
		if (isDropped && last.to !== last.from) change({ kind: 'move', id: listed.game.id, to: last.to })
		else announce(`${listed.game.name} stays number ${last.from + 1}.`)
	}

	function animateLanding(top: number): void {
		const copy = overlay.current
		if (!copy || matchMedia('(prefers-reduced-motion: reduce)').matches) {
			setLifted(null)
			return
		}
		const from = getComputedStyle(copy).translate
		copy.style.translate = `0 ${top}px`
		setLifted((before) => before && { ...before, top })
		const landing = copy.animate({ translate: [from, `0 ${top}px`] }, DROP_ANIMATION)
		landing.onfinish = () => {
			if (!current.current) setLifted(null)
		}
	}

	return { list, overlay, current, drag, lifted, announcement, start, moveTo, end }
}

function dragByPointer(
	{ list, overlay, current, start, moveTo, end }: DragControls,
	press: globalThis.PointerEvent,
	index: number,
) {
	const grabbed = press.clientY - (rowAt(list.current, index)?.getBoundingClientRect().top ?? 0)
	return startPointerDrag(press, {
		onLift: () => start(index, false),
		onMove: (y) => {
			const rows = list.current
			if (!rows || !current.current) return
			const { height, to } = current.current
			const top = y - grabbed - rows.getBoundingClientRect().top
			const bounded = Math.min(Math.max(top, 0), rows.offsetHeight - height)
			if (overlay.current) overlay.current.style.translate = `0 ${bounded}px`
			moveTo(findNearestIndex(rows, bounded + height / 2, to))
		},
		onEnd: end,
	})
}

/** Handles a key press on a row's grip; returns whether the key was handled. */
function dragByKey({ list, current, start, moveTo, end }: DragControls, code: string, index: number): boolean {
	const now = current.current
	if (now?.isByKeyboard === false) return false
	if (!now) {
		if (code !== 'Space' && code !== 'Enter') return false
		start(index, true)
		return true
	}
	const step = STEPS[code]
	if (step) {
		moveTo(now.to + step)
		rowAt(list.current, current.current?.to ?? index)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
	} else if (code === 'Escape') end(false)
	else if (code === 'Space' || code === 'Enter' || code === 'Tab') end(true)
	else return false
	return true
}

function rowAt(list: Element | null, index: number): HTMLElement | undefined {
	const row = list?.children[index]
	return row instanceof HTMLElement ? row : undefined
}

function rowIndexOf(element: Element, list: Element | null): number {
	const row = element.closest('li')
	return row && list ? Array.from(list.children).indexOf(row) : -1
}

/** Finds the index of the row whose middle is nearest to `height` in the list, starting from the index `near`. */
function findNearestIndex(list: Element, height: number, near: number): number {
	const distance = (index: number) => {
		const row = rowAt(list, index)
		return row ? Math.abs(row.offsetTop + row.offsetHeight / 2 - height) : Number.POSITIVE_INFINITY
	}
	let index = near
	while (distance(index + 1) < distance(index)) index++
	while (distance(index - 1) < distance(index)) index--
	return index
}
