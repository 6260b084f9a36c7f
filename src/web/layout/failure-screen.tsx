import type { ApiError } from '#web/app/api-client.ts'
import { getFailureStatus } from '#web/app/failure-messages.ts'
import { useHead } from '#web/app/head.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './error-screen.module.css'

interface FailureScreenProps {
	title: string
	/** The error message, from `getFailureMessage`. */
	sentence: string
	/** The cause, which determines the page's HTTP status. */
	error?: ApiError
	onRetry: () => void
}

/** The screen of a page whose data failed to load: an error message and a retry button. */
export function FailureScreen({ title, sentence, error, onRetry }: FailureScreenProps) {
	useHead({ title, status: error ? getFailureStatus(error) : 500 })
	return (
		<div className={css.screen}>
			<h1>{title}</h1>
			<Empty alert action={<TryAgain onRetry={onRetry} />}>
				{sentence}
			</Empty>
		</div>
	)
}
