import type { ApiError } from '#web/app/api-client.ts'
import { failureStatus } from '#web/app/data.tsx'
import { useHead } from '#web/app/head.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import css from './error-screen.module.css'

interface FailedProps {
	title: string
	/** What the screen says of it, by `failureSentence`. */
	sentence: string
	/** Its reason, which decides the page's status. */
	error?: ApiError
	onRetry: () => void
}

/** The screen of a page whose data did not come: the sentence and another try. */
export function Failed({ title, sentence, error, onRetry }: FailedProps) {
	useHead({ title, status: error ? failureStatus(error) : 500 })
	return (
		<div className={css.screen}>
			<h1>{title}</h1>
			<Empty alert action={<TryAgain onRetry={onRetry} />}>
				{sentence}
			</Empty>
		</div>
	)
}
