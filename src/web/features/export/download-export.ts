import { exportAccount, exportFileName } from '#contract/export.ts'
import { getMe } from '#contract/session-tokens.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { credentials } from '#web/app/credentials.ts'
import { platform } from '#web/app/platform.ts'

const SAVING_MS = 60_000

/** Has the browser save the own account's data as a file. Throws `ApiError` where it does not come whole. */
export async function downloadExport(): Promise<void> {
	// With it the tokens are fresh: the file itself is not asked for twice.
	const { user } = await call(browserTransport, getMe, {})
	const file = await fetchFile()
	const name = exportFileName(user.username, new Date().toISOString())
	if (platform.saveFile) return platform.saveFile(name, file)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(file)
	link.download = name
	link.click()
	// The browser reads it in its own time.
	setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS)
}

/** As bytes: however long it is, nobody here reads it. */
async function fetchFile(): Promise<Blob> {
	const { failure } = exportAccount.config
	try {
		const headers = { authorization: `Bearer ${credentials().accessToken}` }
		const answer = await fetch(platform.api + exportAccount.url, { headers })
		if (answer.ok) return await answer.blob()
		const { error = failure, code = 'unknown' } = (await answer.json()) as { error?: string; code?: string }
		throw new ApiError(answer.status, code, error)
	} catch (cause) {
		if (cause instanceof ApiError) throw cause
		throw new ApiError(0, 'network', failure)
	}
}
