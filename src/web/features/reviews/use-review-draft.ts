import { useRef, useState } from 'react'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import type { DraftSaver } from './draft-saver.ts'
import { type KnownDraft, openDraft } from './opened-draft.ts'
import { isSameReviewDraft, type ReviewDraft } from './review-draft.ts'
import { storedReviewDraft } from './review-draft-storage.ts'

/** Opens the draft of a user's review of a game, and stores its changes in the browser; `DraftSync` saves them. */
export function useReviewDraft(
	userId: string,
	gameId: number,
	start: ReviewDraft,
	server: ServerReviewDraft | null | undefined,
) {
	const storage = storedReviewDraft(userId, gameId)
	const [opened] = useState(() => openDraft(start, storage.get(), server))
	const [isRestored, setRestored] = useState(() => !isSameReviewDraft(opened.draft, start))
	const known = useRef<KnownDraft>(opened)
	const saver = useRef<DraftSaver>(null)
	const store = (draft: ReviewDraft) => {
		const { version, sent } = known.current
		if (version === null && sent === null && isSameReviewDraft(draft, start)) storage.remove()
		else storage.set({ ...draft, version, isSaved: false, sent })
	}
	return {
		opened,
		/** Whether the form opened with a draft that is not discarded. */
		isRestored,
		known,
		saver,
		store,
		discard: () => {
			store(start)
			setRestored(false)
		},
		/** Removes the draft, because the review is published or deleted. */
		finish: (isPublished: boolean) => {
			saver.current?.finish(isPublished)
			storage.remove()
		},
	}
}
