import {
	addPasskey,
	confirmAuthenticator,
	listFactors,
	PASSKEY_NOT_FOUND,
	removeAuthenticator,
	removePasskey,
	renamePasskey,
	renewRecoveryCodes,
	startAuthenticator,
	startPasskey,
} from '#contract/second-factor.ts'
import { createCreationOptions } from '#server/features/second-factor/passkeys.ts'
import { renamePasskey as saveName } from '#server/features/second-factor/queries.ts'
import { getOwnAccount } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { notFound } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import {
	addOwnPasskey,
	confirmOwnAuthenticator,
	listOwnFactors,
	removeOwnAuthenticator,
	removeOwnPasskey,
	renewOwnRecoveryCodes,
	startOwnAuthenticator,
	toPasskey,
} from './second-factors.ts'

/** Registers the routes that list, add and remove an account's second factors. */
export function factorRoutes(app: App, services: Services): void {
	app.route({
		...listFactors,
		async handler(request) {
			return listOwnFactors(services, requireViewer(request).userId)
		},
	})

	app.route({
		...startPasskey,
		async handler(request) {
			const viewer = requireViewer(request)
			const account = await getOwnAccount(services, viewer.userId)
			const purpose = `add:${viewer.sessionId}` as const
			return { options: await createCreationOptions(services, services.db, account, purpose, request) }
		},
	})

	app.route({
		...addPasskey,
		async handler(request, reply) {
			const added = await addOwnPasskey(services, request.body, request)
			reply.code(201)
			return { success: true as const, ...added }
		},
	})

	app.route({
		...renamePasskey,
		async handler(request) {
			const viewer = requireViewer(request)
			const renaming = { id: request.params.id, userId: viewer.userId, name: request.body.name }
			const passkey = await saveName(services.db, renaming)
			if (!passkey) throw notFound(PASSKEY_NOT_FOUND)
			return { success: true as const, passkey: toPasskey(passkey) }
		},
	})

	app.route({
		...removePasskey,
		async handler(request) {
			await removeOwnPasskey(services, request.params.id, request)
			return { success: true as const }
		},
	})

	app.route({
		...startAuthenticator,
		async handler(request) {
			return { success: true as const, ...(await startOwnAuthenticator(services, request)) }
		},
	})

	app.route({
		...confirmAuthenticator,
		async handler(request) {
			const recoveryCodes = await confirmOwnAuthenticator(services, request.body.code, request)
			return { success: true as const, recoveryCodes }
		},
	})

	app.route({
		...removeAuthenticator,
		async handler(request) {
			await removeOwnAuthenticator(services, request)
			return { success: true as const }
		},
	})

	app.route({
		...renewRecoveryCodes,
		async handler(request) {
			return { success: true as const, recoveryCodes: await renewOwnRecoveryCodes(services, request) }
		},
	})
}
