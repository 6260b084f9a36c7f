import type { ApiError } from '#web/app/api-client.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Why a form was not sent: the server's sentence where it refused, else the form's own. */
export function FormFailure({ error, otherwise }: { error: ApiError | null; otherwise: string }) {
	return <Notice kind="bad" message={error && getFailureMessage(error, otherwise)} />
}
