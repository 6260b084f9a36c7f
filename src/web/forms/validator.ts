import type { TSchema } from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'

/** Returns the problems of a draft, in schema order and with the server's messages. */
export type Validator = (schema: TSchema, draft: unknown) => Problem[]

/** Loads the validator, which has a chunk of its own: it is large, and a form can be filled in before it has loaded. */
export async function loadValidator(): Promise<Validator> {
	const { findProblems, normalizeInput } = await import('#contract/problems.ts')
	return (schema, draft) => findProblems(schema, normalizeInput(schema, draft))
}

const loadModule = async () => ({ validator: await loadValidator() })

/** The fallback if the validator does not load: the server then validates alone, with the same messages. */
export const acceptEverything: Validator = () => []

/** Returns the validator, null until it has loaded. Loads it only if `isWanted`. */
export function useValidator(isWanted = true): Validator | null {
	const { module, hasFailed } = useLazyModule(loadModule, isWanted)
	return module?.validator ?? (hasFailed ? acceptEverything : null)
}
