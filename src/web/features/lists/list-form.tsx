import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { getUserActivity } from '#contract/activity.ts'
import {
	createList,
	type GameListDetail,
	getList,
	LIST_FULL,
	listLists,
	NO_LIST_ID,
	updateList,
} from '#contract/lists.ts'
import { getProfile } from '#contract/users.ts'
import { read, useSend } from '#web/app/data.tsx'
import { GameSearch } from '#web/features/search/game-search.tsx'
import { Form, SubmitButton, useForm } from '#web/forms/form.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { RestoredDraft } from '#web/forms/restored-draft.tsx'
import { UnsavedChanges } from '#web/forms/unsaved-changes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import { GameRows, useSorting } from './game-rows.tsx'
import { LastChangeNote } from './last-change.tsx'
import { emptyListDraft, isSameListDraft, keptListDraft, listBodyOf, listDraftOf, listProblems } from './list-draft.ts'
import css from './list-form.module.css'
import { changeGames } from './list-games.ts'
import { gamesInList } from './list-words.ts'

const found = 8
const changed = [listLists, getProfile, getUserActivity]

interface ListFormProps {
	userId: string
	/** The own list that is edited, null where a new one is made. */
	list: GameListDetail | null
	/** Called with the list's id once it is saved. */
	onSaved: (listId: string) => void
	onCancel: () => void
}

/** Makes or edits a list. What is not saved is kept in the browser, and leaving it asks first. */
export function ListForm({ userId, list, onSaved, onCancel }: ListFormProps) {
	const client = useQueryClient()
	const kept = keptListDraft(userId, list?.id ?? null)
	const [start] = useState(() => (list ? listDraftOf(list) : emptyListDraft))
	const [restored, setRestored] = useState(() => {
		const draft = kept.get()
		return draft && !isSameListDraft(draft, start) ? draft : null
	})
	const [lacksId, setLacksId] = useState(false)
	// What two clicks at once must see at once.
	const stage = useRef<'editing' | 'sending' | 'saved'>('editing')

	const options = {
		invalidates: changed,
		onDone: (saved: GameListDetail) => {
			if (!saved?.id) {
				stage.current = 'editing'
				setLacksId(true)
				return
			}
			stage.current = 'saved'
			kept.remove()
			// The list's own page shows what was saved from the first moment.
			client.setQueryData(read(getList, { params: { id: saved.id } }).queryKey, saved)
			onSaved(saved.id)
		},
		onRefused: () => {
			stage.current = 'editing'
		},
	}
	const creating = useSend(createList, options)
	const updating = useSend(updateList, options)
	const sending = list ? updating : creating

	const { games: startGames, ...startWords } = restored ?? start
	const [listed, change] = useReducer(changeGames, { games: startGames, last: null, changes: 0 })
	const { games, last } = listed
	const form = useForm({
		initial: startWords,
		validate: (words, check) => listProblems({ ...words, games }, check),
		sending,
	})
	const { draft: words } = form
	const draft = useMemo(() => ({ ...words, games }), [words, games])
	const isUnsaved = !isSameListDraft(draft, start)

	// The browser's storage follows the form.
	const keep = useEffectEvent((latest: typeof draft) => {
		if (stage.current === 'saved') return
		if (isUnsaved) kept.set(latest)
		else kept.remove()
	})
	useEffect(() => keep(draft), [draft])

	const sorting = useSorting()
	const rows = useRef<HTMLDivElement>(null)
	// The focus was on a button that has left with its row, or on the one that brought the row back.
	useEffect(() => {
		if (last?.kind !== 'removed' && last?.kind !== 'returned') return
		const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
		const next = buttons[Math.min(last.at, buttons.length - 1)] ?? rows.current?.querySelector('input')
		next?.focus()
	}, [last])

	const discard = () => {
		setRestored(null)
		form.restart({ title: start.title, description: start.description })
		change({ kind: 'restart', games: start.games })
	}
	const send = () => {
		if (stage.current !== 'editing') return
		stage.current = 'sending'
		setLacksId(false)
		const body = listBodyOf(draft)
		if (list) updating.send({ params: { id: list.id }, body })
		else creating.send({ body })
	}
	const lack = words.title.trim() === '' ? 'title' : !list && games.length === 0 ? 'games' : null
	return (
		<Form
			className={css.form}
			form={form}
			onKeyDown={(event) => {
				// In a text the same keys undo what was typed there.
				if (!isUndo(event) || isText(event.target) || last?.kind !== 'removed') return
				event.preventDefault()
				change({ kind: 'return' })
			}}
			onSend={send}
		>
			{restored && <RestoredDraft onDiscard={discard} />}
			<TextField
				{...form.field('title')}
				label="Title"
				className={css.title}
				required
				autoComplete="off"
				placeholder="What is it called?"
			/>
			<TextArea
				{...form.field('description')}
				label="Description"
				note="optional"
				className={css.description}
				rows={4}
				placeholder="What holds these games together?"
			/>
			<div ref={rows}>
				<p className={css.label}>Add games</p>
				<GameSearch
					label="Search for a game to add"
					limit={found}
					without={new Set(games.map(({ game }) => game.id))}
					onPick={({ id, name, cover, releaseDate, developers }) =>
						change({ kind: 'add', game: { id, name, cover, releaseDate, developers } })
					}
				/>
				<p className={css.hint}>
					{games.length > 1 &&
						(sorting.failed
							? 'Move a row with its arrows or its number.'
							: 'Drag a row by its handle, or use its arrows or its number.')}
				</p>
				<Notice kind="bad" message={last?.kind === 'full' ? LIST_FULL.error : null} />
				<section aria-labelledby="games-in-list">
					<h2 id="games-in-list" className={css.heading}>
						{gamesInList(games.length)}
					</h2>
					{games.length === 0 ? (
						<Empty>The games that you add stand here, in an order that you choose.</Empty>
					) : (
						<GameRows sorting={sorting.part} games={games} last={last} problemOf={form.problemOf} change={change} />
					)}
				</section>
			</div>
			<div className={css.bar}>
				<LastChangeNote listed={listed} change={change} />
				<FormFailure error={form.failure} otherwise={(list ? updateList : createList).config.failure} />
				<Notice kind="bad" message={lacksId ? (list ? updateList.config.failure : NO_LIST_ID) : null} />
				<div className={css.actions}>
					<SubmitButton
						isSending={form.isSending}
						sendingLabel={list ? 'Updating...' : 'Creating...'}
						disabled={lack !== null}
						aria-describedby={lack ? 'list-lacks' : undefined}
					>
						{list ? 'Update List' : 'Create List'}
					</SubmitButton>
					<Button onClick={onCancel}>Cancel</Button>
					{lack && (
						<p id="list-lacks" className={css.lack}>
							{lack === 'title' ? 'A list needs a title.' : 'Add at least one game.'}
						</p>
					)}
				</div>
			</div>
			<UnsavedChanges
				what="this list"
				isUnsaved={() => isUnsaved && stage.current !== 'saved'}
				onDiscard={() => {
					stage.current = 'saved'
					kept.remove()
				}}
			/>
		</Form>
	)
}

const isUndo = ({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent) => (ctrlKey || metaKey) && !shiftKey && key === 'z'

const isText = (target: EventTarget) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
