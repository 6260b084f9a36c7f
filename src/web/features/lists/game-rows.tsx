import { type Dispatch, useEffect, useRef, useState } from 'react'
import { usePart } from '#web/app/lazy-module.ts'
import { GameRow } from './game-row.tsx'
import css from './game-rows.module.css'
import { notesName } from './list-draft.ts'
import type { GamesChange, LastChange, ListedGame } from './list-games.ts'

export interface RowsProps {
	games: readonly ListedGame[]
	problemOf: (name: string) => string | undefined
	change: Dispatch<GamesChange>
}

const loadSorting = () => import('./sortable-rows.tsx')

/** What drags rows; it comes once the form stands. */
export const useSorting = () => usePart(loadSorting, true)

/**
 * The games of a list in rows that can be put into another order by buttons or number, and by mouse, touch and keyboard
 * as soon as `sorting` is there.
 */
export function GameRows({ sorting, last, ...props }: RowsProps & SortingProps) {
	const box = useRef<HTMLDivElement>(null)
	const [isSortable, setSortable] = useState(sorting !== null)
	// The other rows are other elements: who has the focus in one of these keeps it, and what is typed there.
	useEffect(() => {
		const rows = box.current
		if (!rows || !sorting || isSortable) return
		const change = ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
			if (!(relatedTarget instanceof Node && rows.contains(relatedTarget))) setSortable(true)
		}
		change({ relatedTarget: document.activeElement })
		rows.addEventListener('focusout', change)
		return () => rows.removeEventListener('focusout', change)
	}, [sorting, isSortable])
	// A row that was sent far away by its number is followed there.
	useEffect(() => {
		if (last?.kind !== 'moved') return
		box.current?.querySelector('ol')?.children[last.at]?.scrollIntoView({ block: 'nearest' })
	}, [last])
	return <div ref={box}>{sorting && isSortable ? <sorting.SortableRows {...props} /> : <PlainRows {...props} />}</div>
}

interface SortingProps {
	sorting: Awaited<ReturnType<typeof loadSorting>> | null
	last: LastChange | null
}

function PlainRows({ games, problemOf, change }: RowsProps) {
	return (
		<ol className={css.rows}>
			{games.map(({ game, notes }, place) => (
				<GameRow
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
	)
}
