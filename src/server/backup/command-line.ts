import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Config } from '#server/config.ts'
import { MIN_PASSPHRASE_LENGTH } from '#server/settings/site-settings.ts'
import { BackupError } from './backup-error.ts'

/** The command line is invalid. The message is shown with the help of the command. */
export class UsageError extends Error {}

/** A program of this room: `npm run backup`, `restore` or `move`. */
export interface Command {
	help: string
	/** Its options besides `--help`; those with a value are strings. */
	options: Readonly<Record<string, 'string' | 'boolean'>>
	/** The minimum and maximum number of operands. */
	operandCount: readonly [number, number]
	/** Returns false if something was found that the operator must look at. */
	run: (parsed: ParsedCommand, config: Config, print: (sentence: string) => void) => Promise<boolean>
}

export interface ParsedCommand {
	operands: string[]
	options: Readonly<Record<string, string | boolean | undefined>>
}

/** Parses the arguments of a command. Throws `UsageError`. */
export function parseCommand({ options, operandCount: [min, max] }: Command, args: string[]): ParsedCommand | 'help' {
	const { values, positionals } = parseTokens(args, options)
	if (values.help) return 'help'
	if (positionals.length < min || positionals.length > max) throw new UsageError('Wrong number of arguments.')
	return { operands: positionals, options: values }
}

function parseTokens(args: string[], options: Command['options']) {
	const types = Object.entries(options).map(([name, type]) => [name, { type }] as const)
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: { ...Object.fromEntries(types), help: { type: 'boolean', short: 'h' } },
		})
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error))
	}
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
