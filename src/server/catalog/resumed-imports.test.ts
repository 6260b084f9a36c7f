import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startSite } from '#kit/site.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { explainFailure } from './failures.ts'
import { type ImportOptions, importCatalog } from './import.ts'
import { type CatalogSource, SourceError, type StartPosition } from './source.ts'

const site = await startSite()
afterAll(() => site[Symbol.asyncDispose]())
const { db, clock } = site.services

beforeEach(empty)

const PAGE = 5
const COUNT = 40

/** Creates a source of 40 games in pages, which reports its start position and fails after the given number of records. */
function paged(failAfter = Number.POSITIVE_INFINITY, error: Error = new Error('killed')) {
	const reads: StartPosition[] = []
	let given = 0
	const source: CatalogSource = {
		name: 'paged',
		async *entries(from) {
			reads.push(from)
			for (let number = Number(from.checkpoint ?? 0); number < COUNT; number++) {
				if (given++ === failAfter) throw error
				const name = `Lamp ${number}`
				yield { position: `record ${number}`, record: { sourceId: `paged:${number}`, name, genres: ['Puzzle'] } }
				if ((number + 1) % PAGE === 0) yield { checkpoint: String(number + 1) }
			}
		},
	}
	return { source, reads }
}

const load = (source: CatalogSource, options: Partial<ImportOptions> = {}) =>
	importCatalog(db, source, { clock, batchRows: 7, ...options })

async function stored(): Promise<unknown> {
	const { rows } = await sql`
		select g.source_id, g.name, g.genres, s.key, r.facts from games g join game_search s on s.game_id = g.id join game_records r on r.game_id = g.id
		order by g.source_id`.execute(db)
	return rows
}

test('an import that fails after any record resumes from its last checkpoint with the same result', {
	tags: ['ci'],
}, async () => {
	await load(paged().source)
	const whole = await stored()
	for (let failAfter = 0; failAfter <= COUNT; failAfter += 3) {
		await empty()
		await expect(load(paged(failAfter).source)).rejects.toThrow('killed')
		const rest = paged()
		await load(rest.source)
		expect(await stored()).toEqual(whole)
		// Records before the last stored checkpoint are not read again
		const from = Number(rest.reads[0]?.checkpoint ?? 0)
		expect(from).toBeGreaterThan(failAfter - 7 - PAGE)
		expect(from).toBeLessThanOrEqual(failAfter)
	}
})

test('a failing source is reported, and its records are stored with the checkpoint', async () => {
	const { endedEarly, added } = await load(paged(23, new SourceError('The network is gone')).source)
	expect([endedEarly, added]).toEqual(['The network is gone', 23])
	const rest = paged()
	expect(await load(rest.source)).toMatchObject({ added: 17, unchanged: 3, endedEarly: undefined })
	expect(rest.reads).toEqual([{ checkpoint: '20' }])
	const restarted = paged()
	await load(paged(23, new SourceError('The network is gone')).source)
	await load(restarted.source, { fromStart: true })
	expect(restarted.reads).toEqual([{}])
})

test('a refresh reads what has changed since the start of the last complete run', async () => {
	const began = new Date(site.time.now).toISOString()
	const first = paged()
	await load(first.source, { refresh: true })
	site.time.now += 60_000
	await expect(load(paged(11).source, { refresh: true })).rejects.toThrow('killed')
	site.time.now += 60_000
	const second = paged()
	await load(second.source, { refresh: true })
	const third = paged()
	await load(third.source, { refresh: true })
	expect([first.reads, second.reads, third.reads]).toEqual([
		[{}],
		[{ checkpoint: '5', since: began }],
		[{ since: new Date(site.time.now - 60_000).toISOString() }],
	])
	// An import reads everything, even after an unfinished refresh
	await expect(load(paged(11).source, { refresh: true })).rejects.toThrow('killed')
	const all = paged()
	await load(all.source)
	expect(all.reads).toEqual([{}])
})

test('a record that repeats after a checkpoint counts as a change', async () => {
	const source: CatalogSource = {
		name: 'paged',
		async *entries() {
			const lamp = (name: string) => ({ position: name, record: { sourceId: 'paged:1', name } })
			yield lamp('First')
			yield lamp('Twice')
			yield { checkpoint: '1' }
			yield lamp('Second')
		},
	}
	const { refusals } = await load(source)
	expect(refusals).toEqual([{ position: 'Twice', reason: 'The sourceId "paged:1" is already used in First' }])
	expect(await stored()).toMatchObject([{ name: 'Second' }])
})

test('a full disk leaves complete batches and a clear message', async () => {
	await sql`create function full_disk() returns trigger language plpgsql as $$ begin
		if new.source_id = 'paged:24' then raise exception 'could not extend file "base/5/16402": No space left on device' using errcode = '53100'; end if;
		return new; end $$`.execute(db)
	await sql`create trigger full_disk before insert on game_records for each row execute function full_disk()`.execute(
		db,
	)
	const error = await load(paged().source).catch((error: unknown) => error)
	expect(explainFailure(error)).toMatch(/^The disk is full: could not extend file .*run the command again to resume\.$/)
	expect(await stored()).toHaveLength(21)
	expect(
		(await sql`select 1 from games g where not exists (select from game_records r where r.game_id = g.id)`.execute(db))
			.rows,
	).toEqual([])
	await sql`drop function full_disk cascade`.execute(db)
	expect(await load(paged().source)).toMatchObject({ added: 19, endedEarly: undefined })
	expect(await stored()).toHaveLength(COUNT)
})

function empty(): Promise<void> {
	// On a busy server a truncation takes longer than a request may
	return withoutStatementTimeout(db, async (connection) => {
		await sql`truncate games, game_word_slips, catalogue_imports restart identity cascade`.execute(connection)
	})
}
