import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { blockUser } from '#contract/blocks.ts'
import { EDITED_MEANWHILE, editGame, getEditedGame, listGameHistory, undoGameEdit } from '#contract/game-edits.ts'
import { decideSuggestion } from '#contract/game-suggestions.ts'
import { getGame } from '#contract/games.ts'
import { listActions } from '#contract/moderation.ts'
import { getReview } from '#contract/reviews.ts'
import { searchGames } from '#contract/search.ts'
import { getTransparency } from '#contract/transparency.ts'
import { createImporter, lantern, type SourceRecord } from '#kit/imported-games.ts'
import { PASSWORD, type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { mergeGames } from './merge-games.ts'

async function registerModerator(site: TestSite): Promise<Player> {
	const player = await site.register()
	await sql`update users set role = 'moderator' where id = ${player.user.id}`.execute(site.services.db)
	return player
}

/** A site with one game of IGDB, and those who edit it. */
async function startEdited(more: Record<string, unknown> = {}) {
	const site = await startSite({ env: { CATALOG_IMAGE_HOSTS: 'images.example' } })
	const { load, games } = createImporter(site)
	await load('igdb', [lantern('igdb', more)])
	const [game] = await games()
	const [mod, other] = [await registerModerator(site), await registerModerator(site)]
	const id = game?.id ?? 0
	return {
		site,
		load,
		id,
		mod,
		other,
		put: (body: object, player = mod, gameId = id) => site.call(editGame, { params: { id: gameId }, body }, player),
		undo: (editId: string, player = mod) => site.call(undoGameEdit, { params: { id, editId } }, player),
		history: async (player?: Player) =>
			(await site.call(listGameHistory, { params: { id }, query: {} }, player)).changes,
		shown: async () => (await site.call(getGame, { params: { id } })).data,
		[Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
	}
}

test('an edit wins over all sources, field by field, and null gives a fact back', async () => {
	await using edited = await startEdited({ summary: 'A valley.' })
	const { site, load, id, mod, put, history, shown } = edited
	const review = await writeReview(site, await site.register(), id)
	const sheet = await put({
		name: 'Lantern <b>Hollow</b>  Deluxe',
		summary: '',
		publishers: ['Mossgate'],
		genres: ['puzzle'],
	})
	expect(sheet.shown).toMatchObject({ name: 'Lantern Hollow Deluxe', summary: null, genres: ['Puzzle'] })
	expect(sheet.ofSources).toMatchObject({ name: 'Lantern Hollow', summary: 'A valley.', publishers: [] })
	expect(sheet.origins.filter(({ source }) => source !== null)).toMatchObject([
		{ field: 'name', source: 'site', otherSource: 'igdb' },
		{ field: 'releaseDate', source: 'igdb', otherSource: 'igdb' },
		{ field: 'developers', source: 'igdb' },
		{ field: 'publishers', source: 'site', otherSource: null },
		{ field: 'genres', source: 'site', otherSource: null },
		{ field: 'summary', source: 'site', otherSource: 'igdb' },
	])
	// What a source says later changes what the site says nothing of
	await load('igdb', [lantern('igdb', { name: 'Lantern', summary: 'Another.', developers: ['Moss'] })])
	expect(await shown()).toMatchObject({ name: 'Lantern Hollow Deluxe', summary: null, developers: ['Moss'] })
	expect((await site.call(searchGames, { query: { query: 'lantern deluxe' } })).games).toMatchObject([{ id }])
	expect(await site.call(getReview, { params: { id: review.id }, query: {} })).toMatchObject({
		game: { name: 'Lantern Hollow Deluxe' },
	})
	await put({ name: null, summary: null, seen: sheet.seen })
	expect(await shown()).toMatchObject({ name: 'Lantern', summary: 'Another.', genres: ['Puzzle'] })
	expect((await site.call(searchGames, { query: { query: 'deluxe' } })).games).toEqual([])
	expect(await history()).toMatchObject([
		{
			kind: 'edit',
			moderator: { username: mod.user.username },
			facts: [
				{ field: 'name', before: ['Lantern Hollow Deluxe'], after: ['Lantern'], isGivenBack: true },
				{ field: 'summary', before: [], after: ['Another.'], isGivenBack: true },
			],
		},
		{
			id: null,
			kind: 'import',
			source: 'igdb',
			moderator: null,
			facts: [{ field: 'developers', before: ['Mossgate Studio'], after: ['Moss'] }],
		},
		{
			kind: 'edit',
			id: sheet.seen,
			facts: [{ field: 'name' }, { field: 'publishers' }, { field: 'genres' }, { field: 'summary' }],
		},
	])
})

test('whatever the order of edits and imports, the site’s facts win field by field, and undoing all edits restores the sources’', async () => {
	await using edited = await startEdited()
	const { site, load, put, undo, shown, mod, id } = edited
	const value = fc.constantFrom('Puzzle', 'Racing', 'Horror')
	const facts = fc.record(
		{
			summary: value,
			genres: fc.uniqueArray(value, { maxLength: 2 }),
			releaseDate: fc.constantFrom('1999', '2001-02'),
		},
		{ requiredKeys: [] },
	)
	const edit = fc.record(
		{
			summary: fc.option(fc.oneof(value, fc.constant(''))),
			genres: fc.option(fc.uniqueArray(value, { maxLength: 2 })),
			releaseDate: fc.option(fc.constantFrom('', '2010')),
		},
		{ requiredKeys: [] },
	)
	const step = fc.oneof(fc.record({ source: fc.constantFrom('igdb', 'wikidata', 'file'), facts }), fc.record({ edit }))
	const wikidata = (more: object) => ({ ...lantern('wikidata', { ...more }), developers: ['Mossgate Studio'] })
	const record = (source: string, more: object): SourceRecord =>
		source === 'igdb'
			? lantern('igdb', { releaseDate: '2019', ...more })
			: { ...wikidata(more), sourceId: `${source}:1`, releaseDate: '2019' }
	await load('wikidata', [record('wikidata', {})])
	await load('file', [record('file', {})])
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
			const said: Record<string, unknown> = {}
			const latest: Record<string, object> = {}
			const made: string[] = []
			for (const one of steps) {
				if ('edit' in one) {
					const before = (await site.call(getEditedGame, { params: { id } }, mod)).seen
					const after = (await put({ ...one.edit, seen: before })).seen
					if (after && after !== before) made.push(after)
					for (const [field, fact] of Object.entries(one.edit))
						if (fact === null) delete said[field]
						else said[field] = fact
				} else {
					latest[one.source] = one.facts
					await load(one.source, [record(one.source, one.facts)])
				}
			}
			const withSite = await shown()
			const { ofSources } = await site.call(getEditedGame, { params: { id } }, mod)
			for (const field of ['summary', 'genres', 'releaseDate'] as const)
				expect(withSite[field]).toEqual(field in said ? said[field] || null : ofSources[field])
			for (const editId of made.toReversed()) await undo(editId)
			expect(await shown()).toMatchObject({
				summary: ofSources.summary,
				genres: ofSources.genres,
				releaseDate: ofSources.releaseDate,
			})
			const { rows } = await sql`select from game_records where source = 'site'`.execute(site.services.db)
			expect(rows).toEqual([])
		}),
		{ numRuns: 15 },
	)
})

