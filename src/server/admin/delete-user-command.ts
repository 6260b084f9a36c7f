import { deleteAccountAsOperator } from '#server/features/account/operator-deletion.ts'
import { type AdminCommand, CommandError } from './command.ts'
import { findAccount } from './queries.ts'

/** Deletes an account whose owner cannot do it. */
export const DELETE_USER: AdminCommand = {
	help: `  npm run admin -- delete-user <username> --yes

Deletes an account with its posts, likes and follows, as its owner could. This cannot be undone. The moderation log
records it as the operator's action, and the owner gets a last mail.`,
	options: { yes: 'boolean' },
	operandCount: [1, 1],
	async run({ operands: [username = ''], options }, services, print, log) {
		const account = await findAccount(services.db, username)
		if (!account) throw new CommandError(`There is no account called ${username}.`)
		if (options.yes !== true) throw new CommandError(`This deletes ${account.username} for good. Add --yes to do it.`)
		const code = await deleteAccountAsOperator(services, account.id, log)
		if (code === undefined) throw new CommandError(`There is no account called ${username}.`)
		print(`${account.username} is deleted. The code of the deletion is ${code}.`)
	},
}
