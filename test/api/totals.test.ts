// What may not be read is not counted: every total is the number of rows that pages have.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setBlockedWords } from '#contract/blocked-words.ts'
import { blockUser, muteUser } from '#contract/blocks.ts'
import { createComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { createList, likeList } from '#contract/lists.ts'
import { takeAction } from '#contract/moderation.ts'
import { createReview } from '#contract/reviews.ts'
import { registerAdmin } from '#kit/admin.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'

const HIDDEN = ['removed', 'held', 'banned', 'blocker', 'muted'] as const
const SHOWN = ['ann', 'ben', 'cyd'] as const
/** In the texts of everybody, and once for each name in the texts of those who are hidden. */
const secretOf = (name: string) => `${name}5551234`

interface Stage {
	gameId: number
	ann: Player
	review: string
	list: string
	comment: string
}

/** Addresses of every call that returns a total, for somebody who reads. */
const READS: Readonly<Record<string, (stage: Stage, reader: Player | null) => string[]>> = {
	'/api/reviews': ({ gameId }, reader) => [
		'/api/reviews?',
		'/api/reviews?sortBy=likes',
		'/api/reviews?sortBy=views&minRating=1',
		'/api/reviews?sortBy=rating',
		'/api/reviews?minRating=1',
		'/api/reviews?maxRating=5&platform=PC',
		'/api/reviews?since=2026-01-01T00:00:00.000Z',
		`/api/reviews?gameId=${gameId}`,
		`/api/reviews?gameId=${gameId}&sortBy=likes`,
		`/api/reviews?gameId=${gameId}&maxRating=5`,
		'/api/reviews?search=everybody',
		`/api/reviews?search=everybody&sortBy=likes&gameId=${gameId}`,
		...HIDDEN.map((name) => `/api/reviews?search=${secretOf(name)}`),
		...[...SHOWN, ...HIDDEN].map((name) => `/api/reviews?username=${name}`),
		...(reader ? [`/api/reviews?followedBy=${reader.user.id}`, `/api/reviews?userId=${reader.user.id}`] : []),
	],
	'/api/lists': (_, reader) => [
		'/api/lists?',
		'/api/lists?sortBy=popular&period=all',
		'/api/lists?sortBy=popular&period=all&search=everybody',
		'/api/lists?since=2026-01-01T00:00:00.000Z',
		'/api/lists?tag=everybody',
		'/api/lists?search=everybody',
		...HIDDEN.map((name) => `/api/lists?search=${secretOf(name)}`),
		...[...SHOWN, ...HIDDEN].map((name) => `/api/lists?username=${name}`),
		...(reader ? [`/api/lists?userId=${reader.user.id}`] : []),
	],
	'/api/comments/review/{reviewId}': ({ review }) => [`/api/comments/review/${review}?`],
	'/api/comments/list/{listId}': ({ list }) => [`/api/comments/list/${list}?`],
	'/api/follows/{id}/followers': ({ ann }) => [`/api/follows/${ann.user.id}/followers?`],
	'/api/follows/{id}/following': ({ ann }) => [`/api/follows/${ann.user.id}/following?`],
	'/api/reviews/popular-users': () => ['/api/reviews/popular-users?period=all'],
	'/api/users/search': () => ['/api/users/search?query=ann', '/api/users/search?query=banned'],
	'/api/series/{slug}': () => ['/api/series/lantern-hollow'],
	'/api/games/popular': () => ['/api/games/popular?period=all'],
	'/api/games': () => ['/api/games?', '/api/games?sortBy=rating&search=test'],
	'/api/games/search': () => ['/api/games/search?query=test'],
	'/api/library': (_, reader) => [
		...[...SHOWN, ...HIDDEN].map((name) => `/api/library?username=${name}`),
		...(reader ? ['/api/library?'] : []),
	],
	'/api/blocks': (_, reader) => (reader ? ['/api/blocks?'] : []),
	'/api/mutes': (_, reader) => (reader ? ['/api/mutes?'] : []),
	'/api/notifications/activities': (_, reader) => (reader ? ['/api/notifications/activities?'] : []),
}

// Of what only admins and moderators read, who see everything, one's own things, and numbers that are no totals of rows
const OTHERS = [
	'/api/admin/work',
	'/api/feed',
	'/api/feed/games',
	'/api/games/upcoming',
	'/api/games/{id}',
	'/api/reviews/popular-reviews',
	'/api/reviews/{id}',
	'/api/transparency',
	'/api/admin/catalog/pairs',
	'/api/admin/domains',
	'/api/admin/registrations',
	'/api/library/facets',
	'/api/library/stats',
	'/api/library/summary',
	'/api/library/year',
	'/api/lists/{id}',
	'/api/next',
	'/api/notifications/unread-count',
	'/api/play-sessions/unmatched',
	'/api/reviews/users/{id}/impressions',
]

async function setStage(site: TestSite): Promise<Stage & { readers: Record<string, Player | null> }> {
	const admin = await registerAdmin(site, 'molly')
	await site.call(setBlockedWords, { body: { words: [secretOf('held')] } }, admin)
	const gameId = await site.addGame({ name: 'Test of totals' })
	const people = new Map<string, Player>()
	for (const name of [...SHOWN, ...HIDDEN]) people.set(name, await site.register(name))
	const find = (name: string) => people.get(name) as Player
	const [ann, blocked] = [find('ann'), await site.register('blocked')]
	const write = async (name: string) => {
		const me = find(name)
		const text = `For everybody: ${secretOf(name)}.`
		const review = await site.call(createReview, { body: { gameId, rating: 4, platform: 'PC', description: text } }, me)
		const list = await site.call(createList, { body: { title: text, games: [{ gameId }], tags: ['everybody'] } }, me)
		await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } }, me)
		for (const [liker, id] of [[find('ben'), list.id] as const])
			if (name !== 'held' && name !== 'ben') await site.call(likeList, { params: { id } }, liker)
		site.time.now += 1000
		return { review: review.id, list: list.id }
	}
	const works = new Map<string, { review: string; list: string }>()
	for (const name of people.keys()) works.set(name, await write(name))
	const { review, list } = works.get('ann') as { review: string; list: string }
	const comments = new Map<string, string>()
	for (const [name, me] of people) {
		for (const on of [{ reviewId: review }, { listId: list }])
			comments.set(
				name,
				(await site.call(createComment, { body: { ...on, content: `As I said: ${secretOf(name)}` } }, me)).id,
			)
		if (me === ann) continue
		await site.call(follow, { body: { followedId: ann.user.id } }, me)
		await site.call(follow, { body: { followedId: me.user.id } }, ann)
		if (name !== 'blocker') await site.call(follow, { body: { followedId: me.user.id } }, blocked)
		site.time.now += 1000
	}
	const day = new Date(site.time.now).toISOString().slice(0, 10)
	const seen = [...works.values()].map((work) => ({ reviewId: work.review, viewer: 'somebody', day, opened: false }))
	await addImpressions(site.services.db, seen, VISITOR_LIMITS)
	const remove = (subject: 'review' | 'list' | 'comment', subjectId = '') =>
		site.call(takeAction, { body: { subject, subjectId, action: 'remove', reason: 'spam' } }, admin)
	await remove('review', works.get('removed')?.review)
	await remove('list', works.get('removed')?.list)
	await remove('comment', comments.get('removed'))
	const subjectId = find('banned').user.id
	await site.call(takeAction, { body: { subject: 'user', subjectId, action: 'ban', reason: 'spam' } }, admin)
	await site.services.bans.resume()
	await site.call(blockUser, { body: { userId: blocked.user.id } }, find('blocker'))
	await site.call(muteUser, { body: { userId: find('muted').user.id } }, blocked)
	const reader = await site.register('reader')
	return { gameId, ann, review, list, comment: '', readers: { visitor: null, reader, blocked } }
}