test('an edit is undone once, unless a later one changed the same facts, and an undo can be undone', async () => {
	await using edited = await startEdited()
	const { site, id, mod, put, undo, history, shown } = edited
	const first = (await put({ genres: ['Puzzle'], summary: 'One.' })).seen ?? ''
	const second = (await put({ summary: 'Two.' })).seen ?? ''
	const refuse = (editId: string, gameId = id, player: Player | undefined = mod) =>
		site.refusal(undoGameEdit, { params: { id: gameId, editId } }, player)
	expect(await refuse(first)).toMatchObject({ status: 409, code: 'edited_since' })
	await undo(second)
	expect((await shown()).summary).toBe('One.')
	expect(await refuse(second)).toMatchObject({ status: 409, code: 'already_undone' })
	const third = (await undo(first)).seen ?? ''
	expect(await shown()).toMatchObject({ summary: null, genres: [] })
	await undo(third)
	expect(await shown()).toMatchObject({ summary: 'One.', genres: ['Puzzle'] })
	expect((await history()).map(({ undoes, undoneAt }) => [undoes, undoneAt !== null])).toEqual([
		[third, false],
		[first, true],
		[second, false],
		[null, true],
		[null, true],
	])
	const elsewhere = await site.addGame()
	expect(await refuse(third, elsewhere)).toMatchObject({ status: 404 })
	expect(await refuse(crypto.randomUUID())).toMatchObject({ status: 404, code: 'edit_not_found' })
})

