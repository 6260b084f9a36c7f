import { existsSync } from 'node:fs'
import { type ParsedCommand, parseArguments, UsageError } from '#server/catalog/command-arguments.ts'
import { HELP, OVERVIEW } from '#server/catalog/command-help.ts'
import { COMMANDS } from '#server/catalog/commands.ts'
import { explainFailure } from '#server/catalog/failures.ts'
import { ConfigError, readConfig } from '#server/config.ts'

// `npm run catalog`: exits with 1 if something was not done, or not completely.
const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
const fail = (error: unknown) => {
	process.stderr.write(`${explain(error)}\n`)
	process.exitCode = 1
}
// An idle connection that is lost has no other handler
process.on('uncaughtException', (error) => {
	fail(error)
	process.exit()
})
// The reader of a pipe may close it early
process.stdout.on('error', () => process.exit(1))

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const parsed = parseArguments(process.argv.slice(2))
	if (parsed === 'help') print(OVERVIEW)
	else if (parsed.options.help) print(HELP[parsed.command])
	else if (!(await run(parsed))) process.exitCode = 1
} catch (error) {
	fail(error)
}

async function run(parsed: ParsedCommand): Promise<boolean> {
	const config = readConfig(process.env)
	return COMMANDS[parsed.command](parsed, config, print)
}

function explain(error: unknown): string {
	if (error instanceof UsageError) return `${error.message}\n\n${error.command ? HELP[error.command] : OVERVIEW}`
	if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`
	return explainFailure(error)
}
