import { getBlockedWords, setBlockedWords } from '#contract/blocked-words.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { App } from '#server/http/app-type.ts'
import { requireHeldRole } from '#server/http/held-role.ts'
import type { Services } from '#server/services.ts'
import { toWordKey } from './blocked-words.ts'
import { listBlockedWords, replaceBlockedWords } from './queries-words.ts'

/** Registers the routes of the words that hold a text. */
export function blockedWordRoutes(app: App, { db }: Services): void {
	app.route({
		...getBlockedWords,
		async handler() {
			return { words: await listBlockedWords(db) }
		},
	})

	app.route({
		...setBlockedWords,
		async handler(request) {
			const words = new Map(request.body.words.map((word) => [toWordKey(word), word]))
			// An entry of punctuation alone is in no text
			words.delete('')
			await inTransaction(db, async (db) => {
				await requireHeldRole(db, request)
				await replaceBlockedWords(
					db,
					[...words].map(([key, word]) => ({ key, word })),
				)
			})
			return { words: await listBlockedWords(db) }
		},
	})
}
