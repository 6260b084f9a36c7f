import type { StatusMeaning } from '#contract/imports.ts'
import type { ImportedGame } from './sources/source.ts'

type Meanings = Readonly<Record<string, StatusMeaning | null>>

/** Returns what the words of a row mean: the first that has a status counts, and any can be the wish. */
export function toStatus(item: Pick<ImportedGame, 'statuses'>, meanings: Meanings) {
	const known = item.statuses.flatMap((word) => (Object.hasOwn(meanings, word) ? (meanings[word] ?? []) : []))
	const status = known.find((meaning) => meaning !== 'wished')
	return { status: status ?? null, isWished: known.includes('wished') }
}
