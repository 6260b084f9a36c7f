import { type CatalogImports, getCatalogImports, startImport } from '#contract/admin-catalog.ts'
import { useSend } from '#web/app/data.tsx'
import { FormFailure } from '#web/forms/form-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { Time } from '#web/ui/time.tsx'
import css from './admin-lines.module.css'
import { SOURCE_NAMES } from './import-words.ts'

/** The sources, each with the imports that make sense now. */
export function ImportSources({ sources, isBusy }: { sources: CatalogImports['sources']; isBusy: boolean }) {
	const { send, error, isSending } = useSend(startImport, { invalidates: [getCatalogImports] })
	const isIdle = isBusy || isSending
	return (
		<>
			<ul className={css.lines}>
				{sources.map(({ source, isConfigured, lastReadAt, isUnfinished }) => {
					const name = SOURCE_NAMES[source]
					const start = (how: { refresh?: boolean; fromStart?: boolean }) =>
						isIdle || send({ body: { source, ...how } })
					return (
						<li key={source} className={css.line}>
							<span className={css.words}>
								<strong>{name}</strong>
								<span className={css.small}>
									{!isConfigured ? (
										'Not set up. Add its keys to the server’s settings.'
									) : isUnfinished ? (
										'An import was started but not finished.'
									) : lastReadAt ? (
										<>
											Last imported <Time time={lastReadAt} inSentence />
										</>
									) : (
										'Not imported yet'
									)}
								</span>
							</span>
							{isConfigured && (
								<span className={css.buttons}>
									<Button
										aria-disabled={isIdle}
										onClick={() => start({})}
										aria-label={`${isUnfinished ? 'Continue' : 'Import'} ${name}`}
									>
										{isUnfinished ? 'Continue' : 'Import'}
									</Button>
									{isUnfinished ? (
										<Button
											kind="plain"
											aria-disabled={isIdle}
											onClick={() => start({ fromStart: true })}
											aria-label={`Start Over with ${name}`}
										>
											Start Over
										</Button>
									) : (
										lastReadAt &&
										source !== 'builtin' && (
											<Button
												kind="plain"
												aria-disabled={isIdle}
												onClick={() => start({ refresh: true })}
												aria-label={`Only Changes of ${name}`}
											>
												Only Changes
											</Button>
										)
									)}
								</span>
							)}
						</li>
					)
				})}
			</ul>
			<FormFailure error={error} fallback={startImport.config.failure} />
		</>
	)
}
