import { type Dispatch, useEffect, useId } from 'react'
import { GameRow, LiftedRow } from './game-row.tsx'
import css from './game-rows.module.css'
import { notesFieldName } from './list-draft.ts'
import type { GamesChange, LastChange, ListedGame } from './list-game-changes.ts'
import { type Drag, useSorting } from './use-sorting.ts'

interface GameRowsProps {
	games: readonly ListedGame[]
	last: LastChange | null
	problemOf: (name: string) => string | undefined
	change: Dispatch<GamesChange>
}

/** The games of a list in rows that are put into another order by buttons or number, and by mouse, touch and keyboard. */
export function GameRows({ games, last, problemOf, change }: GameRowsProps) {
	const { list, overlay, drag, lifted, announcement, handlers } = useSorting(games, change)
	const instructions = useId()
	// A row that was sent far away by its number is followed there.
	useEffect(() => {
		if (last?.kind === 'moved') list.current?.children[last.at]?.scrollIntoView({ block: 'nearest' })
	}, [last, list])
	return (
		<div className={css.box}>
			<p id={instructions} hidden>
				Press space to pick the game up. The arrow keys move it, space puts it down, and escape leaves it where it was.
			</p>
			<ol ref={list} className={drag ? `${css.rows} ${css.sorting}` : css.rows} {...handlers}>
				{games.map(({ game, notes }, place) => (
					<GameRow
						key={game.id}
						game={game}
						notes={notes}
						count={games.length}
						isLifted={lifted?.listed.game.id === game.id}
						instructions={instructions}
						problem={problemOf(notesFieldName(game.id))}
						change={change}
						{...getRowShift(place, drag)}
					/>
				))}
			</ol>
			{lifted && (
				<div
					ref={overlay}
					className={lifted.isByKeyboard ? `${css.lifted} ${css.gliding}` : css.lifted}
					style={{
						left: lifted.left,
						width: lifted.width,
						height: lifted.height,
						translate: `0 ${lifted.top + (lifted.isByKeyboard && drag ? drag.offset : 0)}px`,
					}}
				>
					<LiftedRow listed={lifted.listed} number={1 + (drag?.to ?? indexOf(games, lifted.listed))} />
				</div>
			)}
			<div role="status" aria-live="assertive" aria-atomic="true" className="visually-hidden">
				{announcement}
			</div>
		</div>
	)
}

/** The number of the row at a place while another, or itself, is dragged, and how far it is moved for that. */
function getRowShift(place: number, drag: Drag | null): { number: number; shift: number } {
	const number = place + 1
	if (!drag) return { number, shift: 0 }
	const { from, to, height, offset } = drag
	if (place === from) return { number: to + 1, shift: offset }
	if (from < place && place <= to) return { number: number - 1, shift: -height }
	if (to <= place && place < from) return { number: number + 1, shift: height }
	return { number, shift: 0 }
}

const indexOf = (games: readonly ListedGame[], { game }: ListedGame) =>
	games.findIndex((listed) => listed.game.id === game.id)
