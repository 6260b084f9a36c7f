import { type Dispatch, memo } from 'react'
import type { GameRef } from '#contract/games.ts'
import { releaseYear } from '#web/app/format.ts'
import { GameCover } from '#web/features/games/game-cover.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import css from './game-row.module.css'
import type { GamesChange, ListedGame } from './list-games.ts'
import { NotesField } from './notes-field.tsx'
import { PositionField } from './position-field.tsx'

export interface GameRowProps {
	game: GameRef
	notes: string
	/** From 0. */
	place: number
	count: number
	/** What is wrong with the notes. */
	problem: string | undefined
	change: Dispatch<GamesChange>
}

/** A game in a list that is edited, as long as it cannot be dragged. */
export function GameRow({ place, ...rest }: GameRowProps) {
	return (
		<li className={rowClass(rest.count)}>
			<span className={css.grip} aria-hidden="true">
				<Grip />
			</span>
			<RowContent number={place + 1} {...rest} />
		</li>
	)
}

/** From here on the browser is not asked to lay out what is far away. */
const many = 60

export const rowClass = (count: number) => (count > many ? `${css.row} ${css.many}` : css.row)

interface RowContentProps extends Omit<GameRowProps, 'place'> {
	/** From 1; while something is dragged, where the row would stand. */
	number: number
}

// Every row hears of every step of a drag; only those that make way have something new to show.
export const RowContent = memo(function RowContent({ game, notes, number, count, problem, change }: RowContentProps) {
	const { id, name } = game
	const to = (place: number) => change({ kind: 'move', id, to: place - 1 })
	return (
		<>
			<PositionField name={name} number={number} count={count} onMove={to} />
			<Faces game={game} />
			<NotesField gameId={id} name={name} notes={notes} problem={problem} change={change} />
			<div className={css.tools}>
				<span className={css.up}>
					<Button
						kind="icon"
						aria-label={`Move ${name} up`}
						aria-disabled={number === 1}
						onClick={() => to(number - 1)}
					>
						<Icon name="down" size={18} />
					</Button>
				</span>
				<Button
					kind="icon"
					aria-label={`Move ${name} down`}
					aria-disabled={number === count}
					onClick={() => to(number + 1)}
				>
					<Icon name="down" size={18} />
				</Button>
				<Button kind="icon" data-remove aria-label={`Remove ${name}`} onClick={() => change({ kind: 'remove', id })}>
					<Icon name="close" size={18} />
				</Button>
			</div>
		</>
	)
})

/** The row as it follows the pointer. */
export function LiftedRow({ listed: { game, notes }, number }: { listed: ListedGame; number: number }) {
	return (
		<div className={`${css.row} ${css.lifted}`} aria-hidden="true">
			<span className={css.grip}>
				<Grip />
			</span>
			<span className={css.number}>{number}</span>
			<Faces game={game} />
			{notes && <p className={css.notes}>{notes}</p>}
		</div>
	)
}

function Faces({ game }: { game: GameRef }) {
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

export function Grip() {
	return (
		<svg viewBox="0 0 12 20" width="12" height="20" fill="currentColor" aria-hidden="true" focusable="false">
			<path d="M3 2.2a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM3 8.4a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2ZM3 14.6a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Zm6 0a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2Z" />
		</svg>
	)
}
