import type { Config } from '#server/config.ts'
import type { ParsedCommand } from './command-arguments.ts'
import { importCatalog } from './import.ts'
import { withImportLock } from './import-lock.ts'
import { formatCounts, formatReport } from './report.ts'
import type { CatalogSource, StartPosition } from './source.ts'
import { SOURCES } from './sources.ts'
import { withDatabase } from './with-database.ts'

interface ImportJob {
	source: CatalogSource
	/** The source or file as the operator typed it. */
	sourceName: string
	parsed: ParsedCommand
	config: Config
	print: (sentence: string) => void
}

/** Runs an import or a refresh until it is complete or the process is asked to stop. Returns whether everything was read, and all of a file was accepted. */
export async function runImport({ source, sourceName, parsed, config, print }: ImportJob): Promise<boolean> {
	const abort = new AbortController()
	const onSignal = () => {
		print('Stopping after the current batch…')
		abort.abort()
	}
	process.once('SIGINT', onSignal)
	process.once('SIGTERM', onSignal)
	const dryRun = parsed.options['dry-run']
	const refresh = parsed.command === 'refresh'
	const onStart = ({ checkpoint, since }: StartPosition) => {
		if (checkpoint !== undefined) print('Resuming an unfinished import; use --from-start to start over.')
		if (since !== undefined) print(`Reading only what has changed since ${since}.`)
		else if (refresh && checkpoint === undefined)
			print(`${sourceName} has never been imported completely, so everything is read.`)
	}
	try {
		return await withDatabase(config, (database) =>
			withImportLock(database, async () => {
				print(`${dryRun ? 'Dry run: importing' : 'Importing'} ${sourceName} into the PostgreSQL database…`)
				const report = await importCatalog(database.db, source, {
					clock: Date.now,
					signal: abort.signal,
					onProgress: (progress) => print(formatCounts(progress)),
					onStart,
					refresh,
					fromStart: parsed.options['from-start'],
					dryRun,
				})
				print(formatReport(report, dryRun))
				// A source that is not the operator's always has something of which no game can be made
				return report.endedEarly === undefined && (report.refused === 0 || sourceName in SOURCES)
			}),
		)
	} finally {
		process.removeListener('SIGINT', onSignal)
		process.removeListener('SIGTERM', onSignal)
	}
}
