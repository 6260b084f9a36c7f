import { type Dispatch, useEffect, useId } from 'react'
import { GameRow, LiftedRow } from './game-row.tsx'
import css from './game-rows.module.css'
import { notesFieldName } from './list-draft.ts'
import type { GamesChange, LastChange, ListedGame } from './list-game-changes.ts'
import { type Drag, useSorting } from './use-sorting.ts'

interface GameRowsProps {
	games: readonly ListedGame[]
	last: LastChange | null
	/** Whether a row has its tools in a menu. */
	isNarrow: boolean
	problemOf: (name: string) => string | undefined
	change: Dispatch<GamesChange>
}

/** The list editor's rows. They are reordered with buttons, by number, or by dragging with mouse, touch or keyboard. */
export function GameRows({ games, last, isNarrow, problemOf, change }: GameRowsProps) {
	const { list, overlay, drag, lifted, announcement, handlers } = useSorting(games, change)
	const instructions = useId()
	// Scroll to a row that was moved far away by its number.
	useEffect(() => {
		if (last?.kind === 'moved') list.current?.children[last.at]?.scrollIntoView({ block: 'nearest' })
	}, [last, list])
	return (
		<div className={css.box}>
			<p id={instructions} hidden>
				Press Space to pick up a game. Move it with the arrow keys, press Space to drop it, or Escape to cancel.
			</p>
			<ol ref={list} className={drag ? `${css.rows} ${css.sorting}` : css.rows} {...handlers}>
				{games.map(({ game, notes }, index) => (
					<GameRow
						key={game.id}
						game={game}
						notes={notes}
						count={games.length}
						isNarrow={isNarrow}
						isLifted={lifted?.listed.game.id === game.id}
						instructions={instructions}
						problem={problemOf(notesFieldName(game.id))}
						change={change}
						{...getRowShift(index, drag)}
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

/** Returns the displayed position of a row, from 1, and its shift in pixels during a drag. */
function getRowShift(index: number, drag: Drag | null): { number: number; shift: number } {
	const number = index + 1
	if (!drag) return { number, shift: 0 }
	const { from, to, height, offset } = drag
	if (index === from) return { number: to + 1, shift: offset }
	if (from < index && index <= to) return { number: number - 1, shift: -height }
	if (to <= index && index < from) return { number: number + 1, shift: height }
	return { number, shift: 0 }
}

const indexOf = (games: readonly ListedGame[], { game }: ListedGame) =>
	games.findIndex((listed) => listed.game.id === game.id)
