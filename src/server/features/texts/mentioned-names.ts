import { findMentionedNames } from '#contract/mentions.ts'

/** More than a text can mention, because not every name is a user's. */
const MAX_NAMES = 100

/** Lists the names that texts mention, in lower case, each once, in their order. */
export function listMentionedNames(...texts: readonly (string | null | undefined)[]): string[] {
	const names = texts.flatMap((text) => (text ? findMentionedNames(text) : []))
	return [...new Set(names.map(({ name }) => name.toLowerCase()))].slice(0, MAX_NAMES)
}
