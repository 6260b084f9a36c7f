import { expect, test } from 'vitest'
import { formatRating, starValueAt } from './star-value.ts'

test("a star's left half is a half, its right half the whole star", () => {
	expect(starValueAt(10, 250)).toBe(0.5)
	expect(starValueAt(40, 250)).toBe(1)
	expect(starValueAt(160, 250)).toBe(3.5)
	expect(starValueAt(190, 250)).toBe(4)
})

test('a drag past either end stays on the scale', () => {
	expect(starValueAt(-80, 250)).toBe(0.5)
	expect(starValueAt(0, 250)).toBe(0.5)
	expect(starValueAt(250, 250)).toBe(5)
	expect(starValueAt(900, 250)).toBe(5)
})

test('a rating has words', () => {
	expect([0, 0.5, 1, 3.5].map(formatRating)).toEqual(['No rating yet', 'Half a star', '1 star', '3.5 stars'])
})
