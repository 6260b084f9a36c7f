import * as Type from 'typebox'
import { expect, test } from 'vitest'
import { findProblems, hasIllegalCharacters, normalizeInput } from './problems.ts'
import { ReviewDraft } from './review-input.ts'
import { CodeEntry, RecoveryCodeEntry } from './second-factor.ts'
import { Registration } from './sessions.ts'
import { nullable } from './shapes.ts'

test('texts are trimmed and their line endings normalized, unless they are exact', () => {
	const schema = Type.Object({
		text: Type.String(),
		secret: Type.String({ exact: true }),
		many: Type.Array(Type.Object({ note: Type.String() })),
	})
	const value = { text: ' a\r\nb\rc ', secret: ' s ', many: [{ note: ' n ' }], unknown: 'gone' }
	expect(normalizeInput(schema, value)).toEqual({ text: 'a\nb\nc', secret: ' s ', many: [{ note: 'n' }] })
})

test.each([...['', ' ', '\u200b', '\u00ad\u2060', '\u3164', '\ufe0f', '\u2800 \u3000', '\u202e\u2066', '\u{e0041}']])(
	'%j has nothing visible, and is stored as an empty text',
	(text) => {
		expect(normalizeInput(Type.String(), text)).toBe('')
	},
)

test('what has one visible character keeps its invisible ones', () => {
	for (const text of ['\u200ba', '👩\u200d👩\u200d👧', '❤\ufe0f', '\u0301'])
		expect(normalizeInput(Type.String(), text)).toBe(text)
})

test('codes may be typed in full width', () => {
	for (const [schema, typed, code] of [
		[CodeEntry, { code: '１２３　４５６' }, { code: '123 456' }],
		[RecoveryCodeEntry, { recoveryCode: 'Ｋ７ＲＴ－Ｍ３ＷＱ' }, { recoveryCode: 'K7RT-M3WQ' }],
	] as const) {
		expect(normalizeInput(schema, typed)).toEqual(code)
		expect(findProblems(schema, code)).toEqual([])
	}
})

test('a missing value and an empty one get the same message', () => {
	for (const draft of [{}, { rating: 4, platform: '', description: '' }])
		expect(findProblems(ReviewDraft, draft)).toEqual(
			expect.arrayContaining([
				{ path: 'platform', message: 'Please select a platform' },
				{ path: 'description', message: 'Please enter a review' },
			]),
		)
})

test('the form requires at least one whole star', () => {
	const draft = { platform: 'PC', description: 'Long enough, surely.' }
	expect(findProblems(ReviewDraft, { ...draft, rating: 0.5 })).toEqual([
		{ path: 'rating', message: 'Please select a rating' },
	])
	expect(findProblems(ReviewDraft, { ...draft, rating: 1 })).toEqual([])
})

test('each field has at most one problem, and nested problems have a dotted path', () => {
	const schema = Type.Object({
		games: Type.Array(
			Type.Object({
				gameId: Type.Integer({ minimum: 1 }),
				notes: Type.Optional(nullable(Type.String({ maxLength: 3 }))),
			}),
		),
	})
	expect(
		findProblems(schema, {
			games: [
				{ gameId: 1, notes: null },
				{ gameId: 0, notes: 'long' },
			],
		}),
	).toEqual([
		{ path: 'games.1.gameId', message: 'Game id must be >= 1' },
		{ path: 'games.1.notes', message: 'Notes must not have more than 3 characters' },
	])
})

test('all invalid fields are reported', () => {
	expect(
		findProblems(Registration, { username: 1, email: 2, password: 3, confirmPassword: 4 }).map(({ path }) => path),
	).toEqual(['username', 'email', 'password', 'confirmPassword'])
})

test.each([
	...['a\u0000b', '\u001b[31m', 'half \ud83d pair', '\u007f', 'a\u000bb', 'a\u0085b', '\u009b31m'],
	...['a\uffffb', '\ufffe', '\ufdd0', '\ufdef', '\u{1fffe}', '\u{10ffff}'],
])('%j contains illegal characters', (text) => {
	expect(hasIllegalCharacters(text)).toBe(true)
})

test.each(['line\nfeed', 'tab\tstop', '\ufffd', '\u00a0', '\u{1F600}', 'שלום', 'e\u0301', '\u200d'])(
	'%j is a legal text',
	(text) => {
		expect(hasIllegalCharacters(text)).toBe(false)
	},
)
