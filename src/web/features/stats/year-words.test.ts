import { expect, test } from 'vitest'
import type { YearInReview } from '#contract/year.ts'
import { countRest, describeYear, sumUpYear } from './year-words.ts'

test.each([
	[1, 0, '1 game'],
	[2, 29, '2 games'],
	[2, 30, '2 games, 1 hour'],
	[1_204, 110_400, '1,204 games, 1,840 hours'],
])('%i games of %i minutes are summed up as "%s"', (games, minutesPlayed, sum) => {
	expect(sumUpYear({ games, minutesPlayed })).toBe(sum)
})

test('a year that is not over says so', () => {
	const review = { games: 3, minutesPlayed: 0, isSoFar: true } as YearInReview
	expect(describeYear('anna', 2026, review)).toBe('anna’s 2026 so far: 3 games')
	expect(describeYear('anna', 2025, { ...review, isSoFar: false })).toBe('anna’s 2025: 3 games')
})

test('games of a month beyond its covers are counted', () => {
	const game = { id: 1, name: 'A', cover: null, releaseDate: null, developers: [] }
	expect(countRest({ month: '2026-01', count: 1, games: [game] })).toBeNull()
	expect(countRest({ month: '2026-01', count: 12, games: [game] })).toBe('+11')
})