/** These have cursors only. */
const WITHOUT_PAGES = ['/api/users/search', '/api/notifications/activities']

interface Answer {
	totalCount?: number
	total?: number
	count?: number
	pagination?: { total: number }
	nextCursor?: string | null
	data?: Answer
}

const isNamed = (value: unknown): value is { id: string } => typeof value === 'object' && value !== null

/** The rows of an answer, and its total. */
function readAnswer(answer: Answer): { rows: string[]; total: number | undefined } {
	const source = answer.data && !Array.isArray(answer.data) ? answer.data : answer
	const list: unknown[] = Object.values(source).find(Array.isArray) ?? []
	const total = source.totalCount ?? source.total ?? source.count ?? source.pagination?.total
	return { rows: list.filter(isNamed).map((row) => JSON.stringify(row.id ?? row)), total }
}

test('every call with a total has a row here', async () => {
	await using site = await startSite()
	const { paths } = (await site.app.inject('/api/openapi.json')).json<{
		paths: Record<string, { get?: { responses: Record<string, object> } }>
	}>()
	const counted = Object.entries(paths).flatMap(([path, { get }]) =>
		/"(totalCount|total|count)":/.test(JSON.stringify(get?.responses['200'] ?? {})) ? [path] : [],
	)
	expect([...Object.keys(READS), ...OTHERS].sort()).toEqual(counted.sort())
})