test('two moderators at once: the facts of one are not overwritten unseen, and other facts are no conflict', async () => {
	await using edited = await startEdited()
	await using beside = await startSite({ beside: edited.site })
	const { site, id, mod, other, put, shown } = edited
	const refusal = (body: object, player = other) => site.refusal(editGame, { params: { id }, body }, player)
	const outcomes = await Promise.allSettled([
		put({ summary: 'Mine.', seen: null }),
		beside.call(editGame, { params: { id }, body: { summary: 'Theirs.', seen: null } }, other),
	])
	expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
	const { summary } = await shown()
	const late = await refusal({ summary: 'Late.', seen: null })
	expect(late).toMatchObject({ status: 409, code: EDITED_MEANWHILE.code, body: { game: { shown: { summary } } } })
	await put({ genres: ['Puzzle'], seen: null }, other)
	const { seen } = await put({ summary: 'Seen.', seen: (await site.call(getEditedGame, { params: { id } }, mod)).seen })
	// Without `seen`, an edit of others in the last minutes stands
	expect((await refusal({ summary: 'Blind.' })).status).toBe(409)
	await put({ summary: 'My own.' })
	site.time.now += 6 * 60 * 1000
	await put({ summary: 'Later.' }, other)
	expect(await shown()).toMatchObject({ summary: 'Later.', genres: ['Puzzle'] })
	expect(seen).toBeTruthy()
})

test('every edit, undo and decision has its entry in the log, and none is in the public numbers', async () => {
	await using edited = await startEdited()
	const { site, id, mod, put, undo } = edited
	const first = (await put({ name: 'Lantern\u202e Valley', cover: 'https://images.example/1.jpg' })).seen ?? ''
	// What changes nothing is no edit
	await put({ name: 'Lantern  Valley' })
	site.time.now += 1000
	await undo(first)
	const { actions } = await site.call(listActions, { query: { action: 'edit' } }, mod)
	expect(actions).toMatchObject([
		{
			action: 'edit',
			subject: 'game',
			title: 'Lantern Hollow',
			path: `/games/${id}/history`,
			undoneAt: null,
			author: null,
		},
		{
			id: first,
			title: 'Lantern Valley',
			snapshot: 'Name: Lantern Hollow → Lantern Valley\nCover: changed',
			moderator: { id: mod.user.id },
			undoneAt: expect.any(String),
		},
	])
	expect(actions[0]?.snapshot).toBe('Name: Lantern Valley → Lantern Hollow, given back to the sources\nCover: changed')
	expect(await site.call(getTransparency, { query: {} })).toMatchObject({ quarters: [], actions: [] })
})

