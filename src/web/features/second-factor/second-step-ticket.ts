import type { SecondStep } from '#contract/sessions.ts'
import type { ApiError } from '#web/app/api-client.ts'

// The code of `SECOND_FACTOR_NEEDED`, not imported because its module has the schemas of all forms
const SECOND_FACTOR_NEEDED_CODE = 'second_factor_needed'

/** Returns the second step that a login was refused for; null for every other refusal. */
export function getSecondStep({ code, body }: ApiError): SecondStep | null {
	if (code !== SECOND_FACTOR_NEEDED_CODE) return null
	const { ticket, methods } = body as Partial<SecondStep>
	return typeof ticket === 'string' && Array.isArray(methods) ? { ticket, methods } : null
}
