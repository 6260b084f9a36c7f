import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { type AccountExport, exportAccount } from '#contract/export.ts'
import { saveFavorites, saveLibraryEntry } from '#contract/library.ts'
import { createList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { updateProfile } from '#contract/profile.ts'
import { createReview } from '#contract/reviews.ts'
import { createImporter, lantern } from '#kit/imported-games.ts'
import { memoryInUse } from '#kit/memory.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { unzip } from '#kit/unzip.ts'
import { withoutTriggers } from '#kit/without-triggers.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { findGamePictures } from '#server/features/media/queries-game-pictures.ts'

const ADDRESS = `${exportAccount.url}?format=zip`
const HOSTILE = '</style></div><script>alert(1)</script><img src=x onerror=alert(1)> "quoted" \'single\' & \u202eback'
const FORMULA = '=HYPERLINK("http://evil.example","Free games")'

const headersOf = ({ accessToken }: Player) => ({ authorization: `Bearer ${accessToken}` })

async function download(site: TestSite, player: Player) {
	const answer = await site.app.inject({ url: ADDRESS, headers: headersOf(player) })
	expect(answer.statusCode).toBe(200)
	return { headers: answer.headers, files: await unzip(answer.rawPayload) }
}

test('an archive has the JSON file, tables, pictures and pages of everything', async () => {
	await using site = await startSite()
	await createImporter(site).load('igdb', [lantern('igdb', { externalIds: [{ source: 'steam', id: '42' }] })])
	const ann = await site.register('Ann')
	const first = await site.services.db
		.selectFrom('games')
		.select('id')
		.where('name', '=', 'Lantern Hollow')
		.executeTakeFirstOrThrow()
	const [one, two] = [first.id, await site.addGame({ name: 'Ember Rush' })]
	const pictures = await findGamePictures(site.services.db, one)
	await site.app.inject({ url: `${pictures?.cover}?w=300` })
	await site.call(updateProfile, { body: { bio: 'Plays.', profilePicture: toFile(await plainPicture('png')) } }, ann)
	const description = 'A calm game. ||The lamp is alive.|| Yes.'
	const body = { gameId: one, rating: 4.5, platform: 'PC', timePlayed: 12, description }
	const review = await site.call(createReview, { body }, ann)
	await site.call(createComment, { body: { reviewId: review.id, content: 'My own words.' } }, ann)
	await site.call(saveLibraryEntry, { params: { gameId: two }, body: { status: 'playing', isWished: true } }, ann)
	const play = { startedOn: '2025-12-30', endedOn: '2026-01', outcome: 'finished', note: 'Again!' } as const
	await site.call(createPlay, { params: { gameId: one }, body: play }, ann)
	await site.call(createPlay, { params: { gameId: two }, body: { note: 'Long ago.' } }, ann)
	await site.call(createPlaySession, { params: { gameId: two }, body: { day: '2026-11-20', minutes: 75 } }, ann)
	const games = [{ gameId: two, notes: 'First.' }, { gameId: one }]
	await site.call(createList, { body: { title: 'Rainy', games, tags: ['Calm'], isRanked: true } }, ann)
	// Lists of one millisecond have no order
	site.time.now += 1_000
	await site.call(createList, { body: { title: 'Empty' } }, ann)
	site.time.now -= 1_000
	await site.call(saveFavorites, { body: { gameIds: [one] } }, ann)

	const { headers, files } = await download(site, ann)
	expect(headers).toMatchObject({
		'content-type': 'application/zip',
		'content-disposition': 'attachment; filename="savepoint-Ann-2026-11-21.zip"',
		'cache-control': 'no-store',
	})
	expect([...files.keys()]).toEqual([
		...[
			'savepoint.json',
			'library.csv',
			'plays.csv',
			'sessions.csv',
			'reviews.csv',
			'lists.csv',
			'pictures/profile.webp',
		],
		...[`pictures/games/${one}.webp`, 'index.html', 'years/2026.html', 'years/2025.html', 'years/undated.html'],
	])
	for (const { mtime, isUtf8 } of files.values())
		expect([mtime.toISOString(), isUtf8]).toEqual(['2026-11-21T12:00:00.000Z', true])
	const text = (path: string) => files.get(path)?.bytes.toString() ?? ''
	const json = JSON.parse(text('savepoint.json')) as AccountExport
	const whole = await site.call(exportAccount, {}, ann)
	expect({ ...json, sessions: [] }).toEqual({ ...whole, sessions: [] })
	expect(json.games).toEqual(
		[
			{
				gameId: one,
				gameName: 'Lantern Hollow',
				releaseYear: 2019,
				externalIds: expect.arrayContaining([{ source: 'steam', id: '42' }]),
			},
			{ gameId: two, gameName: 'Ember Rush', releaseYear: 1998, externalIds: [] },
		].toSorted((a, b) => a.gameId - b.gameId),
	)
	expect(text('library.csv').split('\r\n')).toHaveLength(4)
	expect(text('library.csv')).toMatch(/^\ufeffGame,Release year,Game ID,External IDs,Status,/)
	expect(text('library.csv')).toMatch(new RegExp(`^Lantern Hollow,2019,${one},.*steam:42.*,4.5,no,no,PC,`, 'm'))
	expect(text('plays.csv')).toContain(',2025-12-30,2026-01,finished,no,,Again!,')
	expect(text('sessions.csv')).toContain(',2026-11-20,75,,,')
	expect(text('reviews.csv')).toContain(description)
	expect(
		text('lists.csv')
			.split('\r\n')
			.map((line) => line.split(',')[0]),
	).toEqual(['\ufeffList', 'Rainy', 'Rainy', 'Empty', ''])
	const index = text('index.html')
	for (const words of [
		'Plays.',
		'A calm game.',
		'Rainy',
		'First.',
		'My own words.',
		`src="pictures/games/${one}.webp"`,
	])
		expect(index).toContain(words)
	expect(index).toContain('<details class="span"><summary>Spoiler</summary><span>The lamp is alive.</span></details>')
	expect(index.match(/href="years\/\w+\.html"/g)).toHaveLength(3)
	expect(text('years/2026.html')).toContain(`../index.html#review-${review.id}`)
	expect(text('years/2026.html')).toMatch(
		/January 2026[\s\S]*Finished[\s\S]*Again![\s\S]*November 2026[\s\S]*1 h 15 min/,
	)
	expect(text('years/2025.html')).toContain('Started')
	expect(text('years/undated.html')).toContain('Long ago.')
})

test('hostile texts are text in pages, and formulas are text in tables', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await site.addGame({ name: HOSTILE })
	const formula = await site.addGame({ name: FORMULA })
	await site.call(updateProfile, { body: { bio: HOSTILE } }, ann)
	await site.call(
		createReview,
		{ body: { gameId, rating: 4, platform: 'PC', description: `${HOSTILE} ||${HOSTILE}||` } },
		ann,
	)
	await site.call(createReview, { body: { gameId: formula, rating: 4, platform: 'PC', description: FORMULA } }, ann)
	await site.call(createPlay, { params: { gameId }, body: { endedOn: '2026-01-02', note: HOSTILE } }, ann)
	const list = { title: HOSTILE, description: HOSTILE, games: [{ gameId, notes: HOSTILE }], tags: ['<b>'] }
	await site.call(createList, { body: list }, ann)
	const { files } = await download(site, ann)
	for (const [path, { bytes }] of files) {
		const text = bytes.toString()
		if (path.endsWith('.html')) {
			expect(text).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>|<b>calm/i)
			expect(text.match(/<\/style>/g)).toHaveLength(1)
			expect(text).toContain("default-src 'none'")
			expect(text).toContain('&lt;script&gt;')
		}
		if (path.endsWith('.csv')) expect(text).not.toMatch(/(?:^|,)"?[=+@]/m)
	}
	expect(files.get('reviews.csv')?.bytes.toString()).toContain(`"'=HYPERLINK(""http://evil.example"",""Free games"")"`)
})

