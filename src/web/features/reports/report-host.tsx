import { useEffect } from 'react'
import { useLazyModule } from '#web/app/lazy-module.ts'
import { showToast } from '#web/app/toasts.ts'
import { closeReport, useReportRequest } from './report-request.ts'

const loadDialogs = () => import('./report-dialogs.tsx')

/** The dialog that reports something, loaded when it is first opened. */
export function ReportHost() {
	const request = useReportRequest()
	const { module, hasFailed } = useLazyModule(loadDialogs, request !== null)
	useEffect(() => {
		if (!hasFailed) return
		closeReport()
		showToast({ kind: 'bad', message: 'This form did not load. Please try again.' })
	}, [hasFailed])
	return module && <module.ReportDialogs request={request} />
}
