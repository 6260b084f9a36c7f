// Every answer of the API as six readers get it, searched for words that they may not see.

import { expect, test } from 'vitest'
import { saveLibraryEntry } from '#contract/library.ts'
import { copyList, getList, updateList } from '#contract/lists.ts'
import type { SpoilerSetting } from '#contract/preferences.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { findHiddenWords, HIDDEN, type HiddenWord, writeSpoilers } from '#kit/spoilers.ts'
import { sketchList, sketchReview } from '#server/features/share-pictures/sketches.ts'
import { sketchYear } from '#server/features/share-pictures/year-sketch.ts'

const READERS = ['newcomer', 'player', 'finisher', 'hider', 'shower', 'keeper'] as const
type Reader = (typeof READERS)[number]

/** Which hidden words each person may see. Those of lists belong to no game, but for the notes. */
const OF_GAMES: HiddenWord[] = ['review', 'span', 'comment', 'aside', 'reply', 'note']
const OF_LISTS: HiddenWord[] = ['list', 'listComment', 'mention']
const OPEN: Readonly<Record<Reader | 'visitor', readonly HiddenWord[]>> = {
	visitor: [],
	newcomer: [],
	player: [],
	finisher: OF_GAMES,
	hider: [],
	shower: [...OF_GAMES, ...OF_LISTS],
	keeper: [...OF_GAMES, ...OF_LISTS],
}

type Stage = Awaited<ReturnType<typeof setStage>>

async function setStage(site: TestSite) {
	const people: Partial<Record<string, Player>> = {}
	for (const name of ['author', 'host', ...READERS]) people[name] = await site.register(name)
	const personOf = (name: string) => {
		const person = people[name]
		if (!person) throw new Error(name)
		return person
	}
	const games = [await site.addGame(), await site.addGame()].map((id) => ({ id, platform: 'PC' }))
	const users = Object.fromEntries(
		['author', ...READERS].map((name) => [name, personOf(name).user]),
	) as unknown as Record<Reader | 'author', Player['user']>
	const ids = await writeSpoilers<Reader>(
		(name, endpoint, input) => {
			site.time.now += 1000
			return site.call(endpoint, input, personOf(name))
		},
		READERS,
		users,
		games,
	)
	// Own texts are open whatever the setting
	const settings: [string, SpoilerSetting][] = [
		['author', 'hide'],
		['hider', 'hide'],
		['shower', 'show'],
		['keeper', 'hide'],
	]
	for (const [name, spoilers] of settings)
		await site.services.db
			.insertInto('preferences')
			.values({ user_id: personOf(name).user.id, spoilers, notifications: '{}' })
			.execute()
	const { id: moderatorId } = personOf('keeper').user
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderatorId).execute()
	for (const [name, status] of [
		['finisher', 'finished'],
		['hider', 'completed'],
		['player', 'played'],
	] as const)
		for (const { id } of games)
			await site.call(saveLibraryEntry, { params: { gameId: id }, body: { status } }, personOf(name))
	return { ...ids, people, personOf, games }
}

interface Surface {
	words: readonly HiddenWord[]
	urls: (stage: Stage, reader: Reader) => readonly string[]
}

const shows = (words: readonly HiddenWord[], urls: Surface['urls'] | readonly string[]): Surface => ({
	words,
	urls: typeof urls === 'function' ? urls : () => urls,
})
/** Surfaces without such texts. */
const plain = (urls: Surface['urls'] | readonly string[]) => shows([], urls)