test('what a source would be refused for is refused, and images come only from the hosts that the site shows', async () => {
	await using edited = await startEdited()
	const { site, id, mod, put, shown } = edited
	const refuse = async (body: object) => {
		const { status, body: answer } = await site.refusal(editGame, { params: { id }, body }, mod)
		return [status, (answer as { details?: { path: string }[] }).details?.[0]?.path]
	}
	expect(await refuse({ name: '\u200b<i></i>' })).toEqual([400, 'name'])
	expect(await refuse({ name: 'x'.repeat(201) })).toEqual([400, 'name'])
	for (const releaseDate of ['2001-02-30', '1800', 'soon', '2001-1'])
		expect(await refuse({ releaseDate })).toEqual([400, 'releaseDate'])
	for (const url of ['javascript:alert(1)', 'https://user:pass@a.example/', 'http://[', 'ftp://a.example'])
		expect((await refuse({ websites: [{ url }] }))[0]).toBe(400)
	for (const cover of [
		'https://evil.example/a.jpg',
		'http://127.0.0.1/a.jpg',
		'data:image/png;base64,AA',
		'/art/1/cover.webp',
	])
		expect(await refuse({ cover })).toEqual([400, 'cover'])
	expect(await refuse({ screenshots: ['https://images.example/1.jpg', 'https://evil.example/2.jpg'] })).toEqual([
		400,
		'screenshots',
	])
	expect((await refuse({ developers: Array.from({ length: 51 }, (_, n) => `Studio ${n}`) }))[0]).toBe(400)
	await put({ cover: 'https://images.example/1.jpg' })
	expect((await shown()).cover).toMatch(/^\/images\//)
	await put({ cover: '' })
	expect((await shown()).cover).toMatch(/^\/art\//)
})

test('a game of a suggestion keeps its name, and an edited one is what a later suggestion is about', async () => {
	await using edited = await startEdited()
	const { site, load, id, mod, put } = edited
	await put({ summary: 'Edited.' })
	await sql`insert into game_suggestions (id, name, name_key, release_year, developers, created_at)
		values ('01940000-0000-7000-8000-000000000001', 'Lantern Hollow', 'lanternhollow', 2019, '{Mossgate Studio}', now())`.execute(
		site.services.db,
	)
	const accept = (suggestionId: string) =>
		site.call(decideSuggestion, { params: { id: suggestionId }, body: { decision: 'accept' } }, mod)
	expect((await accept('01940000-0000-7000-8000-000000000001')).game?.id).toBe(id)
	site.time.now += 1000
	await sql`insert into game_suggestions (id, name, name_key, release_year, created_at)
		values ('01940000-0000-7000-8000-000000000002', 'Owl', 'owl', 2003, now())`.execute(site.services.db)
	const own = (await accept('01940000-0000-7000-8000-000000000002')).game?.id ?? 0
	const refusal = await site.refusal(editGame, { params: { id: own }, body: { name: null } }, mod)
	expect(refusal).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } })
	expect((await put({ releaseDate: null }, mod, own)).shown.releaseDate).toBeNull()
	// A source that has it later fills what the site does not say
	await load('wikidata', [{ sourceId: 'wikidata:2', name: 'Owl', releaseDate: '2004', externalIds: [] }])
	const log = await site.call(listActions, { query: { action: 'accept' } }, mod)
	expect(log.actions).toMatchObject([
		{ subject: 'suggestion', title: 'Owl', path: '/admin/suggestions?state=done' },
		{ title: 'Lantern Hollow' },
	])
})

test('a merge keeps what the site says of both games, the remaining one’s first, and joins their histories', async () => {
	await using edited = await startEdited()
	const { site, load, id, mod, put, history, shown } = edited
	await load('file', [{ sourceId: 'file:9', name: 'Lantern Hollow 2', releaseDate: '2024', genres: ['Horror'] }])
	const { rows } = await sql<{ id: number }>`select id from games where name = 'Lantern Hollow 2'`.execute(
		site.services.db,
	)
	const duplicate = rows[0]?.id ?? 0
	const mine = (await put({ summary: 'Mine.' })).seen ?? ''
	const theirs = (await put({ summary: 'Theirs.', storyline: 'Long.' }, mod, duplicate)).seen ?? ''
	await mergeGames(site.services.db, id, duplicate, { clock: site.services.clock })
	expect(await shown()).toMatchObject({
		name: 'Lantern Hollow',
		summary: 'Mine.',
		storyline: 'Long.',
		genres: ['Horror'],
	})
	expect((await history()).map(({ kind, facts }) => [kind, facts.map(({ field }) => field)])).toEqual([
		['merge', ['genres', 'storyline']],
		['edit', ['summary', 'storyline']],
		['edit', ['summary']],
	])
	// The old address edits the remaining game
	await put({ storyline: 'Longer.' }, mod, duplicate)
	expect((await shown()).storyline).toBe('Longer.')
	const refusal = await site.refusal(undoGameEdit, { params: { id, editId: theirs } }, mod)
	expect(refusal).toMatchObject({ status: 409, code: 'edited_since' })
	await edited.undo(mine)
	expect((await shown()).summary).toBeNull()
})

