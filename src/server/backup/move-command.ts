import path from 'node:path'
import type { Config } from '#server/config.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { BackupError } from './backup-error.ts'
import { addManifest } from './checksums.ts'
import type { Command } from './command.ts'
import { readSite } from './read-site.ts'
import { describeContents, formatElapsed, printForeignTables } from './report.ts'
import { restoreSite } from './restore-site.ts'
import { openSource } from './source.ts'
import { openTarget } from './target.ts'

/** Copies the site from the database in its folder to a server, or back. */
export const MOVE: Command = {
	help: `  npm run move -- postgres://user:password@host:5432/database
  npm run move -- <folder>

Copies the stopped site of DATABASE_URL and DATA_DIR to another database: an empty one on a PostgreSQL server, or a new one
in a folder. The site itself stays as it is. Prints which settings lead to the copy.`,
	options: {},
	operandCount: [1, 1],
	async run({ operands: [place = ''] }, config, print) {
		const startedMs = performance.now()
		const targetConfig = parsePlace(place, config)
		await using source = await openSource(config, Date.now)
		if (source.isRunning)
			throw new BackupError('The site is running. Stop it: the copy would miss changes made meanwhile.')
		const isSameFolder = path.resolve(targetConfig.dataDir) === path.resolve(config.dataDir)
		const contents = {
			...source.contents,
			pictures: isSameFolder || config.pictureBucket ? undefined : source.contents.pictures,
			secret: isSameFolder || config.secretKey ? undefined : source.contents.secret,
		}
		await using target = await openTarget(targetConfig, { withPictures: contents.pictures !== undefined })
		const { manifest, foreignTables } = await restoreSite(addManifest(readSite(contents)), target)
		print(`Copied ${describeContents(manifest)} in ${formatElapsed(startedMs)}.`)
		printForeignTables(foreignTables, print)
		print(
			targetConfig.databaseUrl
				? 'To use the copy, set DATABASE_URL to that address. Keep DATA_DIR: it still has the pictures and the secret.'
				: `To use the copy, remove DATABASE_URL and set DATA_DIR=${targetConfig.dataDir}.`,
		)
		return true
	},
}

/** Returns the configuration of the site at the place that the operator names. Throws `UsageError`. */
function parsePlace(place: string, config: Config): Config {
	if (/^postgres(ql)?:\/\//.test(place)) {
		if (!URL.canParse(place)) throw new UsageError('That is not the address of a PostgreSQL server.')
		return { ...config, databaseUrl: place, databaseDirectUrl: undefined }
	}
	if (/^\w+:\/\//.test(place)) throw new UsageError('Name a PostgreSQL server, postgres://…, or a folder.')
	if (!config.databaseUrl)
		throw new UsageError(
			'The database is in DATA_DIR already: DATABASE_URL is not set. To move it to another folder, stop the site and move DATA_DIR.',
		)
	return { ...config, databaseUrl: undefined, dataDir: path.resolve(place) }
}
