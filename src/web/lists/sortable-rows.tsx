import {
	type Announcements,
	closestCenter,
	DndContext,
	DragOverlay,
	KeyboardSensor,
	type Modifier,
	MouseSensor,
	TouchSensor,
	type UniqueIdentifier,
	useDndContext,
	useSensor,
	useSensors,
} from '@dnd-kit/core'
import {
	type AnimateLayoutChanges,
	defaultAnimateLayoutChanges,
	SortableContext,
	sortableKeyboardCoordinates,
	useSortable,
	verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { useRef, useState } from 'react'
import rowCss from './game-row.module.css'
import { type GameRowProps, Grip, LiftedRow, RowContent, rowClass } from './game-row.tsx'
import css from './game-rows.module.css'
import type { RowsProps } from './game-rows.tsx'
import { notesName } from './list-draft.ts'
import type { ListedGame } from './listed-games.ts'

const mouse = { activationConstraint: { distance: 5 } }
const touch = { activationConstraint: { delay: 120, tolerance: 8 } }
const keyboard = { coordinateGetter: sortableKeyboardCoordinates }
const scrolling = { acceleration: 28, threshold: { x: 0.25, y: 0.25 }, interval: 16 }
const landing = { duration: 180, easing: 'ease-out' }

/** Rows that can also be dragged: by mouse, touch and keyboard. */
export function SortableRows({ games, problemOf, change }: RowsProps) {
	const sensors = useSensors(
		useSensor(MouseSensor, mouse),
		useSensor(TouchSensor, touch),
		useSensor(KeyboardSensor, keyboard),
	)
	const [liftedId, setLiftedId] = useState<UniqueIdentifier | null>(null)
	const ids = games.map(({ game }) => game.id)
	const placeOf = (id: UniqueIdentifier) => ids.indexOf(Number(id))
	const lifted = liftedId === null ? undefined : games[placeOf(liftedId)]
	const announcements = useAnnouncements((id) => {
		const place = placeOf(id)
		return { name: games[place]?.game.name ?? '', number: place + 1, count: games.length }
	})
	return (
		<DndContext
			sensors={sensors}
			collisionDetection={closestCenter}
			modifiers={[alongTheList]}
			autoScroll={scrolling}
			accessibility={{
				announcements,
				screenReaderInstructions: {
					draggable:
						'Press space to pick the game up. The arrow keys move it, space puts it down, and escape leaves it where it was.',
				},
			}}
			onDragStart={({ active }) => setLiftedId(active.id)}
			onDragCancel={() => setLiftedId(null)}
			onDragEnd={({ active, over }) => {
				setLiftedId(null)
				if (over) change({ kind: 'move', id: Number(active.id), to: placeOf(over.id) })
			}}
		>
			<SortableContext items={ids} strategy={verticalListSortingStrategy}>
				<ol className={css.rows}>
					{games.map(({ game, notes }, place) => (
						<SortableRow
							key={game.id}
							game={game}
							notes={notes}
							place={place}
							count={games.length}
							problem={problemOf(notesName(game.id))}
							change={change}
						/>
					))}
				</ol>
			</SortableContext>
			<DragOverlay dropAnimation={isStill() ? null : landing}>
				{lifted && <Lifted listed={lifted} placeOf={placeOf} />}
			</DragOverlay>
		</DndContext>
	)
}

/** A mouse takes it anywhere but at its controls, a finger at its handle. */
function SortableRow({ game, place, ...rest }: GameRowProps) {
	const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, newIndex } =
		useSortable({ id: game.id, animateLayoutChanges: always, transition: settling })
	return (
		<li
			ref={setNodeRef}
			className={rowClass(rest.count)}
			data-lifted={isDragging || undefined}
			style={{ transform: CSS.Translate.toString(transform), transition }}
			onMouseDown={(event) => {
				if (!isControl(event.target)) listeners?.onMouseDown?.(event)
			}}
		>
			<button
				ref={setActivatorNodeRef}
				type="button"
				{...attributes}
				{...listeners}
				aria-roledescription="sortable row"
				aria-label={`Reorder ${game.name}`}
				className={rowCss.grip}
			>
				<Grip />
			</button>
			<RowContent game={game} number={newIndex + 1} {...rest} />
		</li>
	)
}

const always: AnimateLayoutChanges = (change) => defaultAnimateLayoutChanges({ ...change, wasDragging: true })
const settling = { duration: 180, easing: 'ease-out' }

const isControl = (target: EventTarget) => target instanceof Element && target.closest('button, input, textarea, a')

function Lifted({ listed, placeOf }: { listed: ListedGame; placeOf: (id: UniqueIdentifier) => number }) {
	const { over, active } = useDndContext()
	const under = over ?? active
	return <LiftedRow listed={listed} number={placeOf(under?.id ?? listed.game.id) + 1} />
}

/** Keeps what is dragged in its column, between the ends of the list. */
const alongTheList: Modifier = ({ transform, draggingNodeRect, containerNodeRect }) => {
	if (!draggingNodeRect || !containerNodeRect) return { ...transform, x: 0 }
	const highest = containerNodeRect.top - draggingNodeRect.top
	const lowest = containerNodeRect.bottom - draggingNodeRect.bottom
	return { ...transform, x: 0, y: Math.min(Math.max(transform.y, highest), lowest) }
}

const isStill = () => typeof window !== 'undefined' && window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** What a screen reader says of a drag. Where a row has been put down is said by the form, as for every other move. */
function useAnnouncements(
	placed: (id: UniqueIdentifier) => { name: string; number: number; count: number },
): Announcements {
	// At the start a row stands over itself, which is no news.
	const over = useRef<UniqueIdentifier | null>(null)
	return {
		onDragStart: ({ active }) => {
			const { name, number, count } = placed(active.id)
			over.current = active.id
			return `${name} picked up, number ${number} of ${count}.`
		},
		onDragOver: (drag) => {
			if (drag.over === null || drag.over.id === over.current) return
			over.current = drag.over.id
			const { number, count } = placed(drag.over.id)
			return `${placed(drag.active.id).name}, number ${number} of ${count}.`
		},
		onDragEnd: (drag) => (drag.over === null || drag.over.id === drag.active.id ? stays(drag.active.id) : undefined),
		onDragCancel: (drag) => stays(drag.active.id),
	}

	function stays(id: UniqueIdentifier): string {
		const { name, number } = placed(id)
		return `${name} stays number ${number}.`
	}
}
