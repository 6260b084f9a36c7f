import { expect, test } from 'vitest'
import { getTexts, readSources } from '#kit/sources.ts'

/** English says these otherwise: "no one", "anyone who", "appears", "not one of", and a noun in place of "what … is". */
const UNIDIOMATIC = /\b(?:nobody|whoever|stands|none of)\b|\bwhat\b[^.,:;?]*\bis\b/i

/** The sentences that may have these words, each with its reason. */
const ALLOWED: Readonly<Record<string, string>> = {
	'None of the above.': 'the usual last choice of a form',
}

const MAILS = /\/(?:[a-z-]*mails?|mail-template|notices)\.ts$/

test('no sentence of the interface, the API or the mails has an unidiomatic word', () => {
	const sources = [
		...readSources('src/web'),
		...readSources('src/contract'),
		...readSources('src/server').filter(({ file }) => MAILS.test(file)),
	]
	const found = sources.flatMap((source) =>
		getTexts(source)
			.map((text) => text.replace(/\s+/g, ' ').trim())
			.filter((text) => isSentence(text) && UNIDIOMATIC.test(text))
			.map((text) => ({ file: source.file, text })),
	)
	expect(found.filter(({ text }) => !(text in ALLOWED))).toEqual([])
	expect(new Set(found.map(({ text }) => text))).toEqual(new Set(Object.keys(ALLOWED)))
})

/** A word alone in lower case is a value of the code, such as the one of `auth: 'nobody'`. */
const isSentence = (text: string) => /\s|^[A-Z]/.test(text)
