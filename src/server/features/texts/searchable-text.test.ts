import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HIDDEN_SPAN, splitSpoilers } from '#contract/spoiler-spans.ts'
import { startSite } from '#kit/site.ts'
import { SPAN_CASES } from '#kit/span-cases.ts'
import '#kit/property-seed.ts'

// Marks, all white space of JavaScript, what looks like it, and letters
const PIECES = [
	'||',
	'|',
	' ',
	'\n',
	'\v',
	'\f',
	'\r',
	'\t',
	'\u00a0',
	'\u1680',
	'\u2003',
	'\u2028',
	'\u202f',
	'\u205f',
]
const MORE_PIECES = ['\u3000', '\ufeff', '\u200b', '\u180e', '\u0085', 'a', 'B', '▮', '😀', '@ann']

test('the database takes the same spans out of a text as the contract', async () => {
	await using site = await startSite()
	const removeInDatabase = async (texts: readonly string[]) => {
		const { rows } = await sql<{ plain: string }>`
			select text_without_spoilers(body) as plain from unnest(${texts}::text[]) with ordinality t (body, place) order by place`.execute(
			site.services.db,
		)
		return rows.map(({ plain }) => plain)
	}
	expect(await removeInDatabase(SPAN_CASES.map(([text]) => text))).toEqual(
		SPAN_CASES.map(([, hidden]) => hidden.replaceAll(HIDDEN_SPAN, ' ')),
	)
	const text = fc
		.array(fc.constantFrom(...PIECES, ...MORE_PIECES, '||'), { maxLength: 16 })
		.map((parts) => parts.join(''))
	await fc.assert(
		fc.asyncProperty(fc.array(text, { minLength: 50, maxLength: 50 }), async (texts) => {
			const expected = texts.map((each) =>
				splitSpoilers(each)
					.map((part) => (part.isSpoiler ? ' ' : part.text))
					.join(''),
			)
			expect(await removeInDatabase(texts)).toEqual(expected)
		}),
		{ numRuns: 40 },
	)
})
