// Every documented call about things of somebody whom the reader does not meet: blocked, muted or banned, or whose texts are removed or held.

import { expect, test } from 'vitest'
import { setBlockedWords } from '#contract/blocked-words.ts'
import { blockUser, muteUser, unblockUser, unmuteUser } from '#contract/blocks.ts'
import { updateComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { listLists, updateList } from '#contract/lists.ts'
import { takeAction } from '#contract/moderation.ts'
import { updateReview } from '#contract/reviews.ts'
import { registerAdmin } from '#kit/admin.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { meet, type Scene, type Works } from '#kit/two-people.ts'
import { recount } from '#server/db/recount.ts'

// Every documented call stands here with what becomes of another person in its answer; a new one without a row fails the first test.

/** The one who reads, and the other whom they do not meet. */
interface Pair {
	me: Player
	other: Player
	/** What the other has written. */
	theirs: Works
	scene: Scene
}

/**
 * What a call tells of the other person. `theirs`: an address of theirs, which does not exist during a block. `asked`: found
 * there until there is a block. `unasked`: found there until there is a block or a mute. `nothing`: of nobody else. `own`: what the
 * reader did with things of others is the reader's own.
 */
type Kind = 'theirs' | 'asked' | 'unasked' | 'nothing' | 'own'
type Row = [Kind, ...((pair: Pair) => string)[]]

const NOBODY = '00000000-0000-7000-8000-000000000000'

const refused = (...urls: string[]): Record<string, Row[]> =>
	Object.fromEntries(urls.map((url) => [url.split('?')[0], [['nothing', () => url]]]))

const READS: Readonly<Record<string, Row[]>> = {
	'/api/users': [['asked', () => '/api/users?username=marked']],
	'/api/users/search': [['asked', () => '/api/users/search?query=marked', () => '/api/users/search?query=arked_']],
	'/api/users/mentionable': [
		['asked', () => '/api/users/mentionable?query=marked', () => '/api/users/mentionable?query='],
	],
	'/api/users/{id}': [['theirs', ({ other }) => `/api/users/${other.user.id}`]],
	'/api/users/by-username/{username}': [
		['theirs', ({ other }) => `/api/users/by-username/${other.user.username.toUpperCase()}`],
	],
	'/api/reviews': [
		[
			'unasked',
			() => '/api/reviews',
			() => '/api/reviews?sortBy=likes',
			() => '/api/reviews?sortBy=rating&order=ASC',
			() => '/api/reviews?minRating=4',
			() => '/api/reviews?minRating=4&sortBy=views',
			({ scene }) => `/api/reviews?gameId=${scene.gameId}`,
			({ scene }) => `/api/reviews?gameId=${scene.gameId}&sortBy=likes`,
			({ me }) => `/api/reviews?followedBy=${me.user.id}`,
		],
		['asked', () => '/api/reviews?search=words', () => '/api/reviews?search=words&sortBy=likes'],
		[
			'theirs',
			({ other }) => `/api/reviews?userId=${other.user.id}`,
			({ other }) => `/api/reviews?username=${other.user.username}`,
			({ other }) => `/api/reviews?userId=${other.user.id}&sortBy=likes`,
		],
	],
	'/api/reviews/{id}': [
		['theirs', ({ theirs }) => `/api/reviews/${theirs.review}`],
		['nothing', ({ scene }) => `/api/reviews/${scene.hosted.review}`],
	],
	'/api/reviews/popular-reviews': [['unasked', () => '/api/reviews/popular-reviews?period=all']],
	'/api/reviews/popular-users': [['unasked', () => '/api/reviews/popular-users?period=all']],
	'/api/reviews/users/{id}/impressions': [['theirs', ({ other }) => `/api/reviews/users/${other.user.id}/impressions`]],
	'/api/reviews/activity': [
		[
			'theirs',
			({ other }) => `/api/reviews/activity?userId=${other.user.id}`,
			({ other }) => `/api/reviews/activity?username=${other.user.username}`,
		],
		// The third person's comment on their review
		['asked', ({ scene }) => `/api/reviews/activity?limit=50&userId=${scene.third.user.id}`],
	],
	'/api/reviews/drafts': [['nothing', () => '/api/reviews/drafts']],
	'/api/reviews/drafts/{gameId}': [['nothing', ({ scene }) => `/api/reviews/drafts/${scene.gameId}`]],
	'/api/comments/review/{reviewId}': [
		['theirs', ({ theirs }) => `/api/comments/review/${theirs.review}`],
		['unasked', ({ scene }) => `/api/comments/review/${scene.hosted.review}`],
	],
	'/api/comments/list/{listId}': [
		['theirs', ({ theirs }) => `/api/comments/list/${theirs.list}`],
		['unasked', ({ scene }) => `/api/comments/list/${scene.hosted.list}`],
	],
	'/api/comments/{id}/replies': [
		[
			'theirs',
			({ theirs }) => `/api/comments/${theirs.guest}/replies`,
			({ theirs }) => `/api/comments/${theirs.leaf}/replies`,
			({ theirs }) => `/api/comments/${theirs.reply}/replies`,
			({ theirs }) => `/api/comments/${theirs.alone}/replies`,
		],
		// What a third person answered stands below the tombstone of their comment
		['nothing', ({ theirs }) => `/api/comments/${theirs.root}/replies`],
		['unasked', ({ scene }) => `/api/comments/${scene.hosted.comment}/replies`],
	],
	'/api/lists': [
		['unasked', () => '/api/lists', () => '/api/lists?sortBy=popular&period=all'],
		['asked', () => '/api/lists?search=words'],
		[
			'theirs',
			({ other }) => `/api/lists?userId=${other.user.id}`,
			({ other }) => `/api/lists?username=${other.user.username}`,
			({ other }) => `/api/lists?sortBy=popular&period=all&userId=${other.user.id}`,
		],
		// The copy of their list is one's own; where it is from is tested below
		['own', ({ me }) => `/api/lists?userId=${me.user.id}`],
	],
	'/api/lists/{id}': [['theirs', ({ theirs }) => `/api/lists/${theirs.list}`]],
	'/api/follows/status/{id}': [['nothing', ({ other }) => `/api/follows/status/${other.user.id}`]],
	'/api/follows/{id}/followers': [
		['theirs', ({ other }) => `/api/follows/${other.user.id}/followers`],
		['asked', ({ scene }) => `/api/follows/${scene.third.user.id}/followers`],
	],
	'/api/follows/{id}/following': [
		['theirs', ({ other }) => `/api/follows/${other.user.id}/following`],
		['asked', ({ scene }) => `/api/follows/${scene.third.user.id}/following`],
	],
	'/api/blocks': [['own', () => '/api/blocks']],
	'/api/mutes': [['own', () => '/api/mutes']],
	'/api/feed': [['unasked', () => '/api/feed', () => '/api/feed?kinds=review', () => '/api/feed?kinds=log']],
	'/api/feed/games': [['unasked', () => '/api/feed/games']],
	'/api/notifications': [['unasked', () => '/api/notifications', () => '/api/notifications?unreadOnly=true']],
	'/api/notifications/activities': [
		[
			'unasked',
			() => '/api/notifications/activities?limit=50',
			() => '/api/notifications/activities?limit=50&unreadOnly=true',
		],
	],
	'/api/notifications/unread-count': [['nothing', () => '/api/notifications/unread-count']],
	'/api/library': [
		[
			'theirs',
			({ other }) => `/api/library?userId=${other.user.id}`,
			({ other }) => `/api/library?username=${other.user.username}`,
		],
	],
	'/api/library/summary': [['theirs', ({ other }) => `/api/library/summary?userId=${other.user.id}`]],
	'/api/library/facets': [['theirs', ({ other }) => `/api/library/facets?username=${other.user.username}`]],
	'/api/library/diary': [['theirs', ({ other }) => `/api/library/diary?userId=${other.user.id}`]],
	'/api/library/diary/days': [['theirs', ({ other }) => `/api/library/diary/days?userId=${other.user.id}`]],
	'/api/library/stats': [['theirs', ({ other }) => `/api/library/stats?username=${other.user.username}`]],
	'/api/library/year': [['theirs', ({ other }) => `/api/library/year?year=2026&userId=${other.user.id}`]],
	'/api/library/{gameId}': [['nothing', ({ scene }) => `/api/library/${scene.gameId}`]],
	'/api/games': [['nothing', () => '/api/games?search=marked']],
	'/api/games/search': [['nothing', () => '/api/games/search?query=marked']],
	'/api/games/lookup': [['nothing', () => '/api/games/lookup?query=marked']],
	'/api/series/{slug}': [['nothing', () => '/api/series/lantern-hollow']],
	'/api/games/popular': [['nothing', () => '/api/games/popular?period=all']],
	'/api/games/upcoming': [['nothing', () => '/api/games/upcoming?month=2026-11']],
	'/api/games/{id}': [['nothing', ({ scene }) => `/api/games/${scene.gameId}`]],
	'/api/games/{id}/history': [['nothing', ({ scene }) => `/api/games/${scene.gameId}/history`]],
	'/api/games/{id}/related': [['nothing', ({ scene }) => `/api/games/${scene.gameId}/related`]],
	'/api/site': [['nothing', () => '/api/site']],
	'/api/auth/me': [['nothing', () => '/api/auth/me']],
	'/api/auth/export': [['own', () => '/api/auth/export']],
	'/api/auth/sessions': [['nothing', () => '/api/auth/sessions']],
	'/api/imports': [['nothing', () => '/api/imports']],
	'/api/imports/{id}': [['nothing', () => '/api/imports/0190b5a8-0000-7000-8000-000000000000']],
	'/api/imports/{id}/rows': [['nothing', () => '/api/imports/0190b5a8-0000-7000-8000-000000000000/rows']],
	'/api/imports/steam/callback': [['nothing', () => '/api/imports/steam/callback']],
	'/api/feeds/wishlist-address': [['nothing', () => '/api/feeds/wishlist-address']],
	'/api/tokens': [['nothing', () => '/api/tokens']],
	'/api/play-sessions/latest': [['nothing', () => '/api/play-sessions/latest?client=None']],
	'/api/play-sessions/unmatched': [['nothing', () => '/api/play-sessions/unmatched']],
	'/api/next': [['nothing', () => '/api/next']],
	'/api/recommendations': [['nothing', () => '/api/recommendations']],
	'/api/auth/second-factor': [['nothing', () => '/api/auth/second-factor']],
	'/api/auth/preferences': [['nothing', () => '/api/auth/preferences']],
	'/api/auth/check-username': [['nothing', () => '/api/auth/check-username?username=marked']],
	'/api/auth/username-required': [['nothing', () => '/api/auth/username-required']],
	'/api/auth/{provider}': [['nothing', () => '/api/auth/google']],
	'/api/auth/{provider}/callback': [['nothing', () => '/api/auth/google/callback']],
	'/api/auth/data-deletion/{code}': [['nothing', () => '/api/auth/data-deletion/abc']],
	'/api/push/key': [['nothing', () => '/api/push/key']],
	'/api/auth/proof': [['nothing', () => '/api/auth/proof']],
	'/api/rules': [['nothing', () => '/api/rules']],
	'/api/popularity': [['nothing', () => '/api/popularity']],
	'/api/transparency': [['nothing', () => '/api/transparency']],
	'/api/invites': [['nothing', () => '/api/invites']],
	'/api/invites/{code}': [['nothing', () => '/api/invites/abc']],
	'/api/appeals/{actionId}': [['nothing', () => `/api/appeals/${NOBODY}`]],
	// Members may not make these, and moderators and admins see everybody
	...refused(
		...['/api/moderation/reports', '/api/moderation/reports/count', '/api/moderation/log', '/api/moderation/appeals'],
		'/api/moderation/game-suggestions',
		...['/api/admin/people?query=marked', '/api/admin/accesses', '/api/admin/registrations', '/api/admin/numbers'],
		...['/api/admin/blocked-words', '/api/admin/domains', '/api/admin/settings', '/api/admin/work'],
		...['/api/admin/catalog', '/api/admin/catalog/pairs'],
	),
	'/api/moderation/games/{id}': [['nothing', ({ scene }) => `/api/moderation/games/${scene.gameId}`]],
	'/api/moderation/subjects/{subject}/{subjectId}': [
		['nothing', ({ theirs }) => `/api/moderation/subjects/review/${theirs.review}`],
	],
}

/** Calls that write, with what somebody sends about the other's things and the answer, that of what does not exist; or why none does. */
type Attempt = { path?: (pair: Pair) => string; body?: (pair: Pair) => object; status?: number }
const attempt = (path?: Attempt['path'], body?: Attempt['body'], status = 404): Attempt[] => [
	{ ...(path && { path }), ...(body && { body }), status },
]
const STAFF = 'moderators and admins, who may act on everybody'
const review = { rating: 4, platform: 'PC', description: 'Taken over by me.' }
const WRITES: Readonly<Record<string, Attempt[] | string>> = {
	'POST /api/follows': attempt(undefined, ({ other }) => ({ followedId: other.user.id })),
	'DELETE /api/follows/{id}': 'ends an own follow, of whom there is none',
	'POST /api/blocks': 'both may block each other',
	'DELETE /api/blocks/{userId}': 'ends an own block',
	'POST /api/mutes': attempt(undefined, ({ other }) => ({ userId: other.user.id })),
	'DELETE /api/mutes/{userId}': 'ends an own mute',
	'PUT /api/reviews/{id}': attempt(
		({ theirs }) => theirs.review,
		({ scene }) => ({ ...review, gameId: scene.gameId }),
	),
	'DELETE /api/reviews/{id}': attempt(({ theirs }) => theirs.review),
	'POST /api/reviews/{id}/like': attempt(({ theirs }) => theirs.review),
	'DELETE /api/reviews/{id}/like': attempt(({ theirs }) => theirs.review),
	'POST /api/comments': [
		...attempt(undefined, ({ theirs }) => ({ reviewId: theirs.review, content: 'Hm' })),
		...attempt(undefined, ({ theirs }) => ({ listId: theirs.list, content: 'Hm' })),
		...attempt(undefined, ({ theirs, scene }) => ({
			reviewId: scene.hosted.review,
			parentId: theirs.leaf,
			content: 'Hm',
		})),
		...attempt(undefined, ({ theirs, scene }) => ({
			reviewId: scene.hosted.review,
			parentId: theirs.reply,
			content: 'Hm',
		})),
	],
	'PUT /api/comments/{id}': attempt(
		({ theirs }) => theirs.leaf,
		() => ({ content: 'Hm' }),
	),
	'DELETE /api/comments/{id}': attempt(({ theirs }) => theirs.leaf),
	'POST /api/comments/{id}/like': [
		...attempt(({ theirs }) => theirs.root),
		// By the third person, on their review
		...attempt(({ theirs }) => theirs.guest),
	],
	'DELETE /api/comments/{id}/like': attempt(({ theirs }) => theirs.leaf),
	'PUT /api/lists/{id}': attempt(
		({ theirs }) => theirs.list,
		() => ({ title: 'Mine' }),
	),
	'DELETE /api/lists/{id}': attempt(({ theirs }) => theirs.list),
	'POST /api/lists/{id}/games': attempt(
		({ theirs }) => theirs.list,
		({ scene }) => ({ gameId: scene.gameId }),
	),
	'DELETE /api/lists/{id}/games/{gameId}': attempt(({ theirs }) => theirs.list),
	'POST /api/lists/{id}/like': attempt(({ theirs }) => theirs.list),
	'DELETE /api/lists/{id}/like': attempt(({ theirs }) => theirs.list),
	'POST /api/lists/{id}/copy': attempt(({ theirs }) => theirs.list),
	'POST /api/reviews/seen': 'counts what was on a screen, and answers nothing about it',
	'POST /api/notifications/mark-read': 'of followed people',
	'POST /api/notifications/read': 'own notifications',
	'POST /api/reviews': 'own texts; whom they mention is tested below',
	'PUT /api/reviews/drafts/{gameId}': 'own drafts',
	'DELETE /api/reviews/drafts/{gameId}': 'own drafts',
	'POST /api/lists': 'own texts; whom they mention is tested below',
	'PUT /api/plays/{id}': 'own plays, and those of anybody else are refused alike',
	'DELETE /api/plays/{id}': 'the same',
	'PUT /api/play-sessions/{id}': 'the same',
	'DELETE /api/play-sessions/{id}': 'the same',
	'POST /api/play-sessions/report': 'the own library',
	'POST /api/play-sessions/playing': 'the own profile',
	'PUT /api/play-sessions/unmatched/{id}': 'the own library',
	'POST /api/next/later': 'own suggestions',
	'DELETE /api/next/later/{gameId}': 'own suggestions',
	'POST /api/recommendations/dismissals': 'own recommendations',
	'DELETE /api/recommendations/dismissals/{gameId}': 'own recommendations',
	'PUT /api/library/favorites': 'the own library',
	'PUT /api/library/{gameId}': 'the own library',
	'DELETE /api/library/{gameId}': 'the own library',
	'POST /api/library/{gameId}/plays': 'the own library',
	'POST /api/library/{gameId}/sessions': 'the own library',
	'PUT /api/auth/preferences': 'own preferences',
	'POST /api/push/subscriptions': 'own devices',
	'DELETE /api/push/subscriptions': 'own devices',
	'POST /api/mail-subscription': 'own mails',
	'PUT /api/mail-subscription': 'own mails',
	'POST /api/reports/confirm': 'what a visitor has reported',
	'POST /api/reports': [
		...attempt(undefined, ({ theirs }) => ({ subject: 'review', subjectId: theirs.review, reason: 'spam' }), 201),
		...attempt(undefined, ({ other }) => ({ subject: 'user', subjectId: other.user.id, reason: 'spam' }), 201),
	],
	'POST /api/games': 'games',
	'POST /api/game-suggestions': 'games',
	'POST /api/appeals': 'against decisions about oneself',
	'POST /api/invites': 'own invites',
	'POST /api/imports': 'own imports',
	'POST /api/imports/steam': 'own imports',
	'PUT /api/imports/{id}': 'own imports',
	'POST /api/imports/{id}/apply': 'own imports',
	'POST /api/imports/{id}/missing-games': 'own imports',
	'PUT /api/imports/{id}/rows': 'own imports',
	'PUT /api/imports/{id}/rows/{row}': 'own imports',
	'POST /api/imports/{id}/stop': 'own imports',
	'POST /api/imports/{id}/undo': 'own imports',
	'POST /api/feeds/wishlist-address': 'own wishlist',
	'DELETE /api/feeds/wishlist-address': 'own wishlist',
	'POST /api/tokens': 'own tokens',
	'DELETE /api/tokens/{id}': 'own tokens',
	'DELETE /api/invites/{code}': 'own invites',
	'POST /api/moderation/actions': STAFF,
	'POST /api/moderation/actions/bulk': STAFF,
	'POST /api/moderation/appeals/{id}': STAFF,
	'POST /api/moderation/game-suggestions/{id}': STAFF,
	'PUT /api/moderation/games/{id}': STAFF,
	'POST /api/moderation/games/{id}/edits/{editId}/undo': STAFF,
	'PUT /api/admin/blocked-words': STAFF,
	'POST /api/admin/catalog/imports': STAFF,
	'POST /api/admin/catalog/imports/{id}/cancel': STAFF,
	'POST /api/admin/catalog/pairs/keep-apart': STAFF,
	'POST /api/admin/catalog/pairs/merge': STAFF,
	'POST /api/admin/domains': STAFF,
	'DELETE /api/admin/domains/{domain}': STAFF,
	'PUT /api/admin/people/{id}/role': STAFF,
	'POST /api/admin/registrations': STAFF,
	'POST /api/admin/registrations/refusals': STAFF,
	'PUT /api/admin/settings': STAFF,
	'POST /api/admin/work/jobs/{job}': STAFF,
	'POST /api/admin/work/mails': STAFF,
}

const get = (site: TestSite, url: string, player?: Player) =>
	site.app.inject({ url, headers: player ? { authorization: `Bearer ${player.accessToken}` } : {} })

/** Texts that are in an answer only if it tells of the other person. */
const marksOf = ({ other, theirs }: Pair) => [
	other.user.username,
	other.user.id,
	theirs.review,
	theirs.list,
	theirs.leaf,
]

const pairsOf = (scene: Scene): [Pair, Pair] => {
	const [one, two] = scene.people
	return [
		{ me: one, other: two, theirs: scene.works[1], scene },
		{ me: two, other: one, theirs: scene.works[0], scene },
	]
}

type State = 'free' | 'blocked' | 'muted'

async function expectReads(site: TestSite, pair: Pair, state: State): Promise<void> {
	const wrong: string[] = []
	for (const [kind, ...urls] of Object.values(READS).flat())
		for (const url of urls.map((toUrl) => toUrl(pair))) {
			const { statusCode, body } = await get(site, url, pair.me)
			const marks = marksOf(pair)
			// The third person's comment on their review is no news of the muted one
			if (state === 'muted' && kind === 'unasked') marks.splice(marks.indexOf(pair.theirs.review), 1)
			const isThere = marks.some((mark) => body.includes(mark)) || (kind === 'theirs' && statusCode === 200)
			const isExpected = state === 'free' || (state === 'muted' && kind !== 'unasked')
			const said = `${state}: ${statusCode} ${url} for ${pair.me.user.username}`
			if (statusCode >= 500) wrong.push(said)
			else if (kind === 'nothing' ? isThere : kind !== 'own' && isThere !== isExpected)
				wrong.push(`${said}: ${isThere ? 'shown' : 'hidden'}`)
			else if (kind === 'theirs' && state === 'blocked' && statusCode !== 404) wrong.push(said)
		}
	expect(wrong).toEqual([])
}

/** What is unread is as much as is listed. */
async function expectCounts(site: TestSite, pair: Pair, state: State): Promise<void> {
	const count = (await get(site, '/api/notifications/unread-count', pair.me)).json<{ you: number; count: number }>()
	const { notifications } = (await get(site, '/api/notifications?limit=50&unreadOnly=true', pair.me)).json()
	const { activities, unreadCount } = (
		await get(site, '/api/notifications/activities?limit=50&unreadOnly=true', pair.me)
	).json()
	expect([state, count.you, count.count, unreadCount]).toEqual([
		state,
		notifications.length,
		activities.length,
		activities.length,
	])
}

/** Lists what a person sends about the other's things, but for taking back likes: `send` returns the status. */
function listAttempts(site: TestSite, pair: Pair) {
	return Object.entries(WRITES).flatMap(([call, attempts]) => {
		if (typeof attempts === 'string' || (call.startsWith('DELETE ') && call.endsWith('/like'))) return []
		const [method, path = ''] = call.split(' ')
		return attempts.map((attempt) => {
			const url = path.replace('{id}', attempt.path?.(pair) ?? '').replace('{gameId}', String(pair.scene.gameId))
			const payload = attempt.body?.(pair)
			const send = async () => {
				const headers = { authorization: `Bearer ${pair.me.accessToken}` }
				return (await site.app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) }))
					.statusCode
			}
			return { call, said: `${url} ${JSON.stringify(payload)}`, status: attempt.status, send }
		})
	})
}

