import type { TSchema } from 'typebox'
import type { Problem } from '#contract/problems.ts'
import { usePart } from '#web/app/lazy-module.ts'

/** Says what is wrong with a draft, in the order of the schema's fields and with the sentences that the server has. */
export type Check = (schema: TSchema, draft: unknown) => Problem[]

/** Gives the check once it is here: it is large, and a form can be read and filled in before. */
export async function loadCheck(): Promise<Check> {
	const { problems, tidy } = await import('#contract/problems.ts')
	return (schema, draft) => problems(schema, tidy(schema, draft))
}

const loadPart = async () => ({ check: await loadCheck() })

/** Where it does not come the server judges alone, with the same sentences. */
export const nothingWrong: Check = () => []

/** The check, null until it has come; without `isWanted` it is not loaded. */
export function useCheck(isWanted = true): Check | null {
	const { part, failed } = usePart(loadPart, isWanted)
	return part?.check ?? (failed ? nothingWrong : null)
}
