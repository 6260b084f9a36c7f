import { expect, test } from 'vitest'
import { parseArguments, parseIds, UsageError } from './command-arguments.ts'
import { HELP, OVERVIEW } from './command-help.ts'

const refusal = (...args: string[]) => {
	try {
		parseArguments(args)
	} catch (error) {
		if (error instanceof UsageError) return error.message
		throw error
	}
	return undefined
}

test('each command is in the overview and prints its own help, even without arguments', () => {
	expect(parseArguments([])).toBe('help')
	expect(parseArguments(['--help'])).toBe('help')
	for (const command of Object.keys(HELP)) {
		expect(OVERVIEW).toContain(`npm run catalog -- ${command}`)
		expect(parseArguments([command, '-h'])).toMatchObject({ command, options: { help: true } })
	}
})

test.each([
	[['destroy'], 'There is no command "destroy".'],
	[['constructor'], 'There is no command "constructor".'],
	[['--dry-run'], 'Name a command.'],
	[['import'], 'Wrong number of arguments for "import".'],
	[['import', 'a', 'b'], 'Wrong number of arguments for "import".'],
	[['import', 'a', '--all'], '"import" takes no --all.'],
	[['merge', '1', '2', '--dry-run'], '"merge" takes no --dry-run.'],
	[['import', 'a', '--source', 'A b'], expect.stringMatching(/^--source must be/)],
	[['import', 'a', '--source', 'savepoint'], expect.stringMatching(/^--source must be/)],
	[['import', 'a', '--source', 'igdb'], expect.stringMatching(/^--source must be/)],
	[['refresh', 'a.jsonl'], 'Only igdb and wikidata can be refreshed; import a file again instead.'],
	[['import', 'a', '--wat'], expect.stringContaining("'--wat'")],
])('%j is refused with a message', (args, sentence) => {
	expect(refusal(...args)).toEqual(sentence)
})

test('game ids are parsed', () => {
	const ids = (...words: string[]) => {
		const asked = parseArguments(['merge', ...words])
		return asked === 'help' ? undefined : parseIds(asked)
	}
	expect(ids('12', '#7')).toEqual([12, 7])
	for (const wrong of ['0', '-1', 'x', '1.5', '99999999999'])
		expect(() => ids('1', ...(wrong === '-1' ? ['--', wrong] : [wrong]))).toThrow(UsageError)
})
