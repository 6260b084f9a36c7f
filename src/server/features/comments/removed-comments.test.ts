import { expect, test } from 'vitest'
import { createComment, listComments, listListComments, listReplies } from '#contract/comments.ts'
import { createList } from '#contract/lists.ts'
import { takeAction } from '#contract/moderation.ts'
import { type Player, startSite, writeReview } from '#kit/site.ts'

async function startThread() {
	const site = await startSite()
	const [author, ann, ben, molly] = [
		await site.register('author'),
		await site.register('ann'),
		await site.register('ben'),
		await site.register('molly'),
	]
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', molly.user.id).execute()
	const { id: reviewId } = await writeReview(site, author)
	const comment = (player: Player, content: string, parentId?: string) => {
		site.time.now += 1000
		return site.call(createComment, { body: { reviewId, content, ...(parentId ? { parentId } : {}) } }, player)
	}
	const remove = (subjectId: string, action: 'remove' | 'restore' = 'remove') =>
		site.call(takeAction, { body: { subject: 'comment', subjectId, action, reason: 'spam' } }, molly)
	/** What a person reads of the thread: the texts, and after each those of its replies. */
	const read = async (player: Player | undefined, query: { page?: number; limit?: number; comment?: string } = {}) => {
		const { comments, totalCount } = await site.call(listComments, { params: { reviewId }, query }, player)
		const texts = comments.map(({ content, isDeleted, replies }) => [
			isDeleted ? null : content,
			...replies.map((reply) => reply.content),
		])
		return { texts, totalCount, comments }
	}
	return { site, author, ann, ben, molly, reviewId, comment, remove, read }
}

test('a removed comment stays in its thread for its author and moderators, and for nobody else', async () => {
	const { site, ann, ben, molly, comment, remove, read } = await startThread()
	await using _ = site
	const [first, second] = [await comment(ann, 'First'), await comment(ben, 'Second')]
	const all = { texts: [['Second'], ['First']], totalCount: 2 }
	const { id: actionId } = await remove(first.id)
	for (const player of [ann, molly]) {
		const { comments, ...rest } = await read(player)
		expect(rest).toEqual(all)
		expect(comments[1]).toMatchObject({
			userId: ann.user.id,
			isDeleted: false,
			moderation: { state: 'removed', actionId, reason: 'spam' },
		})
		expect(comments[0]?.moderation).toBeUndefined()
	}
	for (const player of [ben, undefined])
		expect(await read(player)).toMatchObject({ texts: [['Second']], totalCount: 1 })
	// The address of the comment leads there too
	expect((await read(ann, { limit: 1, comment: first.id })).texts).toEqual([['First']])
	expect((await read(ann, { limit: 1, comment: second.id })).texts).toEqual([['Second']])
	await remove(first.id, 'restore')
	for (const player of [ann, ben, molly, undefined]) {
		const { comments, ...rest } = await read(player)
		expect(rest).toEqual(all)
		expect(comments.map(({ moderation }) => moderation)).toEqual([undefined, undefined])
	}
})

test('a removed reply stays under its comment for its author, and a removed comment over its replies', async () => {
	const { site, ann, ben, molly, reviewId, comment, remove, read } = await startThread()
	await using _ = site
	const root = await comment(ann, 'Why?')
	const reply = await comment(ben, 'Because.', root.id)
	await remove(reply.id)
	const replies = async (player?: Player) =>
		(await site.call(listReplies, { params: { id: root.id }, query: {} }, player)).comments.map(
			({ content, moderation }) => [content, moderation?.state],
		)
	for (const player of [ben, molly]) {
		expect(await read(player)).toMatchObject({ texts: [['Why?', 'Because.']], totalCount: 1 })
		expect(await replies(player)).toEqual([['Because.', 'removed']])
	}
	for (const player of [ann, undefined]) {
		expect(await read(player)).toMatchObject({ texts: [['Why?']], totalCount: 1 })
		expect(await replies(player)).toEqual([])
	}
	await remove(reply.id, 'restore')
	await remove(root.id)
	expect((await read(ann)).texts).toEqual([['Why?', 'Because.']])
	expect((await read(ben)).texts).toEqual([[null, 'Because.']])
	// Of a banned author it is a tombstone for moderators too
	await site.call(
		takeAction,
		{ body: { subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam' } },
		molly,
	)
	const { comments } = await site.call(listComments, { params: { reviewId }, query: {} }, molly)
	expect(comments.map(({ isDeleted, moderation }) => [isDeleted, moderation])).toEqual([[true, undefined]])
})

test('the pages of a list count the removed comments of the reader, and none of another list', async () => {
	const { site, ann, ben, remove } = await startThread()
	await using _ = site
	const gameId = await site.addGame()
	const newList = async (title: string) => {
		const list = await site.call(createList, { body: { title, games: [{ gameId }] } }, ben)
		for (const content of ['One', 'Two', 'Three']) {
			site.time.now += 1000
			const { id } = await site.call(createComment, { body: { listId: list.id, content } }, ann)
			if (content !== 'Three') await remove(id)
		}
		return list.id
	}
	const listId = await newList('A')
	await newList('B')
	const pages = async (player: Player) => {
		const seen: (string | undefined)[] = []
		let cursor: string | null = ''
		let total = 0
		while (cursor !== null) {
			const query: { limit: number; cursor?: string } = { limit: 1, ...(cursor && { cursor }) }
			const answer = await site.call(listListComments, { params: { listId }, query }, player)
			seen.push(...answer.comments.map(({ content }) => content))
			total = answer.totalPages
			cursor = answer.nextCursor
		}
		return [seen, total]
	}
	expect(await pages(ann)).toEqual([['Three', 'Two', 'One'], 3])
	expect(await pages(ben)).toEqual([['Three'], 1])
})
