/**
 * What 500 queries for the built-in games find: slips, other orders, initials, numbers, other names and years.
 *
 * @module-tag ci
 */
import { expect, test } from 'vitest'
import { searchGames } from '#contract/search.ts'
import { startSite } from '#kit/site.ts'
import { createBuiltinSource } from '#server/catalog/builtin.ts'
import { importCatalog } from '#server/catalog/import.ts'
import { findPlace, listSearchQueries } from '../../../../bench/search-queries.ts'
import { readBuiltinGames } from '../../../../bench/titles.ts'

test('of 500 queries for built-in games, 98% find the game in the first place and 99% among five, and of each kind almost as many', async () => {
	await using site = await startSite()
	await importCatalog(site.services.db, createBuiltinSource(), { clock: site.services.clock })
	const queries = listSearchQueries(await readBuiltinGames())
	expect(queries.length).toBe(500)
	const missed = new Map<string, string[]>()
	const counts = new Map<string, { all: number; first: number; amongFive: number }>()
	for (const query of queries) {
		const { games } = await site.call(searchGames, { query: { query: query.typed, limit: 5 } })
		const place = findPlace(query, games)
		for (const kind of [query.kind, 'all']) {
			const count = counts.get(kind) ?? { all: 0, first: 0, amongFive: 0 }
			count.all++
			if (place === 0) count.first++
			if (place >= 0) count.amongFive++
			counts.set(kind, count)
			if (place !== 0) missed.set(kind, [...(missed.get(kind) ?? []), `${query.typed} (${query.names[0]}): ${place}`])
		}
	}
	for (const [kind, { all, first, amongFive }] of counts) {
		const [leastFirst, leastAmongFive] = kind === 'all' ? [0.98, 0.99] : [0.95, 0.96]
		expect(first / all, `${kind}\n${missed.get(kind)?.join('\n')}`).toBeGreaterThanOrEqual(leastFirst)
		expect(amongFive / all, `${kind}\n${missed.get(kind)?.join('\n')}`).toBeGreaterThanOrEqual(leastAmongFive)
	}
})
