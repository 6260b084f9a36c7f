import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { statementLimit } from './row-limits.ts'

test('statements of lists have one of four limits, which holds any page and the row after it', () => {
	const limits = new Set<number>()
	for (let rows = 1; rows <= LIMITS.pageSize + 1; rows++) {
		const limit = statementLimit(rows)
		expect(limit).toBeGreaterThanOrEqual(rows)
		limits.add(limit)
	}
	expect([...limits]).toEqual([6, 12, 24, 51])
})
