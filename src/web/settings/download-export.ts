import { exportAccount, exportFileName } from '#contract/export.ts'
import { ApiError, call } from '../api-client.ts'
import { browserTransport } from '../browser-transport.ts'

const savingMs = 60_000

/** Has the browser save the own account's data as a file. Throws `ApiError` where it does not come whole. */
export async function downloadExport(username: string): Promise<void> {
	const file: unknown = await call((request) => browserTransport({ ...request, asFile: true }), exportAccount, {})
	if (!(file instanceof Blob)) throw new ApiError(0, 'no_file', exportAccount.config.failure)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(file)
	link.download = exportFileName(username, new Date().toISOString())
	link.click()
	// The browser reads it in its own time.
	setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}
