import { expect, test } from 'vitest'
import { splitIntoGroups } from './wall-groups.ts'

const entries = Array.from({ length: 1_000 }, (_, index) => index)

test('groups of a wall are full rows but for the last, and hold everything once and in order', () => {
	for (const columns of [1, 3, 7, 8, 13]) {
		const groups = splitIntoGroups(entries, columns)
		expect(groups.flat()).toEqual(entries)
		for (const group of groups.slice(0, -1)) {
			expect(group.length % columns).toBe(0)
			expect(group.length).toBeGreaterThanOrEqual(60)
			expect(group.length).toBeLessThan(60 + columns)
		}
	}
})

test('more entries leave the full groups as they are, and before the columns are known there is one group', () => {
	const full = splitIntoGroups(entries, 7)
	expect(splitIntoGroups(entries.slice(0, 500), 7).slice(0, -1)).toEqual(full.slice(0, 7))
	expect(splitIntoGroups(entries, null)).toEqual([entries])
	expect(splitIntoGroups([], 7)).toEqual([])
})
