import { type KeyboardEvent, useRef } from 'react'
import type { GameRef } from '#contract/game-ref.ts'
import { createList, type GameListDetail, NO_LIST_ID, updateList } from '#contract/lists.ts'
import { hideSpoilers } from '#contract/spoiler-spans.ts'
import { pluralize } from '#web/app/format.ts'
import { Mentions } from '#web/features/texts/mentions.tsx'
import { Form, SubmitButton } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import { bottomBar } from '#web/ui/bottom-bars.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { truncateText } from '#web/ui/truncate-text.ts'
import { CoverFan } from './cover-fan.tsx'
import { LastChangeMessage } from './last-change.tsx'
import { ListDetails } from './list-details.tsx'
import css from './list-form.module.css'
import { isUndoable } from './list-game-changes.ts'
import { ListGames } from './list-games.tsx'
import { ListOptions } from './list-options.tsx'
import { useGameSources } from './use-game-sources.tsx'
import { useListForm } from './use-list-form.ts'

const DESCRIPTION_LENGTH = 150
/** The fields that can be folded away. */
const DETAILS = ['description', 'tags', 'visibility', 'isRanked'] as const

interface ListFormProps {
	userId: string
	/** The list to edit, null to create one. */
	list: GameListDetail | null
	/** Called with the list's id once it is saved. */
	onSaved: (listId: string) => void
	onCancel: () => void
}

/** Creates or edits a list. Unsaved changes are stored as a draft, and leaving the page asks for confirmation. */
export function ListForm({ userId, list, onSaved, onCancel }: ListFormProps) {
	const state = useListForm({ userId, list, onSaved })
	const { form, listed, change } = state
	const description = useRef<HTMLTextAreaElement>(null)
	const sources = useGameSources(listed, change)
	return (
		<>
			<Form
				className={css.form}
				form={form}
				onKeyDown={(event) => {
					// In a text field the shortcut undoes typing.
					if (!isUndoShortcut(event) || isTextField(event.target) || !listed.last || !isUndoable(listed.last)) return
					event.preventDefault()
					change({ kind: 'undo' })
				}}
				onSend={state.send}
			>
				<div className={css.main}>
					{state.isRestored && <RestoredDraft onDiscard={state.discard} />}
					<TextField
						{...form.field('title')}
						label="Title"
						className={css.title}
						required
						autoComplete="off"
						placeholder="Name your list"
					/>
					<ListGames listed={listed} change={change} problemOf={form.getProblem} onPasteNames={sources.paste}>
						{sources.buttons}
					</ListGames>
				</div>
				<div className={css.side}>
					<ListDetails draft={form.draft} hasProblem={DETAILS.some((name) => form.getProblem(name) !== undefined)}>
						<div>
							<TextArea
								{...form.field('description')}
								label="Description"
								note="optional"
								ref={description}
								className={css.description}
								rows={4}
								placeholder="What do these games have in common?"
							/>
							<Mentions field={description} />
						</div>
						<ListOptions draft={form.draft} getProblem={form.getProblem} onChange={form.set} />
					</ListDetails>
					<ListPreview
						title={form.draft.title}
						description={form.draft.description}
						games={listed.games.map(({ game }) => game)}
					/>
				</div>
				<ListFormBar state={state} isNew={list === null} onCancel={onCancel} />
				<UnsavedChanges what="this list" isUnsaved={state.isUnsaved} onDiscard={state.close} />
			</Form>
			{sources.dialogs}
		</>
	)
}

/** The list's card as it will look, beside the form on wide screens. Hidden from screen readers, as it repeats the form. */
function ListPreview({ title, description, games }: { title: string; description: string; games: readonly GameRef[] }) {
	return (
		<aside className={css.preview} aria-hidden="true">
			<p>Preview</p>
			<CoverFan games={games} />
			<strong>{title}</strong>
			<span>{pluralize(games.length, 'game')}</span>
			{description.trim() !== '' && <q>{truncateText(hideSpoilers(description), DESCRIPTION_LENGTH)}</q>}
		</aside>
	)
}

interface ListFormBarProps {
	state: ReturnType<typeof useListForm>
	isNew: boolean
	onCancel: () => void
}

/** The sticky footer of the form: the last change, failures and the buttons. */
function ListFormBar({ state: { form, listed, change, missing, isIdMissing }, isNew, onCancel }: ListFormBarProps) {
	const { failure } = (isNew ? createList : updateList).config
	return (
		<div ref={bottomBar} className={css.bar}>
			<LastChangeMessage listed={listed} change={change} />
			<FormFailure error={form.failure} fallback={failure} />
			<Notice kind="bad" message={isIdMissing ? (isNew ? NO_LIST_ID : failure) : null} />
			<div className={css.actions}>
				<SubmitButton
					isSending={form.isSending}
					sendingLabel={isNew ? 'Creating...' : 'Updating...'}
					disabled={missing !== null}
					aria-describedby={missing ? 'list-missing' : undefined}
				>
					{isNew ? 'Create List' : 'Update List'}
				</SubmitButton>
				<Button onClick={onCancel}>Cancel</Button>
				{missing && (
					<p id="list-missing" className={css.missing}>
						{missing === 'title' ? 'A list needs a title.' : 'Add at least one game.'}
					</p>
				)}
			</div>
		</div>
	)
}

const isUndoShortcut = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent) =>
	(ctrlKey || metaKey) && !shiftKey && key === 'z'

const isTextField = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
