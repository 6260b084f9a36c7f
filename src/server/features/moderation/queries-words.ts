import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** Lists the blocked words in their order. */
export async function listBlockedWords(db: Db): Promise<string[]> {
	const rows = await db.selectFrom('blocked_words').select('word').orderBy('place').execute()
	return rows.map(({ word }) => word)
}

/** Replaces the blocked words. */
export async function replaceBlockedWords(db: Db, words: readonly { key: string; word: string }[]): Promise<void> {
	await sql`lock table blocked_words in share row exclusive mode`.execute(db)
	await db.deleteFrom('blocked_words').execute()
	if (words.length > 0)
		await db
			.insertInto('blocked_words')
			.values(words.map(({ key, word }, place) => ({ key, word, place })))
			.execute()
}

/** Returns whether a text in the form of the keys, with a space before and after, has a blocked word. */
export async function hasBlockedWord(db: Db, text: string): Promise<boolean> {
	const { rows } = await sql`
		select from blocked_words where position(' ' || key || ' ' in ${text}) > 0 limit 1`.execute(db)
	return rows.length > 0
}
