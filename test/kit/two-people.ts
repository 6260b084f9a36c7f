import { createComment, likeComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { saveFavorites, saveLibraryEntry } from '#contract/library.ts'
import { copyList, createList, likeList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { createReview, likeReview } from '#contract/reviews.ts'
import { VISITOR_LIMITS } from '#server/features/reviews/impression-buffer.ts'
import { addImpressions } from '#server/features/reviews/queries-impressions.ts'
import type { Player, TestSite } from './site.ts'

/** What a person wrote. All of it bears their name, and so do the ids that belong to them alone. */
export interface Works {
	review: string
	list: string
	/** On the third person's review, without replies. */
	leaf: string
	/** The same, with a reply of the third person. */
	root: string
	/** The same, with a reply of their own. */
	alone: string
	/** A reply to the third person. */
	reply: string
	/** By the third person, on this person's review. */
	guest: string
	play: string
}

export interface Scene {
	people: readonly [Player, Player]
	third: Player
	works: readonly [Works, Works]
	gameId: number
	/** The third person's review, list and comment, on which both commented. */
	hosted: { review: string; list: string; comment: string }
}

/** Sets two people up who follow each other and have done with each other's things whatever one can, and a third who knows both. */
export async function meet(
	site: TestSite,
	names: readonly [string, string] = ['marked_one', 'marked_two'],
): Promise<Scene> {
	const [one, two, third] = [await site.register(names[0]), await site.register(names[1]), await site.register('third')]
	const gameId = await site.addGame()
	const written = { gameId, rating: 4, platform: 'PC' }
	const review = await site.call(createReview, { body: { ...written, description: 'By the third of us.' } }, third)
	const list = await site.call(createList, { body: { title: 'Third list', games: [{ gameId }] } }, third)
	const hostComment = await site.call(createComment, { body: { reviewId: review.id, content: 'A thought.' } }, third)
	const hosted = { review: review.id, list: list.id, comment: hostComment.id }
	for (const [follower, followed] of [
		[one, two],
		[two, one],
		[third, one],
		[third, two],
		[one, third],
		[two, third],
	] as const)
		await site.call(follow, { body: { followedId: followed.user.id } }, follower)
	site.time.now += 1000
	const works = [await work(site, one, third, hosted, gameId), await work(site, two, third, hosted, gameId)] as const
	site.time.now += 1000
	await act(site, one, works[1])
	await act(site, two, works[0])
	const day = new Date(site.time.now).toISOString().slice(0, 10)
	const seen = works.map((work) => ({ reviewId: work.review, viewer: 'somebody', day, opened: false }))
	await addImpressions(site.services.db, seen, VISITOR_LIMITS)
	return { people: [one, two], third, works, gameId, hosted }
}

async function work(
	site: TestSite,
	me: Player,
	third: Player,
	hosted: Scene['hosted'],
	gameId: number,
): Promise<Works> {
	const text = `Words of ${me.user.username}.`
	const comment = async (player: Player, body: { reviewId?: string; listId?: string; parentId?: string }) =>
		(await site.call(createComment, { body: { ...body, content: player === me ? text : 'As I said.' } }, player)).id
	const written = { gameId, rating: 4.5, platform: 'PC', description: text }
	const review = (await site.call(createReview, { body: written }, me)).id
	const list = (
		await site.call(
			createList,
			{ body: { title: text, description: text, games: [{ gameId, notes: text }], tags: [me.user.username] } },
			me,
		)
	).id
	const reviewId = hosted.review
	const leaf = await comment(me, { reviewId })
	const root = await comment(me, { reviewId })
	await comment(third, { reviewId, parentId: root })
	const alone = await comment(me, { reviewId })
	await comment(me, { reviewId, parentId: alone })
	const reply = await comment(me, { reviewId, parentId: hosted.comment })
	await comment(me, { listId: hosted.list })
	const guest = await comment(third, { reviewId: review })
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'playing' } }, me)
	const play = await site.call(createPlay, { params: { gameId }, body: { startedOn: '2026-11-20' } }, me)
	await site.call(createPlaySession, { params: { gameId }, body: { day: '2026-11-20', minutes: 60 } }, me)
	await site.call(saveFavorites, { body: { gameIds: [gameId] } }, me)
	await site.call(likeReview, { params: { id: hosted.review } }, me)
	return { review, list, leaf, root, alone, reply, guest, play: play.id }
}

/** Does with somebody's things whatever one can. */
async function act(site: TestSite, me: Player, { review, list, leaf, guest }: Works): Promise<void> {
	const content = `Words of ${me.user.username}.`
	await site.call(likeReview, { params: { id: review } }, me)
	await site.call(likeList, { params: { id: list } }, me)
	await site.call(likeComment, { params: { id: leaf } }, me)
	await site.call(createComment, { body: { reviewId: review, content } }, me)
	await site.call(createComment, { body: { listId: list, content } }, me)
	// To the third person, on the other's review
	await site.call(createComment, { body: { reviewId: review, parentId: guest, content } }, me)
	await site.call(copyList, { params: { id: list } }, me)
}
