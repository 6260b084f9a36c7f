import type { ApiError } from '../api-client.ts'
import { failureSentence, failureStatus } from '../data.tsx'
import { useHead } from '../head.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import css from './error-screen.module.css'

interface FailedProps {
	title: string
	error: ApiError
	/** The screen's own sentence, for failures that the server gives no reason for. */
	otherwise: string
	onRetry: () => void
}

/** The screen of a page whose data did not come: the sentence and another try. */
export function Failed({ title, error, otherwise, onRetry }: FailedProps) {
	useHead({ title, status: failureStatus(error) })
	return (
		<div className={css.screen}>
			<h1>{title}</h1>
			<Empty alert action={<Button onClick={onRetry}>Try Again</Button>}>
				{failureSentence(error, otherwise)}
			</Empty>
		</div>
	)
}