/** Every call that reads, with the hidden words that it shows to who may see them. A new one without a row fails the first test. */
const READS: Readonly<Record<string, Surface>> = {
	'GET /api/reviews': shows(['review', 'span'], ({ personOf, games }, reader) => [
		'/api/reviews',
		'/api/reviews?sortBy=likes',
		`/api/reviews?username=author&gameId=${games[0]?.id}`,
		`/api/reviews?followedBy=${personOf(reader).user.id}`,
	]),
	'GET /api/reviews/popular-reviews': shows(['review', 'span'], ['/api/reviews/popular-reviews?period=all']),
	'GET /api/reviews/{id}': shows(['review', 'span'], ({ flagged, spanned }) => [
		`/api/reviews/${flagged}`,
		`/api/reviews/${spanned}`,
	]),
	'GET /api/reviews/activity': shows(
		['review', 'span', 'comment', 'aside', 'reply', 'list'],
		['/api/reviews/activity?username=author&limit=50'],
	),
	'GET /api/comments/review/{reviewId}': shows(['comment', 'aside', 'reply'], ({ hosted }) => [
		`/api/comments/review/${hosted}`,
	]),
	'GET /api/comments/list/{listId}': shows(['listComment', 'mention'], ({ list }) => [`/api/comments/list/${list}`]),
	'GET /api/comments/{id}/replies': shows(['reply'], ({ roots }, reader) => [`/api/comments/${roots[reader]}/replies`]),
	'GET /api/lists': shows(['list'], ['/api/lists', '/api/lists?username=author']),
	'GET /api/lists/{id}': shows(['list', 'note'], ({ list }) => [`/api/lists/${list}`]),
	'GET /api/feed': shows(['review', 'span', 'list'], ['/api/feed']),
	'GET /api/feed/games': plain(['/api/feed/games']),
	'GET /api/notifications/activities': shows(
		['review', 'span', 'comment', 'aside', 'reply', 'list'],
		['/api/notifications/activities'],
	),
	'GET /api/notifications': shows(['reply', 'mention'], ['/api/notifications']),
	'GET /api/library/year': shows(['review'], ['/api/library/year?username=author&year=2026']),
	'GET /api/reviews/drafts': plain(['/api/reviews/drafts']),
	'GET /api/reviews/drafts/{gameId}': plain(({ games }) => games.map(({ id }) => `/api/reviews/drafts/${id}`)),
	'GET /api/notifications/unread-count': plain(['/api/notifications/unread-count']),
	'GET /api/auth/me': plain(['/api/auth/me']),
	'GET /api/auth/second-factor': plain(['/api/auth/second-factor']),
	'GET /api/auth/preferences': plain(['/api/auth/preferences']),
	'GET /api/push/key': plain(['/api/push/key']),
	'GET /api/auth/check-username': plain(['/api/auth/check-username?username=author']),
	'GET /api/auth/username-required': plain(['/api/auth/username-required']),
	'GET /api/auth/sessions': plain(['/api/auth/sessions']),
	'GET /api/imports': plain(['/api/imports']),
	'GET /api/imports/{id}': plain(['/api/imports/0190b5a8-0000-7000-8000-000000000000']),
	'GET /api/imports/{id}/rows': plain(['/api/imports/0190b5a8-0000-7000-8000-000000000000/rows']),
	'GET /api/feeds/wishlist-address': plain(['/api/feeds/wishlist-address']),
	'GET /api/tokens': plain(['/api/tokens']),
	'GET /api/play-sessions/latest': plain(['/api/play-sessions/latest?client=None']),
	'GET /api/play-sessions/unmatched': plain(['/api/play-sessions/unmatched']),
	'GET /api/next': plain(['/api/next']),
	'GET /api/recommendations': plain(['/api/recommendations']),
	'GET /api/auth/export': plain(['/api/auth/export']),
	'GET /api/auth/{provider}': plain(['/api/auth/google']),
	'GET /api/imports/steam/callback': plain(['/api/imports/steam/callback']),
	'GET /api/auth/{provider}/callback': plain(['/api/auth/google/callback']),
	'GET /api/auth/data-deletion/{code}': plain(['/api/auth/data-deletion/BENC-HMAR-KBEN-CHMA']),
	'GET /api/site': plain(['/api/site']),
	'GET /api/rules': plain(['/api/rules']),
	'GET /api/auth/proof': plain(['/api/auth/proof']),
	'GET /api/invites': plain(['/api/invites']),
	'GET /api/invites/{code}': plain(['/api/invites/none']),
	'GET /api/admin/registrations': plain(['/api/admin/registrations']),
	'GET /api/admin/settings': plain(['/api/admin/settings']),
	'GET /api/admin/domains': plain(['/api/admin/domains']),
	'GET /api/reviews/popular-users': plain(['/api/reviews/popular-users?period=all']),
	'GET /api/reviews/users/{id}/impressions': plain(({ personOf }) => [
		`/api/reviews/users/${personOf('author').user.id}/impressions`,
	]),
	'GET /api/users': plain(['/api/users?username=author']),
	'GET /api/users/search': plain(['/api/users/search?query=author']),
	'GET /api/users/mentionable': plain(['/api/users/mentionable']),
	'GET /api/users/{id}': plain(({ personOf }) => [`/api/users/${personOf('author').user.id}`]),
	'GET /api/users/by-username/{username}': plain(['/api/users/by-username/author']),
	'GET /api/games/lookup': plain(['/api/games/lookup?query=game']),
	'GET /api/games': plain(['/api/games?search=game']),
	'GET /api/games/search': plain(['/api/games/search?query=game']),
	'GET /api/series/{slug}': plain(['/api/series/lantern-hollow']),
	'GET /api/games/upcoming': plain(['/api/games/upcoming?month=1998-11']),
	'GET /api/games/popular': plain(['/api/games/popular?period=all']),
	'GET /api/games/{id}': plain(({ games }) => games.map(({ id }) => `/api/games/${id}`)),
	'GET /api/games/{id}/history': plain(({ games }) => games.map(({ id }) => `/api/games/${id}/history`)),
	'GET /api/games/{id}/related': plain(({ games }) => games.map(({ id }) => `/api/games/${id}/related`)),
	'GET /api/library': plain(['/api/library?username=author']),
	'GET /api/library/summary': plain(['/api/library/summary?username=author']),
	'GET /api/library/facets': plain(['/api/library/facets?username=author']),
	'GET /api/library/diary': plain(['/api/library/diary?username=author']),
	'GET /api/library/diary/days': plain(['/api/library/diary/days?username=author']),
	'GET /api/library/stats': plain(['/api/library/stats?username=author']),
	'GET /api/library/{gameId}': plain(({ games }) => games.map(({ id }) => `/api/library/${id}`)),
	'GET /api/follows/status/{id}': plain(({ personOf }) => [`/api/follows/status/${personOf('author').user.id}`]),
	'GET /api/follows/{id}/followers': plain(({ personOf }) => [`/api/follows/${personOf('author').user.id}/followers`]),
	'GET /api/appeals/{actionId}': plain(({ flagged }) => [`/api/appeals/${flagged}`]),
	'GET /api/popularity': plain(['/api/popularity']),
	'GET /api/transparency': plain(['/api/transparency']),
	// Moderators decide about whole texts
	'GET /api/moderation/subjects/{subject}/{subjectId}': shows(['review', 'span'], ({ flagged, spanned }, reader) =>
		reader === 'keeper'
			? [flagged, spanned].map((id) => `/api/moderation/subjects/review/${id}`)
			: OPEN[reader].includes('review')
				? [flagged, spanned].map((id) => `/api/reviews/${id}`)
				: [`/api/moderation/subjects/review/${flagged}`],
	),
	'GET /api/moderation/reports': plain(['/api/moderation/reports']),
	'GET /api/moderation/reports/count': plain(['/api/moderation/reports/count']),
	'GET /api/moderation/log': plain(['/api/moderation/log']),
	'GET /api/moderation/appeals': plain(['/api/moderation/appeals']),
	'GET /api/moderation/game-suggestions': plain(['/api/moderation/game-suggestions']),
	'GET /api/moderation/games/{id}': plain(({ games }) => games.map(({ id }) => `/api/moderation/games/${id}`)),
	'GET /api/admin/blocked-words': plain(['/api/admin/blocked-words']),
	'GET /api/admin/people': plain(['/api/admin/people']),
	'GET /api/admin/accesses': plain(['/api/admin/accesses']),
	'GET /api/admin/numbers': plain(['/api/admin/numbers']),
	'GET /api/admin/work': plain(['/api/admin/work']),
	'GET /api/admin/catalog': plain(['/api/admin/catalog']),
	'GET /api/admin/catalog/pairs': plain(['/api/admin/catalog/pairs']),
	'GET /api/blocks': plain(['/api/blocks']),
	'GET /api/mutes': plain(['/api/mutes']),
	'GET /api/follows/{id}/following': plain(({ personOf }) => [`/api/follows/${personOf('author').user.id}/following`]),
}

