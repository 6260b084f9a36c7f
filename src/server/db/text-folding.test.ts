import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newDatabase } from '#kit/site.ts'
import '#kit/property-seed.ts'
import type { Db } from './tables.ts'
import { foldText } from './text-folding.ts'

/** Surrogates, and letters that are newer than the Unicode of some servers. */
const LEFT_OUT = /[\ud800-\udfff\u1c80-\u1cbf\u2c2f\ua7b8-\ua7ff]/

async function foldInDatabase(db: Db, texts: readonly string[]): Promise<string[]> {
	const { rows } = await sql<{ folded: string }>`
		select folded_text(body) as folded from unnest(${texts}::text[]) with ordinality t (body, place) order by place`.execute(
		db,
	)
	return rows.map(({ folded }) => folded)
}

test('the database folds a text as the server does', async () => {
	await using database = await newDatabase()
	const characters = Array.from({ length: 0xfffd }, (_, index) => String.fromCharCode(index + 1)).filter(
		(character) => !LEFT_OUT.test(character),
	)
	for (const texts of [characters, characters.map((character) => `Ab${character}c${character}`)]) {
		const folded = await foldInDatabase(database.db, texts)
		expect(texts.filter((text, index) => folded[index] !== foldText(text))).toEqual([])
	}
	const pieces = fc.constantFrom(
		'É',
		'e\u0301',
		'Σ',
		'Ａ',
		'ガ',
		'か\u3099',
		'’',
		"'",
		'\u00ad',
		'\ufe0f',
		'한',
		'ß',
		'İ',
		'—',
		'👩‍💻',
		' ',
		'x',
	)
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.string({ unit: pieces, maxLength: 12 }), { minLength: 50, maxLength: 50 }),
			async (texts) => {
				expect(await foldInDatabase(database.db, texts)).toEqual(texts.map(foldText))
			},
		),
		{ numRuns: 20 },
	)
})

test.each([
	['Pokémon', 'POKE\u0301MON'],
	['Assassin’s', "assassin's"],
	['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
	['カービィ', 'かーびぃ'],
	['ｶｰﾋﾞｨ', 'カービィ'],
	['Łódź Ægir Straße', 'lodz aegir strasse'],
	['ΟΔΥΣΣΕΥΣ Ёлка', 'οδυσσευς елка'],
	['co\u00adop\ufe0f', 'coop'],
	['“Spider–Man”', '"spider-man"'],
])('%s is folded as %s', (one, other) => {
	expect(foldText(one)).toBe(foldText(other))
})
