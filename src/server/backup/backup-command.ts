import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { writeArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { addManifest } from './checksums.ts'
import { type Command, readPassphrase } from './command.ts'
import type { Manifest } from './entries.ts'
import { readSite } from './read-site.ts'
import { describeContents, formatElapsed, formatSize } from './report.ts'
import { openSource } from './source.ts'

/** Writes the whole site to one file. */
export const BACKUP: Command = {
	help: `  npm run backup -- [file] [--passphrase-file <file>]

Writes the database, users' pictures and the secret to one file, as they are at one moment, whether the site runs or not.
The site is the one of DATABASE_URL and DATA_DIR.

[file]             a new file; without it, savepoint-<time>.backup in this folder
--passphrase-file  a file with the passphrase that encrypts the backup, in place of BACKUP_PASSPHRASE

Without a passphrase the backup is not encrypted: anyone who has it can read everything, and log in as anyone.`,
	options: { 'passphrase-file': 'string' },
	operandCount: [0, 1],
	async run(parsed, config, print) {
		const startedMs = performance.now()
		const passphrase = await readPassphrase(parsed, config)
		const file = parsed.operands[0] ?? `savepoint-${new Date().toISOString().replace(/[:.]/g, '-')}.backup`
		if (existsSync(file)) throw new BackupError(`The file ${file} exists already. Name another one.`)
		await using source = await openSource(config, Date.now)
		let manifest: Manifest | undefined
		const entries = addManifest(readSite(source.contents), (complete) => {
			manifest = complete
		})
		await writeArchive(entries, file, passphrase)
		if (!manifest) throw new Error('The backup has no manifest')
		const { size } = await stat(file)
		const encryption = passphrase === undefined ? 'not encrypted' : 'encrypted'
		print(`${file}: ${describeContents(manifest)}; ${formatSize(size)}, ${encryption}, in ${formatElapsed(startedMs)}.`)
		if (manifest.missingPictures > 0)
			print(`The picture storage lacks ${manifest.missingPictures} files of pictures that accounts use.`)
		return true
	},
}
