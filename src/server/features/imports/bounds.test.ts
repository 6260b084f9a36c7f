import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { IMPORT_LIMITS } from '#contract/import-limits.ts'
import { createImport, getImports, IMPORT_TOO_LARGE } from '#contract/imports.ts'
import { addJsonSource, runImports, toFile, toItem } from '#kit/imports.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'

const lines = (count: number, line: (index: number) => string) =>
	new File(['Name,Status\n', Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('')], 'games.csv')

test('a file with more than 20,000 rows is refused while it is uploaded', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const file = lines(IMPORT_LIMITS.rows + 1, (index) => `Game ${index},Playing`)
	expect(await site.refusal(createImport, { body: { file } }, ann)).toMatchObject({
		...{ status: 413, code: 'import_too_large', message: IMPORT_TOO_LARGE.error },
	})
	expect(await site.services.db.selectFrom('imports').select('id').execute()).toEqual([])
	// So many lines of few games are not so many rows
	const merged = lines(IMPORT_LIMITS.rows + 1, (index) => `Game ${index % 50},Playing`)
	await site.call(createImport, { body: { file: merged } }, ann)
	await runImports(site)
	expect((await site.call(getImports, {}, ann)).imports).toMatchObject([{ state: 'preview', counts: { rows: 50 } }])
})

test('no import that can be undone gives way to another one', async () => {
	using _source = addJsonSource()
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { db } = site.services
	const until = (days: number) => new Date(site.time.now + days * 86_400_000).toISOString()
	await sql`
		insert into imports (id, user_id, source, hash, state, created_at, undo_until)
		select gen_random_uuid(), ${ann.user.id}, 'csv', n::text, 'applied', ${until(-1)}::timestamptz - n * interval '1 minute', ${until(29)}
		from generate_series(1, ${IMPORT_LIMITS.perAccount}) n`.execute(db)
	const body = { file: toFile([toItem('Lantern Hollow')]) }
	expect(await site.refusal(createImport, { body }, ann)).toMatchObject({ status: 409, code: 'too_many_imports' })
	const [, middle] = await db
		.selectFrom('imports')
		.select('id')
		.where('hash', 'in', ['1', '25'])
		.orderBy('hash')
		.execute()
	await db
		.updateTable('imports')
		.set({ undo_until: until(-1) })
		.where('id', '=', middle?.id ?? '')
		.execute()
	const added = await site.call(createImport, { body }, ann)
	const { imports } = await site.call(getImports, {}, ann)
	expect(imports).toHaveLength(IMPORT_LIMITS.perAccount)
	expect(imports[0]?.id).toBe(added.id)
	expect(imports.map(({ id }) => id)).not.toContain(middle?.id)
})

test('how much is uploaded in an hour is limited, by account and by network', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const files = Math.floor(IMPORT_LIMITS.bytesPerHour / IMPORT_LIMITS.fileBytes)
	const people = await Promise.all(Array.from({ length: 7 }, () => site.register()))
	const last = people.pop()
	for (const [index, player] of people.slice(0, 5).entries())
		for (let n = 0; n < files; n++)
			expect([index, n, (await upload(site, player, '203.0.113.7')).statusCode]).toEqual([index, n, 400])
	const refused = await upload(site, people[0], '198.51.100.1')
	expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_much_written'])
	expect(refused.headers['retry-after']).toBe('3600')
	const ofNetwork = await upload(site, last, '203.0.113.7')
	expect([ofNetwork.statusCode, ofNetwork.json().code]).toEqual([429, 'too_much_written'])
	expect((await upload(site, last, '198.51.100.1')).statusCode).toBe(400)
})

/** Sends a form that does not say how long it is, and has no file. */
function upload(site: TestSite, player: Player | undefined, remoteAddress: string) {
	return site.app.inject({
		...({ method: 'POST', url: createImport.url, remoteAddress } as const),
		headers: { authorization: `Bearer ${player?.accessToken}`, 'content-type': 'multipart/form-data; boundary=x' },
		payload: Readable.from(['--x--\r\n']),
	})
}
