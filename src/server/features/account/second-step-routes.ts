import { WRONG_FACTOR } from '#contract/passkeys.ts'
import {
	loginWithPasskey,
	loginWithSecondFactor,
	startPasskeyLogin,
	startPasskeyProof,
	startPasskeyStep,
} from '#contract/second-factor.ts'
import { createRequestOptions } from '#server/features/second-factor/passkeys.ts'
import { listPasskeys } from '#server/features/second-factor/queries.ts'
import { pickFactor } from '#server/features/second-factor/verify-factor.ts'
import { getOwnUser } from '#server/features/sessions/own-user.ts'
import type { App } from '#server/http/app-type.ts'
import { invalidInput } from '#server/http/errors.ts'
import { requireViewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import { completeSecondStep, createStepOptions, logInWithPasskey } from './second-step.ts'

/** Registers the routes that log in with a passkey or a second factor, or prove an identity with a passkey. */
export function secondStepRoutes(app: App, services: Services): void {
	app.route({
		...startPasskeyLogin,
		async handler(request) {
			return { options: await createRequestOptions(services, 'sign-in', request, { isOnlyFactor: true }) }
		},
	})

	app.route({
		...loginWithPasskey,
		async handler(request) {
			const { userId, tokens } = await logInWithPasskey(services, request.body.assertion, request)
			return { success: true as const, user: await getOwnUser(services, userId), tokens }
		},
	})

	app.route({
		...startPasskeyStep,
		async handler(request) {
			return { options: await createStepOptions(services, request.body.ticket, request) }
		},
	})

	app.route({
		...loginWithSecondFactor,
		async handler(request) {
			const factor = pickFactor(request.body)
			if (!factor) throw invalidInput([{ path: 'code', message: WRONG_FACTOR.error }])
			const { userId, tokens } = await completeSecondStep(services, { ticket: request.body.ticket, factor }, request)
			return { success: true as const, user: await getOwnUser(services, userId), tokens }
		},
	})

	app.route({
		...startPasskeyProof,
		async handler(request) {
			const { userId, sessionId } = requireViewer(request)
			const passkeys = await listPasskeys(services.db, userId)
			const purpose = `reauthenticate:${sessionId}` as const
			return { options: await createRequestOptions(services, purpose, request, { passkeys, isOnlyFactor: true }) }
		},
	})
}
