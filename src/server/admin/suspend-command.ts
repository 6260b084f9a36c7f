import { LIMITS } from '#contract/limits.ts'
import { takeAction } from '#server/features/moderation/take-action.ts'
import { AppError } from '#server/http/errors.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { type AdminCommand, CommandError } from './command.ts'
import { findAccount } from './queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Stops an account from writing for some days. */
export const SUSPEND: AdminCommand = {
	help: `  npm run admin -- suspend <username> <days>

Lets an account read but not post for a number of days, up to ${LIMITS.suspensionDays}. Takes effect with its next request. The moderation
log records it as the operator's action, and the owner is told.`,
	options: {},
	operandCount: [2, 2],
	async run({ operands: [username = '', days = ''] }, services, print, log) {
		const count = Number(days)
		if (!Number.isInteger(count) || count < 1 || count > LIMITS.suspensionDays)
			throw new UsageError(`The days are a number from 1 to ${LIMITS.suspensionDays}, not "${days}".`)
		const account = await findAccount(services.db, username)
		if (!account) throw new CommandError(`There is no account called ${username}.`)
		const until = new Date(services.clock() + count * DAY_MS).toISOString()
		const input = { subject: 'user', subjectId: account.id, action: 'suspend', reason: 'other', until } as const
		await takeAction(services, null, input, { log })
		print(`${account.username} is suspended until ${until.slice(0, 10)}.`)
	},
}

/** Ends a ban or suspension. */
export const UNBAN: AdminCommand = {
	help: `  npm run admin -- unban <username>

Ends the ban or the suspension of an account. Posts that the ban hid come back within seconds; posts removed earlier stay removed.`,
	options: {},
	operandCount: [1, 1],
	async run({ operands: [username = ''] }, services, print, log) {
		const account = await findAccount(services.db, username)
		if (!account) throw new CommandError(`There is no account called ${username}.`)
		try {
			await takeAction(services, null, { subject: 'user', subjectId: account.id, action: 'unban' }, { log })
		} catch (error) {
			if (error instanceof AppError) throw new CommandError(`${account.username} is neither banned nor suspended.`)
			throw error
		}
		print(`${account.username} is no longer banned or suspended.`)
	},
}
