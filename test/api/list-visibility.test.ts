// Every answer that can hold a list, for its owner, others and visitors.

import { expect, test } from 'vitest'
import { createComment, likeComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import {
	copyList,
	createList,
	LIST_VISIBILITIES,
	type ListVisibility,
	likeList,
	listLists,
	updateList,
} from '#contract/lists.ts'
import { markNotificationsRead } from '#contract/notifications.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview } from '#contract/reviews.ts'
import { listPicturePath } from '#contract/share-pictures.ts'
import { getUser } from '#contract/users.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

// Every reading call of the API stands here with who finds a list in its answer; a new one without a row fails the first test.

type Reader = 'owner' | 'other' | 'visitor'
type Rule = (visibility: ListVisibility, reader: Reader) => boolean

const nobody: Rule = () => false
const ifListed: Rule = (visibility) => visibility === 'public'
const ifOwnOrListed: Rule = (visibility, reader) => visibility === 'public' || reader === 'owner'
const byAddress: Rule = (visibility, reader) => visibility !== 'private' || reader === 'owner'
/** In the feeds of the other person, who follows the owner. */
const ifFollowed: Rule = (visibility, reader) => visibility === 'public' && reader === 'other'
/** Known to who copied it, while they could open it. */
const asOriginal: Rule = (visibility, reader) =>
	visibility === 'public' || reader === 'owner' || (visibility === 'unlisted' && reader === 'other')

/** What a call is asked with: `id` is the list that it looks for. */
interface Scene {
	owner: Player
	other: Player
	gameId: number
	review: string
	id: string
	copy: string
	comment: string
	picture: string
}

type Surface = [Rule, ...((scene: Scene) => string)[]]

const ofOwner = ({ owner }: Scene) => `userId=${owner.user.id}`

const SURFACES: Readonly<Record<string, Surface[]>> = {
	'/api/lists': [
		[
			ifListed,
			() => '/api/lists?limit=50',
			() => '/api/lists?search=Marked',
			() => '/api/lists?tag=cozy',
			() => '/api/lists?since=2020-01-01T00:00:00.000Z',
			() => '/api/lists?sortBy=popular&period=all',
			() => '/api/lists?sortBy=popular&tag=cozy',
			() => '/api/lists?sortBy=popular&search=marked',
			(scene) => `/api/lists?sortBy=popular&${ofOwner(scene)}`,
		],
		[
			ifOwnOrListed,
			(scene) => `/api/lists?${ofOwner(scene)}`,
			({ owner }) => `/api/lists?username=${owner.user.username}`,
			(scene) => `/api/lists?search=marked&${ofOwner(scene)}`,
		],
		[
			(visibility, reader) => reader === 'other' && visibility !== 'private',
			({ other }) => `/api/lists?userId=${other.user.id}`,
		],
	],
	'/api/lists/{id}': [
		[byAddress, ({ id }) => `/api/lists/${id}`],
		[asOriginal, ({ copy }) => `/api/lists/${copy}`],
	],
	'/api/comments/list/{listId}': [[byAddress, ({ id }) => `/api/comments/list/${id}`]],
	'/api/comments/{id}/replies': [[byAddress, ({ comment }) => `/api/comments/${comment}/replies`]],
	'/api/comments/review/{reviewId}': [[nobody, ({ review }) => `/api/comments/review/${review}`]],
	'/api/feed': [[ifFollowed, () => '/api/feed', () => '/api/feed?kinds=list']],
	'/api/feed/games': [[nobody, () => '/api/feed/games']],
	'/api/reviews/activity': [[ifListed, (scene) => `/api/reviews/activity?${ofOwner(scene)}`]],
	'/api/notifications/activities': [[ifFollowed, () => '/api/notifications/activities']],
	'/api/notifications/unread-count': [[nobody, () => '/api/notifications/unread-count']],
	'/api/notifications': [
		// What others did with it, and replies to one's comment on it
		[(...who) => who[1] !== 'visitor' && byAddress(...who), () => '/api/notifications'],
	],
	// Ids of what one liked and commented on
	'/api/auth/export': [[(_, reader) => reader !== 'visitor', () => '/api/auth/export']],
	'/api/users': [[nobody, () => '/api/users?username=player']],
	'/api/users/mentionable': [[nobody, () => '/api/users/mentionable']],
	'/api/users/search': [[nobody, () => '/api/users/search?query=player']],
	'/api/users/{id}': [[nobody, ({ owner }) => `/api/users/${owner.user.id}`]],
	'/api/users/by-username/{username}': [[nobody, ({ owner }) => `/api/users/by-username/${owner.user.username}`]],
	'/api/games/lookup': [[nobody, () => '/api/games/lookup?query=marked']],
	'/api/games': [[nobody, () => '/api/games?search=marked']],
	'/api/games/search': [[nobody, () => '/api/games/search?query=marked']],
	'/api/series/{slug}': [[nobody, () => '/api/series/lantern-hollow']],
	'/api/games/popular': [[nobody, () => '/api/games/popular']],
	'/api/games/{id}': [[nobody, ({ gameId }) => `/api/games/${gameId}`]],
	'/api/games/upcoming': [[nobody, () => '/api/games/upcoming?month=1998-11']],
	'/api/games/{id}/history': [[nobody, ({ gameId }) => `/api/games/${gameId}/history`]],
	'/api/games/{id}/related': [[nobody, ({ gameId }) => `/api/games/${gameId}/related`]],
	'/api/reviews': [[nobody, () => '/api/reviews', () => '/api/reviews?search=marked']],
	'/api/reviews/{id}': [[nobody, ({ review }) => `/api/reviews/${review}`]],
	'/api/reviews/drafts': [[nobody, () => '/api/reviews/drafts']],
	'/api/reviews/drafts/{gameId}': [[nobody, ({ gameId }) => `/api/reviews/drafts/${gameId}`]],
	'/api/reviews/popular-reviews': [[nobody, () => '/api/reviews/popular-reviews']],
	'/api/reviews/popular-users': [[nobody, () => '/api/reviews/popular-users']],
	'/api/reviews/users/{id}/impressions': [[nobody, ({ owner }) => `/api/reviews/users/${owner.user.id}/impressions`]],
	'/api/follows/status/{id}': [[nobody, ({ owner }) => `/api/follows/status/${owner.user.id}`]],
	'/api/follows/{id}/followers': [[nobody, ({ owner }) => `/api/follows/${owner.user.id}/followers`]],
	'/api/follows/{id}/following': [[nobody, ({ other }) => `/api/follows/${other.user.id}/following`]],
	'/api/blocks': [[nobody, () => '/api/blocks']],
	'/api/mutes': [[nobody, () => '/api/mutes']],
	'/api/library': [[nobody, (scene) => `/api/library?${ofOwner(scene)}`]],
	'/api/library/summary': [[nobody, (scene) => `/api/library/summary?${ofOwner(scene)}`]],
	'/api/library/facets': [[nobody, (scene) => `/api/library/facets?${ofOwner(scene)}`]],
	'/api/library/diary': [[nobody, (scene) => `/api/library/diary?${ofOwner(scene)}`]],
	'/api/library/diary/days': [[nobody, (scene) => `/api/library/diary/days?${ofOwner(scene)}`]],
	'/api/library/stats': [[nobody, (scene) => `/api/library/stats?${ofOwner(scene)}`]],
	'/api/library/year': [[nobody, (scene) => `/api/library/year?year=2026&${ofOwner(scene)}`]],
	'/api/library/{gameId}': [[nobody, ({ gameId }) => `/api/library/${gameId}`]],
	'/api/site': [[nobody, () => '/api/site']],
	'/api/rules': [[nobody, () => '/api/rules']],
	'/api/auth/proof': [[nobody, () => '/api/auth/proof']],
	'/api/invites': [[nobody, () => '/api/invites']],
	'/api/invites/{code}': [[nobody, () => '/api/invites/none']],
	'/api/admin/registrations': [[nobody, () => '/api/admin/registrations']],
	'/api/admin/settings': [[nobody, () => '/api/admin/settings']],
	'/api/admin/domains': [[nobody, () => '/api/admin/domains']],
	'/api/auth/me': [[nobody, () => '/api/auth/me']],
	'/api/popularity': [[nobody, () => '/api/popularity']],
	'/api/transparency': [[nobody, () => '/api/transparency']],
	'/api/appeals/{actionId}': [[nobody, ({ id }) => `/api/appeals/${id}`]],
	'/api/moderation/reports': [[nobody, () => '/api/moderation/reports']],
	'/api/moderation/reports/count': [[nobody, () => '/api/moderation/reports/count']],
	'/api/moderation/subjects/{subject}/{subjectId}': [[nobody, ({ id }) => `/api/moderation/subjects/list/${id}`]],
	'/api/moderation/log': [[nobody, () => '/api/moderation/log']],
	'/api/moderation/appeals': [[nobody, () => '/api/moderation/appeals']],
	'/api/moderation/game-suggestions': [[nobody, () => '/api/moderation/game-suggestions']],
	'/api/moderation/games/{id}': [[nobody, ({ gameId }) => `/api/moderation/games/${gameId}`]],
	'/api/admin/blocked-words': [[nobody, () => '/api/admin/blocked-words']],
	'/api/admin/people': [[nobody, () => '/api/admin/people']],
	'/api/admin/accesses': [[nobody, () => '/api/admin/accesses']],
	'/api/admin/numbers': [[nobody, () => '/api/admin/numbers']],
	'/api/admin/work': [[nobody, () => '/api/admin/work']],
	'/api/admin/catalog': [[nobody, () => '/api/admin/catalog']],
	'/api/admin/catalog/pairs': [[nobody, () => '/api/admin/catalog/pairs']],
	'/api/auth/second-factor': [[nobody, () => '/api/auth/second-factor']],
	'/api/auth/preferences': [[nobody, () => '/api/auth/preferences']],
	'/api/push/key': [[nobody, () => '/api/push/key']],
	'/api/auth/sessions': [[nobody, () => '/api/auth/sessions']],
	'/api/imports': [[nobody, () => '/api/imports']],
	'/api/imports/{id}': [[nobody, () => '/api/imports/0190b5a8-0000-7000-8000-000000000000']],
	'/api/imports/{id}/rows': [[nobody, () => '/api/imports/0190b5a8-0000-7000-8000-000000000000/rows']],
	'/api/feeds/wishlist-address': [[nobody, () => '/api/feeds/wishlist-address']],
	'/api/tokens': [[nobody, () => '/api/tokens']],
	'/api/play-sessions/latest': [[nobody, () => '/api/play-sessions/latest?client=None']],
	'/api/play-sessions/unmatched': [[nobody, () => '/api/play-sessions/unmatched']],
	'/api/next': [[nobody, () => '/api/next']],
	'/api/recommendations': [[nobody, () => '/api/recommendations']],
	'/api/auth/check-username': [[nobody, () => '/api/auth/check-username?username=marked']],
	'/api/auth/username-required': [[nobody, () => '/api/auth/username-required']],
	'/api/auth/{provider}': [[nobody, () => '/api/auth/google']],
	'/api/imports/steam/callback': [[nobody, () => '/api/imports/steam/callback']],
	'/api/auth/{provider}/callback': [[nobody, () => '/api/auth/google/callback']],
	'/api/auth/data-deletion/{code}': [[nobody, () => '/api/auth/data-deletion/abc']],
}

/** Lists of the three visibilities, which all were public while others liked, copied and commented on them. */
async function startScene(site: TestSite): Promise<Scene[]> {
	const [owner, other] = [await site.register(), await site.register()]
	const gameId = await site.addGame()
	const written = { gameId, rating: 4, platform: 'PC', description: 'Worth every evening.' }
	const review = await site.call(createReview, { body: written }, owner)
	await site.call(follow, { body: { followedId: owner.user.id } }, other)
	site.time.now += 1000
	const scenes: Scene[] = []
	for (const visibility of LIST_VISIBILITIES) {
		const title = `Marked ${visibility}`
		const list = await site.call(createList, { body: { title, games: [{ gameId }], tags: ['Cozy'] } }, owner)
		const params = { id: list.id }
		await site.call(likeList, { params }, other)
		const comment = await site.call(createComment, { body: { listId: list.id, content: 'Good choice' } }, other)
		await site.call(createComment, { body: { listId: list.id, parentId: comment.id, content: 'Thank you' } }, owner)
		await site.call(likeComment, { params: { id: comment.id } }, owner)
		const copy = await site.call(copyList, { params }, other)
		const renamed = { title: 'Renamed', visibility: 'unlisted' } as const
		await site.call(updateList, { params: { id: copy.id }, body: renamed }, other)
		await site.call(updateList, { params, body: { title, visibility } }, owner)
		const picture = listPicturePath(list)
		scenes.push({ owner, other, gameId, review: review.id, id: list.id, copy: copy.id, comment: comment.id, picture })
	}
	return scenes
}

const get = (site: TestSite, url: string, player?: Player) =>
	site.app.inject({ url, headers: player ? { authorization: `Bearer ${player.accessToken}` } : {} })

async function expectRules(site: TestSite, scenes: readonly Scene[], visibilities: readonly ListVisibility[]) {
	const wrong: string[] = []
	for (const [index, scene] of scenes.entries())
		for (const [rule, ...urls] of Object.values(SURFACES).flat())
			for (const url of urls.map((toUrl) => toUrl(scene)))
				for (const reader of ['owner', 'other', 'visitor'] as const) {
					const visibility = visibilities[index] ?? 'public'
					const { body, statusCode } = await get(site, url, reader === 'visitor' ? undefined : scene[reader])
					const isShown = body.includes(scene.id) || body.includes(`Marked ${LIST_VISIBILITIES[index]}`)
					if (isShown !== rule(visibility, reader) || statusCode >= 500)
						wrong.push(`${statusCode} ${url}: ${visibility} is ${isShown ? 'shown' : 'hidden'} to ${reader}`)
				}
	expect(wrong).toEqual([])
}

test('every reading call has a rule here', async () => {
	await using site = await startSite()
	const api = (await get(site, '/api/openapi.json')).json<{ paths: Record<string, { get?: object }> }>()
	const reading = Object.entries(api.paths).flatMap(([path, { get }]) => (get ? [path] : []))
	expect(Object.keys(SURFACES).sort()).toEqual(reading.sort())
})

test('an unlisted list is found at its address only, and a private one by its owner only, on every surface', async () => {
	await using site = await startSite()
	const scenes = await startScene(site)
	await expectRules(site, scenes, LIST_VISIBILITIES)
	expect(await recount(site.services.db)).toEqual([])

	const [{ owner, other } = {} as Scene] = scenes
	const params = { id: owner.user.id }
	const name = { username: owner.user.username }
	expect((await site.call(getUser, { params })).listCount).toBe(1)
	expect((await site.call(getUser, { params }, other)).listCount).toBe(1)
	expect((await site.call(getUser, { params }, owner)).listCount).toBe(3)
	expect((await site.call(getProfile, { params: name }, other)).listCount).toBe(1)
	expect((await site.call(getProfile, { params: name }, owner)).listCount).toBe(3)
	expect((await site.call(listLists, { query: { userId: params.id } }, other)).totalCount).toBe(1)
	expect((await site.call(listLists, { query: { userId: params.id } }, owner)).totalCount).toBe(3)
	expect((await site.call(listLists, { query: {} }, owner)).totalCount).toBe(1)
})

test('a change of visibility takes a list away everywhere at once, and back again', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	const scenes = await startScene(site)
	const change = async (visibility: ListVisibility) => {
		for (const [index, { id, owner }] of scenes.entries())
			await site.call(
				updateList,
				{ params: { id }, body: { title: `Marked ${LIST_VISIBILITIES[index]}`, visibility } },
				owner,
			)
		await expectRules(
			site,
			scenes,
			scenes.map(() => visibility),
		)
		expect(await recount(site.services.db)).toEqual([])
	}
	await change('private')
	await change('public')
	await change('unlisted')
	await change('public')
})

