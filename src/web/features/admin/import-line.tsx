import { cancelImport, getCatalogImports, type ImportRun } from '#contract/admin-catalog.ts'
import { useSend } from '#web/app/data.tsx'
import { formatCount, pluralize } from '#web/app/format.ts'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import lines from './admin-lines.module.css'
import css from './import-line.module.css'
import { SOURCE_NAMES } from './import-words.ts'

const STATES: Readonly<Record<ImportRun['state'], string>> = {
	waiting: 'Waiting to start',
	running: 'Running',
	done: 'Done',
	failed: 'Failed',
	cancelled: 'Cancelled',
}

/** An import: its state, what it has done, and what was refused. */
export function ImportLine({ run }: { run: ImportRun }) {
	const { id, source, state, isRefresh, isCancelling, fraction, endedAt, createdAt, refusals, refused, error } = run
	const { send, error: failure, isSending } = useSend(cancelImport, { invalidates: [getCatalogImports] })
	const isOpen = state === 'waiting' || state === 'running'
	const isStopping = isSending || isCancelling
	const name = SOURCE_NAMES[source]
	return (
		<>
			<span className={lines.words}>
				<span>
					<strong>{name}</strong>
					{isRefresh && ', only changes'}
				</span>
				<span className={state === 'failed' ? lines.bad : lines.small}>
					{isCancelling ? 'Stopping after this batch' : STATES[state]}
					{isOpen && fraction !== null && ` · ${Math.floor(fraction * 100)} %`}
					{' · '}
					<Time time={endedAt ?? createdAt} inSentence />
				</span>
				{state === 'running' && (
					<progress
						className={css.bar}
						aria-label={`Progress of ${name}`}
						{...(fraction !== null && { value: fraction })}
					/>
				)}
				<span className={lines.small}>{describeCounts(run)}</span>
				{error && <span className={lines.bad}>{error}</span>}
				<FormFailure error={failure} fallback={cancelImport.config.failure} />
				{refusals.length > 0 && (
					<details>
						<summary className={lines.more}>{pluralize(refused, 'record was', 'records were')} refused</summary>
						<ul className={css.refusals}>
							{refusals.map(({ position, reason }) => (
								<li key={`${position} ${reason}`}>
									{position}: {reason}
								</li>
							))}
						</ul>
					</details>
				)}
			</span>
			{isOpen && (
				<Button
					aria-disabled={isStopping}
					aria-label={`Cancel the import of ${name}`}
					onClick={() => isStopping || send({ params: { id } })}
				>
					Cancel
				</Button>
			)}
		</>
	)
}

function describeCounts({ added, joined, changed, unchanged, unsure, withdrawn }: ImportRun): string {
	return [
		`${formatCount(added)} added`,
		...(joined > 0 ? [`${formatCount(joined)} already here`] : []),
		`${formatCount(changed)} changed`,
		`${formatCount(unchanged)} unchanged`,
		...(unsure > 0 ? [`${formatCount(unsure)} unsure`] : []),
		...(withdrawn > 0 ? [`${formatCount(withdrawn)} removed at the source`] : []),
	].join(', ')
}
