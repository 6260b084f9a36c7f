import { existsSync } from 'node:fs'
import { type Config, readConfig } from '#server/config.ts'
import { parseCommand } from '#server/lifecycle/command-line.ts'
import type { Command } from './command.ts'
import { explainFailure } from './failures.ts'

/** Runs a command with the arguments and the environment of this process. Exits with 1 if it failed. */
export async function runProgram(command: Command): Promise<void> {
	const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
	let config: Config | undefined
	const fail = (error: unknown) => {
		process.stderr.write(`${explainFailure(error, command.help, config)}\n`)
		process.exitCode = 1
	}
	// An idle connection that is lost has no other handler
	process.on('uncaughtException', (error) => {
		fail(error)
		process.exit()
	})
	try {
		if (existsSync('.env')) process.loadEnvFile('.env')
		const parsed = parseCommand(command, process.argv.slice(2))
		if (parsed === 'help') print(command.help)
		else {
			config = readConfig(process.env)
			if (!(await command.run(parsed, config, print))) process.exitCode = 1
		}
	} catch (error) {
		fail(error)
	}
}
