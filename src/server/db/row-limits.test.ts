import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { roundUpLimit } from './row-limits.ts'

test('limits are rounded up to one of four, and fit any page plus one more row', () => {
	const limits = new Set<number>()
	for (let rows = 1; rows <= LIMITS.pageSize + 1; rows++) {
		const limit = roundUpLimit(rows)
		expect(limit).toBeGreaterThanOrEqual(rows)
		limits.add(limit)
	}
	expect([...limits]).toEqual([6, 12, 24, 51])
})
