import { type Dispatch, useId, useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { formatCount } from '#web/app/format.ts'
import { Mentions } from '#web/features/texts/mentions.tsx'
import { Button } from '#web/ui/button.tsx'
import { controlClass, FieldMessage } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { notesFieldName } from './list-draft.ts'
import type { GamesChange } from './list-game-changes.ts'
import css from './notes-field.module.css'

/** The length in characters from which the field shows a counter. */
const COUNTER_FROM = LIMITS.listNotesMax * 0.8

interface NotesFieldProps {
	gameId: number
	/** The game's name. */
	name: string
	notes: string
	/** Whether the field is shown although it is empty. */
	isOpen: boolean
	/** Whether a button opens the field. */
	hasButton: boolean
	problem: string | undefined
	change: Dispatch<GamesChange>
	onOpen: (isOpen: boolean) => void
}

/** The notes on a game in a list. Without notes it is at most a button that opens the field. */
export function NotesField(props: NotesFieldProps) {
	const { gameId, name, notes, isOpen, hasButton, problem, change, onOpen } = props
	const id = useId()
	const textarea = useRef<HTMLTextAreaElement>(null)
	if (!isOpen && notes === '')
		return (
			hasButton && (
				<span className={css.add}>
					<Button kind="plain" aria-label={`Add a note to ${name}`} onClick={() => onOpen(true)}>
						<Icon name="comment" size={16} />
						Add a Note
					</Button>
				</span>
			)
		)
	const length = Array.from(notes.trim()).length
	const hint =
		length > COUNTER_FROM ? `${formatCount(length)} of ${formatCount(LIMITS.listNotesMax)} characters` : undefined
	return (
		<div className={css.notes}>
			<textarea
				// Opening the field moves the focus into it.
				ref={(field) => {
					textarea.current = field
					if (isOpen) field?.focus()
				}}
				className={`${controlClass} ${css.field}`}
				name={notesFieldName(gameId)}
				rows={1}
				placeholder="Why is it on this list?"
				aria-label={`Notes for ${name}`}
				aria-invalid={problem ? true : undefined}
				aria-describedby={(problem ?? hint) ? id : undefined}
				value={notes}
				onChange={({ currentTarget }) => change({ kind: 'note', id: gameId, notes: currentTarget.value })}
				// An emptied field stays open until it loses the focus.
				onFocus={() => onOpen(true)}
				onBlur={() => onOpen(false)}
			/>
			<Mentions field={textarea} />
			{(problem ?? hint) && (
				<FieldMessage id={id} problem={problem}>
					{hint}
				</FieldMessage>
			)}
		</div>
	)
}
