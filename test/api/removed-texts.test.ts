/**
 * Every answer of a site before, while and after texts are removed.
 *
 * @module-tag ci
 */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { exportAccount } from '#contract/export.ts'
import { follow } from '#contract/follows.ts'
import { createList } from '#contract/lists.ts'
import { type ActionInput, takeAction, takeBulkAction } from '#contract/moderation.ts'
import { createReview, getReview } from '#contract/reviews.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { deleteRemovedProfiles } from '#server/features/moderation/queries-actions.ts'
import { releaseHiddenTexts } from '#server/features/moderation/queries-text-states.ts'
import { applyProfileForm } from '#server/features/profile/profile-update.ts'
import { listReadCalls } from '../../bench/read-calls.ts'

/** A word of each text that is removed. */
const WORDS = { review: 'Quagmirish', comment: 'Flumadiddle', list: 'Snollygoster', user: 'Widdershinsy' } as const

async function setStage(site: TestSite) {
	const [author, reader, moderator] = [
		await site.register('author'),
		await site.register('reader'),
		await site.register('molly'),
	]
	await site.services.db.updateTable('users').set({ role: 'moderator' }).where('id', '=', moderator.user.id).execute()
	await site.call(follow, { body: { followedId: author.user.id } }, reader)
	const gameId = await site.addGame()
	const say = (reviewId: string, content: string, player: Player) =>
		site.call(createComment, { body: { reviewId, content } }, player)
	const written = { rating: 4, platform: 'PC' }
	const ofReader = await site.call(
		createReview,
		{ body: { ...written, gameId, description: 'By the reader.' } },
		reader,
	)
	site.time.now += 1000
	const body = { ...written, gameId, description: `${WORDS.review}, and for @reader.` }
	const review = await site.call(createReview, { body }, author)
	const comment = await say(ofReader.id, `${WORDS.comment} @reader`, author)
	await say(review.id, 'I answer that.', reader)
	const list = await site.call(
		createList,
		{ body: { title: WORDS.list, games: [{ gameId, notes: '@reader' }] } },
		author,
	)
	await applyProfileForm(site.services, author.user.id, { name: undefined, bio: WORDS.user, picture: undefined })
	const subjects: Pick<ActionInput, 'subject' | 'subjectId'>[] = [
		{ subject: 'review', subjectId: review.id },
		{ subject: 'comment', subjectId: comment.id },
		{ subject: 'list', subjectId: list.id },
		{ subject: 'user', subjectId: author.user.id },
	]
	const calls = listReadCalls({
		game: gameId,
		author: { id: author.user.id, username: 'author' },
		review: ofReader.id,
		list: list.id,
		comment: comment.id,
		reader: reader.user.id,
		smallReader: reader.user.id,
		deletion: 'BENC-HMAR-KBEN-CHMA',
		action: review.id,
		invite: 'unknown',
	})
	const urls = [
		...calls,
		...[
			`/api/reviews/${review.id}`,
			`/api/comments/review/${review.id}`,
			'/api/reviews?search=quagmirish',
			'/api/lists?search=snollygoster',
		].flatMap((url) => [null, reader.user.id].map((userId) => ({ url, userId }))),
	]
	/** Which of the words any reading call has for the reader or a visitor. */
	const crawl = async () => {
		const seen = new Set<string>()
		for (const { url, userId } of urls) {
			const headers = userId === null ? {} : { authorization: `Bearer ${reader.accessToken}` }
			const { body } = await site.app.inject({ url, headers })
			for (const [subject, word] of Object.entries(WORDS)) if (body.includes(word)) seen.add(subject)
		}
		return [...seen].sort()
	}
	const act = (body: ActionInput) => site.call(takeAction, { body }, moderator)
	return { author, reader, moderator, subjects, crawl, act, review }
}