/** Calls that write and answer a text. `own`: only what the caller has just written. */
const TEXTS_OF_WRITES: Readonly<Record<string, 'own' | 'with replies' | 'for moderators'>> = {
	'POST /api/reviews': 'own',
	'PUT /api/reviews/drafts/{gameId}': 'own',
	'PUT /api/reviews/{id}': 'own',
	'POST /api/comments': 'own',
	'PUT /api/comments/{id}': 'with replies',
	// A description of the game, which no reader wrote
	'POST /api/games': 'own',
	'PUT /api/moderation/games/{id}': 'for moderators',
	'POST /api/moderation/games/{id}/edits/{editId}/undo': 'for moderators',
	'POST /api/lists': 'own',
	'PUT /api/lists/{id}': 'own',
	'POST /api/lists/{id}/games': 'own',
	// As hidden as the list that was copied, which is tested below
	'POST /api/lists/{id}/copy': 'own',
	'POST /api/moderation/actions': 'for moderators',
	'POST /api/moderation/appeals/{id}': 'for moderators',
	'PUT /api/admin/settings': 'own',
}

const TEXT_FIELDS = /"(description|content|notes|excerpt|text)":\{/

test('every call that answers texts stands here', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<{
		paths: Record<
			string,
			Record<string, { responses: Record<string, { content?: Record<string, { schema: unknown }> }> }>
		>
	}>()
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { responses }]) => ({
			call: `${method.toUpperCase()} ${path}`,
			hasText: Object.entries(responses).some(
				([status, { content }]) =>
					status.startsWith('2') && TEXT_FIELDS.test(JSON.stringify(content?.['application/json']?.schema ?? {})),
			),
		})),
	)
	const reads = calls.filter(({ call }) => call.startsWith('GET '))
	expect(reads.map(({ call }) => call).sort()).toEqual(Object.keys(READS).sort())
	const writes = calls.filter(({ call, hasText }) => hasText && !call.startsWith('GET '))
	expect(writes.map(({ call }) => call).sort()).toEqual(Object.keys(TEXTS_OF_WRITES).sort())
})

