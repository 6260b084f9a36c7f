declare const stored: unique symbol

/**
 * A text that a person wrote, as the database has it. It is a string, but no answer takes it for one: whoever sends it goes
 * through a `TextReader` (`features/texts/queries-text-reader.ts`), which hides the spoilers.
 */
export interface StoredText {
	readonly [stored]: true
}

/** Returns a text with all of its spoilers: for its author, and for what decides who else may see them. */
export function readWhole(text: StoredText): string {
	return text as unknown as string
}