test('nobody else can do anything with a private list, and its owner can', async () => {
	await using site = await startSite()
	const scene = (await startScene(site))[LIST_VISIBILITIES.indexOf('private')]
	if (!scene) throw new Error('no private list')
	const { id, comment, owner, other, gameId } = scene
	const bodies: Record<string, object> = {
		'PUT /api/lists/{id}': { title: 'Taken over' },
		'POST /api/lists/{id}/games': { gameId },
		'POST /api/comments': { listId: id, content: 'I was here' },
		'PUT /api/comments/{id}': { content: 'I was there' },
	}
	const { paths: calls } = (await get(site, '/api/openapi.json')).json<{ paths: Record<string, object> }>()
	const writing = Object.entries(calls)
		.filter(([path]) => /^\/api\/(lists|comments)\b.*/.test(path) && path !== '/api/lists')
		.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
		// One may delete one's own comment wherever it is
		.filter((call) => !call.startsWith('GET') && call !== 'DELETE /api/comments/{id}')
	expect(writing.length).toBeGreaterThanOrEqual(11)
	for (const call of writing) {
		const [method = '', path = ''] = call.split(' ')
		const { statusCode } = await site.app.inject({
			method: method as 'POST',
			url: path.replace('{id}', path.startsWith('/api/comments') ? comment : id).replace('{gameId}', String(gameId)),
			...(bodies[call] ? { payload: bodies[call] } : {}),
			headers: { authorization: `Bearer ${other.accessToken}` },
		})
		expect([call, statusCode]).toEqual([call, 404])
	}
	await site.call(likeList, { params: { id } }, owner)
	const parentId = (await site.call(createComment, { body: { listId: id, content: 'To myself' } }, owner)).id
	await site.call(createComment, { body: { listId: id, parentId, content: 'And again' } }, owner)
	expect(await recount(site.services.db)).toEqual([])
})

