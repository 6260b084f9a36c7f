import type { ApiError } from '../api-client.ts'
import { failureStatus } from '../data.tsx'
import { useHead } from '../head.tsx'
import { Empty } from '../ui/empty.tsx'
import { TryAgain } from '../ui/try-again.tsx'
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
