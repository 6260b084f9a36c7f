import { parseCommand, UsageError } from '#server/lifecycle/command-line.ts'
import { ACCEPT_SECRET } from './accept-secret-command.ts'
import type { AdminCommand, Surroundings } from './command.ts'
import { DELETE_USER } from './delete-user-command.ts'
import { INVITE } from './invite-command.ts'
import { RESET_PASSWORD_LINK } from './reset-password-link-command.ts'
import { RESET_SECOND_FACTOR } from './reset-second-factor-command.ts'
import { ROLE } from './role-command.ts'
import { SETTINGS } from './settings-command.ts'
import { SUSPEND, UNBAN } from './suspend-command.ts'

const COMMANDS: Readonly<Record<string, AdminCommand>> = {
	role: ROLE,
	suspend: SUSPEND,
	unban: UNBAN,
	invite: INVITE,
	'reset-password-link': RESET_PASSWORD_LINK,
	'reset-second-factor': RESET_SECOND_FACTOR,
	'delete-user': DELETE_USER,
	settings: SETTINGS,
	'accept-secret': ACCEPT_SECRET,
}

const OVERVIEW = `Runs a Savepoint site, whether it is running or not.

${Object.values(COMMANDS)
	.map(({ help }) => help.split('\n', 1)[0])
	.join('\n')}

Run a command with --help for details, or see docs/self-hosting.md.

The commands work on the site of DATABASE_URL, or on the database in DATA_DIR (default ./data).`

/** A command with its arguments. */
export interface ParsedAdminCommand {
	takesAnySecret: boolean
	run: (...surroundings: Surroundings) => Promise<void>
}

/** Finds the command that the arguments name. Returns the text to print if they ask for help. Throws `UsageError`. */
export function parseAdminCommand(args: readonly string[]): ParsedAdminCommand | string {
	const [name, ...rest] = args
	if (name === undefined || name === '--help' || name === '-h') return OVERVIEW
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
	if (!command) throw new UsageError(`There is no command "${name}".\n\n${OVERVIEW}`)
	const parsed = explainUsage(command, () => parseCommand(command, rest))
	if (parsed === 'help') return command.help
	const { takesAnySecret = false } = command
	return { takesAnySecret, run: (...surroundings) => command.run(parsed, ...surroundings) }
}

function explainUsage<T>({ help }: AdminCommand, parse: () => T): T {
	try {
		return parse()
	} catch (error) {
		throw error instanceof UsageError ? new UsageError(`${error.message}\n\n${help}`) : error
	}
}
