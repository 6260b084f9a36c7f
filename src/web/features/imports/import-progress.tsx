import { useId } from 'react'
import { type Import, stopImport } from '#contract/imports.ts'
import { pluralize } from '#web/app/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import css from './import-progress.module.css'
import { useImportChange } from './use-import.ts'

const WORDS: Readonly<Partial<Record<Import['state'], string>>> = {
	reading: 'Reading your file',
	matching: 'Finding your games',
	applying: 'Writing your games',
	undoing: 'Taking them back',
}

/** How often screen readers hear how far it is. */
const SPOKEN_STEPS = 4

/** How far an import is, while the server works on it. */
export function ImportProgress({ one: { id, source, state, fraction, counts } }: { one: Import }) {
	const stopping = useImportChange(stopImport)
	const labelId = useId()
	const words =
		source === 'steam' && state === 'reading'
			? 'Asking Steam'
			: counts.wanted > 0
				? `Looking up ${pluralize(counts.wanted, 'game')}`
				: (WORDS[state] ?? '')
	const spoken = fraction === null ? 0 : Math.floor(fraction * SPOKEN_STEPS) / SPOKEN_STEPS
	return (
		<section className={css.progress} aria-labelledby={labelId}>
			<p className={css.figure} aria-hidden="true">
				{fraction === null ? '…' : `${Math.floor(fraction * 100)}%`}
			</p>
			<h2 id={labelId}>{words}</h2>
			<progress aria-labelledby={labelId} max={1} {...(fraction !== null && { value: fraction })} />
			<p className="visually-hidden" role="status">
				{words}
				{spoken > 0 && `: ${spoken * 100}%`}
			</p>
			<p className={css.note}>
				{state === 'reading' || state === 'matching'
					? 'Nothing is written yet. You can leave this page and come back.'
					: 'You can leave this page: it goes on without you.'}
			</p>
			<div className={css.action}>
				{state === 'applying' && (
					<Button
						aria-disabled={stopping.isSending}
						onClick={() => {
							if (!stopping.isSending) stopping.send({ params: { id } })
						}}
					>
						{stopping.isSending ? 'Stopping...' : 'Stop'}
					</Button>
				)}
			</div>
			<Notice kind="bad" message={stopping.failure} />
		</section>
	)
}
