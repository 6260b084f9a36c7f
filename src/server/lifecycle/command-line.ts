import { parseArgs } from 'node:util'

/** The command line is invalid. The message is shown with the help of the command. */
export class UsageError extends Error {}

/** What a command of an operator takes. */
export interface CommandSyntax {
	help: string
	/** Its options besides `--help`; those with a value are strings. */
	options: Readonly<Record<string, 'string' | 'boolean'>>
	/** The minimum and maximum number of operands. */
	operandCount: readonly [number, number]
}

export interface ParsedCommand {
	operands: string[]
	options: Readonly<Record<string, string | boolean | undefined>>
}

/** Parses the arguments of a command. Throws `UsageError`. */
export function parseCommand(
	{ options, operandCount: [min, max] }: Omit<CommandSyntax, 'help'>,
	args: string[],
): ParsedCommand | 'help' {
	const { values, positionals } = parseTokens(args, options)
	if (values.help) return 'help'
	if (positionals.length < min || positionals.length > max) throw new UsageError('Wrong number of arguments.')
	return { operands: positionals, options: values }
}

function parseTokens(args: string[], options: CommandSyntax['options']) {
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
