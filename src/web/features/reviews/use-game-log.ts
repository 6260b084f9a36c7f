import { useState } from 'react'
import { getLibraryEntry, type LibraryEntryDetail } from '#contract/library.ts'
import { useRead } from '#web/app/data.tsx'

/** Reads what the viewer has logged of a game; `isRead` once that is the latest, or the server is unreachable. */
export function useGameLog(
	gameId: number,
	isLoggedIn: boolean,
): { isRead: boolean; log: LibraryEntryDetail | undefined } {
	const { data, error, isFetching } = useRead(getLibraryEntry, { params: { gameId } }, { enabled: isLoggedIn })
	const [isRead, setRead] = useState(false)
	if (!isRead && !isFetching && (data !== undefined || error !== null)) setRead(true)
	return { isRead, log: data }
}
