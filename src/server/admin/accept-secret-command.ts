import { findSecretFingerprint, replaceSecretFingerprint } from '#server/db/secret-fingerprint.ts'
import { assertNoForeignProcesses, LOST_WITH_SECRET } from '#server/lifecycle/database-checks.ts'
import { OtherSecretError } from '#server/lifecycle/startup-errors.ts'
import type { AdminCommand } from './command.ts'

/** Makes the configured secret the site's, in place of the one that it had. */
export const ACCEPT_SECRET: AdminCommand = {
	help: `  npm run admin -- accept-secret --yes

Replaces the site's secret with that of SECRET_KEY or DATA_DIR, where the old one is lost or should change; if there is
none, creates one in DATA_DIR. Stop the site first. With another secret ${LOST_WITH_SECRET}.`,
	options: { yes: 'boolean' },
	operandCount: [0, 0],
	takesAnySecret: true,
	async run({ options }, { backgroundDb, keys: { fingerprint } }, print, log) {
		const recorded = await findSecretFingerprint(backgroundDb)
		if (recorded === undefined) return print('The site has recorded no secret yet. The next start records this one.')
		if (recorded === fingerprint) return print('This is the secret of the site.')
		if (options.yes !== true) throw new OtherSecretError(`With this secret ${LOST_WITH_SECRET}. Add --yes to continue.`)
		await backgroundDb.transaction().execute(async (transaction) => {
			// First: whoever reads it from now on waits, and who has read it before is connected
			await replaceSecretFingerprint(transaction, fingerprint)
			await assertNoForeignProcesses(transaction, fingerprint)
		})
		log.warn({ event: 'secret_replaced' }, 'the site has another secret')
		print('This is now the secret of the site. Start the site.')
	},
}
