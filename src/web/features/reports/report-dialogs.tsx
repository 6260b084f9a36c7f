import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { MarkSpoilerForm } from './mark-spoiler-form.tsx'
import { ReportForm } from './report-form.tsx'
import { closeReport, type ReportRequest } from './report-request.ts'

/** The dialog of the request that is open. */
export function ReportDialogs({ request }: { request: ReportRequest | null }) {
	// The words stay until the dialog has closed
	const [shown, setShown] = useState(request)
	if (request && request !== shown) setShown(request)
	if (!shown) return null
	return (
		<Dialog
			open={request !== null}
			title={shown.task === 'report' ? `Report ${shown.name}` : 'Mark as a spoiler'}
			onClose={closeReport}
		>
			{shown.task === 'report' ? (
				<ReportForm request={shown} onClose={closeReport} />
			) : (
				<MarkSpoilerForm request={shown} onClose={closeReport} />
			)}
		</Dialog>
	)
}
