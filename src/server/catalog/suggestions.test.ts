import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import {
	ALREADY_SUGGESTED,
	decideSuggestion,
	type GameSuggestion,
	listSuggestions,
	SUGGESTION_DECIDED,
	suggestGame,
	TOO_MANY_SUGGESTIONS,
} from '#contract/game-suggestions.ts'
import { getGame } from '#contract/games.ts'
import { countReports } from '#contract/moderation.ts'
import { notificationPath, notificationSentence } from '#contract/notification-sentences.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { updatePreferences } from '#contract/preferences.ts'
import { searchGames } from '#contract/search.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { storeRecord } from './add-game.ts'
import { mergeGames } from './merge-games.ts'
import { parseRecord } from './record.ts'

const OWL = { name: 'The Owl’s Errand', releaseYear: 2003, platforms: ['Amiga'], developers: ['Kestrel Soft'] }

async function registerModerator(site: TestSite): Promise<Player> {
	const player = await site.register()
	await sql`update users set role = 'moderator' where id = ${player.user.id}`.execute(site.services.db)
	return player
}

const suggest = async (site: TestSite, player: Player, body: object = OWL) =>
	(await site.call(suggestGame, { body: { ...OWL, ...body } }, player)).id
const waiting = async (site: TestSite, mod: Player) =>
	(await site.call(listSuggestions, { query: {} }, mod)).suggestions

async function sentences(site: TestSite, player: Player) {
	const { notifications } = await site.call(listMyNotifications, { query: {} }, player)
	return notifications.map((one) => [one.kind, notificationSentence(one).replace(/[⁨⁩]/g, ''), notificationPath(one)])
}

test('an accepted suggestion is a game of the site, and its author is told', async () => {
	await using site = await startSite()
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const id = await suggest(site, ann, { url: 'https://owl.example/', note: 'A cover disk of 2003.' })
	expect(await waiting(site, mod)).toMatchObject([
		{ id, ...OWL, note: 'A cover disk of 2003.', user: { username: ann.user.username }, alike: [], decision: null },
	])
	expect((await site.call(countReports, {}, mod)).suggestions).toBe(1)
	const decided = await site.call(decideSuggestion, { params: { id }, body: { decision: 'accept' } }, mod)
	expect(decided).toMatchObject({ decision: 'accept', game: { name: OWL.name }, decidedBy: { id: mod.user.id } })
	const gameId = decided.game?.id ?? 0
	const { data } = await site.call(getGame, { params: { id: gameId } })
	expect(data).toMatchObject({
		releaseDate: '2003',
		platforms: ['Amiga'],
		developers: ['Kestrel Soft'],
		credits: [],
		websites: [{ url: 'https://owl.example/', category: 'official' }],
	})
	expect((await site.call(searchGames, { query: { query: 'owls errand' } })).games).toMatchObject([{ id: gameId }])
	expect(await sentences(site, ann)).toEqual([
		['suggestion', '“The Owl’s Errand”, which you suggested, is in the catalog now. Thank you.', `/games/${gameId}`],
	])
	expect(await waiting(site, mod)).toEqual([])
	expect(await site.call(listSuggestions, { query: { state: 'done' } }, mod)).toMatchObject({ suggestions: [{ id }] })
})