test('a total is the number of rows that pages have, for visitors, readers and who is blocked', async () => {
	await using site = await startSite()
	const stage = await setStage(site)
	const wrong: string[] = []
	for (const [who, player] of Object.entries(stage.readers)) {
		const headers = player ? { authorization: `Bearer ${player.accessToken}` } : {}
		const get = async (url: string) => {
			const answer = await site.app.inject({ url, headers })
			return { status: answer.statusCode, body: answer.json<Answer>() }
		}
		for (const url of Object.values(READS).flatMap((toUrls) => toUrls(stage, player))) {
			const first = await get(`${url}&limit=2`)
			if (first.status === 404) continue
			const { total } = readAnswer(first.body)
			const expectRows = (way: string, rows: string[]) => {
				if (rows.length !== total || new Set(rows).size !== rows.length)
					wrong.push(`${who}: ${url}: a total of ${total}, ${rows.length} in ${way}`)
			}
			if (first.body.nextCursor !== undefined) {
				const rows: string[] = []
				for (let { body } = first; ; ) {
					rows.push(...readAnswer(body).rows)
					if (!body.nextCursor) break
					body = (await get(`${url}&limit=2&cursor=${encodeURIComponent(body.nextCursor)}`)).body
				}
				expectRows('cursors', rows)
			}
			if (!WITHOUT_PAGES.some((path) => url.startsWith(path))) {
				const rows: string[] = []
				for (let page = 1; ; page++) {
					const found = readAnswer((await get(`${url}&limit=2&page=${page}`)).body).rows
					rows.push(...found)
					if (found.length === 0) break
				}
				expectRows('pages', rows)
			}
		}
	}
	expect(wrong).toEqual([])
})

test('no search counts a text that nobody may read', async () => {
	await using site = await startSite()
	const { readers } = await setStage(site)
	const found: string[] = []
	for (const [who, player] of Object.entries(readers))
		for (const name of HIDDEN)
			for (const kind of ['reviews', 'lists']) {
				const headers = player ? { authorization: `Bearer ${player.accessToken}` } : {}
				const answer = await site.app.inject({ url: `/api/${kind}?search=${secretOf(name)}`, headers })
				if (answer.json<Answer>().totalCount !== 0) found.push(`${kind} of ${name} for ${who}`)
			}
	expect(found.sort()).toEqual(
		// Whom one has muted, or who has blocked another
		['visitor', 'reader']
			.flatMap((who) => [
				`lists of blocker for ${who}`,
				`lists of muted for ${who}`,
				`reviews of blocker for ${who}`,
				`reviews of muted for ${who}`,
			])
			.concat('lists of muted for blocked', 'reviews of muted for blocked')
			.sort(),
	)
	const searched =
		await sql`select from reviews r join review_search s on s.review_id = r.id where r.state <> 'published'`.execute(
			site.services.db,
		)
	expect(searched.rows).toEqual([])
})
