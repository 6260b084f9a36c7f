import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import type { KnownDraft, OpenedDraft } from './opened-draft.ts'
import { isSameReviewDraft, isSavedAlike, type ReviewDraft, toReviewDraft, toSavedDraft } from './review-draft.ts'
import { storedReviewDraft } from './review-draft-storage.ts'

/** `device`: only this browser has the latest content. */
export type SavingStatus = 'unchanged' | 'unsaved' | 'saved' | 'device'

export interface DraftOfForm {
	userId: string
	gameId: number
	/** The published review or an empty form: content that needs no draft. */
	start: ReviewDraft
	opened: OpenedDraft
	/** What the form knows of the server's draft, updated in place. */
	known: KnownDraft
}

/** Holds a form's draft beside what is known of the server's, and decides which of them goes on. */
export function createDraftState({ userId, gameId, start, opened, known }: DraftOfForm) {
	const storage = storedReviewDraft(userId, gameId)
	const state = {
		/** The content of the form. */
		content: opened.draft,
		/** When the server last saved the draft. */
		savedAt: opened.savedAt,
		/** A newer draft from elsewhere, between which and the form's the author chooses. */
		other: opened.other,
		isChanged: () => !isSavedAlike(state.content, known.saved ?? start),
		isEmpty: (content: ReviewDraft) => isSavedAlike(content, start),
		/** Where the content is, if the last save succeeded. */
		getStatus(): SavingStatus {
			if (state.other) return 'device'
			if (state.isChanged()) return 'unsaved'
			// The server takes no hours that are no number
			if (state.content.timePlayed.trim() !== '' && toSavedDraft(state.content).timePlayed === null) return 'device'
			return known.version === null ? 'unchanged' : 'saved'
		},
		/** Notes that the server has this content as its present draft; null if it has none. */
		accept(present: ServerReviewDraft | null, saved: ReviewDraft | null) {
			Object.assign(known, { version: present?.version ?? null, saved, sent: null })
			state.savedAt = present?.updatedAt ?? null
		},
		/**
		 * Compares the server's present draft with what is known of it. Returns the content that the form takes over, if it is
		 * untouched, and sets `other` if the author has to choose.
		 */
		meet(present: ServerReviewDraft | null): ReviewDraft | undefined {
			const { content } = state
			if (!present) {
				// Published or discarded elsewhere: what has been typed since is a new draft, the rest waits for a change
				state.accept(null, state.isChanged() || state.isEmpty(content) ? null : content)
				return undefined
			}
			const theirs = toReviewDraft(present)
			const isUntouched = !known.saved && state.isEmpty(content)
			// What this form sent arrived, though the response did not
			const hasArrived = known.sent !== null && isSavedAlike(theirs, known.sent)
			const isKnown = present.version === known.version || hasArrived || isSavedAlike(theirs, content)
			if (isKnown || isUntouched || state.isEmpty(theirs)) {
				state.accept(present, theirs)
				if (isUntouched) state.content = theirs
				return isUntouched ? theirs : undefined
			}
			state.other = present
			return undefined
		},
		/** Ends the choice, and continues from the other draft or from the form's own, which will replace it. */
		choose(choice: 'theirs' | 'mine') {
			if (!state.other) return
			const theirs = toReviewDraft(state.other)
			state.accept(state.other, theirs)
			state.other = null
			if (choice === 'theirs') state.content = theirs
		},
		/** Stores the content in the browser; once the form is closed, only if no other form has stored newer content. */
		persist(isClosed: boolean) {
			const stored = isClosed ? storage.get() : state.content
			if (!stored || !isSavedAlike(stored, state.content)) return
			const { version, sent } = known
			if (version === null && sent === null && isSameReviewDraft(state.content, start)) storage.remove()
			else storage.set({ ...state.content, version, isSaved: !state.other && !state.isChanged(), sent })
		},
	}
	return state
}
