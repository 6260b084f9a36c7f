import { expect, test } from 'vitest'
import { createWalHistory } from './wal-history.ts'

const MAX_LAG_MS = 5_000

test('a replica without what the primary had five seconds ago lags', () => {
	const history = createWalHistory(MAX_LAG_MS)
	for (const second of [0, 1, 2, 3, 4, 5, 6]) history.record(BigInt(second * 100), second * 1_000)
	expect(history.findFreshness(600n, 6_000)).toBe(6_000)
	expect(history.findFreshness(250n, 6_000)).toBe(2_000)
	expect(history.findFreshness(100n, 6_000)).toBe(1_000)
	expect(history.findFreshness(99n, 6_000)).toBeUndefined()
	expect(history.findFreshness(100n, 7_000)).toBeUndefined()
})

test('a replica needs everything from before the first record at once', () => {
	const history = createWalHistory(MAX_LAG_MS)
	expect(history.findFreshness(0n, 0)).toBeUndefined()
	history.record(100n, 0)
	expect(history.findFreshness(99n, 1)).toBeUndefined()
	expect(history.findFreshness(100n, 1)).toBe(0)
})

test('nobody lags while the primary is idle or away', () => {
	const history = createWalHistory(MAX_LAG_MS)
	for (let second = 0; second <= 3_600; second++) history.record(100n, second * 1_000)
	expect(history.findFreshness(100n, 3_600_000)).toBe(3_600_000)
	expect(history.findFreshness(100n, 7_200_000)).toBe(3_600_000)
	expect(history.findFreshness(99n, 7_200_000)).toBeUndefined()
})

test('after a failover that lost transactions, the new primary counts', () => {
	const history = createWalHistory(MAX_LAG_MS)
	history.record(500n, 0)
	history.record(400n, 10_000)
	expect(history.findFreshness(400n, 10_000)).toBe(10_000)
	expect(history.findFreshness(399n, 10_000)).toBeUndefined()
})
