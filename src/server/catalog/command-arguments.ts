import { parseArgs } from 'node:util'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { type Command, HELP } from './command-help.ts'
import { SITE_SOURCE } from './site-source.ts'
import { SOURCES } from './sources.ts'

/** The command line is invalid. */
export class UsageError extends Error {
	readonly command: Command | undefined
	constructor(message: string, command?: Command) {
		super(message)
		this.command = command
	}
}

/** A parsed command line. */
export interface ParsedCommand {
	command: Command
	/** The positional arguments after the command. */
	operands: string[]
	options: Options
}

interface Options {
	help: boolean
	source: string
	'from-start': boolean
	'dry-run': boolean
	'keep-newest': boolean
	all: boolean
	undo: boolean
}

const SYNTAX: Readonly<
	Record<Command, { operandCount: readonly [number, number]; options: readonly (keyof Options)[] }>
> = {
	import: { operandCount: [1, 1], options: ['source', 'from-start', 'dry-run'] },
	refresh: { operandCount: [1, 1], options: ['dry-run'] },
	show: { operandCount: [1, Number.POSITIVE_INFINITY], options: [] },
	unsure: { operandCount: [0, 0], options: ['all'] },
	merge: { operandCount: [2, 2], options: ['keep-newest'] },
	'keep-apart': { operandCount: [2, 2], options: [] },
	'no-image': { operandCount: [1, 1], options: ['undo'] },
	export: { operandCount: [0, 1], options: [] },
}

/** Parses the command line. Throws `UsageError`, whose message is shown to the operator. */
export function parseArguments(args: string[]): ParsedCommand | 'help' {
	const { values, positionals } = parseTokens(args)
	const [name, ...operands] = positionals
	if (name === undefined) {
		const [strayOption] = Object.keys(values).filter((option) => option !== 'help')
		if (strayOption !== undefined) throw new UsageError('Name a command.')
		return 'help'
	}
	if (!isCommand(name)) throw new UsageError(`There is no command "${name}".`)
	const options: Options = {
		help: values.help ?? false,
		source: values.source ?? 'file',
		'from-start': values['from-start'] ?? false,
		'dry-run': values['dry-run'] ?? false,
		'keep-newest': values['keep-newest'] ?? false,
		all: values.all ?? false,
		undo: values.undo ?? false,
	}
	if (options.help) return { command: name, operands, options }

	const syntax = SYNTAX[name]
	for (const option of Object.keys(values) as (keyof Options)[])
		if (!syntax.options.includes(option)) throw new UsageError(`"${name}" takes no --${option}.`, name)
	const [min, max] = syntax.operandCount
	if (operands.length < min || operands.length > max)
		throw new UsageError(`Wrong number of arguments for "${name}".`, name)
	// Edits, the built-in catalog and the network sources own their names
	const taken = [SITE_SOURCE, BUILTIN_SOURCE, ...Object.keys(SOURCES)]
	if (!/^[a-z0-9-]{1,40}$/.test(options.source) || taken.includes(options.source))
		throw new UsageError(
			`--source must be 1 to 40 lowercase letters, digits and hyphens, and not one of ${taken.join(', ')}.`,
			name,
		)
	if (name === 'refresh' && !((operands[0] ?? '') in SOURCES))
		throw new UsageError(
			`Only ${Object.keys(SOURCES).join(' and ')} can be refreshed; import a file again instead.`,
			name,
		)
	return { command: name, operands, options }
}

/** Parses the two game ids after a command. Throws `UsageError`. */
export function parseIds(command: ParsedCommand): [number, number] {
	return [parseId(command, 0), parseId(command, 1)]
}

/** Parses the game id at `index` after a command. Throws `UsageError`. */
export function parseId({ command, operands }: ParsedCommand, index: number): number {
	const operand = operands[index] ?? ''
	if (!/^#?[1-9]\d{0,8}$/.test(operand)) throw new UsageError('A game id must be a number.', command)
	return Number(operand.replace('#', ''))
}

function parseTokens(args: string[]) {
	try {
		return parseArgs({
			args,
			allowPositionals: true,
			options: {
				help: { type: 'boolean', short: 'h' },
				source: { type: 'string' },
				'from-start': { type: 'boolean' },
				'dry-run': { type: 'boolean' },
				'keep-newest': { type: 'boolean' },
				all: { type: 'boolean' },
				undo: { type: 'boolean' },
			},
		})
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error))
	}
}

function isCommand(name: string): name is Command {
	return Object.hasOwn(HELP, name)
}
