import { useState } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { ALREADY_SUGGESTED, NewSuggestion, suggestGame } from '#contract/game-suggestions.ts'
import { useSend } from '#web/app/data.tsx'
import { GameLine } from '#web/features/games/game-line.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { Button } from '#web/ui/button.tsx'
import dialog from '#web/ui/dialog.module.css'
import { TextArea } from '#web/ui/text-field.tsx'
import { toFacts, toFactsDraft } from './suggestion-draft.ts'
import { SuggestionFields } from './suggestion-fields.tsx'
import css from './suggestion-form.module.css'

interface SuggestionFormProps {
	/** What was searched for. */
	name: string
	onPick: (game: GameRef) => void
	onClose: () => void
}

/** Tells the moderators of a game that no source knows. */
export function SuggestionForm({ name, onPick, onClose }: SuggestionFormProps) {
	const [existing, setExisting] = useState<GameRef | null>(null)
	const sending = useSend(suggestGame, {
		once: true,
		onError: ({ code, body }) => {
			if (code === ALREADY_SUGGESTED.code) setExisting((body as { game: GameRef | null }).game)
		},
	})
	const form = useForm({
		initial: () => ({ ...toFactsDraft({ name }), note: '' }),
		validate: ({ note, ...draft }, check) => check(NewSuggestion, { ...toFacts(draft), note }),
		sending,
		onChange: () => setExisting(null),
	})
	if (sending.isDone)
		return (
			<div className={css.form}>
				<p role="status">Thanks. A moderator will look at it, and you’ll get a notification.</p>
				<div className={dialog.actions}>
					<Button kind="main" onClick={onClose}>
						Done
					</Button>
				</div>
			</div>
		)
	return (
		<Form
			className={css.form}
			form={form}
			failure={suggestGame.config.failure}
			onSend={({ note, ...draft }) => sending.send({ body: { ...toFacts(draft), note: note.trim() || null } })}
		>
			{existing && (
				<button type="button" className={css.existing} onClick={() => onPick(existing)}>
					<GameLine game={existing} />
				</button>
			)}
			<SuggestionFields form={form} />
			<TextArea {...form.field('note')} label="Note to the moderators" note="optional" rows={2} />
			<div className={dialog.actions}>
				<Button onClick={onClose}>Cancel</Button>
				<SubmitButton isSending={form.isSending} sendingLabel="Sending...">
					Suggest Game
				</SubmitButton>
			</div>
		</Form>
	)
}
