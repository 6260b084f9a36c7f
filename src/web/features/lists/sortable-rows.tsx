import {
	type Announcements,
	closestCenter,
	DndContext,
	type DragEndEvent,
	DragOverlay,
	KeyboardSensor,
	type Modifier,
	MouseSensor,
	type Over,
	TouchSensor,
	type UniqueIdentifier,
	useDndContext,
	useSensor,
	useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useEffect, useRef, useState } from 'react'
import { LiftedRow } from './game-row.tsx'
import css from './game-rows.module.css'
import type { RowsProps } from './game-rows.tsx'
import { type KeyboardDrag, keyboardDrag } from './keyboard-drag.ts'
import { notesName } from './list-draft.ts'
import type { ListedGame } from './list-games.ts'
import { SortableRow } from './sortable-row.tsx'
import { useNearRows } from './use-near-rows.ts'

const mouse = { activationConstraint: { distance: 5 } }
const touch = { activationConstraint: { delay: 120, tolerance: 8 } }
const scrolling = { acceleration: 28, threshold: { x: 0.25, y: 0.25 }, interval: 16 }
const landing = { duration: 180, easing: 'ease-out' }

/** Rows that can also be dragged: by mouse, touch and keyboard. */
export function SortableRows({ games, problemOf, change }: RowsProps) {
	const [keyboard] = useState(keyboardDrag)
	useEffect(() => keyboard.end, [keyboard])
	const sensors = useSensors(
		useSensor(MouseSensor, mouse),
		useSensor(TouchSensor, touch),
		// while the page glides a key would move nothing
		useSensor(KeyboardSensor, { coordinateGetter: keyboard.coordinateGetter, scrollBehavior: 'instant' }),
	)
	const ids = games.map(({ game }) => game.id)
	const placeOf = (id: UniqueIdentifier) => ids.indexOf(Number(id))
	const near = useNearRows()
	const placed = (id: UniqueIdentifier) => {
		const place = placeOf(id)
		return { name: games[place]?.game.name ?? '', number: place + 1, count: games.length }
	}
	// what is shown follows the keys a moment later
	const endOf = (over: Over | null) => keyboard.place() ?? (over && placeOf(over.id))
	const announcements = useAnnouncements(placed, ({ active, over }) => [null, placeOf(active.id)].includes(endOf(over)))
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
			onDragStart={({ active, activatorEvent }) => {
				near.hold()
				keyboard.end()
				if (activatorEvent instanceof KeyboardEvent) keyboard.start(placeOf(active.id), ids)
			}}
			onDragCancel={() => {
				near.release()
				keyboard.end()
			}}
			onDragEnd={({ active, over }) => {
				near.release()
				const to = endOf(over)
				if (to !== null) change({ kind: 'move', id: Number(active.id), to })
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
							near={near}
						/>
					))}
				</ol>
			</SortableContext>
			<Lifted games={games} placeOf={placeOf} keyboard={keyboard} />
		</DndContext>
	)
}

interface LiftedProps {
	games: readonly ListedGame[]
	placeOf: (id: UniqueIdentifier) => number
	keyboard: KeyboardDrag
}

// On its own it hears of a drag without all rows hearing of it.
function Lifted({ games, placeOf, keyboard }: LiftedProps) {
	const { over, active, dragOverlay, droppableRects } = useDndContext()
	const isMeasured = active !== null && dragOverlay.rect !== null && droppableRects.size > 0
	useEffect(() => {
		if (isMeasured) keyboard.go()
	}, [isMeasured, keyboard])
	const listed = active ? games[placeOf(active.id)] : undefined
	return (
		<DragOverlay dropAnimation={isStill() ? null : landing}>
			{active && listed && <LiftedRow listed={listed} number={placeOf((over ?? active).id) + 1} />}
		</DragOverlay>
	)
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
	hasStayed: (drag: Pick<DragEndEvent, 'active' | 'over'>) => boolean,
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
		onDragEnd: (drag) => (hasStayed(drag) ? stays(drag.active.id) : undefined),
		onDragCancel: (drag) => stays(drag.active.id),
	}

	function stays(id: UniqueIdentifier): string {
		const { name, number } = placed(id)
		return `${name} stays number ${number}.`
	}
}
