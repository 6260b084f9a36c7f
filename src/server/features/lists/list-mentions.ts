import type { Tx } from '#server/db/tables.ts'
import { listMentionedNames } from '#server/features/texts/mentioned-names.ts'
import { findListTexts, saveListMentions } from './queries.ts'

/**
 * Stores whom a list mentions, after these texts were written to it, or others taken out of it. Reads its texts only if one of
 * them mentions somebody or if they did `before`.
 */
export async function storeListMentions(
	transaction: Tx,
	id: string,
	before: readonly string[],
	written: readonly (string | null | undefined)[] = [],
): Promise<void> {
	if (before.length === 0 && listMentionedNames(...written).length === 0) return
	const { description, notes } = await findListTexts(transaction, id)
	await saveListMentions(transaction, id, listMentionedNames(description, ...notes))
}
