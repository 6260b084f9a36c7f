import { existsSync } from 'node:fs'
import { type ParsedCommand, parseArguments, UsageError } from '#server/catalog/command-arguments.ts'
import { HELP, OVERVIEW } from '#server/catalog/command-help.ts'
import { COMMANDS } from '#server/catalog/commands.ts'
import { explainFailure } from '#server/catalog/failures.ts'
import { ConfigError, readConfig } from '#server/config.ts'

// `npm run catalog`: exits with 1 when something was not done, or not whole.
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const fail = (error: unknown) => {
	process.stderr.write(`${explain(error)}\n`)
	process.exitCode = 1
}
// A connection that is lost while nothing is asked has nobody else to tell
process.on('uncaughtException', (error) => {
	fail(error)
	process.exit()
})
// Whoever reads the output may have heard enough
process.stdout.on('error', () => process.exit(1))

try {
	if (existsSync('.env')) process.loadEnvFile('.env')
	const asked = parseArguments(process.argv.slice(2))
	if (asked === 'help') say(OVERVIEW)
	else if (asked.options.help) say(HELP[asked.command])
	else if (!(await run(asked))) process.exitCode = 1
} catch (error) {
	fail(error)
}

async function run(asked: ParsedCommand): Promise<boolean> {
	const config = readConfig(process.env)
	return COMMANDS[asked.command](asked, config, say)
}

function explain(error: unknown): string {
	if (error instanceof UsageError) return `${error.message}\n\n${error.command ? HELP[error.command] : OVERVIEW}`
	if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`
	return explainFailure(error)
}
