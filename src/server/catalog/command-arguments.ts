import { parseArgs } from 'node:util'
import { BUILTIN_SOURCE } from './builtin-source.ts'
import { type Command, HELP } from './command-help.ts'
import { SOURCES } from './sources.ts'

/** The command was not given as it must be. */
export class Usage extends Error {
	readonly command: Command | undefined
	constructor(message: string, command?: Command) {
		super(message)
		this.command = command
	}
}

/** What the command line asks for. */
export interface Asked {
	command: Command
	/** What stands after the command. */
	words: string[]
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

const TAKES: Readonly<Record<Command, { words: readonly [number, number]; options: readonly (keyof Options)[] }>> = {
	import: { words: [1, 1], options: ['source', 'from-start', 'dry-run'] },
	refresh: { words: [1, 1], options: ['dry-run'] },
	show: { words: [1, Number.POSITIVE_INFINITY], options: [] },
	unsure: { words: [0, 0], options: ['all'] },
	merge: { words: [2, 2], options: ['keep-newest'] },
	'keep-apart': { words: [2, 2], options: [] },
	'no-image': { words: [1, 1], options: ['undo'] },
	export: { words: [0, 1], options: [] },
}

/** What the command line asks for. Throws `Usage` with a sentence for what cannot be done. */
export function readArguments(args: string[]): Asked | 'help' {
	const { values, positionals } = parsed(args)
	const [name, ...words] = positionals
	if (name === undefined) {
		const [other] = Object.keys(values).filter((option) => option !== 'help')
		if (other !== undefined) throw new Usage('Name a command.')
		return 'help'
	}
	if (!isCommand(name)) throw new Usage(`There is no command "${name}".`)
	const options: Options = {
		help: values.help ?? false,
		source: values.source ?? 'file',
		'from-start': values['from-start'] ?? false,
		'dry-run': values['dry-run'] ?? false,
		'keep-newest': values['keep-newest'] ?? false,
		all: values.all ?? false,
		undo: values.undo ?? false,
	}
	if (options.help) return { command: name, words, options }

	const takes = TAKES[name]
	for (const option of Object.keys(values) as (keyof Options)[])
		if (!takes.options.includes(option)) throw new Usage(`"${name}" takes no --${option}.`, name)
	const [least, most] = takes.words
	if (words.length < least || words.length > most) throw new Usage(`"${name}" is given as follows.`, name)
	// The games that come with the program belong to it, and those of a source to the source
	if (!/^[a-z0-9-]{1,40}$/.test(options.source) || options.source === BUILTIN_SOURCE || options.source in SOURCES)
		throw new Usage(
			`--source must be 1 to 40 small letters, digits and hyphens, and none of ${[BUILTIN_SOURCE, ...Object.keys(SOURCES)].join(', ')}.`,
			name,
		)
	if (name === 'refresh' && !((words[0] ?? '') in SOURCES))
		throw new Usage(`Only ${Object.keys(SOURCES).join(' and ')} can be refreshed; import a file again instead.`, name)
	return { command: name, words, options }
}

/** The two ids that stand after a command. */
export function idsIn(asked: Asked): [number, number] {
	return [idIn(asked, 0), idIn(asked, 1)]
}

/** The id that stands after a command at a place. */
export function idIn({ command, words }: Asked, place: number): number {
	const word = words[place] ?? ''
	if (!/^#?[1-9]\d{0,8}$/.test(word)) throw new Usage('A game is named by its id, a number.', command)
	return Number(word.replace('#', ''))
}

function parsed(args: string[]) {
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
		throw new Usage(error instanceof Error ? error.message : String(error))
	}
}

function isCommand(name: string): name is Command {
	return Object.hasOwn(HELP, name)
}
