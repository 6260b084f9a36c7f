import { existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ImportProgress, type ImportReport, importCatalogue } from '#server/catalogue/import.ts'
import { jsonLinesFile } from '#server/catalogue/json-lines.ts'
import { type Config, ConfigMistakes, readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { FolderInUse } from '#server/db/folder-lock.ts'
import { migrate, WrongSchema } from '#server/db/migrate.ts'

const HELP = `Adds games to the catalogue of a Savepoint site.

  npm run catalogue -- import <file> [--source <name>]
  npm run catalogue -- --help

The file holds one JSON object a line, plain or compressed with gzip:
  {"sourceId":"demo:lantern-hollow","name":"Lantern Hollow","releaseDate":"2019-03-14","developers":["Mossgate Studio"],
   "publishers":[],"genres":["Puzzle"],"platforms":["Nintendo Switch"],"gameModes":["Single-player"],"summary":"A caretaker
   relights a sleeping valley.","websites":[{"url":"https://lanternhollow.example","category":"official"}]}

Only sourceId and name are needed; releaseDate may be reduced to YYYY or YYYY-MM. A game is known by the source and its
sourceId: importing a file again updates what has changed in it and nothing else. A broken line is told and skipped.
--source names the source in the database, 1 to 40 small letters, digits and hyphens (default: file).

The database is the one that the site uses: DATABASE_URL, or the embedded one in DATA_DIR (default ./data), which only one
program at a time can open. Ctrl-C stops after what is being written; run the command again to go on.`

// larger ones are not faster there, and take hundreds of megabytes more
const EMBEDDED_BATCH_ROWS = 200

class Usage extends Error {}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const number = new Intl.NumberFormat('en-GB')

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const asked = readArguments(process.argv.slice(2))
	if (asked === 'help') say(HELP)
	else {
		await access(asked.file)
		const report = await run(readConfig(process.env), asked.file, asked.source)
		tell(report)
		process.exitCode = report.endedEarly === undefined ? 0 : 1
	}
} catch (error) {
	process.stderr.write(`${explain(error)}\n`)
	process.exitCode = 1
}

function readArguments(args: string[]): 'help' | { file: string; source: string } {
	let parsed: ReturnType<typeof parse>
	try {
		parsed = parse(args)
	} catch (error) {
		throw new Usage(error instanceof Error ? error.message : String(error))
	}
	const { values, positionals } = parsed
	if (values.help || positionals.length === 0) return 'help'
	const [command, file, ...rest] = positionals
	if (command !== 'import') throw new Usage(`There is no command "${command}".`)
	if (file === undefined || rest.length > 0) throw new Usage('Name one file to import.')
	// the games that come with the program belong to it
	if (!/^[a-z0-9-]{1,40}$/.test(values.source) || values.source === 'savepoint')
		throw new Usage('--source must be 1 to 40 small letters, digits and hyphens, and not "savepoint".')
	return { file, source: values.source }
}

function parse(args: string[]) {
	return parseArgs({
		args,
		allowPositionals: true,
		options: { source: { type: 'string', default: 'file' }, help: { type: 'boolean', short: 'h', default: false } },
	})
}

async function run(config: Config, file: string, source: string): Promise<ImportReport> {
	const address = config.databaseUrl
		? { url: config.databaseUrl, connections: 2, statementTimeoutMs: 0 }
		: { folder: path.resolve(config.dataDir) }
	const database = await openDatabase(address)
	const stop = new AbortController()
	const onSignal = () => {
		say('Stopping after what is being written…')
		stop.abort()
	}
	process.once('SIGINT', onSignal)
	process.once('SIGTERM', onSignal)
	try {
		await migrate(database.db)
		say(`Importing ${file} into the ${database.kind === 'embedded' ? 'embedded database' : 'PostgreSQL database'}…`)
		return await importCatalogue(database.db, jsonLinesFile(file, source), {
			clock: Date.now,
			signal: stop.signal,
			onProgress: (progress) => say(countsOf(progress)),
			...(database.kind === 'embedded' ? { batchRows: EMBEDDED_BATCH_ROWS } : {}),
		})
	} finally {
		process.removeListener('SIGINT', onSignal)
		process.removeListener('SIGTERM', onSignal)
		await database.close()
	}
}

function countsOf({ added, changed, unchanged, refused, rowsPerSecond }: ImportProgress): string {
	return `${number.format(added)} added, ${number.format(changed)} changed, ${number.format(unchanged)} unchanged, ${number.format(refused)} refused (${number.format(rowsPerSecond)} a second)`
}

function tell(report: ImportReport): void {
	for (const { place, reason } of report.refusals) say(`Refused, ${place}: ${reason}.`)
	if (report.refused > report.refusals.length)
		say(`… and ${number.format(report.refused - report.refusals.length)} more.`)
	const rows = report.added + report.changed + report.unchanged
	say(
		`Done in ${(report.ms / 1000).toFixed(1)} s: ${countsOf({ ...report, rowsPerSecond: Math.round((rows * 1000) / Math.max(1, report.ms)) })}.`,
	)
	if (report.endedEarly !== undefined)
		say(
			`Not the whole file was read: ${report.endedEarly}. What is counted above is stored; run the command again to go on.`,
		)
}

function explain(error: unknown): string {
	if (error instanceof Usage) return `${error.message}\n\n${HELP}`
	if (error instanceof ConfigMistakes) return `The configuration is not usable:\n${error.message}`
	if (error instanceof FolderInUse)
		return `${error.message} If that is the site: stop it while you import, or let it use PostgreSQL.`
	if (error instanceof WrongSchema) return error.message
	const { code, message, stack } = error as NodeJS.ErrnoException
	if (code === 'ENOENT') return `There is no such file: ${message}`
	if (code === 'EISDIR') return 'That is a folder, not a file.'
	if (code === 'EACCES') return `No permission: ${message}`
	if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code?.startsWith('28') || code === '3D000')
		return `The database cannot be reached: ${message}`
	return `The import failed: ${stack ?? message}\nWhat was written before is stored; run the command again to go on.`
}
