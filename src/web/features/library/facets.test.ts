import { expect, test } from 'vitest'
import type { LibraryFacets } from '#contract/library-facets.ts'
import { createFacets } from './facets.ts'
import { parseLibraryFilters } from './library-filters.ts'

const COUNTS: LibraryFacets = {
	platforms: [
		{ value: 'PC (Microsoft Windows)', count: 1200 },
		{ value: 'Linux', count: 2 },
	],
	genres: [{ value: 'Puzzle', count: 3 }],
	years: [
		{ value: 1998, count: 4 },
		{ value: 2004, count: 1 },
	],
	decades: [
		{ value: 1990, count: 4 },
		{ value: 2000, count: 1 },
	],
	ratings: [
		{ value: 1, count: 3 },
		{ value: 4.5, count: 2 },
	],
}

const create = (query: string, counts?: LibraryFacets) =>
	Object.fromEntries(
		createFacets(parseLibraryFilters(new URLSearchParams(query)), counts).map((facet) => [facet.label, facet]),
	)
const labelsOf = (facet: ReturnType<typeof create>[string] | undefined) =>
	facet?.groups.map(({ options }) => options.map(({ label }) => label))

test('facets offer their values with counts, platforms by their short names, years and ratings highest first', () => {
	const { Platform, Genre, Year, Rating } = create('', COUNTS)
	expect(labelsOf(Platform)).toEqual([['PC (1,200)', 'Linux (2)']])
	expect(labelsOf(Genre)).toEqual([['Puzzle (3)']])
	expect(labelsOf(Year)).toEqual([
		['2000s (1)', '1990s (4)'],
		['2004 (1)', '1998 (4)'],
	])
	expect(labelsOf(Rating)).toEqual([['4.5 stars (2)', '1 star (3)']])
	expect([Platform, Genre, Year, Rating].map((facet) => facet?.chosen)).toEqual(['', '', '', ''])
})

test('an option leads to its filter, and the first one away from it', () => {
	const { Platform, Year, Rating } = create('?fromYear=1990&toYear=1999', COUNTS)
	expect(Year).toMatchObject({ chosen: '1990-1999', text: '1990s' })
	expect(Year?.toChange('2004-2004')).toEqual({ fromYear: 2004, toYear: 2004 })
	expect(Year?.toChange('')).toEqual({ fromYear: null, toYear: null })
	expect(Rating?.toChange('4.5')).toEqual({ rating: 4.5 })
	expect(Rating?.toChange('')).toEqual({ rating: null })
	expect(Platform?.toChange('Linux')).toEqual({ platform: 'Linux' })
	const { Length } = create('?maxHours=10', COUNTS)
	expect(Length).toMatchObject({ chosen: '10', text: 'Under 10 hours' })
	expect(labelsOf(Length)).toEqual([['Under 5 hours', 'Under 10 hours', 'Under 20 hours', 'Under 40 hours']])
	expect([Length?.toChange('10'), Length?.toChange('')]).toEqual([{ maxHours: 10 }, { maxHours: null }])
})

test('what a URL names is offered without a count if no game has it, and found in any case', () => {
	const { Platform, Genre, Year } = create('?platform=linux&genre=Racing&fromYear=2017&toYear=2020', COUNTS)
	expect(Platform?.chosen).toBe('Linux')
	expect(labelsOf(Genre)?.[0]).toEqual(['Racing'])
	expect([Year?.chosen, labelsOf(Year)?.[0]]).toEqual(['2017-2020', ['2017–2020']])
	expect(create('?fromYear=2017').Year?.text).toBe('From 2017')
	expect(create('?toYear=2020').Year?.text).toBe('Until 2020')
	expect(labelsOf(create('?platform=Abacus').Platform)).toEqual([['Abacus'], []])
})
