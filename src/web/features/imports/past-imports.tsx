import { Link } from 'react-router'
import { getImports, type Import } from '#contract/imports.ts'
import { paths } from '#contract/paths.ts'
import { useRead } from '#web/app/data.tsx'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { pluralize } from '#web/app/format.ts'
import card from '#web/ui/card.module.css'
import { SettingRowSkeleton } from '#web/ui/setting-row-skeleton.tsx'
import rows from '#web/ui/setting-rows.module.css'
import { Time } from '#web/ui/time.tsx'
import { TryAgain } from '#web/ui/try-again.tsx'
import { describeWritten, nameFile, STATE_WORDS } from './import-words.ts'
import css from './past-imports.module.css'
import { SOURCE_GUIDES } from './source-guides.ts'
import { isRunning } from './use-import.ts'

const POLL_MS = 5000

/** The viewer's imports, the newest first. */
export function PastImports() {
	const { data, error, retry } = useRead(getImports, {}, { refetchOnMount: 'always', refetchInterval: POLL_MS })
	if (data?.imports.length === 0) return null
	return (
		<section className={css.section} aria-labelledby="past-imports">
			<h2 id="past-imports" tabIndex={-1}>
				Your Imports
			</h2>
			{data ? (
				<ul>
					{data.imports.map((one) => (
						<ImportLine key={one.id} one={one} />
					))}
				</ul>
			) : error ? (
				<div role="alert" className={css.failure}>
					<p>{getFailureMessage(error, getImports.config.failure)}</p>
					<TryAgain onRetry={retry} />
				</div>
			) : (
				<SettingRowSkeleton />
			)}
		</section>
	)
}

function ImportLine({ one }: { one: Import }) {
	const { id, source, state, fraction, createdAt } = one
	const fileName = nameFile(one)
	return (
		<li className={`${rows.row} ${css.row}`}>
			<span className={rows.words}>
				<Link to={paths.import(id)} className={`${card.link} ${css.name}`}>
					{SOURCE_GUIDES[source].name}
					{fileName !== null && <span className={css.file}> {fileName}</span>}
				</Link>
				<span className={rows.when}>
					{describe(one)} · <Time time={createdAt} inSentence />
				</span>
				<Undoable one={one} />
			</span>
			<span className={css.state} data-state={state}>
				{STATE_WORDS[state]}
				{isRunning(state) && fraction !== null && ` ${Math.floor(fraction * 100)}%`}
			</span>
		</li>
	)
}

/** What it brought, or how many rows it has while it has brought nothing. */
function describe({ state, counts }: Import): string {
	return state === 'applied' || state === 'stopped' ? describeWritten(counts) : pluralize(counts.rows, 'row')
}

function Undoable({ one: { state, undoUntil } }: { one: Import }) {
	if ((state !== 'applied' && state !== 'stopped') || undoUntil === null) return null
	return (
		<span className={rows.when}>
			Can be undone until <Time time={undoUntil} precision="day" />
		</span>
	)
}