test('a moderator accepts with other facts, refuses, or says which game it is', async () => {
	await using site = await startSite()
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const gameId = await site.addGame({ name: 'Pong' })
	const [first, second, third] = [
		await suggest(site, ann, { name: 'one' }),
		await suggest(site, ann, { name: 'two' }),
		await suggest(site, ann, { name: 'Pongo' }),
	]
	const decide = (id: string, body: object) =>
		site.call(decideSuggestion, { params: { id }, body: { decision: 'accept', ...body } }, mod)
	const game = { name: 'One <b>and</b> Only', releaseYear: 1999 }
	const accepted = await decide(first, { game })
	expect(accepted.game).toMatchObject({ name: 'One and Only', releaseDate: '1999', developers: [] })
	expect((await decide(second, { decision: 'refuse' })).game).toBeNull()
	const input = { params: { id: third }, body: { decision: 'same' } } as const
	expect((await site.refusal(decideSuggestion, input, mod)).status).toBe(400)
	const unknown = { ...input, body: { ...input.body, gameId: 999_999 } }
	expect((await site.refusal(decideSuggestion, unknown, mod)).status).toBe(404)
	expect((await decide(third, { decision: 'same', gameId })).game?.id).toBe(gameId)
	expect((await sentences(site, ann)).map(([, text]) => text).sort()).toEqual([
		'“Pongo”, which you suggested, was already in the catalog. Here it is.',
		'“one”, which you suggested, is in the catalog now. Thank you.',
		'“two”, which you suggested, was not added to the catalog.',
	])
	// A refused one may be suggested again; of the others the game is known
	await suggest(site, ann, { name: 'two' })
	const again = await site.refusal(suggestGame, { body: { ...OWL, name: 'pongo' } }, ann)
	expect(again.body).toMatchObject({ code: ALREADY_SUGGESTED.code, game: { id: gameId }, suggestion: { id: third } })
})

test('what is decided once is not decided again, by two moderators at once either', async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const [ann, one, two] = [await site.register(), await registerModerator(site), await registerModerator(site)]
	const id = await suggest(site, ann)
	const input = { params: { id }, body: { decision: 'accept' } } as const
	const outcomes = await Promise.allSettled([
		site.call(decideSuggestion, input, one),
		beside.call(decideSuggestion, input, two),
	])
	expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
	const refusal = await site.refusal(decideSuggestion, { ...input, body: { decision: 'refuse' } }, two)
	expect(refusal).toMatchObject({ status: 409, code: SUGGESTION_DECIDED.code })
	expect((refusal.body as { suggestion: GameSuggestion }).suggestion.decision).toBe('accept')
	expect((await sql`select from games`.execute(site.services.db)).rows).toHaveLength(1)
	expect(await sentences(site, ann)).toHaveLength(1)
})

test('a game that the catalog has, and one that is suggested, is suggested by nobody else', async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const [ann, ben] = [await site.register(), await site.register()]
	const facts = parseRecord({ sourceId: 'pong', name: 'Pong!', releaseDate: '1998-11' }, 2026)
	if ('reason' in facts) throw new Error(facts.reason)
	const { gameId } = await storeRecord(site.services.db, 'arcade', facts, site.services.clock)
	const refuse = async (body: object) =>
		(await site.refusal(suggestGame, { body: { ...OWL, ...body } }, ben)).body as { code: string }
	expect(await refuse({ name: 'PONG', releaseYear: 1998 })).toMatchObject({
		code: 'already_suggested',
		game: { id: gameId },
		suggestion: null,
	})
	expect(await refuse({ name: 'PONG', releaseYear: null })).toMatchObject({ game: { id: gameId } })
	await suggest(site, ben, { name: 'Pong', releaseYear: 2020 })
	const outcomes = await Promise.allSettled([suggest(site, ann), suggest(beside, ben)])
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	const { rows } = await sql<{ id: string }>`select id from game_suggestions where release_year = 2003`.execute(
		site.services.db,
	)
	expect(await refuse({ name: 'the owls errand' })).toMatchObject({ game: null, suggestion: rows[0] })
})

test('ten suggestions of a person wait, even if they are sent at once', async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const outcomes = await Promise.allSettled(
		Array.from({ length: 14 }, (_, index) => suggest(index % 2 ? site : beside, ann, { name: `Owl ${index}` })),
	)
	expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
	const refusal = await site.refusal(suggestGame, { body: { name: 'One more' } }, ann)
	expect(refusal).toMatchObject({ status: 409, code: TOO_MANY_SUGGESTIONS.code })
	const [first] = await waiting(site, mod)
	await site.call(decideSuggestion, { params: { id: first?.id ?? '' }, body: { decision: 'refuse' } }, mod)
	await suggest(site, ann, { name: 'One more' })
	const seen: string[] = []
	for (let cursor: string | null = ''; cursor !== null; ) {
		const query: { limit: number; cursor?: string } = { limit: 4, ...(cursor && { cursor }) }
		const page = await site.call(listSuggestions, { query }, mod)
		seen.push(...page.suggestions.map(({ name }) => name))
		cursor = page.nextCursor
	}
	expect([seen.length, new Set(seen).size]).toEqual([10, 10])
})

