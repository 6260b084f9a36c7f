import type { TSchema } from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { useLazyModule } from '#web/app/lazy-module.ts'

/** Returns the problems of a draft, in the order of the schema's fields and with the server's sentences. */
export type Validator = (schema: TSchema, draft: unknown) => Problem[]

/** Returns the validator once its chunk has loaded: it is large, and a form can be filled in before. */
export async function loadValidator(): Promise<Validator> {
	const { findProblems: problems, normalizeInput: tidy } = await import('#contract/problems.ts')
	return (schema, draft) => problems(schema, tidy(schema, draft))
}

const loadModule = async () => ({ check: await loadValidator() })

/** If the validator does not load, the server validates alone, with the same sentences. */
export const acceptEverything: Validator = () => []

/** The validator, null until it has loaded; without `isWanted` it is not loaded. */
export function useValidator(isWanted = true): Validator | null {
	const { part, failed } = useLazyModule(loadModule, isWanted)
	return part?.check ?? (failed ? acceptEverything : null)
}
