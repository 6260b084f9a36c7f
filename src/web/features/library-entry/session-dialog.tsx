import { useState } from 'react'
import type { LibraryEntryDetail } from '#contract/library.ts'
import { LIMITS } from '#contract/limits.ts'
import { createPlaySession } from '#contract/plays.ts'
import { localDay } from '#web/app/format.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { DayField } from './day-field.tsx'
import { formatMinutes } from './minutes.ts'
import { formatPlayDay } from './play-days.ts'
import css from './play-dialog.module.css'
import { findRunningPlay, findSessionProblems, type SessionDraft, toSessionInput } from './session-draft.ts'
import { useSessions } from './use-sessions.ts'

const SITTINGS = [15, 30, 45, 60, 90, 120, 180].map((minutes) => ({
	minutes,
	label: minutes === 90 ? '1½ h' : formatMinutes(minutes),
}))

/** The `ref` of a field that a press brings up. */
const focus = (field: HTMLElement | null) => field?.focus()

interface SessionDialogProps {
	game: { id: number; name: string }
	/** Undefined while it loads; a session needs none of it. */
	detail: LibraryEntryDetail | undefined
	open: boolean
	onClose: () => void
}

/** Adds a session of a game, and deletes earlier ones. */
export function SessionDialog({ game, detail, open, onClose }: SessionDialogProps) {
	return (
		<Dialog open={open} title="Add a Session" isSheet onClose={onClose}>
			<p className={css.game}>{game.name}</p>
			<SessionForm game={game} detail={detail} onClose={onClose} />
		</Dialog>
	)
}

function SessionForm({ game, detail, onClose }: Omit<SessionDialogProps, 'open'>) {
	const sessions = useSessions(game.id, { onAdded: onClose })
	const [isOther, setOther] = useState(false)
	const [hasNote, setNoted] = useState(false)
	const form = useForm<SessionDraft>({
		initial: () => ({ day: localDay(new Date()), minutes: '', note: '' }),
		validate: (draft, check) => findSessionProblems(draft, check, Date.now()),
		sending: sessions.adding,
	})
	const length = form.field('minutes')
	const hasLength = isOther || length.problem !== undefined
	const send = (draft: SessionDraft) =>
		sessions.add(toSessionInput(draft, findRunningPlay(detail?.plays ?? [])?.id ?? null))
	return (
		<>
			<Form className={css.form} form={form} failure={createPlaySession.config.failure} onSend={send}>
				<fieldset className={css.sittings} aria-label="Add right away">
					{SITTINGS.map(({ minutes, label }) => (
						<Button
							key={minutes}
							aria-label={`Add ${label}`}
							onClick={() => send({ ...form.draft, minutes: String(minutes) })}
						>
							{label}
						</Button>
					))}
					<Button
						aria-label="Enter a length"
						title="Enter a length"
						aria-expanded={hasLength}
						onClick={() => setOther(!hasLength)}
					>
						…
					</Button>
				</fieldset>
				{hasLength && (
					<div className={css.length}>
						<TextField {...length} ref={focus} label="Other length" autoComplete="off" placeholder="1 h 15 min" />
						<SubmitButton isSending={form.isSending} sendingLabel="Adding...">
							Add Session
						</SubmitButton>
					</div>
				)}
				<DayField {...form.field('day')} label="Day" isWholeDay />
				{hasNote ? (
					<TextArea
						{...form.field('note')}
						ref={focus}
						label="Private note"
						rows={2}
						maxLength={2 * LIMITS.playNoteMax}
					/>
				) : (
					<div className={css.noting}>
						<Button kind="plain" onClick={() => setNoted(true)}>
							Add a Note
						</Button>
					</div>
				)}
			</Form>
			{detail && detail.sessions.length > 0 && (
				<ul className={css.sessions} aria-label="Sessions">
					{detail.sessions.map((session) => {
						const words = `${session.day === null ? 'Unknown day' : formatPlayDay(session.day, new Date())} · ${formatMinutes(session.minutes)}`
						return (
							<li key={session.id} className={css.play}>
								<span>
									{words}
									{session.note && <span className={css.note}>{session.note}</span>}
								</span>
								<Button kind="plain" aria-label={`Delete: ${words}`} onClick={() => sessions.remove(session)}>
									Delete
								</Button>
							</li>
						)
					})}
				</ul>
			)}
		</>
	)
}
