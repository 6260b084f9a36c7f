import { LIMITS } from '#contract/limits.ts'

/** A mention that is being typed. */
export interface BegunMention {
	/** The index of its `@`. */
	start: number
	/** The end of the name, which may be behind the caret. */
	end: number
	/** What is typed of the name before the caret. */
	query: string
}

// As in the contract's grammar of mentions, up to the caret
const BEGUN = new RegExp(`(?<![\\w@/.#&-])@(\\w{0,${LIMITS.usernameMax}})$`)
const REST = /^\w*/
const NOT_A_NAME = /^[@/(]/

/** Returns the mention that is being typed at the caret; null if there is none, as in an address or code. */
export function findMentionAtCaret(text: string, caret: number): BegunMention | null {
	const line = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
	const query = BEGUN.exec(line)?.[1]
	if (query === undefined || line.split('`').length % 2 === 0) return null
	const end = caret + (REST.exec(text.slice(caret))?.[0].length ?? 0)
	return NOT_A_NAME.test(text.slice(end)) ? null : { start: caret - query.length - 1, end, query }
}
