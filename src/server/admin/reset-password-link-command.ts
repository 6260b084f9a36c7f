import { paths } from '#contract/paths.ts'
import { createLink } from '#server/features/account/email-links.ts'
import { findAccountById } from '#server/features/sessions/queries-accounts.ts'
import { getConfiguredOrigin } from '#server/http/origin.ts'
import { type AdminCommand, CommandError } from './command.ts'
import { findAccount } from './queries.ts'

/** Lets somebody in again whose mailbox gets no mail. */
export const RESET_PASSWORD_LINK: AdminCommand = {
	help: `  npm run admin -- reset-password-link <username>

Prints a link with which the owner of an account chooses a new password. It works once, for one hour. First make sure
that the owner is asking, and give the link to no one else.`,
	options: {},
	operandCount: [1, 1],
	async run({ operands: [username = ''] }, services, print, log) {
		const found = await findAccount(services.db, username)
		const account = found && (await findAccountById(services.db, found.id))
		if (!account) throw new CommandError(`There is no account called ${username}.`)
		const link = { userId: account.id, emailKey: account.email_key, purpose: 'reset-password' } as const
		const token = await createLink(services.db, link, services.clock())
		log.info({ event: 'reset_link_printed', user: account.id }, 'security')
		print(getConfiguredOrigin(services.config) + paths.resetPassword(token))
	},
}