test('an edit and a merge at once leave the edit on the game that remains', async () => {
	await using edited = await startEdited()
	await using beside = await startSite({ beside: edited.site })
	const { site, load, id, mod, put, shown } = edited
	await load('file', [{ sourceId: 'file:9', name: 'Lantern Hollow 2', releaseDate: '2024' }])
	const { rows } = await sql<{ id: number }>`select id from games where name = 'Lantern Hollow 2'`.execute(
		site.services.db,
	)
	const duplicate = rows[0]?.id ?? 0
	await Promise.all([
		put({ summary: 'Kept.' }, mod, duplicate),
		mergeGames(beside.services.db, id, duplicate, { clock: site.services.clock }),
	])
	expect((await shown()).summary).toBe('Kept.')
})

test('anybody reads the history, without moderators who are gone or blocked, and nobody else edits', async () => {
	await using edited = await startEdited()
	const { site, id, mod, other, put, history } = edited
	const [stranger] = [await site.register()]
	const editId = (await put({ summary: 'One.' })).seen ?? ''
	await put({ storyline: 'Two.' }, other)
	expect((await history()).map(({ moderator }) => moderator?.id)).toEqual([other.user.id, mod.user.id])
	for (const player of [stranger, undefined]) {
		const status = player ? 403 : 401
		expect((await site.refusal(editGame, { params: { id }, body: { name: 'Mine' } }, player)).status).toBe(status)
		expect((await site.refusal(getEditedGame, { params: { id } }, player)).status).toBe(status)
		expect((await site.refusal(undoGameEdit, { params: { id, editId } }, player)).status).toBe(status)
	}
	await site.call(blockUser, { body: { userId: mod.user.id } }, stranger)
	expect((await history(stranger)).map(({ moderator }) => moderator?.id)).toEqual([other.user.id, undefined])
	await site.call(deleteAccount, { body: { password: PASSWORD } }, other)
	expect((await history()).map(({ moderator }) => moderator?.id)).toEqual([undefined, mod.user.id])
	expect((await site.refusal(listGameHistory, { params: { id: 999_999 }, query: {} })).status).toBe(404)
})

test('importers’ changes are kept up to fifty a game, unchanged games get none, and a long history pages by cursor', async () => {
	await using edited = await startEdited()
	const { site, load, id, put } = edited
	const count = async () => {
		const { rows } = await sql<{
			n: number
		}>`select count(*)::int as n from game_changes where game_id = ${id}`.execute(site.services.db)
		return rows[0]?.n
	}
	await load('igdb', [lantern('igdb', { prominence: 40 })])
	expect(await count()).toBe(0)
	for (let n = 0; n < 53; n++) await load('igdb', [lantern('igdb', { summary: `Version ${n}` })])
	await load('igdb', [lantern('igdb', { summary: 'Version 52' })])
	expect(await count()).toBe(50)
	await put({ storyline: 'x'.repeat(20_000) })
	const longest = (await site.call(listGameHistory, { params: { id }, query: { limit: 1 } })).changes[0]
	expect(longest?.facts[0]?.after[0]).toHaveLength(500)
	await withoutStatementTimeout(site.services.db, async (connection) => {
		await sql`insert into moderation_actions (id, action, subject, subject_id, created_at)
			select gen_random_uuid(), 'edit', 'game', gen_random_uuid(), now() from generate_series(1, 10000)`.execute(
			connection,
		)
		await sql`insert into game_changes (game_id, kind, action_id, facts, said, created_at)
			select ${id}, 'edit', a.id, '{"summary":{"before":[],"after":[]}}', '{"summary":{"after":"x"}}', now()
			from moderation_actions a where not exists (select from game_changes c where c.action_id = a.id)`.execute(
			connection,
		)
	})
	const seen = new Set<string>()
	let total = 0
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page = await site.call(listGameHistory, { params: { id }, query: { limit: 50, ...(cursor && { cursor }) } })
		for (const { id } of page.changes) if (id) seen.add(id)
		total += page.changes.length
		cursor = page.nextCursor
	}
	expect([seen.size, total]).toEqual([10_001, 10_051])
})

test('a game that its only source drops is hidden although it was edited', async () => {
	await using edited = await startEdited()
	const { site, load, id, put } = edited
	await put({ summary: 'Edited.' })
	await load('igdb', [{ sourceId: 'igdb:2', name: 'Other' }], { isComplete: true })
	const { rows } = await sql<{ hidden: boolean }>`select hidden from games where id = ${id}`.execute(site.services.db)
	expect(rows).toEqual([{ hidden: true }])
})
