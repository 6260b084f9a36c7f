import { resetSecondFactor } from '#server/features/account/second-factors.ts'
import { type AdminCommand, CommandError } from './command.ts'
import { findAccount } from './queries.ts'

/** Lets somebody in again who has lost their passkeys, authenticator app and recovery codes. */
export const RESET_SECOND_FACTOR: AdminCommand = {
	help: `  npm run admin -- reset-second-factor <username>

Removes the passkeys, the authenticator app and the recovery codes of an account, logs it out everywhere and mails its
owner. First make sure that the owner is asking.`,
	options: {},
	operandCount: [1, 1],
	async run({ operands: [name = ''] }, services, print, log) {
		const account = await findAccount(services.db, name)
		if (!account) throw new CommandError(`There is no account called ${name}.`)
		const hadFactor = await resetSecondFactor(services, account.id, log)
		print(
			hadFactor
				? `${account.username} no longer has a second factor, and is logged out everywhere.`
				: `${account.username} has no second factor.`,
		)
	},
}
