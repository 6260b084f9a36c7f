// What `folded_text` (text-search.sql) does as well, which a test compares

const REMOVED = /['’‘‛ʼʻ′`´＇｀™℠]/g
// Accents, vowel points and characters that show nothing
const MARKS =
	// biome-ignore lint/suspicious/noMisleadingCharacterClass: these marks themselves are meant
	/[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3099\u309a\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff0-\ufff8\u00ad\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu
const KATAKANA = /[\u30a1-\u30f6\u30fd]/g
const KATAKANA_TO_HIRAGANA = 0x60
// Letters and signs that Unicode normalization does not decompose
const FROM = 'øłđðħıŋς‐‒–—―−“”„‟«»‹›「」『』、。・•·¡¿\u2028\u2029'
const TO = 'olddhinσ------"""""""""""",.   !?  '
const EQUALS = new Map<string, string>([
	...[...FROM].map((character, index) => [character, TO[index] ?? ''] as const),
	['ß', 'ss'],
	['æ', 'ae'],
	['œ', 'oe'],
	['þ', 'th'],
])

/**
 * Returns the form of a text that is the same for all its spellings in case, accents, width, apostrophes and kana. Other
 * punctuation and white space stay.
 */
export function foldText(text: string): string {
	return [...text.replace(REMOVED, '').normalize('NFKD').toLowerCase().replace(MARKS, '')]
		.map((character) => EQUALS.get(character) ?? character)
		.join('')
		.replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA_TO_HIRAGANA))
		.normalize('NFC')
}

/** Roman numerals of more than one letter, with their numbers. */
export const NUMERALS = new Map(
	Object.entries({
		ii: '2',
		iii: '3',
		iv: '4',
		vi: '6',
		vii: '7',
		viii: '8',
		ix: '9',
		xi: '11',
		xii: '12',
		xiii: '13',
		xiv: '14',
		xv: '15',
		xvi: '16',
		xvii: '17',
		xviii: '18',
		xix: '19',
		xx: '20',
	}),
)
/** A single letter may not be a numeral: it counts as itself and, in names, as the number too. */
export const LETTER_NUMERALS = new Map(Object.entries({ i: '1', v: '5', x: '10' }))
