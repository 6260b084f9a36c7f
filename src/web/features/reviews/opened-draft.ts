import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import { isSavedAlike, type ReviewDraft, toReviewDraft } from './review-draft.ts'
import type { StoredReviewDraft } from './review-draft-storage.ts'

/** What a form knows of the server's draft. */
export interface KnownDraft {
	/** The version that the form's content began from; null if there is none. */
	version: number | null
	/** The content of that version; null if there is none, or if it is not known. */
	saved: ReviewDraft | null
	/** What was last sent, until the response arrives. */
	sent: ReviewDraft | null
}

/** What a form opens with. */
export interface OpenedDraft extends KnownDraft {
	draft: ReviewDraft
	/** When the server's draft was saved. */
	savedAt: string | null
	/** A newer draft from elsewhere, between which and `draft` the author chooses. */
	other: ServerReviewDraft | null
}

/**
 * Chooses the draft that a form opens with: what this browser stored and could not save, else the server's (undefined
 * while it is unreachable), else `start`, the published review or an empty form. A draft that equals `start` is none.
 */
export function openDraft(
	start: ReviewDraft,
	stored: StoredReviewDraft | null,
	server: ServerReviewDraft | null | undefined,
): OpenedDraft {
	const none: OpenedDraft = { draft: start, version: null, saved: null, sent: null, savedAt: null, other: null }
	if (server === undefined) {
		if (!stored) return none
		const { version, isSaved, sent, ...draft } = stored
		return { ...none, draft, version, saved: isSaved ? draft : null, sent }
	}
	const theirs = server && toReviewDraft(server)
	const known = { ...none, version: server?.version ?? null, saved: theirs, savedAt: server?.updatedAt ?? null }
	// A saved draft that the server no longer has was published or discarded elsewhere
	if (!stored || stored.isSaved) return { ...known, draft: theirs ?? start }
	const { version, isSaved, sent, ...draft } = stored
	const isNewer =
		server !== null &&
		theirs !== null &&
		server.version !== version &&
		![draft, start, ...(sent ? [sent] : [])].some((content) => isSavedAlike(theirs, content))
	return isNewer ? { ...known, draft, version, saved: null, other: server } : { ...known, draft }
}