test('nobody gets a hidden word from any call, and who may see it gets it wherever it stands', async () => {
	await using site = await startSite()
	const stage = await setStage(site)
	const read = async (url: string, player?: Player) => {
		const headers = player ? { authorization: `Bearer ${player.accessToken}` } : {}
		return (await site.app.inject({ url, headers })).body
	}
	for (const [call, { words, urls }] of Object.entries(READS)) {
		const shape = new RegExp(`^${call.replace('GET ', '').replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`)
		for (const reader of READERS) {
			const texts = await Promise.all(urls(stage, reader).map((url) => read(url, stage.personOf(reader))))
			const seen = findHiddenWords(texts.join('\n'))
			const expected = words.filter((word) => OPEN[reader].includes(word))
			expect([call, reader, [...seen].sort()]).toEqual([call, reader, expected.sort()])
		}
		for (const url of urls(stage, 'newcomer')) {
			expect(url).toMatch(shape)
			expect([url, findHiddenWords(await read(url))]).toEqual([url, []])
		}
	}
	// One's own, though the setting is to hide everything
	const own = ['/api/reviews?username=author', `/api/lists/${stage.list}`, `/api/comments/review/${stage.hosted}`]
	const texts = await Promise.all(own.map((url) => read(url, stage.personOf('author'))))
	expect(findHiddenWords(texts.join('\n')).sort()).toEqual([...OF_GAMES, 'list'].sort())
	// Whoever asks for it
	const revealable = ['/api/reviews/{id}', '/api/comments/', '/api/lists']
	for (const [call, { words, urls }] of Object.entries(READS))
		if (revealable.some((path) => call.startsWith(`GET ${path}`))) {
			const revealed = urls(stage, 'newcomer').map((url) => read(`${url}${url.includes('?') ? '&' : '?'}reveal=true`))
			expect([call, findHiddenWords((await Promise.all(revealed)).join('\n')).sort()]).toEqual([
				call,
				[...words].sort(),
			])
		}
	expect(JSON.stringify(site.mails)).not.toContain('hush')
})

