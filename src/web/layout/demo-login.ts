import { AUTH_FAILED, login } from '#contract/sessions.ts'
import { ApiError, call } from '#web/app/api-client.ts'
import { browserTransport } from '#web/app/browser-transport.ts'
import { getFailureMessage } from '#web/app/failure-messages.ts'
import { logIn } from '#web/app/session.tsx'

/** Logs in as a person of the demonstration; returns the message of a failure, null after a success. */
export async function logInToDemo(identifier: string, password: string): Promise<string | null> {
	try {
		logIn(await call(browserTransport, login, { body: { identifier, password } }))
		return null
	} catch (error) {
		if (!(error instanceof ApiError)) throw error
		return getFailureMessage(error, AUTH_FAILED)
	}
}
