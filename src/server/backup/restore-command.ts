import { type Config, getDirectPlace } from '#server/config.ts'
import { openDatabase } from '#server/db/connect.ts'
import { recount } from '#server/db/recount.ts'
import { openArchive } from './archive.ts'
import { type Command, readPassphrase } from './command.ts'
import { describeContents, formatElapsed, printForeignTables } from './report.ts'
import { checkEntries, checkFormat, restoreSite } from './restore-site.ts'
import { openTarget } from './target.ts'

/** Brings the site of a backup into an empty database and data folder. */
export const RESTORE: Command = {
	help: `  npm run restore -- <file> [--passphrase-file <file>] [--check] [--dry-run]

Restores the site of a backup into the database of DATABASE_URL and the folder DATA_DIR, which must be empty: completely, or
not at all if anything is wrong. A backup of an older version is brought up to date.

<file>             a file that npm run backup has written
--passphrase-file  a file with the passphrase of the backup, in place of BACKUP_PASSPHRASE
--check            afterwards compares every stored count with its rows, like npm run recount
--dry-run          reads and checks the file, and changes nothing`,
	options: { 'passphrase-file': 'string', check: 'boolean', 'dry-run': 'boolean' },
	operandCount: [1, 1],
	async run(parsed, config, print) {
		const startedMs = performance.now()
		const [file = ''] = parsed.operands
		const entries = await checkFormat(await openArchive(file, await readPassphrase(parsed, config)))
		if (parsed.options['dry-run']) {
			print(`The backup is complete: ${describeContents(await checkEntries(entries))}. Nothing was changed.`)
			return true
		}
		{
			await using target = await openTarget(config, { withPictures: true })
			const { manifest, foreignTables } = await restoreSite(entries, target)
			print(`Restored ${describeContents(manifest)} in ${formatElapsed(startedMs)}.`)
			printForeignTables(foreignTables, print)
		}
		if (!parsed.options.check) return true
		const differences = await findDifferences(config)
		for (const { count, subject, stored, counted } of differences)
			print(`${count} of ${subject}: ${stored} stored, ${counted} counted`)
		print(
			differences.length === 0 ? 'All stored counts are correct.' : `${differences.length} stored counts are wrong.`,
		)
		return differences.length === 0
	},
}

async function findDifferences(config: Config) {
	const database = await openDatabase({ ...getDirectPlace(config), connections: 1, statementTimeoutMs: 0 })
	try {
		return await recount(database.db)
	} finally {
		await database.close()
	}
}
