import { type ExportFormat, exportAccount, exportFileName } from '#contract/export.ts'
import { getMe } from '#contract/session-tokens.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { readCredentials } from '#web/app/credentials.ts'
import { platform } from '#web/app/platform.ts'

const URL_LIFETIME_MS = 60_000

/** Saves the account's data as a file in the browser or app. Throws `ApiError` if the download is incomplete. */
export async function downloadExport(format: ExportFormat): Promise<void> {
	// Refreshes the tokens if needed, so that the large file is not requested twice.
	const { user } = await call(browserTransport, getMe, {})
	const file = await fetchFile(format)
	const name = exportFileName(user.username, new Date().toISOString(), format)
	if (platform.saveFile) return platform.saveFile(name, file)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(file)
	link.download = name
	link.click()
	// The browser reads the blob asynchronously.
	setTimeout(() => URL.revokeObjectURL(link.href), URL_LIFETIME_MS)
}

/** Fetches the export as a blob, without parsing it. */
async function fetchFile(format: ExportFormat): Promise<Blob> {
	const { failure } = exportAccount.config
	try {
		const headers = { authorization: `Bearer ${readCredentials().accessToken}` }
		const answer = await fetch(`${platform.apiOrigin}${exportAccount.url}?format=${format}`, { headers })
		if (answer.ok) return await answer.blob()
		const { error = failure, code = 'unknown' } = (await answer.json()) as { error?: string; code?: string }
		throw new ApiError(answer.status, code, error)
	} catch (cause) {
		if (cause instanceof ApiError) throw cause
		throw new ApiError(0, 'network', failure)
	}
}
