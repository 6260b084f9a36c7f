// Who is told of a mention in each kind of text, and who is not.

import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { createComment, deleteComment, listComments, updateComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { LIMITS } from '#contract/limits.ts'
import { addListGame, createList, deleteList, getList, listLists, removeListGame, updateList } from '#contract/lists.ts'
import { listMyNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { createReview, deleteReview, getReview, updateReview } from '#contract/reviews.ts'
import { findMentionableUsers } from '#contract/search.ts'
import { clearUsername, PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'

const BODY = { rating: 4, platform: 'PC' }

async function startWithPeople() {
	const site = await startSite()
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben_1'), await site.register('cat')]
	const gameId = await site.addGame()
	const review = async (description: string, author = ann) =>
		site.call(createReview, { body: { ...BODY, gameId: await site.addGame(), description } }, author)
	const edit = (id: string, description: string, author = ann) =>
		site.call(updateReview, { params: { id }, body: { ...BODY, description } }, author)
	return { site, ann, ben, cat, gameId, review, edit }
}

const names = ({ mentions }: { mentions: { username: string }[] }) => mentions.map(({ username }) => username)

/** What a player was notified of, the newest first. */
async function heard(site: TestSite, player: Player) {
	const { notifications } = await site.call(listMyNotifications, { query: {} }, player)
	return notifications.map(({ kind, review, comment, list }) => [kind, comment?.id ?? list?.id ?? review?.id])
}

const countMentions = async ({ services }: TestSite) =>
	(await services.db.selectFrom('mentions').selectAll().execute()).length

async function rename({ services }: TestSite, player: Player, username: string) {
	await services.db.updateTable('users').set({ username }).where('id', '=', player.user.id).execute()
}

test('a text mentions the users whose names it has, in its order and each once, and notifies them once', async () => {
	const { site, ann, ben, cat, review, edit } = await startWithPeople()
	await using _ = site
	const text = 'With @ben_1, @Ann, @nobody and @CAT; `@cat`, a@cat.org; again @Ben_1.'
	const made = await review(text)
	expect(made.description).toBe(text)
	expect(names(made)).toEqual(['Ben_1', 'Ann', 'cat'])
	expect(made.mentions[0]).toEqual({ id: ben.user.id, username: 'Ben_1', profilePicture: null })
	expect(await heard(site, ben)).toEqual([['mention', made.id]])
	expect(await heard(site, cat)).toEqual([['mention', made.id]])
	// Nobody is notified of themselves
	expect(await heard(site, ann)).toEqual([])
	expect(names(await edit(made.id, 'Only @cat and @Ben_1 now.'))).toEqual(['cat', 'Ben_1'])
	expect(await heard(site, cat)).toEqual([['mention', made.id]])
	expect(await recount(site.services.db)).toEqual([])
})

test('a mention that is removed takes its notification along, and one that is added later notifies anew', async () => {
	const { site, ben, cat, review, edit } = await startWithPeople()
	await using _ = site
	const { id } = await review('Played it with @Ben_1.')
	await site.call(markNotificationsRead, { body: { all: true } }, ben)
	expect(names(await edit(id, 'Played it with @cat.'))).toEqual(['cat'])
	expect(await heard(site, ben)).toEqual([])
	expect(await heard(site, cat)).toEqual([['mention', id]])
	await edit(id, 'Played it all alone.')
	expect([await heard(site, cat), await countMentions(site)]).toEqual([[], 0])
	await edit(id, 'Played it with @Ben_1.')
	const { notifications } = await site.call(listMyNotifications, { query: {} }, ben)
	expect(notifications).toMatchObject([{ kind: 'mention', isRead: false, actorCount: 1 }])
	expect(await recount(site.services.db)).toEqual([])
})

test('at most twenty users of a text count', async () => {
	const { site, review } = await startWithPeople()
	await using _ = site
	const crowd: Player[] = []
	for (let index = 0; index < 22; index++) crowd.push(await site.register(`crowd_${index}`))
	const made = await review(crowd.map(({ user }) => `@${user.username}`).join(' '))
	expect(names(made)).toEqual(crowd.slice(0, 20).map(({ user }) => user.username))
	expect(await heard(site, crowd[19] as Player)).toHaveLength(1)
	expect(await heard(site, crowd[20] as Player)).toEqual([])
})

test('a comment notifies each person once: as a reply, else as a mention, else as a comment', async () => {
	const { site, ann, ben, cat, review } = await startWithPeople()
	await using _ = site
	const { id: reviewId } = await review('A review of Ann.')
	const say = (content: string, player: Player, parentId?: string) => {
		site.time.now += 1000
		return site.call(createComment, { body: { reviewId, content, ...(parentId ? { parentId } : {}) } }, player)
	}
	const first = await say('Hello @Ann and @cat.', ben)
	expect(names(first)).toEqual(['Ann', 'cat'])
	expect(await heard(site, ann)).toEqual([['mention', first.id]])
	expect(await heard(site, cat)).toEqual([['mention', first.id]])
	const reply = await say('You too, @Ben_1 and @Ann.', cat, first.id)
	expect(await heard(site, ben)).toEqual([['reply', reply.id]])
	expect((await heard(site, ann))[0]).toEqual(['mention', reply.id])
	const plain = await say('Nothing more.', cat)
	expect((await heard(site, ann))[0]).toEqual(['comment', plain.id])
	// Who has heard of a comment does not hear of it again when it is edited
	const change = (id: string, content: string) => site.call(updateComment, { params: { id }, body: { content } }, cat)
	expect(names(await change(plain.id, 'Nothing more, @Ann, but @Ben_1.'))).toEqual(['Ann', 'Ben_1'])
	expect((await heard(site, ann)).filter(([, id]) => id === plain.id)).toEqual([['comment', plain.id]])
	expect(await heard(site, ben)).toContainEqual(['mention', plain.id])
	await change(reply.id, 'You too, @Ann.')
	await change(reply.id, 'You too, @Ben_1.')
	expect((await heard(site, ben)).filter(([, id]) => id === reply.id)).toEqual([['reply', reply.id]])
	expect(await recount(site.services.db)).toEqual([])

	await site.call(deleteComment, { params: { id: plain.id } }, cat)
	// This one leaves a place
	await site.call(deleteComment, { params: { id: first.id } }, ben)
	expect([await heard(site, ann), await heard(site, ben), await heard(site, cat)]).toEqual([
		[],
		[['reply', reply.id]],
		[],
	])
	expect(await recount(site.services.db)).toEqual([])
	const { comments } = await site.call(listComments, { params: { reviewId }, query: {} })
	expect(comments).toMatchObject([{ isDeleted: true, mentions: [], replies: [{ mentions: [{ username: 'Ben_1' }] }] }])
})

test('a list mentions with its description and its notes, and cards with the description', async () => {
	const { site, ann, ben, cat, gameId } = await startWithPeople()
	await using _ = site
	const games = [{ gameId, notes: 'For @cat.' }]
	const list = await site.call(createList, { body: { title: 'Ours', description: 'By @ben_1', games } }, ann)
	expect(names(list)).toEqual(['Ben_1', 'cat'])
	const card = async () => (await site.call(listLists, { query: {} })).lists[0]
	expect(await card()).toMatchObject({ mentions: [{ username: 'Ben_1' }] })
	expect([await heard(site, ben), await heard(site, cat)]).toEqual([[['mention', list.id]], [['mention', list.id]]])
	const params = { id: list.id }
	// What is not sent stays
	expect(names(await site.call(updateList, { params, body: { title: 'Ours' } }, ann))).toEqual(['cat'])
	expect([await heard(site, ben), await heard(site, cat)]).toEqual([[], [['mention', list.id]]])
	const added = await site.addGame()
	const item = await site.call(addListGame, { params, body: { gameId: added, notes: 'And @Ben_1!' } }, ann)
	expect(item.notes).toBe('And @Ben_1!')
	expect(names(await site.call(getList, { params, query: {} }))).toEqual(['cat', 'Ben_1'])
	expect(await heard(site, ben)).toEqual([['mention', list.id]])
	await site.call(removeListGame, { params: { ...params, gameId } }, ann)
	expect([await heard(site, cat), await countMentions(site)]).toEqual([[], 1])
	expect(await recount(site.services.db)).toEqual([])
	await site.call(deleteList, { params }, ann)
	expect([await heard(site, ben), await countMentions(site)]).toEqual([[], 0])
})

test('a mention follows a person to a new name, and whoever takes the old one is not mentioned', async () => {
	const { site, ann, ben, cat, gameId, review, edit } = await startWithPeople()
	await using _ = site
	const { id } = await review('With @ben_1 and @cat, said @Ben_1.')
	const games = [{ gameId, notes: 'Of @Ben_1.' }]
	const list = await site.call(createList, { body: { title: 'Ours', games } }, ann)
	await rename(site, ben, 'Benedict')
	const heir = await site.register('heir')
	await rename(site, heir, 'ben_1')
	const renamed = await site.call(getReview, { params: { id }, query: {} })
	expect(renamed.description).toBe('With @Benedict and @cat, said @Benedict.')
	expect(renamed.mentions.map((user) => user.id)).toEqual([ben.user.id, cat.user.id])
	expect(await heard(site, heir)).toEqual([])
	// The notes still have the old name, and are not sent again
	const body = { title: 'Ours', description: 'With @Benedict.' }
	const changed = await site.call(updateList, { params: { id: list.id }, body }, ann)
	expect([changed.items[0]?.notes, names(changed)]).toEqual(['Of @Benedict.', ['Benedict']])
	expect(await heard(site, heir)).toEqual([])
	await edit(id, renamed.description)
	expect((await heard(site, ben)).length).toBe(2)
	expect(await recount(site.services.db)).toEqual([])
})

test('who has not chosen a name, or deletes the account, is not mentioned', async () => {
	const { site, ann, ben, cat, review } = await startWithPeople()
	await using _ = site
	await clearUsername(site, cat)
	const made = await review('With @ben_1 and @cat.')
	expect(names(made)).toEqual(['Ben_1'])
	const spoken = await site.call(createComment, { body: { reviewId: made.id, content: '@Ann!' } }, ben)
	expect(await heard(site, ann)).toEqual([['mention', spoken.id]])
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ben)
	const left = await site.call(getReview, { params: { id: made.id }, query: {} })
	expect([left.description, left.mentions]).toEqual(['With @ben_1 and @cat.', []])
	await site.services.purges.resume()
	expect([await countMentions(site), await heard(site, ann)]).toEqual([0, []])
	expect(await recount(site.services.db)).toEqual([])
	// Whoever registers the name once it is free is somebody else
	site.time.now += LIMITS.deletedUsernameDays * 24 * 60 * 60 * 1000
	await site.register('ben_1')
	expect(await site.call(getReview, { params: { id: made.id }, query: {} })).toMatchObject({ mentions: [] })
})

test('concurrent edits of a text leave the mentions and notifications of one of them', async () => {
	const { site, ann, ben, cat, review, edit } = await startWithPeople()
	await using _ = site
	const { id } = await review('With @Ben_1 at first.')
	for (let round = 0; round < 10; round++) {
		const texts = [`With @cat and @Ann, ${round}.`, `With @Ben_1, ${round}.`, 'With nobody at all.']
		await Promise.all([...texts, ...texts.toReversed()].map((text) => edit(id, text)))
		const stored = await site.call(getReview, { params: { id }, query: {} })
		const mentioned = names(stored)
		expect(mentioned.map((name) => stored.description.includes(`@${name}`))).toEqual(mentioned.map(() => true))
		expect(mentioned.length).toBe(stored.description.split('@').length - 1)
		expect((await heard(site, ben)).length).toBe(mentioned.includes('Ben_1') ? 1 : 0)
		expect((await heard(site, cat)).length).toBe(mentioned.includes('cat') ? 1 : 0)
		expect(await recount(site.services.db)).toEqual([])
	}
	await site.call(deleteReview, { params: { id } }, ann)
	expect([await countMentions(site), await heard(site, ben)]).toEqual([0, []])
})

test('while a mention is typed, those whom one follows are offered first, the latest first', async () => {
	const { site, ann, ben, cat } = await startWithPeople()
	await using _ = site
	const offered = async (query: string) =>
		(await site.call(findMentionableUsers, { query: { query } }, ann)).users.map(({ username }) => username)
	for (const name of ['bea', 'Bernd', 'beta', 'zoe']) await site.register(name)
	expect(await offered('')).toEqual([])
	for (const { user } of [cat, ben]) {
		site.time.now += 1000
		await site.call(follow, { body: { followedId: user.id } }, ann)
	}
	expect(await offered('')).toEqual(['Ben_1', 'cat'])
	expect(await offered('BE')).toEqual(['Ben_1', 'bea', 'Bernd', 'beta'])
	expect(await offered('be%')).toEqual([])
	expect(await offered('_')).toEqual([])
	// Not oneself
	expect(await offered('ann')).toEqual([])
	for (let index = 0; index < 12; index++) await site.register(`be_${index}`)
	expect(await offered('be')).toHaveLength(8)
})
