import { type Dispatch, memo, useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { releaseYear } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import { FrameIcon } from '#web/ui/frame-icon.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import css from './game-row.module.css'
import type { GamesChange, ListedGame } from './list-game-changes.ts'
import { NotesField } from './notes-field.tsx'
import { PositionField } from './position-field.tsx'

interface GameRowProps {
	game: GameRef
	notes: string
	/** The row's position from 1; during a drag, its position after the drop. */
	number: number
	count: number
	/** Whether the row has its tools in a menu. */
	isNarrow: boolean
	/** How far the row moves to make room for the dragged row, in pixels. */
	shift: number
	/** Whether this row is being dragged, so that only its gap is shown. */
	isLifted: boolean
	/** The id of the text that explains dragging by keyboard. */
	instructions: string
	/** The validation message of the notes. */
	problem: string | undefined
	change: Dispatch<GamesChange>
}

/** From this number of rows on, offscreen rows use `content-visibility`. */
const CONTENT_VISIBILITY_MIN_ROWS = 60

/** A game in the list editor. */
// Memoized: the list renders at every step of a drag, but only the rows that move change.
export const GameRow = memo(function GameRow(props: GameRowProps) {
	const { game, notes, number, count, isNarrow, shift, isLifted, instructions, problem, change } = props
	const { id, name } = game
	const [isNoting, setNoting] = useState(false)
	const moveTo = (position: number) => change({ kind: 'move', id, to: position - 1 })
	const Tools = isNarrow ? RowMenu : RowTools
	return (
		<li
			className={count > CONTENT_VISIBILITY_MIN_ROWS ? `${css.row} ${css.many}` : css.row}
			data-lifted={isLifted || undefined}
			style={shift === 0 ? undefined : { translate: `0 ${shift}px` }}
		>
			<button
				type="button"
				data-grip
				aria-roledescription="sortable row"
				aria-label={`Reorder ${name}`}
				aria-describedby={instructions}
				aria-pressed={isLifted || undefined}
				className={css.grip}
			>
				<Grip />
			</button>
			<PositionField name={name} number={number} count={count} onMove={moveTo} />
			<GameSummary game={game} />
			<NotesField
				gameId={id}
				name={name}
				notes={notes}
				isOpen={isNoting}
				hasButton={!isNarrow}
				problem={problem}
				change={change}
				onOpen={setNoting}
			/>
			<Tools
				name={name}
				number={number}
				count={count}
				onMove={moveTo}
				onNote={isNoting || notes !== '' ? null : () => setNoting(true)}
				onRemove={() => change({ kind: 'remove', id })}
			/>
		</li>
	)
})

interface RowToolsProps {
	/** The game's name. */
	name: string
	number: number
	count: number
	onMove: (position: number) => void
	/** Opens the field of the note, null if it is open. */
	onNote: (() => void) | null
	onRemove: () => void
}

function RowTools({ name, number, count, onMove, onRemove }: RowToolsProps) {
	return (
		<div className={css.tools}>
			<span className={css.up}>
				<Button
					kind="icon"
					aria-label={`Move ${name} up`}
					aria-disabled={number === 1}
					onClick={() => onMove(number - 1)}
				>
					<Icon name="down" size={18} />
				</Button>
			</span>
			<Button
				kind="icon"
				aria-label={`Move ${name} down`}
				aria-disabled={number === count}
				onClick={() => onMove(number + 1)}
			>
				<Icon name="down" size={18} />
			</Button>
			<Button kind="icon" data-remove aria-label={`Remove ${name}`} onClick={onRemove}>
				<FrameIcon name="close" size={18} />
			</Button>
		</div>
	)
}

function RowMenu({ name, number, count, onMove, onNote, onRemove }: RowToolsProps) {
	return (
		<div className={css.tools} data-remove>
			<Menu label={`More about ${name}`}>
				{onNote && (
					<MenuButton aria-label={`Add a note to ${name}`} onClick={onNote}>
						Add a Note
					</MenuButton>
				)}
				{number > 1 && (
					<MenuButton aria-label={`Move ${name} up`} onClick={() => onMove(number - 1)}>
						Move Up
					</MenuButton>
				)}
				{number < count && (
					<MenuButton aria-label={`Move ${name} down`} onClick={() => onMove(number + 1)}>
						Move Down
					</MenuButton>
				)}
				<MenuButton aria-label={`Remove ${name}`} isDanger onClick={onRemove}>
					Remove
				</MenuButton>
			</Menu>
		</div>
	)
}

/** The copy of a row that follows the pointer. */
export function LiftedRow({ listed: { game, notes }, number }: { listed: ListedGame; number: number }) {
	return (
		<div className={`${css.row} ${css.lifted}`} aria-hidden="true">
			<span className={css.grip}>
				<Grip />
			</span>
			<span className={css.number}>{number}</span>
			<GameSummary game={game} />
			{notes && <p className={css.notes}>{notes}</p>}
		</div>
	)
}

function GameSummary({ game }: { game: GameRef }) {
	const { name, releaseDate, developers } = game
	return (
		<>
			<span className={css.cover}>
				<GameCover game={game} sizes="48px" />
			</span>
			<div className={css.words}>
				<p className={css.name}>{name}</p>
				<p className={css.line}>
					{[releaseDate && releaseYear(releaseDate), developers.join(', ')].filter(Boolean).join(' · ')}
				</p>
			</div>
		</>
	)
}

function Grip() {
	return (
		<svg viewBox="0 0 12 20" width="12" height="20" fill="currentColor" aria-hidden="true">
			<path d="M3 2.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM3 8.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM3 14.6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z" />
		</svg>
	)
}
