import type { ApiError } from './api-client.ts'
import { failureSentence } from './data.tsx'
import { Notice } from './ui/notice.tsx'

/** Why a form was not sent: the server's sentence where it refused, else the form's own. */
export function FormFailure({ error, otherwise }: { error: ApiError | null; otherwise: string }) {
	return <Notice kind="bad" message={error && failureSentence(error, otherwise)} />
}
