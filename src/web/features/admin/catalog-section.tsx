import { getCatalogImports } from '#contract/admin-catalog.ts'
import { useRead } from '#web/app/data.tsx'
import css from './admin-lines.module.css'
import { ImportLine } from './import-line.tsx'
import { ImportSources } from './import-sources.tsx'
import { SectionState } from './section-state.tsx'
import { UnsurePairs } from './unsure-pairs.tsx'

const POLL_MS = 3000

/** Where games come from: imports to start and watch, and games that may be the same. */
export function Section() {
	const { data, error, retry } = useRead(getCatalogImports, {}, { refetchInterval: POLL_MS, refetchOnMount: 'always' })
	if (!data) return <SectionState endpoint={getCatalogImports} error={error} onRetry={retry} />
	const isBusy = data.imports.some(({ state }) => state === 'waiting' || state === 'running')
	return (
		<div className={css.parts}>
			<section className={css.part}>
				<h2>Sources</h2>
				<ImportSources sources={data.sources} isBusy={isBusy} />
			</section>
			<section className={css.part}>
				<h2>Imports</h2>
				{data.imports.length === 0 ? (
					<p className={css.small}>No imports yet. Built-in games load when the site starts.</p>
				) : (
					<ul className={css.lines} aria-label="Imports">
						{data.imports.map((run) => (
							<li key={run.id} className={css.line}>
								<ImportLine run={run} />
							</li>
						))}
					</ul>
				)}
			</section>
			<section className={css.part}>
				<h2 tabIndex={-1}>Possible duplicates</h2>
				<UnsurePairs />
			</section>
		</div>
	)
}
