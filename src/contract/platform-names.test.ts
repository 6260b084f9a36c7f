import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { longPlatformName, shortPlatformName } from './platform-names.ts'

const catalog = readFileSync(new URL('../../catalog/games.jsonl', import.meta.url), 'utf8')
const platforms = [
	...new Set(
		catalog
			.split('\n')
			.filter(Boolean)
			.flatMap((line) => (JSON.parse(line) as { platforms?: string[] }).platforms ?? []),
	),
]

test('a platform has a short name of its own, others keep theirs', () => {
	expect(shortPlatformName('PC (Microsoft Windows)')).toBe('PC')
	expect(shortPlatformName('Nintendo Switch')).toBe('Switch')
	expect(shortPlatformName('Linux')).toBe('Linux')
	expect(shortPlatformName('A console of 2040')).toBe('A console of 2040')
})

test('a short name leads back to the platform in any case, others to none', () => {
	expect(longPlatformName('ps5')).toBe('PlayStation 5')
	for (const name of ['PlayStation 5', 'Linux', '']) expect(longPlatformName(name)).toBeUndefined()
})

test('no two platforms of the built-in catalog have the same short name, and each fits a chip', () => {
	expect(platforms.length).toBeGreaterThan(40)
	const names = platforms.map(shortPlatformName)
	expect(new Set(names).size).toBe(names.length)
	for (const name of names) expect.soft(name.length, name).toBeLessThanOrEqual(20)
})
