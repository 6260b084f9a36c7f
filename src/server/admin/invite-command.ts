import { NewInvite } from '#contract/invites.ts'
import { paths } from '#contract/paths.ts'
import { findProblems } from '#contract/problems.ts'
import { makeInvite } from '#server/features/registration/invites.ts'
import { UsageError } from '#server/lifecycle/command-line.ts'
import type { AdminCommand } from './command.ts'

/** Makes a link with which people may create accounts. */
export const INVITE: AdminCommand = {
	help: `  npm run admin -- invite [--uses <people>] [--days <days>]

Creates an invite link, by default for one person within seven days. It also works while registration needs approval.`,
	options: { uses: 'string', days: 'string' },
	operandCount: [0, 0],
	async run({ options }, services, print) {
		const terms = { uses: Number(options.uses ?? 1), days: Number(options.days ?? 7) }
		const [problem] = findProblems(NewInvite, terms)
		if (problem) throw new UsageError(`${problem.message}.`)
		const { code } = await makeInvite(services, null, terms)
		// Without a public address, the operator knows how the site is reached
		print((services.config.publicUrl ?? '') + paths.join(code))
	},
}
