import { useState } from 'react'
import { Link } from 'react-router'
import { EDITABLE_FACTS, type EditableFact, FACT_LABELS } from '#contract/editable-facts.ts'
import {
	EDITED_MEANWHILE,
	type EditedGame,
	editGame,
	GameEdit,
	getEditedGame,
	listGameHistory,
} from '#contract/game-edits.ts'
import { getGame } from '#contract/games.ts'
import { paths } from '#contract/paths.ts'
import type { Problem } from '#contract/problems.ts'
import { useRead, useSend } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import type { Validator } from '#web/forms/validator.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { type EditDraft, toEdit, toTexts } from './edit-draft.ts'
import css from './edit-form.module.css'
import { nameSource } from './source-names.ts'

interface EditFormProps {
	gameId: number
	onSaved: (message: string) => void
}

/** The form with which moderators edit a game. */
export function EditForm({ gameId, onSaved }: EditFormProps) {
	const { data, error, isFetching, retry } = useRead(
		getEditedGame,
		{ params: { id: gameId } },
		{ refetchOnMount: 'always' },
	)
	// A form must not open with facts of before
	if (data && !isFetching) return <FactsForm key={data.game.id} game={data} onSaved={onSaved} />
	if (error && !isFetching)
		return (
			<Empty alert action={<TryAgain onRetry={retry} />}>
				{getFailureMessage(error, getEditedGame.config.failure)}
			</Empty>
		)
	return (
		<div className={css.form} aria-busy="true">
			<Skeleton shape="block" />
			<Skeleton shape="block" />
			<Skeleton shape="block" />
		</div>
	)
}

/** One line each; the others are lists with one entry per line, or texts. */
const SINGLE: readonly EditableFact[] = ['name', 'releaseDate', 'series', 'cover']
const TEXTS: readonly EditableFact[] = ['summary', 'storyline', 'description']

const NOTES: Readonly<Partial<Record<EditableFact, string>>> = {
	releaseDate: '1998, 1998-11 or 1998-11-21',
	cover: 'address of an image',
	websites: 'one per line: address, then its kind',
	screenshots: 'one address per line',
}

const noteOf = (field: EditableFact) =>
	NOTES[field] ?? (SINGLE.includes(field) || TEXTS.includes(field) ? undefined : 'one per line')

function FactsForm({ game, onSaved }: { game: EditedGame; onSaved: EditFormProps['onSaved'] }) {
	// What another moderator saves meanwhile must not slip in unseen
	const [opened, setOpened] = useState(game)
	const before = toTexts(opened.shown)
	const toBody = (draft: EditDraft) => toEdit(draft, before)
	const sending = useSend(editGame, {
		invalidates: [getEditedGame, getGame, listGameHistory],
		onDone: () => onSaved('Saved. This site’s facts come before those of its sources.'),
		onError: (error) => {
			const now = error.code === EDITED_MEANWHILE.code && (error.body as { game?: EditedGame }).game
			if (now) setOpened(now)
		},
	})
	const form = useForm<EditDraft>({
		initial: () => ({ ...toTexts(game.shown), givenBack: [] }),
		validate: (draft, check) => validate(toBody(draft), check),
		sending,
	})
	const { draft } = form
	const isUnchanged = Object.keys(toBody(draft)).length === 0
	return (
		<Form
			className={css.form}
			form={form}
			failure={editGame.config.failure}
			onSend={(draft) => sending.send({ params: { id: game.game.id }, body: { ...toBody(draft), seen: opened.seen } })}
		>
			<p className={css.lead}>
				What you change here counts before every source, whatever later imports bring. An emptied field says that there
				is none.
			</p>
			{EDITABLE_FACTS.map((field) => (
				<FactField
					key={field}
					field={field}
					form={form}
					opened={opened}
					meanwhile={opened !== game && toTexts(game.shown)[field] !== before[field] ? before[field] : null}
				/>
			))}
			<div className={css.actions}>
				<Link to={paths.gameHistory(game.game.id)} className={buttonClass('quiet')}>
					Cancel
				</Link>
				<SubmitButton isSending={form.isSending} isIdle={isUnchanged} sendingLabel="Saving...">
					Save Changes
				</SubmitButton>
			</div>
			<UnsavedChanges
				what={game.game.name}
				isUnsaved={() => !isUnchanged && !sending.isDone}
				onDiscard={() => form.restart({ ...before, givenBack: [] })}
			/>
		</Form>
	)
}

interface FactFieldProps {
	field: EditableFact
	form: ReturnType<typeof useForm<EditDraft>>
	opened: EditedGame
	/** What another moderator made of it since the form was opened; null if nothing. */
	meanwhile: string | null
}

function FactField({ field, form, opened, meanwhile }: FactFieldProps) {
	const label = FACT_LABELS[field]
	const { draft, set } = form
	const isGivenBack = draft.givenBack.includes(field)
	const source = opened.origins.find((one) => one.field === field)
	const props = {
		...form.field(field),
		label,
		note: noteOf(field),
		hint: describeOrigin(source, isGivenBack, meanwhile),
		autoComplete: 'off',
		onChange: (value: string) =>
			set({ [field]: value, givenBack: draft.givenBack.filter((one) => one !== field) } as Partial<EditDraft>),
	}
	return (
		<div className={css.field}>
			{SINGLE.includes(field) ? (
				<TextField {...props} />
			) : (
				<TextArea {...props} rows={TEXTS.includes(field) ? 4 : Math.min(6, draft[field].split('\n').length + 1)} />
			)}
			{source?.source === 'site' && !isGivenBack && (
				<Button
					aria-label={`Give back: ${label}`}
					onClick={() =>
						set({
							[field]: toTexts(opened.ofSources)[field],
							givenBack: [...draft.givenBack, field],
						} as Partial<EditDraft>)
					}
				>
					Give Back
				</Button>
			)}
		</div>
	)
}

/** Says where the value of a fact comes from. */
function describeOrigin(
	origin: EditedGame['origins'][number] | undefined,
	isGivenBack: boolean,
	meanwhile: string | null,
): string {
	if (meanwhile !== null) return `Changed meanwhile to: ${meanwhile || 'none'}`
	const other = origin?.otherSource ? nameSource(origin.otherSource) : null
	if (isGivenBack)
		return other ? `From ${other} again, once you save.` : 'No source says anything. Empty once you save.'
	if (!origin?.source) return 'No source says anything.'
	return origin.source === 'site' ? 'Edited on this site.' : `From ${nameSource(origin.source)}.`
}

/** Problems of entries of a list are those of its field. */
function validate(edit: GameEdit, check: Validator): Problem[] {
	return check(GameEdit, edit).map(({ path, message }) => ({ path: path.split('.')[0] ?? path, message }))
}
