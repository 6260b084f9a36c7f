/**
 * Generated decisions, each followed by a recount.
 *
 * @module-tag ci
 */
import '#kit/property-seed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createComment, deleteComment, likeComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { createList, getList, likeList } from '#contract/lists.ts'
import { type ActionInput, takeAction } from '#contract/moderation.ts'
import { getReview, likeReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { ApiError } from '#web/app/api-client.ts'

type Subject = Pick<ActionInput, 'subject' | 'subjectId'>

/** Two people who have written about, answered, liked and followed each other, and a moderator. */
async function fill(site: TestSite) {
	const people = [await site.register('ann'), await site.register('ben')] as [Player, Player]
	const moderator = await site.register('molly')
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.user.id).execute()
	const subjects: Subject[] = people.map(({ user }) => ({ subject: 'user', subjectId: user.id }))
	const comments: { id: string; author: Player }[] = []
	for (const [author, reader] of [people, people.toReversed() as [Player, Player]]) {
		await site.call(follow, { body: { followedId: reader.user.id } }, author)
		const review = await writeReview(site, author)
		const list = await site.call(createList, { body: { title: `By ${author.user.username}, for @molly` } }, author)
		await site.call(likeReview, { params: { id: review.id } }, reader)
		await site.call(likeList, { params: { id: list.id } }, reader)
		subjects.push({ subject: 'review', subjectId: review.id }, { subject: 'list', subjectId: list.id })
		for (const on of [{ reviewId: review.id }, { listId: list.id }]) {
			const first = await say(site, on, reader)
			const answers = [
				await say(site, { ...on, parentId: first.id }, author),
				await say(site, { ...on, parentId: first.id }, reader),
			]
			await site.call(likeComment, { params: { id: first.id } }, author)
			comments.push({ id: first.id, author: reader }, { id: answers[0]?.id ?? '', author })
			subjects.push(...[first, ...answers].map(({ id }) => ({ subject: 'comment' as const, subjectId: id })))
		}
	}
	return { people, moderator, subjects, comments }
}

function say(site: TestSite, on: { reviewId?: string; listId?: string; parentId?: string }, player: Player) {
	site.time.now += 1000
	return site.call(createComment, { body: { ...on, content: 'I see it like @ben' } }, player)
}

const step = fc.record({
	subject: fc.nat(),
	kind: fc.constantFrom('remove', 'remove', 'restore', 'restore', 'ban', 'unban', 'settle', 'comment', 'delete'),
})

test('counts are those of what is there after any decisions, and everything comes back whole', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
			await using site = await startSite()
			const { people, moderator, subjects, comments } = await fill(site)
			const { db } = site.services
			const read = async () => {
				const texts: unknown[] = []
				for (const { subject, subjectId: id } of subjects) {
					if (subject !== 'review' && subject !== 'list') continue
					const input = { params: { id }, query: {} }
					const { likes, description, user } =
						subject === 'review' ? await site.call(getReview, input) : await site.call(getList, input)
					texts.push([id, likes, description, user.id])
				}
				return texts
			}
			const before = await read()
			for (const { subject: number, kind } of steps) {
				const subject = subjects[number % subjects.length] as Subject
				const player = people[number % 2] as Player
				await decide(site, { kind, subject, player, moderator, comments, number })
				await site.services.bans.resume()
				expect(await recount(db), kind).toEqual([])
			}
			for (const { user } of people)
				await ignoreRefusals(() =>
					site.call(takeAction, { body: { subject: 'user', subjectId: user.id, action: 'unban' } }, moderator),
				)
			await site.services.bans.resume()
			for (const subject of subjects)
				await ignoreRefusals(() => site.call(takeAction, { body: { ...subject, action: 'restore' } }, moderator))
			expect(await recount(db)).toEqual([])
			expect(await read()).toEqual(before)
		}),
		{ numRuns: 4 },
	)
})

async function decide(
	site: TestSite,
	{
		kind,
		subject,
		player,
		moderator,
		comments,
		number,
	}: {
		kind: string
		subject: Subject
		player: Player
		moderator: Player
		comments: readonly { id: string; author: Player }[]
		number: number
	},
): Promise<void> {
	if (kind === 'settle') return site.services.bans.resume()
	await ignoreRefusals(async () => {
		if (kind === 'comment') {
			if (subject.subject === 'review') await say(site, { reviewId: subject.subjectId }, player)
			if (subject.subject === 'list') await say(site, { listId: subject.subjectId }, player)
		} else if (kind === 'delete') {
			const comment = comments[number % comments.length]
			if (comment) await site.call(deleteComment, { params: { id: comment.id } }, comment.author)
		} else {
			const action = kind as 'remove' | 'restore' | 'ban' | 'unban'
			const reason = action === 'remove' || action === 'ban' ? { reason: 'spam' as const } : {}
			await site.call(takeAction, { body: { ...subject, action, ...reason } }, moderator)
		}
	})
}

/** What a step asks for may be impossible by then. */
async function ignoreRefusals(work: () => Promise<unknown>): Promise<void> {
	await work().catch((error: unknown) => {
		if (!(error instanceof ApiError && error.status < 500)) throw error
	})
}
