import { useSyncExternalStore } from 'react'
import type { ReportSubject } from '#contract/report-reasons.ts'
import { createStore } from '#web/ui/store.ts'

/** What somebody wants to report, or a moderator to mark as a spoiler. */
export interface ReportRequest {
	subject: ReportSubject
	subjectId: string
	/** As in "Report the comment by kestrel". */
	name: string
	task: 'report' | 'mark-spoiler'
}

const request = createStore<ReportRequest | null>(null)

/** Opens the dialog of a request. */
export const openReport = (next: ReportRequest): void => request.set(next)

/** Closes the dialog that is open, if any. */
export const closeReport = (): void => request.set(null)

/** Returns the request whose dialog is open, null if there is none. */
export const useReportRequest = () => useSyncExternalStore(request.subscribe, request.get, () => null)
