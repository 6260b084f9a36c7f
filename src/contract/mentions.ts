import { LIMITS } from './limits.ts'

/** A name that a text mentions as `@name`, as typed, and the index of its `@`. */
export interface MentionedName {
	name: string
	index: number
}

// Not in an address (`a@b.org`, `@a@b.org`, `/@a`), a package (`@a/b`), a call (`@a()`) or a longer name
const MENTION = new RegExp(
	`(?<![\\w@/.#&-])@(\\w{${LIMITS.usernameMin},${LIMITS.usernameMax}})(?![\\w@/(]|[.-]\\w)`,
	'g',
)
const CODE = /`[^`\n]+`/g

/** Finds the names that a text mentions, in its order. Whether there are such users is not known here. Text in backticks mentions nobody. */
export function findMentionedNames(text: string): MentionedName[] {
	const code = [...text.matchAll(CODE)].map(({ index, 0: span }) => [index, index + span.length] as const)
	return [...text.matchAll(MENTION)].flatMap(({ index, 1: name }) =>
		name === undefined || code.some(([start, end]) => index > start && index < end) ? [] : [{ name, index }],
	)
}
