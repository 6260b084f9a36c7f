/**
 * Thousands of reads, for the memory that they leave.
 *
 * @module-tag ci
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { LIBRARY_SORTS } from '#contract/library.ts'
import { memoryInUse } from '#kit/memory.ts'
import { startSite, type TestSite } from '#kit/site.ts'
import { MAX_PREPARED_STATEMENTS } from '#server/db/prepared-statements.ts'

const SHAPES = Number(process.env.STATEMENT_SHAPES ?? 320)
const MAX_GROWTH_BYTES = 50_000_000
/** Enough to have a statement prepared. */
const USES = 3

const ID = '019a0000-0000-7000-8000-000000000000'
const FILTERS = [
	'gameId=1',
	`userId=${ID}`,
	'username=nobody',
	'platform=PC',
	'minRating=2',
	'maxRating=4',
	'since=2026-11-01T00:00:00.000Z',
	'search=lamp',
]
const LIBRARY_FILTERS = [
	'status=playing,paused',
	'wished=true',
	'loved=false',
	'platform=PC',
	'genre=Puzzle',
	'fromYear=2000',
	'minRating=2',
	'rated=true',
	'search=lamp',
]
const SORTS = ['createdAt', 'likes', 'rating', 'views'].flatMap((sort) => [
	[`sortBy=${sort}`, 'order=ASC'],
	[`sortBy=${sort}`, 'order=DESC'],
])

test('reads of many shapes keep the memory of the site and of its connection bounded, and all succeed', {
	tags: ['trust-45'],
	timeout: 3_600_000,
}, async () => {
	await using site = await startSite()
	await site.register('reader')
	const kinds = statementKinds()
	await readAll(site, kinds.slice(0, 60))
	const before = await memoryOf(site)
	const shapes = kinds.slice(60, SHAPES + 60)
	expect(shapes).toHaveLength(SHAPES)
	await readAll(site, shapes)
	const library = libraryStatementKinds('reader')
	await readAll(site, library.slice(0, SHAPES))
	const after = await memoryOf(site)

	expect(after.prepared).toBe(MAX_PREPARED_STATEMENTS)
	expect(after.connectionBytes - before.connectionBytes).toBeLessThan(MAX_GROWTH_BYTES)
	expect(after.processBytes - before.processBytes).toBeLessThan(MAX_GROWTH_BYTES)
	await readAll(site, kinds.slice(0, 60))
})

/** Addresses of reads that each make a statement of their own. */
function statementKinds(): string[] {
	const kinds: string[] = []
	for (let limit = 1; limit <= 50; limit++)
		for (let filters = 0; filters < 2 ** FILTERS.length; filters++)
			for (const sort of SORTS) {
				const chosen = FILTERS.filter((_, index) => filters & (2 ** index))
				kinds.push(`/api/reviews?${[...chosen, ...sort, `limit=${limit}`].join('&')}`)
			}
	return kinds
}

/** Addresses of libraries: all sort orders without a filter, then all filters. */
function libraryStatementKinds(username: string): string[] {
	const kinds: string[] = []
	for (let filters = 0; filters < 2 ** LIBRARY_FILTERS.length; filters++)
		for (const sort of LIBRARY_SORTS.flatMap((sort) => [`sortBy=${sort}&order=ASC`, `sortBy=${sort}&order=DESC`])) {
			const chosen = LIBRARY_FILTERS.filter((_, index) => filters & (2 ** index))
			for (const limit of filters === 0 ? [1, 5, 10, 20, 50] : [10])
				for (const page of filters === 0 ? [1, 2] : [1])
					kinds.push(
						`/api/library?${[`username=${username}`, ...chosen, sort, `limit=${limit}`, `page=${page}`].join('&')}`,
					)
		}
	return kinds
}

interface Memory {
	/** Statements that the connection has prepared. */
	prepared: number
	/** What the database's session holds. */
	connectionBytes: number
	/** What this process has in use. */
	processBytes: number
}

// One read after the other takes the same connection
async function memoryOf({ services }: TestSite): Promise<Memory> {
	const { rows } = await sql<Omit<Memory, 'processBytes'>>`select
		(select count(*)::int from pg_prepared_statements) as prepared,
		(select sum(total_bytes)::float8 from pg_backend_memory_contexts) as "connectionBytes"`.execute(services.db)
	if (!rows[0]) throw new Error('No memory contexts')
	const { heap, buffers } = memoryInUse()
	return { ...rows[0], processBytes: heap + buffers }
}

async function readAll({ app }: TestSite, urls: readonly string[]): Promise<void> {
	for (const [index, url] of urls.entries())
		for (let use = 0; use < (index % 3 === 0 ? USES : 1); use++) {
			const { statusCode } = await app.inject({ url })
			// Of filters that name a game or a user that is none
			expect([url, [200, 404].includes(statusCode)]).toEqual([url, true])
		}
}
