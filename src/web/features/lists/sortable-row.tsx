import { type AnimateLayoutChanges, defaultAnimateLayoutChanges, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import css from './game-row.module.css'
import { type GameRowProps, Grip, RowContent, rowClass } from './game-row.tsx'
import type { NearRows } from './use-near-rows.ts'

type Listeners = ReturnType<typeof useSortable>['listeners']

interface SortableRowProps extends GameRowProps {
	near: NearRows
}

/**
 * A row that a mouse takes anywhere but at its controls, a finger at its handle. Of five hundred only those near the
 * screen take part in the sorting: each that does so works at every step of a drag.
 */
export const SortableRow = memo(function SortableRow({ game, place, near, ...rest }: SortableRowProps) {
	const row = useRef<HTMLLIElement>(null)
	const grip = useRef<HTMLButtonElement>(null)
	const listeners = useRef<Listeners>(undefined)
	const [isNear, setNear] = useState(false)
	/** Where it would stand, while one of them is dragged. */
	const [shownPlace, setShownPlace] = useState<number | null>(null)
	useEffect(() => (row.current ? near.watch(row.current, setNear) : undefined), [near])
	return (
		<li
			ref={row}
			className={rowClass(rest.count)}
			onMouseDown={(event) => {
				if (!isControl(event.target)) listeners.current?.onMouseDown?.(event)
			}}
		>
			{isNear && (
				<Sorting id={game.id} place={place} row={row} grip={grip} listeners={listeners} onPlace={setShownPlace} />
			)}
			<button
				ref={grip}
				type="button"
				aria-roledescription="sortable row"
				aria-label={`Reorder ${game.name}`}
				className={css.grip}
				onMouseDown={(event) => listeners.current?.onMouseDown?.(event)}
				onTouchStart={(event) => listeners.current?.onTouchStart?.(event)}
				onKeyDown={(event) => listeners.current?.onKeyDown?.(event)}
			>
				<Grip />
			</button>
			<RowContent game={game} number={(shownPlace ?? place) + 1} {...rest} />
		</li>
	)
})

interface SortingProps {
	id: number
	place: number
	row: RefObject<HTMLLIElement | null>
	grip: RefObject<HTMLButtonElement | null>
	listeners: RefObject<Listeners>
	/** Told where the row would stand; null where it does. */
	onPlace: (place: number | null) => void
}

/** A row's part in the sorting. It draws nothing, so that the row stays as it is, with its focus, where this comes and goes. */
function Sorting({ id, place, row, grip, listeners, onPlace }: SortingProps) {
	const sorting = useSortable({ id, animateLayoutChanges: always, transition: settling })
	const { setNodeRef, setActivatorNodeRef, transform, transition, isDragging, over, newIndex } = sorting
	// until the other rows are measured, an arrow key would be lost
	const isMovable = isDragging && over !== null
	const describedBy = sorting.attributes['aria-describedby']
	useLayoutEffect(() => {
		setNodeRef(row.current)
		setActivatorNodeRef(grip.current)
		grip.current?.setAttribute('aria-describedby', describedBy)
		return () => {
			setNodeRef(null)
			setActivatorNodeRef(null)
		}
	}, [row, grip, describedBy, setNodeRef, setActivatorNodeRef])
	useLayoutEffect(() => {
		listeners.current = sorting.listeners
		return () => {
			listeners.current = undefined
		}
	})
	const moved = CSS.Translate.toString(transform) ?? ''
	useLayoutEffect(() => {
		const element = row.current
		if (!element) return
		element.style.transform = moved
		element.style.transition = transition ?? ''
		element.toggleAttribute('data-lifted', isDragging)
		if (isMovable) grip.current?.setAttribute('aria-pressed', 'true')
		else grip.current?.removeAttribute('aria-pressed')
	}, [row, grip, moved, transition, isDragging, isMovable])
	useLayoutEffect(() => onPlace(newIndex === place ? null : newIndex), [onPlace, newIndex, place])
	useLayoutEffect(
		() => () => {
			row.current?.removeAttribute('style')
			row.current?.removeAttribute('data-lifted')
			onPlace(null)
		},
		[row, onPlace],
	)
	return null
}

const always: AnimateLayoutChanges = (change) => defaultAnimateLayoutChanges({ ...change, wasDragging: true })
const settling = { duration: 180, easing: 'ease-out' }

const isControl = (target: EventTarget) => target instanceof Element && target.closest('button, input, textarea, a')
