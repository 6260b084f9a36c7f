import type { Command } from '#server/backup/command.ts'
import { readConfig } from '#server/config.ts'
import { parseCommand } from '#server/lifecycle/command-line.ts'

/** Runs a command such as `npm run backup` in this process and returns what it prints. Throws if it fails. */
export async function runCommand(
	command: Command,
	args: string[],
	env: Readonly<Record<string, string>>,
): Promise<string> {
	const parsed = parseCommand(command, args)
	if (parsed === 'help') return command.help
	const lines: string[] = []
	const isClean = await command.run(parsed, readConfig(env), (line) => lines.push(line))
	if (!isClean) throw new Error(lines.join('\n'))
	return lines.join('\n')
}
