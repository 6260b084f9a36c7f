import { ROLES, type Role } from '#contract/roles.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import { type AdminCommand, CommandError } from './command.ts'
import { changeRole, countAdmins } from './queries.ts'

/** Changes what an account may do. */
export const ROLE: AdminCommand = {
	help: `  npm run admin -- role <username> <member|moderator|admin>

Makes an account a moderator (acts on reports, posts and members), an admin (also runs the site), or a member again.
Takes effect with its next request. The last admin stays one unless you add --yes.`,
	options: { yes: 'boolean' },
	operandCount: [2, 2],
	async run({ operands: [username = '', role = ''], options }, { db }, print) {
		if (!isRole(role)) throw new UsageError(`A role is ${ROLES.join(', ')}, not "${role}".`)
		const change = await inTransaction(db, async (db) => {
			const change = await changeRole(db, username, role)
			if (!change) throw new CommandError(`There is no account called ${username}.`)
			if (change.before === 'admin' && options.yes !== true && (await countAdmins(db)) === 0)
				throw new CommandError(`${change.username} is the only admin. Add --yes to leave the site without one.`)
			return change
		})
		print(
			change.before === role
				? `${change.username} is already ${describe(role)}.`
				: `${change.username} is now ${describe(role)}, and was ${describe(change.before)}.`,
		)
		if ((await countAdmins(db)) === 0) print('The site has no admin.')
	},
}

function isRole(word: string): word is Role {
	return (ROLES as readonly string[]).includes(word)
}

function describe(role: Role): string {
	return role === 'admin' ? 'an admin' : `a ${role}`
}