test('nothing of what is removed or of a banned person is in any answer, and all of it is again afterwards', async () => {
	await using site = await startSite()
	const { author, subjects, crawl, act } = await setStage(site)
	const all = Object.keys(WORDS).sort()
	expect(await crawl()).toEqual(all)
	for (const subject of subjects) await act({ ...subject, action: 'remove', reason: 'spam' })
	expect(await crawl()).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
	for (const subject of subjects) await act({ ...subject, action: 'restore' })
	expect(await crawl()).toEqual(all)
	expect(await recount(site.services.db)).toEqual([])
	const banned = { subject: 'user', subjectId: author.user.id } as const
	await act({ ...banned, action: 'ban', reason: 'spam' })
	// Before what they wrote is taken out of the counts as well
	expect(await crawl()).toEqual([])
	await site.services.bans.resume()
	expect([await crawl(), await recount(site.services.db)]).toEqual([[], []])
	await act({ ...banned, action: 'unban' })
	await site.services.bans.resume()
	expect([await crawl(), await recount(site.services.db)]).toEqual([all, []])
})

test('what is removed is purged after 30 days, and the log keeps what it was', async () => {
	await using site = await startSite()
	const { author, subjects, act, review } = await setStage(site)
	const { db } = site.services
	for (const subject of subjects) await act({ ...subject, action: 'remove', reason: 'spam' })
	await site.services.purges.resume()
	expect((await site.call(getReview, { params: { id: review.id }, query: {} }, author)).moderation?.state).toBe(
		'removed',
	)
	const later = new Date(site.time.now + 1000).toISOString()
	expect(await releaseHiddenTexts(db, later, later)).toBe(3)
	await deleteRemovedProfiles(db, later)
	await site.services.purges.resume()
	expect((await site.refusal(getReview, { params: { id: review.id }, query: {} }, author)).status).toBe(404)
	expect(await recount(db)).toEqual([])
	const { decisions } = await site.call(exportAccount, {}, author)
	expect(decisions.map(({ text }) => text)).toContain(review.description)
})

test('nothing can be hidden or restricted without an entry in the log, and no entry can be changed', async () => {
	await using site = await startSite()
	const { author, subjects, act, review } = await setStage(site)
	const { db } = site.services
	const attempts = [
		sql`update reviews set state = 'removed' where id = ${review.id}`,
		sql`insert into removed_profiles (user_id, action_id) values (${author.user.id}, gen_random_uuid())`,
		sql`update users set banned_at = now() where id = ${author.user.id}`,
		sql`update users set suspended_until = now() where id = ${author.user.id}`,
		sql`update reviews set spoiler_locked = true where id = ${review.id}`,
		sql`update comments set spoiler_locked = true where user_id = ${author.user.id}`,
	]
	for (const attempt of attempts) await expect(attempt.execute(db)).rejects.toThrow(/log|foreign key/)
	for (const subject of subjects) await act({ ...subject, action: 'warn', reason: 'spam' })
	for (const change of [sql`delete from moderation_actions`, sql`update moderation_actions set note = 'Other'`])
		await expect(change.execute(db)).rejects.toThrow('cannot be changed')
})

const WAVE = Number(process.env.SPAM_ACCOUNTS ?? 60)

test('a wave of spam accounts is banned in bulk', { timeout: 600_000 }, async () => {
	await using site = await startSite()
	const { moderator } = await setStage(site)
	const gameIds = [await site.addGame(), await site.addGame(), await site.addGame()]
	const ids: string[] = []
	for (let n = 0; n < WAVE; n++) {
		const spammer = await site.register()
		ids.push(spammer.user.id)
		for (const gameId of gameIds) {
			const body = { gameId, rating: 5, platform: 'PC', description: 'Buy cheap gold at my place.' }
			await site.call(createReview, { body }, spammer)
		}
	}
	const began = performance.now()
	for (let from = 0; from < ids.length; from += 100) {
		const userIds = ids.slice(from, from + 100)
		const { results } = await site.call(takeBulkAction, { body: { userIds, action: 'ban', reason: 'spam' } }, moderator)
		expect(results.every(({ outcome }) => outcome === 'done')).toBe(true)
	}
	const hiddenMs = performance.now() - began
	await site.services.bans.resume()
	const settledMs = performance.now() - began
	console.info(
		`${WAVE} accounts with 3 reviews each: hidden in ${Math.round(hiddenMs)} ms, counted in ${Math.round(settledMs)} ms`,
	)
	expect(await recount(site.services.db)).toEqual([])
})
