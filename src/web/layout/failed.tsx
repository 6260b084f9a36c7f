import { useHead } from '../head.tsx'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import css from './error-screen.module.css'

/** The screen of a page whose data did not come: the sentence and another try. The server answers it with 500. */
export function Failed({ title, sentence, onRetry }: { title: string; sentence: string; onRetry: () => void }) {
	useHead({ title, status: 500 })
	return (
		<div className={css.screen}>
			<h1>{title}</h1>
			<Empty alert action={<Button onClick={onRetry}>Try Again</Button>}>
				{sentence}
			</Empty>
		</div>
	)
}
