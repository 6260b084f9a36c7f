import { findSecretFingerprint, replaceSecretFingerprint } from '#server/db/secret-fingerprint.ts'
import { assertNoForeignProcesses, LOST_WITH_SECRET } from '#server/lifecycle/database-checks.ts'
import { OtherSecretError } from '#server/lifecycle/startup-errors.ts'
import type { AdminCommand } from './command.ts'

/** Makes the configured secret the site's, in place of the one that it had. */
export const ACCEPT_SECRET: AdminCommand = {
	help: `  npm run admin -- accept-secret --yes

Makes the secret of SECRET_KEY or DATA_DIR the site's, in place of one that is lost or meant to change; where there is none,
a new one is made in DATA_DIR. The site must be stopped. With another secret ${LOST_WITH_SECRET}.`,
	options: { yes: 'boolean' },
	operandCount: [0, 0],
	takesAnySecret: true,
	async run({ options }, { backgroundDb, keys: { fingerprint } }, print, log) {
		const recorded = await findSecretFingerprint(backgroundDb)
		if (recorded === undefined) return print('The site has recorded no secret yet. The next start records this one.')
		if (recorded === fingerprint) return print('This is the secret of the site.')
		if (options.yes !== true)
			throw new OtherSecretError(`With this secret ${LOST_WITH_SECRET}. Add --yes to go on with it.`)
		await backgroundDb.transaction().execute(async (transaction) => {
			// First: whoever reads it from now on waits, and who has read it before is connected
			await replaceSecretFingerprint(transaction, fingerprint)
			await assertNoForeignProcesses(transaction, fingerprint)
		})
		log.warn({ event: 'secret_replaced' }, 'the site has another secret')
		print('This is the secret of the site from now on. Start the site.')
	},
}