/** What visitors get, who see everybody. */
async function expectVisitors(site: TestSite, scene: Scene): Promise<void> {
	const missing: string[] = []
	for (const pair of pairsOf(scene)) {
		for (const [kind, ...urls] of Object.values(READS).flat())
			for (const url of urls.map((toUrl) => toUrl(pair))) {
				if (kind === 'own' || kind === 'nothing') continue
				const { statusCode, body } = await get(site, url)
				// What is the reader's own
				if (statusCode === 401) continue
				const isThere = marksOf(pair).some((mark) => body.includes(mark)) || kind === 'theirs'
				if (statusCode !== 200 || !isThere) missing.push(`${statusCode} ${url}`)
			}
	}
	expect(missing).toEqual([])
}

test('every documented call has a row here', async () => {
	await using site = await startSite()
	const { paths } = (await get(site, '/api/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>()
	const calls = Object.entries(paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	)
	const reads = calls.flatMap((call) => (call.startsWith('GET ') ? [call.slice(4)] : []))
	expect(Object.keys(READS).sort()).toEqual(reads.sort())
	// What one does to one's own account and sessions names no other
	const writes = calls.filter((call) => !call.startsWith('GET ') && !call.includes(' /api/auth/'))
	expect(
		Object.keys(WRITES)
			.filter((call) => !call.includes(' /api/auth/'))
			.sort(),
	).toEqual(writes.sort())
})

test('a block hides two people from each other on every surface, and its end brings everything but the follows back', async () => {
	await using site = await startSite()
	const scene = await meet(site)
	const [one, two] = scene.people
	for (const pair of pairsOf(scene)) {
		await expectReads(site, pair, 'free')
		await expectCounts(site, pair, 'free')
	}
	await expectVisitors(site, scene)

	const body = { userId: two.user.id }
	const originOfCopy = async () =>
		(await site.call(listLists, { query: { userId: one.user.id } }, one)).lists.map(({ copiedFrom }) => copiedFrom?.id)
	expect(await originOfCopy()).toContain(scene.works[1].list)
	expect(await site.call(blockUser, { body }, one)).toEqual({ success: true, blocked: true })
	expect(await originOfCopy()).not.toContain(scene.works[1].list)
	for (const pair of pairsOf(scene)) {
		await expectReads(site, pair, 'blocked')
		await expectCounts(site, pair, 'blocked')
	}
	await expectVisitors(site, scene)
	expect(await recount(site.services.db)).toEqual([])

	await site.call(unblockUser, { params: body }, one)
	const follows = await site.services.db.selectFrom('follows').selectAll().execute()
	expect(follows.length).toBe(4)
	for (const [follower, followed] of [
		[one, two],
		[two, one],
	] as const)
		await site.call(follow, { body: { followedId: followed.user.id } }, follower)
	// What happened before a follow is not in the feed of unread activities
	await site.services.db.updateTable('follows').set({ created_at: '2026-01-01T00:00:00.000Z' }).execute()
	for (const pair of pairsOf(scene)) {
		const { body: feed } = await get(site, '/api/feed', pair.me)
		expect(feed).toContain(pair.other.user.username)
		expect((await get(site, `/api/users/${pair.other.user.id}`, pair.me)).statusCode).toBe(200)
		expect((await get(site, '/api/notifications', pair.me)).body).toContain(pair.other.user.username)
		expect((await get(site, `/api/comments/review/${scene.hosted.review}`, pair.me)).body).toContain(pair.theirs.leaf)
	}
})

test('a mute hides one person from the other where nobody asked for them, and from nobody else', async () => {
	await using site = await startSite()
	const scene = await meet(site)
	const [one, two] = scene.people
	const [mine, theirs] = pairsOf(scene)
	expect(await site.call(muteUser, { body: { userId: two.user.id } }, one)).toEqual({ success: true, muted: true })
	await expectReads(site, mine, 'muted')
	await expectCounts(site, mine, 'muted')
	await expectReads(site, theirs, 'free')
	await expectCounts(site, theirs, 'free')
	await expectVisitors(site, scene)
	await site.call(unmuteUser, { params: { userId: two.user.id } }, one)
	await expectReads(site, mine, 'free')
	await expectCounts(site, mine, 'free')
	expect(await recount(site.services.db)).toEqual([])
})

test('neither can do anything with what is the other’s, and nothing of what they try stays', async () => {
	await using site = await startSite()
	const scene = await meet(site)
	const [one, two] = scene.people
	await site.call(blockUser, { body: { userId: two.user.id } }, one)
	const count = async () => {
		const { db } = site.services
		const tables = ['review_likes', 'comment_likes', 'list_likes', 'comments', 'lists', 'follows', 'mutes'] as const
		return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
	}
	const before = await count()
	for (const pair of pairsOf(scene))
		for (const { call, send, status } of listAttempts(site, pair))
			expect([call, pair.me.user.username, await send()]).toEqual([call, pair.me.user.username, status])
	expect(await count()).toEqual(before)
	for (const [call] of Object.entries(WRITES).filter(([call]) => call.startsWith('DELETE ') && call.endsWith('/like')))
		for (const { me, theirs } of pairsOf(scene)) {
			const id = call.includes('reviews') ? theirs.review : call.includes('lists') ? theirs.list : theirs.leaf
			const { statusCode } = await site.app.inject({
				method: 'DELETE',
				url: call.split(' ')[1]?.replace('{id}', id) ?? '',
				headers: { authorization: `Bearer ${me.accessToken}` },
			})
			expect([call, statusCode]).toEqual([call, 404])
		}
	expect(await recount(site.services.db)).toEqual([])
})

test('a banned person and all they wrote are as absent as what never was, for members and visitors', {
	tags: ['trust-34'],
}, async () => {
	await using site = await startSite()
	const scene = await meet(site)
	const [pair] = pairsOf(scene)
	const admin = await registerAdmin(site)
	const ban = { subject: 'user', subjectId: pair.other.user.id, action: 'ban', reason: 'spam' } as const
	await site.call(takeAction, { body: ban }, admin)
	for (const settle of [() => {}, () => site.services.bans.resume()]) {
		await settle()
		await expectReads(site, pair, 'blocked')
		const { you } = (await get(site, '/api/notifications/unread-count', pair.me)).json()
		expect((await get(site, '/api/notifications?limit=50&unreadOnly=true', pair.me)).json().notifications).toHaveLength(
			you,
		)
		for (const [kind, ...urls] of Object.values(READS).flat())
			for (const url of urls.map((toUrl) => toUrl(pair))) {
				const { statusCode, body } = await get(site, url)
				if (kind === 'theirs') expect([url, statusCode]).toEqual([url, statusCode === 401 ? 401 : 404])
				else expect([url, marksOf(pair).some((mark) => body.includes(mark))]).toEqual([url, false])
			}
		for (const { said, send } of listAttempts(site, pair))
			expect([said, await send()]).toEqual([said, said.includes('parentId') ? 400 : 404])
	}
})

const HIDE: Readonly<Record<string, (site: TestSite, pair: Pair) => Promise<unknown>>> = {
	async removed(site, { theirs }) {
		const admin = await registerAdmin(site)
		for (const [subject, subjectId] of [
			['review', theirs.review],
			['list', theirs.list],
			['comment', theirs.leaf],
		] as const)
			await site.call(takeAction, { body: { subject, subjectId, action: 'remove', reason: 'spam' } }, admin)
	},
	async held(site, { other, theirs, scene }) {
		await site.call(setBlockedWords, { body: { words: ['gold'] } }, await registerAdmin(site))
		const body = { ...review, gameId: scene.gameId, description: 'Of gold, of gold.' }
		await site.call(updateReview, { params: { id: theirs.review }, body }, other)
		await site.call(updateList, { params: { id: theirs.list }, body: { title: 'Gold' } }, other)
		await site.call(updateComment, { params: { id: theirs.leaf }, body: { content: 'Gold' } }, other)
	},
}

for (const [how, hide] of Object.entries(HIDE))
	test(`texts that are ${how} are as absent as what never was, for members and visitors`, {
		tags: ['trust-34'],
	}, async () => {
		await using site = await startSite()
		const scene = await meet(site)
		const [pair] = pairsOf(scene)
		await hide(site, pair)
		const { theirs } = pair
		const hidden = [theirs.review, theirs.list, theirs.leaf]
		const wrong: string[] = []
		for (const player of [pair.me, undefined])
			for (const [kind, ...urls] of Object.values(READS).flat())
				for (const url of urls.map((toUrl) => toUrl(pair))) {
					if (kind === 'own') continue
					const { statusCode, body } = await get(site, url, player)
					const isNamed = hidden.some((id) => url.includes(id)) && statusCode !== 401 && statusCode !== 403
					if (isNamed && statusCode !== 404) wrong.push(`${statusCode} ${url}`)
					if (!isNamed && hidden.some((id) => body.includes(id))) wrong.push(`shown in ${url}`)
				}
		for (const { said, send } of listAttempts(site, pair)) {
			if (!hidden.some((id) => said.includes(id))) continue
			const status = await send()
			const isParent = said.includes('parentId') && !said.includes(theirs.review)
			if (status !== (isParent ? 400 : 404)) wrong.push(`${status} ${said}`)
		}
		expect(wrong).toEqual([])
	})