test('the suggestion of a deleted person stays, without name and note, and can be decided', async () => {
	await using site = await startSite()
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const id = await suggest(site, ann, { note: 'My brother made it.' })
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect(await waiting(site, mod)).toMatchObject([{ id, name: OWL.name, note: null, user: null }])
	const decided = await site.call(decideSuggestion, { params: { id }, body: { decision: 'accept' } }, mod)
	expect(decided).toMatchObject({ user: null, game: { name: OWL.name } })
})

test('a person may turn the message off', async () => {
	await using site = await startSite()
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const id = await suggest(site, ann)
	const off = { site: false, mail: false, push: false }
	await site.call(updatePreferences, { body: { notifications: { suggestion: off } } }, ann)
	await site.call(decideSuggestion, { params: { id }, body: { decision: 'refuse' } }, mod)
	expect(await sentences(site, ann)).toEqual([])
})

test('a game that is there by now, or is merged later, is the one of the suggestion', async () => {
	await using site = await startSite()
	const [ann, mod] = [await site.register(), await registerModerator(site)]
	const first = await suggest(site, ann)
	const second = await suggest(site, ann, { releaseYear: 2004 })
	const accept = async (id: string) =>
		(await site.call(decideSuggestion, { params: { id }, body: { decision: 'accept' } }, mod)).game?.id ?? 0
	const gameId = await accept(first)
	const other = await accept(second)
	await mergeGames(site.services.db, gameId, other, { clock: site.services.clock })
	const { suggestions } = await site.call(listSuggestions, { query: { state: 'done' } }, mod)
	expect(suggestions.map(({ game }) => game?.id)).toEqual([gameId, gameId])
})

test.each([
	['a visitor', undefined, [401, 401, 401]],
	['a member', 'member', [201, 403, 403]],
	['a moderator', 'moderator', [201, 200, 200]],
	['an admin', 'admin', [201, 200, 200]],
] as const)('%s may do what the role allows', async (_name, role, expected) => {
	await using site = await startSite()
	const id = await suggest(site, await site.register(), { name: 'Other' })
	const player = role && (await site.register())
	if (player) await sql`update users set role = ${role} where id = ${player.user.id}`.execute(site.services.db)
	const calls = [
		['POST', '/api/game-suggestions', OWL],
		['GET', '/api/moderation/game-suggestions', undefined],
		['POST', `/api/moderation/game-suggestions/${id}`, { decision: 'refuse' }],
	] as const
	const statuses: number[] = []
	for (const [method, url, payload] of calls) {
		const headers = player ? { authorization: `Bearer ${player.accessToken}` } : {}
		statuses.push((await site.app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode)
	}
	expect(statuses).toEqual(expected)
})

test.each([
	[{ name: '' }, 'name'],
	[{ name: 'x'.repeat(201) }, 'name'],
	[{ releaseYear: 1066 }, 'releaseYear'],
	[{ url: 'javascript:alert(1)' }, 'url'],
	[{ platforms: Array.from({ length: 11 }, () => 'PC') }, 'platforms'],
	[{ note: 'x'.repeat(1_001) }, 'note'],
])('a suggestion with %j is not accepted', async (body, path) => {
	await using site = await startSite()
	const refusal = await site.refusal(suggestGame, { body: { ...OWL, ...body } }, await site.register())
	expect([refusal.status, refusal.details?.[0]?.path]).toEqual([400, path])
})
