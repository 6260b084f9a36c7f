import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react'
import { getUserActivity } from '#contract/activity.ts'
import { createList, type GameListDetail, getList, listLists, updateList } from '#contract/lists.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { read, useSend } from '#web/app/data.tsx'
import { useForm } from '#web/forms/form.tsx'
import { useStoredDraft } from '#web/forms/restored-draft.tsx'
import {
	EMPTY_LIST_DRAFT,
	isSameListDraft,
	type ListDraft,
	type StoredListDraft,
	storedListDraft,
	toListBody,
	toListDraft,
	validateListDraft,
} from './list-draft.ts'
import { changeGames } from './list-game-changes.ts'
import { revealedListInput } from './list-text.tsx'

const INVALIDATED = [listLists, getProfile, getUserActivity]

interface ListFormOptions {
	userId: string
	/** The list to edit, null to create one. */
	list: GameListDetail | null
	/** Called with the list's id once it is saved. */
	onSaved: (listId: string) => void
}

/** Manages the draft of a list: the form's title and description plus the games, stored, compared and sent as one. */
export function useListForm({ userId, list, onSaved }: ListFormOptions) {
	const [start] = useState(() => (list ? toListDraft(list) : EMPTY_LIST_DRAFT))
	const { restored, ...stored } = useStoredDraft<StoredListDraft>(
		storedListDraft(userId, list?.id ?? null),
		start,
		isSameListDraft,
	)
	// A saved or discarded draft is neither stored nor sent again. A ref, as a second click can come before the next render.
	const isClosed = useRef(false)
	const close = () => {
		isClosed.current = true
		stored.remove()
	}
	const sending = useSendList(list, (saved) => {
		close()
		onSaved(saved.id)
	})

	const { games: startGames, ...startWords } = { ...start, ...restored }
	const [listed, change] = useReducer(changeGames, { games: startGames, last: null, changes: 0 })
	const { games } = listed
	const form = useForm({
		initial: startWords,
		validate: (words, check) => validateListDraft({ ...words, games }, check),
		sending,
	})
	const draft = useMemo(() => ({ ...form.draft, games }), [form.draft, games])
	const isUnsaved = !isSameListDraft(draft, start)

	const store = useEffectEvent((latest: ListDraft) => {
		if (!isClosed.current) stored.store(latest)
	})
	useEffect(() => store(draft), [draft])

	return {
		form,
		listed,
		change,
		/** The first thing the list still needs before it can be submitted; null once it is complete. */
		missing: draft.title.trim() === '' ? ('title' as const) : !list && games.length === 0 ? ('games' as const) : null,
		isRestored: restored !== null,
		isIdMissing: sending.isIdMissing,
		isUnsaved: () => isUnsaved && !isClosed.current,
		discard: () => {
			stored.discard()
			const { games: _, ...words } = start
			form.restart(words)
			change({ kind: 'restart', games: start.games })
		},
		close,
		send: () => {
			if (!isClosed.current) sending.send(draft)
		},
	}
}

/** Creates or updates the list; `isIdMissing` is true if the response has no list id. */
function useSendList(list: GameListDetail | null, onSaved: (saved: GameListDetail) => void) {
	const client = useQueryClient()
	const [isIdMissing, setIdMissing] = useState(false)
	const options = {
		invalidates: INVALIDATED,
		onDone: (saved: GameListDetail) => {
			if (!saved?.id) return setIdMissing(true)
			// The list's page shows the saved version immediately.
			client.setQueryData(read(getList, { params: { id: saved.id } }).queryKey, saved)
			client.removeQueries({ queryKey: read(getList, revealedListInput(saved.id)).queryKey })
			onSaved(saved)
		},
	}
	const creating = useSend(createList, options)
	const updating = useSend(updateList, options)
	const { error, isSending, reset } = list ? updating : creating
	return {
		error,
		isSending,
		reset,
		isIdMissing,
		send: (draft: ListDraft) => {
			setIdMissing(false)
			const body = toListBody(draft)
			if (list) updating.send({ params: { id: list.id }, body })
			else creating.send({ body })
		},
	}
}
