import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Shows why a form was not sent: the server's reason if it gave one, else the form's own message. */
export function FormFailure({ error, fallback }: { error: ApiError | null; fallback: string }) {
	return <Notice kind="bad" message={error && getFailureMessage(error, fallback)} />
}
