/** Checks for a `5xx` of the mail server, after which a retry is pointless. */
export function isPermanentFailure(error: unknown): boolean {
	return (
		error instanceof Error &&
		'responseCode' in error &&
		typeof error.responseCode === 'number' &&
		error.responseCode >= 500
	)
}

/** Returns an error's code or name: the mail server's own sentence can contain the address. */
export function getFailureReason(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown'
	const { code, responseCode } = error as Error & { code?: unknown; responseCode?: unknown }
	return [code ?? error.name, responseCode].filter((part) => part !== undefined).join(' ')
}
