import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '#kit/processor-time.ts'
import { searchFormOf, searchKey, searchQueryOf } from './search-key.ts'
import { isOneSlip, slipsOf } from './typos.ts'

test.each([
	['Pokémon: Let’s Go, Éevee!', 'pokemon lets go eevee'],
	["Baldur's Gate 3", 'baldurs gate 3'],
	['  The   Witcher3 ', 'the witcher 3'],
	['Tom & Jerry', 'tom and jerry'],
	['S.T.A.L.K.E.R.: Shadow of Chernobyl', 'stalker shadow of chernobyl'],
	['Straße Ægir Łódź Œuvre', 'strasse aegir lodz oeuvre'],
	['DOOM™', 'doom'],
	['Half-Life²', 'half life 2'],
	['ELDEN RING', 'elden ring'],
	['ΟΔΥΣΣΕΥΣ Ёлка', 'οδυσσευσ елка'],
	['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
	['魔界戦記ディスガイア2 PC', '魔界戦記ティスカイア 2 pc'],
	['여포키우기', '여포키우기'],
	['???', '???'],
	['', ''],
])('%s is searched as %s', (name, key) => {
	expect(searchKey(name)).toBe(key)
})

test('Roman numerals count as numbers, single letters as both', () => {
	expect(searchFormOf('Final Fantasy VII').joined).toBe(searchQueryOf('final fantasy 7').joined)
	expect(searchFormOf('Grand Theft Auto V').words).toEqual(expect.arrayContaining(['v', '5', '=gta', '=gtav']))
	expect(searchFormOf('Mega Man X').words).toEqual(expect.arrayContaining(['x', '10']))
})

test('initials are those of the name and of what follows a colon or a dash', () => {
	expect(searchFormOf('The Legend of Zelda: Breath of the Wild').words).toEqual(
		expect.arrayContaining(['=tloz', '=botw']),
	)
})

test('scripts without spaces are found by their neighboring signs', () => {
	const { words } = searchFormOf('魔法の女子高生')
	expect(words).toEqual(expect.arrayContaining(searchQueryOf('女子高生').tokens))
	expect(words).toContain('生')
})

test('a name that is also a property of every object is a word', () => {
	expect(searchFormOf('Constructor __proto__').words).toEqual(
		expect.arrayContaining(['constructor', 'proto', '+constructorproto']),
	)
})

test('any text has a form whose words the database can hold', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
			const form = searchFormOf(text)
			expect(form.key.isWellFormed()).toBe(true)
			if (text.trim() !== '') expect(form.words.every((word) => word !== '' && word.isWellFormed())).toBe(true)
			expect(form.wordCount).toBe(searchQueryOf(text).tokens.length)
		}),
	)
})

test('texts made to be slow are read in no time', () => {
	for (const unit of ['a.', 'a', '.', ' ', '́', 'の', '(', '-', "'", 'İ', 'ﷺ']) {
		const text = unit.repeat(50_000 / unit.length)
		expect(processorMs(() => searchFormOf(text))).toBeLessThan(100)
	}
})

test.each([
	['elden', 'eldin', true],
	['zelda', 'zleda', true],
	['zelda', 'zeldaa', true],
	['zelda', 'elda', true],
	['zelda', 'zelda', false],
	['zelda', 'dlzea', false],
	['doom', 'dooooom', false],
	['abcd', 'badc', false],
])('between %s and %s lies one slip: %s', (a, b, is) => {
	expect([isOneSlip(a, b), isOneSlip(b, a)]).toEqual([is, is])
})

test('two words with one slip between them share a form', () => {
	const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 8 })
	fc.assert(
		fc.property(letters, letters, (a, b) => {
			if (isOneSlip(a, b)) expect(slipsOf(a).some((form) => slipsOf(b).includes(form))).toBe(true)
		}),
	)
})

test('a leading article is no part of what beginnings are compared by', () => {
	expect(searchFormOf('The Legend of Zelda').key).toBe('legend of zelda')
	expect(searchQueryOf('the legend of z').key).toBe('legend of z')
	expect(searchFormOf('The').key).toBe('the')
})
