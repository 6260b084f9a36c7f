import type { ApiError } from '#web/app/api-client.ts'
import { failureSentence } from '#web/app/data.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Why a form was not sent: the server's sentence where it refused, else the form's own. */
export function FormFailure({ error, otherwise }: { error: ApiError | null; otherwise: string }) {
	return <Notice kind="bad" message={error && failureSentence(error, otherwise)} />
}
