import { readFile } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { CommandSyntax, ParsedCommand } from '#server/lifecycle/command-line.ts'
import { MIN_PASSPHRASE_LENGTH } from '#server/settings/site-settings.ts'
import { BackupError } from './backup-error.ts'

/** A program of this room: `npm run backup`, `restore` or `move`. */
export interface Command extends CommandSyntax {
	/** Returns false if something was found that the operator must look at. */
	run: (parsed: ParsedCommand, config: Config, print: (sentence: string) => void) => Promise<boolean>
}

/** Returns the passphrase of `--passphrase-file`, or of the configuration. Throws `BackupError` if it is too short. */
export async function readPassphrase({ options }: ParsedCommand, config: Config): Promise<string | undefined> {
	const file = options['passphrase-file']
	if (typeof file !== 'string') return config.backupPassphrase
	const passphrase = (await readFile(file, 'utf8')).replace(/\r?\n$/, '')
	if (passphrase.length < MIN_PASSPHRASE_LENGTH)
		throw new BackupError(`The passphrase in ${file} must have ${MIN_PASSPHRASE_LENGTH} characters or more.`)
	return passphrase
}
