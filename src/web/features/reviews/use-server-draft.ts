import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ServerReviewDraft } from '#contract/review-drafts.ts'
import { getReviewDraft } from '#contract/review-drafts.ts'
import { useRead } from '#web/app/data.tsx'
import { waitForSaves } from './draft-saver.ts'

/** Reads the viewer's draft of a review, null if there is none; `isRead` also once the server is unreachable. */
export function useServerDraft(
	gameId: number,
	isLoggedIn: boolean,
): { isRead: boolean; draft: ServerReviewDraft | null | undefined } {
	const client = useQueryClient()
	// The form before this one may still be saving, and what the cache remembers of it is older
	const [isAlone, setAlone] = useState(false)
	useEffect(() => {
		void waitForSaves().then(() => setAlone(true))
		return () => client.removeQueries({ queryKey: [getReviewDraft.url] })
	}, [client])
	const { data, error } = useRead(getReviewDraft, { params: { gameId } }, { enabled: isLoggedIn && isAlone })
	return { isRead: isAlone && (data !== undefined || error !== null), draft: isAlone ? data?.draft : undefined }
}
