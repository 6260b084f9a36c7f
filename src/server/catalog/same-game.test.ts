import { expect, test } from 'vitest'
import { type Candidate, decideMatch, REASONS, type RecordTraits, toCompanyKey } from './same-game.ts'

const traits = (source: string, more: Partial<RecordTraits> = {}): RecordTraits => ({
	source,
	releaseDate: '2019-03-14',
	developers: ['Mossgate Studio'],
	publishers: [],
	...more,
})

const candidate = (gameId: number, ...records: RecordTraits[]): Candidate => ({ gameId, records })

test('a shared id decides, regardless of other traits', () => {
	const other = candidate(7, traits('igdb', { releaseDate: '1980', developers: ['Others'] }))
	expect(decideMatch(traits('wikidata'), [other], [])).toEqual({ join: 7 })
})

test('ids of two games, and an id of a game that already has a record of the source, are unsure', () => {
	const [one, two] = [candidate(1, traits('igdb')), candidate(2, traits('igdb'))]
	expect(decideMatch(traits('wikidata'), [one, two], [])).toEqual({
		unsure: [
			{ gameId: 1, reason: REASONS.twoGames },
			{ gameId: 2, reason: REASONS.twoGames },
		],
	})
	expect(decideMatch(traits('igdb'), [one], [])).toEqual({ unsure: [{ gameId: 1, reason: REASONS.sameSource }] })
})

test.each([
	['the same year and company', {}, { join: 1 }],
	['a year beside it', { releaseDate: '2020' }, { join: 1 }],
	['the developer as publisher', { developers: [], publishers: ['MOSSGATE STUDIO, Inc.'] }, { join: 1 }],
	['two years between', { releaseDate: '2021-01' }, { unsure: [] }],
	['another company', { developers: ['Others'] }, { unsure: [{ gameId: 1, reason: REASONS.company }] }],
	['no company', { developers: [] }, { unsure: [{ gameId: 1, reason: REASONS.company }] }],
	['no year', { releaseDate: null }, { unsure: [{ gameId: 1, reason: REASONS.year }] }],
	['neither year nor company', { releaseDate: null, developers: [] }, { unsure: [] }],
])('of the same name with %s', (_, more, decision) => {
	expect(decideMatch(traits('wikidata', more), [], [candidate(1, traits('igdb'))])).toEqual(decision)
})

test('each record of a game can match', () => {
	const known = candidate(1, traits('savepoint', { releaseDate: '2017', developers: ['Early'] }), traits('igdb'))
	expect(decideMatch(traits('wikidata'), [], [known])).toEqual({ join: 1 })
})

test('two equal matches are unsure; a better match wins', () => {
	const [one, two] = [candidate(1, traits('igdb')), candidate(2, traits('igdb'))]
	expect(decideMatch(traits('wikidata'), [], [one, two])).toEqual({
		unsure: [
			{ gameId: 1, reason: REASONS.severalAlike },
			{ gameId: 2, reason: REASONS.severalAlike },
		],
	})
	expect(decideMatch(traits('wikidata'), [], [one, candidate(2, traits('igdb', { developers: [] }))])).toEqual({
		join: 1,
	})
})

test('within a source only games with all the same traits are unsure', () => {
	expect(decideMatch(traits('igdb'), [], [candidate(1, traits('igdb'))])).toEqual({
		unsure: [{ gameId: 1, reason: REASONS.sameSource }],
	})
	expect(decideMatch(traits('igdb'), [], [candidate(1, traits('igdb', { developers: [] }))])).toEqual({ unsure: [] })
})

test('companies are compared without case, accents, punctuation and legal forms', () => {
	expect(toCompanyKey('Pokémon Co., Ltd.')).toBe(toCompanyKey('POKEMON'))
	expect(toCompanyKey('Square Enix Holdings, Inc.')).not.toBe(toCompanyKey('Square Enix'))
	expect(toCompanyKey('S.A. Company')).not.toBe('')
	expect(toCompanyKey('Co')).toBe('co')
	expect(['Unknown', 'N/A', ' ', '—'].map(toCompanyKey)).toEqual(['', '', '', ''])
	expect(toCompanyKey('コナミ')).toBe('コナミ')
})
