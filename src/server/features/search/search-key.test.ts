import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCpuMs } from '#kit/cpu-time.ts'
import { parseSearchQuery, toSearchForm, toSearchKey } from './search-key.ts'
import { getTypoKeys, isOneTypo } from './typos.ts'

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
	['魔界戦記ディスガイア2 PC', '魔界戦記てぃすかいあ 2 pc'],
	['여포키우기', '여포키우기'],
	['???', '???'],
	['', ''],
])('%s is normalized to %s', (name, key) => {
	expect(toSearchKey(name)).toBe(key)
})

test('Roman numerals count as numbers, single letters as both', () => {
	expect(toSearchForm('Final Fantasy VII').joined).toBe(parseSearchQuery('final fantasy 7').joined)
	expect(toSearchForm('Grand Theft Auto V').words).toEqual(expect.arrayContaining(['v', '5', '=gta', '=gtav']))
	expect(toSearchForm('Mega Man X').words).toEqual(expect.arrayContaining(['x', '10']))
})

test('initials come from the name and from the part after a colon or a dash', () => {
	expect(toSearchForm('The Legend of Zelda: Breath of the Wild').words).toEqual(
		expect.arrayContaining(['=tloz', '=botw']),
	)
})

test('scripts without spaces are indexed by pairs of neighboring characters', () => {
	const { words } = toSearchForm('魔法の女子高生')
	expect(words).toEqual(expect.arrayContaining(parseSearchQuery('女子高生').tokens))
	expect(words).toContain('生')
})

test('names of object properties such as constructor are ordinary words', () => {
	expect(toSearchForm('Constructor __proto__').words).toEqual(
		expect.arrayContaining(['constructor', 'proto', '+constructorproto']),
	)
})

test('any text has a search form that the database can store', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
			const form = toSearchForm(text)
			expect(form.key.isWellFormed()).toBe(true)
			if (text.trim() !== '') expect(form.words.every((word) => word !== '' && word.isWellFormed())).toBe(true)
			expect(form.wordCount).toBe(parseSearchQuery(text).tokens.length)
		}),
	)
})

test('adversarial texts are processed quickly', () => {
	for (const unit of ['a.', 'a', '.', ' ', '́', 'の', '(', '-', "'", 'İ', 'ﷺ']) {
		const text = unit.repeat(50_000 / unit.length)
		expect(measureCpuMs(() => toSearchForm(text))).toBeLessThan(100)
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
])('%s and %s differ by exactly one typo: %s', (a, b, is) => {
	expect([isOneTypo(a, b), isOneTypo(b, a)]).toEqual([is, is])
})

test('two words that differ by one typo share a key', () => {
	const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 3, maxLength: 8 })
	fc.assert(
		fc.property(letters, letters, (a, b) => {
			if (isOneTypo(a, b)) expect(getTypoKeys(a).some((form) => getTypoKeys(b).includes(form))).toBe(true)
		}),
	)
})

test('a leading article is ignored in prefix matches', () => {
	expect(toSearchForm('The Legend of Zelda').key).toBe('legend of zelda')
	expect(parseSearchQuery('the legend of z').key).toBe('legend of z')
	expect(toSearchForm('The').key).toBe('the')
})