test('the archive of an empty account has all files and no years', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { files } = await download(site, ann)
	expect([...files.keys()]).toEqual([
		...['savepoint.json', 'library.csv', 'plays.csv', 'sessions.csv', 'reviews.csv', 'lists.csv', 'index.html'],
	])
	expect(files.get('index.html')?.bytes.toString()).toContain('The library is empty.')
	expect((await site.app.inject({ url: ADDRESS })).statusCode).toBe(401)
	const headers = headersOf(ann)
	expect((await site.app.inject({ url: `${exportAccount.url}?format=tar`, headers })).statusCode).toBe(400)
})

async function fillAccount({ services: { db } }: TestSite, userId: string): Promise<void> {
	await withoutStatementTimeout(db, (connection) =>
		sql`insert into games (source, source_id, facts_hash, name, created_at, updated_at)
			select 'many', n::text, '', 'Game ' || n, now(), now() from generate_series(1, 5000) n`.execute(connection),
	)
	// This test needs no counts but zeros
	await withoutTriggers(db, async (connection) => {
		await sql`insert into library_entries (user_id, game_id, status, created_at, updated_at)
			select ${userId}, id, 'finished', now(), now() from games where source = 'many'`.execute(connection)
		await sql`insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
			select gen_random_uuid(), id, ${userId}, 7, 'PC', (select string_agg(md5(id::text || n), ' ') from generate_series(1, 150) n),
				name, now(), now() from games where source = 'many' order by id limit 2000`.execute(connection)
		await sql`insert into review_counts (id, game_id, user_id, created_at) select id, game_id, user_id, created_at from reviews`.execute(
			connection,
		)
	})
}

test('an archive of 5,000 games and 2,000 reviews takes little memory', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await fillAccount(site, ann.user.id)
	await site.app.listen({ port: 0, host: '127.0.0.1' })
	const { port } = site.app.server.address() as { port: number }
	const measure = () => {
		const { heap, buffers } = memoryInUse()
		return (heap + buffers) / 1024 / 1024
	}
	const before = measure()
	let [most, bytes, measuredAt] = [before, 0, 0]
	const answer = await fetch(`http://127.0.0.1:${port}${ADDRESS}`, { headers: headersOf(ann) })
	for await (const chunk of answer.body ?? []) {
		bytes += chunk.length
		// A collection of garbage takes a while
		if (bytes - measuredAt < 2_000_000) continue
		measuredAt = bytes
		most = Math.max(most, measure())
	}
	expect(bytes).toBeGreaterThan(5_000_000)
	expect(most - before).toBeLessThan(60)
})