test('an edited comment comes with its replies as its author may see them', async () => {
	await using site = await startSite()
	const stage = await setStage(site)
	for (const reader of READERS) {
		const answer = await site.app.inject({
			method: 'PUT',
			url: `/api/comments/${stage.roots[reader]}`,
			headers: { authorization: `Bearer ${stage.personOf(reader).accessToken}` },
			payload: { content: 'And now?' },
		})
		const expected = OPEN[reader].includes('reply') ? ['reply'] : []
		expect([reader, answer.statusCode, findHiddenWords(answer.body)]).toEqual([reader, 200, expected])
	}
})

test('a copy hides from its owner what the list hid, until they change that text', async () => {
	await using site = await startSite()
	const { list, personOf } = await setStage(site)
	const words = async (url: string, player: Player) => {
		const headers = { authorization: `Bearer ${player.accessToken}` }
		return findHiddenWords((await site.app.inject({ url, headers })).body).sort()
	}
	for (const reader of READERS) {
		const player = personOf(reader)
		const before = await words(`/api/lists/${list}`, player)
		const copy = await site.call(copyList, { params: { id: list } }, player)
		const [url, params] = [`/api/lists/${copy.id}`, { id: copy.id }]
		expect([reader, findHiddenWords(JSON.stringify(copy)).sort()]).toEqual([reader, before])
		expect([reader, await words(url, player)]).toEqual([reader, before])
		expect(await words(`/api/lists?userId=${player.user.id}`, player)).toEqual(before.filter((word) => word === 'list'))
		// Published, with its texts as they are
		const { title, description, items } = await site.call(getList, { params, query: { reveal: true } }, player)
		const games = items.map(({ gameId, notes }) => ({ gameId, notes }))
		const texts = { title, description: description ?? '', games }
		await site.call(updateList, { params, body: { ...texts, visibility: 'public' } }, player)
		expect([reader, await words(url, player)]).toEqual([reader, before])
		const activity = `/api/reviews/activity?userId=${player.user.id}`
		expect(await words(activity, player)).toEqual(before.filter((word) => word === 'list'))
		// Each text opens with its own change
		await site.call(updateList, { params, body: { ...texts, description: `${texts.description} Indeed.` } }, player)
		expect([reader, await words(url, player)]).toEqual([reader, [...new Set([...before, 'list'])].sort()])
		const changed = games.map(({ gameId, notes }) => ({ gameId, notes: `${notes} Indeed.` }))
		await site.call(updateList, { params, body: { ...texts, games: changed } }, player)
		expect(await words(url, player)).toContain('note')
	}
})

test('no search finds a hidden word, for anybody', async () => {
	await using site = await startSite()
	const stage = await setStage(site)
	for (const word of Object.values(HIDDEN))
		for (const search of [word, word.slice(0, 6), `${word.slice(0, 8)}`, `||${word}`, `and ${word}`])
			for (const url of ['/api/reviews', '/api/lists']) {
				const query = `${url}?search=${encodeURIComponent(search)}`
				const headers = { authorization: `Bearer ${stage.personOf('shower').accessToken}` }
				const { totalCount } = (await site.app.inject({ url: query, headers })).json<{ totalCount: number }>()
				expect([query, totalCount]).toEqual([query, 0])
			}
	const count = async (url: string) => (await site.app.inject({ url })).json<{ totalCount: number }>().totalCount
	expect(await count('/api/reviews?search=calm%20again.')).toBe(1)
	expect(await count('/api/lists?search=lovely%20games')).toBe(1)
})

test('pictures of shared links draw no hidden word', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const { flagged, spanned, list, personOf } = await setStage(site)
	const { db } = site.services
	const year = { userId: personOf('author').user.id, year: 2026, now: site.time.now }
	const sketches = await Promise.all([
		sketchReview(db, flagged),
		sketchReview(db, spanned),
		sketchList(db, list),
		sketchYear(db, { ...year, kind: 'year' }),
		sketchYear(db, { ...year, kind: 'poster' }),
	])
	for (const sketch of sketches) {
		if (!sketch) throw new Error('Every picture can be drawn')
		expect(findHiddenWords(JSON.stringify(sketch))).toEqual([])
	}
	expect(JSON.stringify(sketches[1]?.shown)).toContain('Calm words ▮▮▮ again.')
	const picture = await site.app.inject({ url: sketches[0]?.path ?? '' })
	expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
})
