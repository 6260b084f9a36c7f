import { afterAll, expect, test } from 'vitest'
import { createImporter } from '#kit/imported-games.ts'
import { startSite } from '#kit/site.ts'
import { listSeriesAfter } from './queries.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db } = site.services

test('the sitemap has each series of several visible games in one part, that of its first game', async () => {
	const names = ['Lamp', 'Moss', 'Lamp', 'Alone', 'Moss', 'Gone', 'Gone', 'Late', 'Lamp', 'Late', 'Gone', null]
	await createImporter(site).load(
		'file',
		names.map((series, n) => ({ sourceId: `a${n}`, name: `Game ${n}`, ...(series && { series }) })),
	)
	const ids = await db.selectFrom('games').select(['id', 'series']).orderBy('id').execute()
	expect(ids.map(({ series }) => series)).toEqual(names)
	const gone = ids.filter(({ series }) => series === 'Gone').slice(1)
	const hidden = [...gone, ...ids.filter(({ series }) => series === 'Moss').slice(0, 1)]
	await db
		.updateTable('games')
		.set({ hidden: true })
		.where(
			'id',
			'in',
			hidden.map(({ id }) => id),
		)
		.execute()
	const first = ids[0]?.id ?? 0
	const part = async (after: number, limit: number) => (await listSeriesAfter(db, after, limit)).map(({ slug }) => slug)
	expect(await part(0, 100)).toEqual(['lamp', 'late'])
	expect([await part(0, 6), await part(first + 5, 6), await part(first + 11, 6)]).toEqual([['lamp'], ['late'], []])
})
