import type { ApiError } from './api-client.ts'
import { Notice } from './ui/notice.tsx'

/** Why a form was not sent: the server's sentence, else the form's own. */
export function FormFailure({ error, otherwise }: { error: ApiError | null; otherwise?: string }) {
	const message = error && (error.body === undefined && otherwise ? otherwise : error.message)
	return <Notice kind="bad" message={message} />
}
