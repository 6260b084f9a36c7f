import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import { getReviewDraft } from '#contract/review-drafts.ts'
import { useRead } from '#web/app/data.tsx'

/** Reads the viewer's draft of a review, null if there is none; `isRead` also once the server is unreachable. */
export function useServerDraft(
	gameId: number,
	isSignedIn: boolean,
): { isRead: boolean; draft: ServerReviewDraft | null | undefined } {
	const client = useQueryClient()
	const { data, error } = useRead(getReviewDraft, { params: { gameId } }, { enabled: isSignedIn })
	// A form must not open with what the cache remembers of an earlier one
	useEffect(() => () => client.removeQueries({ queryKey: [getReviewDraft.url] }), [client])
	return { isRead: data !== undefined || error !== null, draft: data?.draft }
}
