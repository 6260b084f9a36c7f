import type { Db } from '#server/db/tables.ts'
import { hasBlockedWord } from './queries-words.ts'

/**
 * Returns the form of a text that is the same for all spellings in case and accents, with or without characters that show nothing:
 * its words with a space between them.
 */
export function toWordKey(text: string): string {
	return (
		text
			.normalize('NFKD')
			.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
			// Folds what has no lower case of one letter, such as ß, as well
			.toUpperCase()
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.trim()
	)
}

/** Returns whether any of these texts has a word that the admins have blocked. */
export async function isBlocked(db: Db, texts: readonly (string | null | undefined)[]): Promise<boolean> {
	const keys = texts.flatMap((text) => (text ? toWordKey(text) : []))
	return keys.some((key) => key !== '') && hasBlockedWord(db, ` ${keys.join(' | ')} `)
}
