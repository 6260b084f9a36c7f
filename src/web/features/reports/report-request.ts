import { useSyncExternalStore } from 'react'
import type { ReportSubject } from '#contract/report-reasons.ts'

/** What somebody wants to report, or a moderator to mark as a spoiler. */
export interface ReportRequest {
	subject: ReportSubject
	subjectId: string
	/** As in "Report the comment by kestrel". */
	name: string
	task: 'report' | 'mark-spoiler'
}

let request: ReportRequest | null = null
const listeners = new Set<() => void>()

function replace(next: ReportRequest | null): void {
	request = next
	for (const listener of listeners) listener()
}

/** Opens the dialog of a request. */
export const openReport = (next: ReportRequest): void => replace(next)

/** Closes the dialog that is open, if any. */
export const closeReport = (): void => replace(null)

/** Returns the request whose dialog is open, null if there is none. */
export function useReportRequest(): ReportRequest | null {
	return useSyncExternalStore(
		(listener) => {
			listeners.add(listener)
			return () => void listeners.delete(listener)
		},
		() => request,
		() => null,
	)
}