test('a refused like of a comment on a private list is not stored', async () => {
	await using site = await startSite()
	const scene = (await startScene(site))[LIST_VISIBILITIES.indexOf('private')]
	if (!scene) throw new Error('no private list')
	const { comment, owner, other } = scene
	expect((await site.refusal(likeComment, { params: { id: comment } }, other)).status).toBe(404)
	const likes = site.services.db.selectFrom('comment_likes').select('user_id').where('comment_id', '=', comment)
	expect(await likes.execute()).toEqual([{ user_id: owner.user.id }])
})

test('notifications about a list that is now private are neither shown nor counted', async () => {
	await using site = await startSite()
	const [scene] = await startScene(site)
	if (!scene) throw new Error('no list')
	const { id, owner, other } = scene
	const unread = async () => (await get(site, '/api/notifications/unread-count', other)).json<{ you: number }>().you
	await site.call(markNotificationsRead, { body: { all: true } }, other)
	await site.call(createComment, { body: { listId: id, parentId: scene.comment, content: 'One more thing' } }, owner)
	expect(await unread()).toBe(1)
	await site.call(updateList, { params: { id }, body: { title: 'Marked public', visibility: 'private' } }, owner)
	expect(await unread()).toBe(0)
	await site.call(updateList, { params: { id }, body: { title: 'Marked public', visibility: 'unlisted' } }, owner)
	expect(await unread()).toBe(1)
})

test('a private list has no share picture', { tags: ['ci'], timeout: 60_000 }, async () => {
	await using site = await startSite()
	const scenes = await startScene(site)
	const statuses = await Promise.all(scenes.map(async ({ picture }) => (await get(site, picture)).statusCode))
	expect(statuses).toEqual([200, 200, 404])
})
