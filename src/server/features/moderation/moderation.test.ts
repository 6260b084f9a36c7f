// Each decision of a moderator, what it hides and what its end brings back.

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAppeal, getAppealableAction } from '#contract/appeals.ts'
import { setBlockedWords } from '#contract/blocked-words.ts'
import { createComment, listComments } from '#contract/comments.ts'
import { getGame } from '#contract/games.ts'
import { LIMITS } from '#contract/limits.ts'
import { copyList, createList, getList, updateList } from '#contract/lists.ts'
import {
	type ActionInput,
	countReports,
	decideAppeal,
	getModeratedSubject,
	listActions,
	listAppeals,
	listReports,
	takeAction,
	takeBulkAction,
} from '#contract/moderation.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { getWorkChallenge } from '#contract/registration-requests.ts'
import { createReport } from '#contract/reports.ts'
import { createReview, getReview, likeReview, listReviews, updateReview } from '#contract/reviews.ts'
import type { Role } from '#contract/roles.ts'
import { getMe } from '#contract/session-tokens.ts'
import { checkUsername, login, register, setUsername } from '#contract/sessions.ts'
import { getTransparency } from '#contract/transparency.ts'
import { clearUsername, PASSWORD, type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { solveWork } from '#kit/solve-work.ts'
import { recount } from '#server/db/recount.ts'
import { thankAllReporters } from './notices.ts'

async function appoint(site: TestSite, username: string, role: Role): Promise<Player> {
	const player = await site.register(username)
	await site.services.db.updateTable('users').set({ role }).where('id', '=', player.user.id).execute()
	return player
}

async function startWithPeople() {
	const site = await startSite()
	const [ann, ben] = [await site.register('ann'), await site.register('ben')]
	const [mod, other, admin] = [
		await appoint(site, 'molly', 'moderator'),
		await appoint(site, 'oscar', 'moderator'),
		await appoint(site, 'ada', 'admin'),
	]
	const act = (body: ActionInput, by = mod) => site.call(takeAction, { body }, by)
	const refused = (body: ActionInput, by = mod) => site.refusal(takeAction, { body }, by)
	const report = (subject: ActionInput['subject'], subjectId: string, by: Player) =>
		site.call(createReport, { body: { subject, subjectId, reason: 'spam' } }, by)
	return { site, ann, ben, mod, other, admin, act, refused, report }
}

const heard = async (site: TestSite, player: Player) =>
	(await site.call(listMyNotifications, { query: {} }, player)).notifications.map(({ text }) => text)

test('a review that is removed vanishes for others, stays for its author, and comes back whole', async () => {
	const { site, ann, ben, mod, act, report } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const params = { id: review.id }
	const game = { params: { id: review.gameId }, query: {} }
	await site.call(likeReview, { params }, ben)
	const { id: commentId } = await site.call(createComment, { body: { reviewId: review.id, content: 'Well put' } }, ben)
	const before = [await site.call(getReview, { params, query: {} }, ben), await site.call(getGame, game)]
	await report('review', review.id, ben)
	const { reports } = await site.call(listReports, { query: {} }, mod)
	expect(reports).toMatchObject([
		{ subjectId: review.id, author: { username: 'ann' }, snapshot: review.description, state: 'open', reportCount: 1 },
	])
	const action = await act({
		subject: 'review',
		subjectId: review.id,
		action: 'remove',
		reason: 'spam',
		note: 'Not here',
	})
	expect(action).toMatchObject({ action: 'remove', moderator: { username: 'molly' }, undoneAt: null })
	expect((await site.refusal(getReview, { params, query: {} }, ben)).status).toBe(404)
	expect((await site.call(listReviews, { query: {} }, ben)).reviews).toEqual([])
	const hidden = await site.call(getGame, game)
	expect(hidden).not.toEqual(before[1])
	const own = await site.call(getReview, { params, query: {} }, ann)
	expect(own).toMatchObject({ description: review.description, userId: ann.user.id })
	expect(own.moderation).toEqual({ state: 'removed', actionId: action.id, reason: 'spam', note: 'Not here' })
	expect((await site.call(getReview, { params, query: {} }, mod)).moderation?.state).toBe('removed')
	expect(await heard(site, ann)).toContainEqual(expect.stringContaining('was removed'))
	expect(await heard(site, ben)).toContainEqual(expect.stringContaining('Thank you'))
	expect(await recount(site.services.db)).toEqual([])
	await act({ subject: 'review', subjectId: review.id, action: 'restore' })
	expect([await site.call(getReview, { params, query: {} }, ben), await site.call(getGame, game)]).toEqual(before)
	const { comments } = await site.call(listComments, { params: { reviewId: review.id }, query: {} })
	expect(comments).toMatchObject([{ id: commentId }])
	expect(await recount(site.services.db)).toEqual([])
})

test('a comment with replies leaves a tombstone while it is removed, and a reply none', async () => {
	const { site, ann, ben, act } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const say = (content: string, player: Player, parentId?: string) => {
		site.time.now += 1000
		return site.call(
			createComment,
			{ body: { reviewId: review.id, content, ...(parentId ? { parentId } : {}) } },
			player,
		)
	}
	const first = await say('First', ben)
	const reply = await say('Reply', ann, first.id)
	const read = async () => (await site.call(listComments, { params: { reviewId: review.id }, query: {} })).comments
	const before = await read()
	await act({ subject: 'comment', subjectId: first.id, action: 'remove', reason: 'hate' })
	expect(await read()).toMatchObject([{ isDeleted: true, content: '', replies: [{ content: 'Reply' }] }])
	expect(await recount(site.services.db)).toEqual([])
	await act({ subject: 'comment', subjectId: reply.id, action: 'remove', reason: 'hate' })
	expect(await read()).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
	await act({ subject: 'comment', subjectId: reply.id, action: 'restore' })
	expect(await recount(site.services.db)).toEqual([])
	await act({ subject: 'comment', subjectId: first.id, action: 'restore' })
	expect(await read()).toEqual(before)
	expect(await recount(site.services.db)).toEqual([])
})

test('a list can be removed and restored', async () => {
	const { site, ann, ben, act } = await startWithPeople()
	await using _ = site
	const list = await site.call(
		createList,
		{ body: { title: 'Best of all', games: [{ gameId: await site.addGame() }] } },
		ann,
	)
	const params = { id: list.id }
	const before = await site.call(getList, { params, query: {} }, ben)
	await act({ subject: 'list', subjectId: list.id, action: 'remove', reason: 'spam' })
	expect((await site.refusal(getList, { params, query: {} }, ben)).status).toBe(404)
	expect((await site.call(getList, { params, query: {} }, ann)).moderation?.state).toBe('removed')
	expect(await recount(site.services.db)).toEqual([])
	await act({ subject: 'list', subjectId: list.id, action: 'restore' })
	expect(await site.call(getList, { params, query: {} }, ben)).toEqual(before)
	expect(await recount(site.services.db)).toEqual([])
})

test('a review cannot come back beside another one of the game', async () => {
	const { site, ann, act, refused } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	await act({ subject: 'review', subjectId: review.id, action: 'remove', reason: 'spam' })
	const second = await writeReview(site, ann, review.gameId)
	const refusal = await refused({ subject: 'review', subjectId: review.id, action: 'restore' })
	expect([refusal.status, refusal.code]).toEqual([409, 'cannot_restore'])
	await act({ subject: 'review', subjectId: second.id, action: 'remove', reason: 'spam' })
	await act({ subject: 'review', subjectId: review.id, action: 'restore' })
	expect(await recount(site.services.db)).toEqual([])
})

test('a moderator marks a spoiler, which its author cannot take off', async () => {
	const { site, ann, ben, act, refused } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const params = { id: review.id }
	await act({ subject: 'review', subjectId: review.id, action: 'mark_spoiler', reason: 'spoiler' })
	expect(
		(await refused({ subject: 'review', subjectId: review.id, action: 'mark_spoiler', reason: 'spoiler' })).code,
	).toBe('already_decided')
	const body = {
		rating: 3,
		platform: review.platform,
		description: 'Nothing is given away here.',
		containsSpoilers: false,
	}
	expect((await site.call(updateReview, { params, body }, ann)).containsSpoilers).toBe(true)
	expect((await site.call(getReview, { params, query: {} }, ben)).isHidden).toBe(true)
	await act({ subject: 'review', subjectId: review.id, action: 'restore' })
	expect((await site.call(getReview, { params, query: {} }, ben)).containsSpoilers).toBe(false)
})

test('a suspended person reads, and writes again once it is over', async () => {
	const { site, ann, mod, act } = await startWithPeople()
	await using _ = site
	const until = new Date(site.time.now + 60_000).toISOString()
	const review = await writeReview(site, ann)
	await act({ subject: 'review', subjectId: review.id, action: 'suspend', reason: 'harassment', until })
	const body = { reviewId: review.id, content: 'Hello' }
	const refusal = await site.refusal(createComment, { body }, ann)
	expect([refusal.status, refusal.code]).toEqual([403, 'suspended'])
	expect(refusal.message).toContain('suspended')
	expect((await site.call(getReview, { params: { id: review.id }, query: {} }, ann)).id).toBe(review.id)
	const group = await site.call(getModeratedSubject, { params: { subject: 'user', subjectId: ann.user.id } }, mod)
	expect(group.standing?.suspendedUntil).toBe(until)
	site.time.now += 61_000
	await site.call(createComment, { body }, ann)
})

test('a suspended moderator has the rights of a member until it is over', { tags: ['trust-34'] }, async () => {
	const { site, ann, ben, mod, admin, act } = await startWithPeople()
	await using _ = site
	const gameId = await site.addGame()
	const written = { gameId, rating: 4, platform: 'PC', description: 'The butler ||did it||.' }
	const open = await site.call(createReview, { body: written }, ann)
	const removed = await writeReview(site, ann)
	await act({ subject: 'review', subjectId: removed.id, action: 'remove', reason: 'spam' })
	const see = async () => [
		(await site.call(getMe, {}, mod)).user.role,
		(await site.call(getReview, { params: { id: open.id }, query: {} }, mod)).isHidden,
		await site.call(getReview, { params: { id: removed.id }, query: {} }, mod).then(
			({ moderation }) => moderation?.state,
			({ status }) => status,
		),
		await site.call(listReports, { query: {} }, mod).then(
			() => 200,
			({ status, code }) => [status, code],
		),
	]
	expect(await see()).toEqual(['moderator', false, 'removed', 200])
	const molly = { subject: 'user', subjectId: mod.user.id } as const
	// The database's clock decides as well
	const until = new Date(Math.max(Date.now(), site.time.now) + 24 * 60 * 60 * 1000).toISOString()
	await act({ ...molly, action: 'suspend', reason: 'harassment', until }, admin)
	expect(await see()).toEqual(['member', true, 404, [403, 'moderators_only']])
	const refusal = await site.refusal(
		createReport,
		{ body: { subject: 'user', subjectId: ben.user.id, reason: 'spam' } },
		mod,
	)
	expect([refusal.status, refusal.code]).toEqual([403, 'suspended'])
	await act({ ...molly, action: 'unban' }, admin)
	expect(await see()).toEqual(['moderator', false, 'removed', 200])
})

test('a ban hides a person and all they wrote at once, ends their sessions, and can be ended', async () => {
	const { site, ann, ben, act, refused } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const ofBen = await writeReview(site, ben)
	await site.call(createComment, { body: { reviewId: ofBen.id, content: 'By ann' } }, ann)
	await site.call(createList, { body: { title: 'A list of ann' } }, ann)
	const removed = await writeReview(site, ann)
	await act({ subject: 'review', subjectId: removed.id, action: 'remove', reason: 'spam' })
	const action = await act({ subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam', note: 'Enough' })
	await site.services.bans.resume()
	expect((await site.refusal(getReview, { params: { id: review.id }, query: {} }, ben)).status).toBe(404)
	expect((await site.refusal(getProfile, { params: { username: 'ann' } }, ben)).status).toBe(404)
	expect((await site.call(getReview, { params: { id: ofBen.id }, query: {} }, ben)).commentCount).toBe(0)
	expect(await recount(site.services.db)).toEqual([])
	expect((await site.refusal(listMyNotifications, { query: {} }, ann)).status).toBe(401)
	const refusal = await site.refusal(login, { body: { identifier: 'ann', password: PASSWORD } })
	expect([refusal.status, refusal.code]).toEqual([403, 'banned'])
	expect((await site.refusal(login, { body: { identifier: 'ann', password: 'Wrong1Password' } })).status).toBe(401)
	expect(
		(await refused({ subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam', seen: action.id })).code,
	).toBe('already_decided')
	await act({ subject: 'user', subjectId: ann.user.id, action: 'unban' })
	await site.services.bans.resume()
	await site.call(login, { body: { identifier: 'ann', password: PASSWORD } })
	expect((await site.call(getReview, { params: { id: review.id }, query: {} }, ben)).id).toBe(review.id)
	expect((await site.refusal(getReview, { params: { id: removed.id }, query: {} }, ben)).status).toBe(404)
	expect((await site.call(getReview, { params: { id: ofBen.id }, query: {} }, ben)).commentCount).toBe(1)
	expect(await recount(site.services.db)).toEqual([])
})

test('moderators act on neither admins, moderators nor themselves, and admins on moderators', async () => {
	const { site, mod, other, admin, act, refused } = await startWithPeople()
	await using _ = site
	for (const { user } of [admin, other, mod])
		expect((await refused({ subject: 'user', subjectId: user.id, action: 'warn', reason: 'spam' })).code).toBe(
			'not_above',
		)
	await act({ subject: 'user', subjectId: mod.user.id, action: 'warn', reason: 'spam' }, admin)
	const second = await appoint(site, 'second', 'admin')
	expect(
		(await refused({ subject: 'user', subjectId: second.user.id, action: 'warn', reason: 'spam' }, admin)).code,
	).toBe('not_above')
	await site.services.db.updateTable('users').set({ role: 'member' }).where('id', '=', mod.user.id).execute()
	const demoted = await refused({ subject: 'user', subjectId: other.user.id, action: 'warn', reason: 'spam' })
	expect([demoted.status, demoted.code]).toEqual([403, 'moderators_only'])
})

test('a second moderator learns what the first did', async () => {
	const { site, ann, ben, other, act, refused, report } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	await report('review', review.id, ben)
	const both = await Promise.allSettled([
		act({ subject: 'review', subjectId: review.id, action: 'remove', reason: 'spam', seen: null }),
		act({ subject: 'review', subjectId: review.id, action: 'dismiss', seen: null }, other),
	])
	expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
	const refusal = await refused(
		{ subject: 'review', subjectId: review.id, action: 'warn', reason: 'spam', seen: null },
		other,
	)
	expect([refusal.status, refusal.code]).toEqual([409, 'already_decided'])
})

test('reports about oneself are for others, and those about moderators name the reporter to admins only', async () => {
	const { site, ann, mod, other, admin, act } = await startWithPeople()
	await using _ = site
	const [zoe, second] = [await site.register('zoe'), await appoint(site, 'second', 'admin')]
	const subjects: [Player, ActionInput['subject'], string][] = []
	for (const author of [ann, mod, admin]) {
		const review = await writeReview(site, author)
		const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm' } }, author)
		const list = await site.call(createList, { body: { title: 'Of mine' } }, author)
		subjects.push([author, 'review', review.id], [author, 'comment', comment.id])
		subjects.push([author, 'list', list.id], [author, 'user', author.user.id])
	}
	for (const [, subject, subjectId] of subjects)
		await site.call(createReport, { body: { subject, subjectId, reason: 'other', text: 'Quagmirish' } }, zoe)
	const { paths } = (await site.app.inject({ url: '/api/openapi.json' })).json<{ paths: object }>()
	const urls = Object.entries(paths as Record<string, object>).flatMap(([path, methods]) =>
		'get' in methods && path.startsWith('/api/moderation/') && !path.includes('{') ? [`${path}?limit=50`] : [],
	)
	expect(urls.length).toBeGreaterThanOrEqual(4)
	/** What a moderator reads of each author's things: nothing, the words, or the reporter's name as well. */
	const read = async (player: Player, state: string) => {
		const headers = { authorization: `Bearer ${player.accessToken}` }
		const texts = await Promise.all(
			[...urls, `/api/moderation/reports?limit=50&state=${state}`].map(async (url) =>
				(await site.app.inject({ url, headers })).json<Record<string, object[]>>(),
			),
		)
		const found = texts.flatMap((answer) => Object.values(answer).filter(Array.isArray).flat())
		return Promise.all(
			[ann, mod, admin].map(async (author) => {
				const own = subjects.filter(([who]) => who === author)
				const told = new Set<string>()
				for (const [, subject, id] of own) {
					const url = `/api/moderation/subjects/${subject}/${id}`
					const single = (await site.app.inject({ url, headers })).body
					for (const text of [
						single,
						...found.map((item) => JSON.stringify(item)).filter((text) => text.includes(id)),
					]) {
						const isNamed = text.includes('"username":"zoe"')
						if (text.includes('"reports":'))
							told.add(isNamed ? 'named' : text.includes('Quagmirish') ? 'words' : 'empty')
						else if (isNamed || text.includes('Quagmirish')) told.add('elsewhere')
					}
				}
				return [...told].join()
			}),
		)
	}
	const expectAll = async (state: string) => {
		expect(await read(mod, state)).toEqual(['named', '', 'words'])
		expect(await read(other, state)).toEqual(['named', 'words', 'words'])
		expect(await read(admin, state)).toEqual(['named', 'named', ''])
		expect(await read(second, state)).toEqual(['named', 'named', 'named'])
	}
	await expectAll('open')
	const count = async (player: Player) => (await site.call(countReports, {}, player)).open
	expect([await count(mod), await count(other), await count(admin)]).toEqual([8, 12, 8])
	const own = { subject: 'user', subjectId: mod.user.id } as const
	expect((await site.refusal(getModeratedSubject, { params: own }, mod)).status).toBe(404)
	for (const [author, subject, subjectId] of subjects.filter(([who]) => who !== admin))
		await act({ subject, subjectId, action: 'dismiss' }, author === mod ? second : other)
	await expectAll('done')
})

test('somebody reports a thing once while the report is open', async () => {
	const { site, ann, ben, mod, act, report } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const twenty = await Promise.allSettled(Array.from({ length: 20 }, () => report('review', review.id, ben)))
	expect(twenty.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
	expect(await site.call(countReports, {}, mod)).toEqual({ open: 1, overdue: 0, appeals: 0, suggestions: 0 })
	await act({ subject: 'review', subjectId: review.id, action: 'dismiss' })
	await report('review', review.id, ben)
	const own = await site.refusal(
		createReport,
		{ body: { subject: 'review', subjectId: review.id, reason: 'spam' } },
		ann,
	)
	expect(own.status).toBe(400)
	const body = { subject: 'review', subjectId: review.id, reason: 'spam' } as const
	expect((await site.refusal(createReport, { body })).status).toBe(401)
	const illegal = { ...body, reason: 'illegal', text: 'Against the law', email: 'who@example.org' } as const
	await site.call(createReport, { body: illegal })
	await site.call(createReport, { body: illegal })
	expect(
		(await site.call(getModeratedSubject, { params: { subject: 'review', subjectId: review.id } }, mod)).reportCount,
	).toBe(3)
	await act({ subject: 'review', subjectId: review.id, action: 'remove', reason: 'illegal' })
	expect(await site.mailsTo('who@example.org')).toHaveLength(1)
	expect((await site.refusal(createReport, { body }, ben)).status).toBe(404)
})

test('no answer tells a visitor whether an address has reported something', async () => {
	const { site, ann, ben } = await startWithPeople()
	await using _ = site
	const [review, other] = [await writeReview(site, ann), await writeReview(site, ben)]
	const ask = async (subjectId: string, email: string) => {
		const payload = { subject: 'review', subjectId, reason: 'illegal', text: 'Against the law', email }
		const { statusCode, body } = await site.app.inject({ method: 'POST', url: createReport.url, payload })
		return [statusCode, body.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')]
	}
	expect(await ask(review.id, 'who@example.org')).toEqual([201, '{"id":"id"}'])
	expect(await ask(review.id, 'who@example.org')).toEqual(await ask(review.id, 'nobody@example.org'))
	// As many as an address may send in a day
	await sql`insert into reports (id, subject_id, reason, sender, created_at, closed_at)
		select gen_random_uuid(), subject_id, reason, sender, created_at, created_at
		from (select * from reports where email = 'who@example.org') sent, generate_series(2, ${LIMITS.reportsPerDay})`.execute(
		site.services.db,
	)
	const known = await ask(review.id, 'who@example.org')
	expect(known[0]).toBe(429)
	expect(await ask(other.id, 'who@example.org')).toEqual(known)
})

test('an author appeals once, and another moderator than the one who acted decides', async () => {
	const { site, ann, ben, mod, other, act } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	const action = await act({ subject: 'review', subjectId: review.id, action: 'remove', reason: 'spam' })
	const params = { actionId: action.id }
	expect(await site.call(getAppealableAction, { params, query: {} }, ann)).toMatchObject({
		canAppeal: true,
		appeal: null,
	})
	expect((await site.refusal(getAppealableAction, { params, query: {} }, ben)).status).toBe(404)
	expect((await site.refusal(getAppealableAction, { params, query: {} })).status).toBe(401)
	const body = { actionId: action.id, text: 'It was no spam' }
	site.time.now += 1000
	const { id } = await site.call(createAppeal, { body }, ann)
	expect((await site.refusal(createAppeal, { body }, ann)).code).toBe('already_appealed')
	const { appeals } = await site.call(listAppeals, { query: {} }, mod)
	expect(appeals).toMatchObject([{ id, canDecide: false, action: { id: action.id } }])
	const decide = { params: { id }, body: { decision: 'grant', note: 'Sorry' } } as const
	expect((await site.refusal(decideAppeal, decide, mod)).code).toBe('own_action')
	expect(await site.call(decideAppeal, decide, other)).toMatchObject({ state: 'granted', answer: 'Sorry' })
	expect((await site.refusal(decideAppeal, decide, other)).code).toBe('already_decided')
	expect((await site.call(getReview, { params: { id: review.id }, query: {} }, ben)).id).toBe(review.id)
	const { actions } = await site.call(listActions, { query: {} }, mod)
	expect(actions.map(({ action }) => action)).toEqual(['restore', 'remove'])
	expect(actions[1]?.undoneAt).not.toBeNull()
	const report = await site.call(getTransparency, { query: {} })
	expect(report.quarters[0]).toMatchObject({ quarter: '2026-Q4', appeals: [{ state: 'granted', count: 1 }] })
	expect(JSON.stringify(report)).not.toContain('ann')
	expect(await recount(site.services.db)).toEqual([])
})

test('a banned person appeals with the token that the login answers', async () => {
	const { site, ann, other, act } = await startWithPeople()
	await using _ = site
	await act({ subject: 'user', subjectId: ann.user.id, action: 'ban', reason: 'spam' })
	const response = await site.app.inject({
		method: 'POST',
		url: '/api/auth/login',
		payload: { identifier: 'ann', password: PASSWORD },
	})
	const { actionId, token, reason } = response.json()
	expect(reason).toBe('spam')
	const { id } = await site.call(createAppeal, { body: { actionId, token, text: 'It was not me' } })
	await site.call(decideAppeal, { params: { id }, body: { decision: 'grant' } }, other)
	await site.call(login, { body: { identifier: 'ann', password: PASSWORD } })
	await site.services.bans.resume()
	expect(await recount(site.services.db)).toEqual([])
})

test('a text with a blocked word waits for a moderator, and its author is told', async () => {
	const { site, ann, ben, mod, admin, act } = await startWithPeople()
	await using _ = site
	await site.call(setBlockedWords, { body: { words: ['Gold seller', 'spám'] } }, admin)
	const body = {
		gameId: await site.addGame(),
		rating: 4,
		platform: 'PC',
		description: 'Ask your GOLD-seller for more.',
	}
	const review = await site.call(createReview, { body }, ann)
	expect(review.moderation?.state).toBe('held')
	const params = { id: review.id }
	expect((await site.refusal(getReview, { params, query: {} }, ben)).status).toBe(404)
	const { reports } = await site.call(listReports, { query: {} }, mod)
	expect(reports).toMatchObject([{ isHeld: true, reports: [{ reason: 'blocked_word', reporter: null }] }])
	const comment = await site.call(
		createComment,
		{ body: { reviewId: (await writeReview(site, ben)).id, content: 'Spam!' } },
		ann,
	)
	expect(comment.moderation?.state).toBe('held')
	await act({ subject: 'review', subjectId: review.id, action: 'dismiss' })
	expect((await site.call(getReview, { params, query: {} }, ben)).moderation).toBeUndefined()
	expect(await recount(site.services.db)).toEqual([])
})

test('all texts of a private list are compared with the blocked words when it is published', async () => {
	const { site, ann, ben, admin } = await startWithPeople()
	await using _ = site
	const gameId = await site.addGame()
	const texts = [
		{ title: 'Gold seller' },
		{ title: 'Calm', description: 'By a gold seller' },
		{ title: 'Calm', tags: ['gold seller'] },
		{ title: 'Calm', games: [{ gameId, notes: 'gold seller' }] },
	]
	const originals = []
	for (const body of texts) originals.push(await site.call(createList, { body }, ben))
	await site.call(setBlockedWords, { body: { words: ['gold seller'] } }, admin)
	for (const { id } of originals) {
		const copy = await site.call(copyList, { params: { id } }, ann)
		const params = { id: copy.id }
		const body = { title: copy.title, description: copy.description ?? '' }
		expect((await site.refusal(getList, { params, query: {} }, ben)).status).toBe(404)
		const published = await site.call(updateList, { params, body: { ...body, visibility: 'unlisted' } }, ann)
		expect(published.moderation?.state).toBe('held')
		expect((await site.refusal(getList, { params, query: {} }, ben)).status).toBe(404)
	}
	expect(await recount(site.services.db)).toEqual([])
})

test.each([
	'Ask your GOLD SELLER.',
	'g\u200bold sel\u2060ler',
	'go\u00adld seller',
	'gold\u180e seller',
	'ｇｏｌｄ　ｓｅｌｌｅｒ',
	'gold_seller',
	'gòld séller',
	'gold\u{e0001} se\ufe0fller',
	'gold\u2066 seller\u2069',
	'GROSSE straße',
])('the blocked words are found in %j', async (text) => {
	const { site, ann, admin } = await startWithPeople()
	await using _ = site
	await site.call(setBlockedWords, { body: { words: ['Gold seller', 'große Strasse'] } }, admin)
	const { moderation } = await site.call(createList, { body: { title: text, games: [] } }, ann)
	expect(moderation?.state).toBe('held')
})

test('a username with a blocked word is not available', async () => {
	const { site, admin } = await startWithPeople()
	await using _ = site
	await site.call(setBlockedWords, { body: { words: ['Gold seller'] } }, admin)
	const unavailable = { status: 409, message: 'This username is not available' }
	const body = { username: 'Gold_Seller_7', email: 'gold@example.org', password: PASSWORD }
	expect(await site.refusal(register, { body })).toMatchObject(unavailable)
	expect(await site.call(checkUsername, { query: { username: body.username } })).toMatchObject({
		available: false,
		message: unavailable.message,
	})
	const zoe = await site.register()
	await clearUsername(site, zoe)
	expect(await site.refusal(setUsername, { body: { username: body.username } }, zoe)).toMatchObject(unavailable)
	await site.call(setUsername, { body: { username: 'Marigold_Seller' } }, zoe)
})

test('accounts are banned in bulk, and what they wrote lately is removed in bulk', async () => {
	const { site, ann, ben, mod, admin } = await startWithPeople()
	await using _ = site
	const [first, second] = [await writeReview(site, ann), await writeReview(site, ann)]
	const remove = { userIds: [ann.user.id, admin.user.id], action: 'remove' as const, reason: 'spam' as const }
	const { results } = await site.call(takeBulkAction, { body: remove }, mod)
	expect(results).toMatchObject([{ outcome: 'done', actions: 2, hasMore: false }, { actions: 0 }])
	for (const { id } of [first, second])
		expect((await site.refusal(getReview, { params: { id }, query: {} }, ben)).status).toBe(404)
	const userIds = [ann.user.id, ben.user.id, admin.user.id]
	const ban = { userIds, action: 'ban' as const, reason: 'spam' as const }
	const banned = await site.call(takeBulkAction, { body: ban }, mod)
	expect(banned.results.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'not_allowed'])
	await site.services.bans.resume()
	expect(await recount(site.services.db)).toEqual([])
})

/** The report of a visitor about something illegal. */
const illegalReport = (subjectId: string, email: string) =>
	({ subject: 'review', subjectId, reason: 'illegal', text: 'Against the law', email }) as const

test('the visitors of a network send so many reports a day, whatever addresses they type, and its accounts five times as many', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '0.1', TRUSTED_PROXIES: '1' } })
	const [ann, ben] = [await site.register(), await site.register()]
	const review = await writeReview(site, ann)
	const countTaken = async (tries: number, toAddress: (n: number) => string, by?: Player) => {
		const answers = []
		for (let n = 0; n < tries; n++) {
			// Past the limit of requests per minute
			site.time.now += 31_000
			const headers = {
				'x-forwarded-for': toAddress(n),
				...(by && { authorization: `Bearer ${by.accessToken}` }),
			}
			const payload = illegalReport(review.id, `typed-${site.time.now}@example.org`)
			const answer = await site.app.inject({ method: 'POST', url: createReport.url, payload, headers })
			if (answer.json().code !== 'too_many_reports') answers.push(answer.statusCode)
		}
		return answers.length
	}
	// A second report of an account about one thing is refused, and counts
	expect(await countTaken(27, () => '127.0.0.1', ben)).toBe(25)
	expect(await countTaken(7, () => '127.0.0.1')).toBe(5)
	expect(await countTaken(22, (n) => `2001:db8:0:${100 + n}::1`)).toBe(20)
	site.time.now += 24 * 60 * 60 * 1000
	expect(await countTaken(7, () => '127.0.0.1')).toBe(5)
})

test('the sixth report of a visitor within ten minutes needs a proof of work', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '1' } })
	const review = await writeReview(site, await site.register())
	const report = async (n: number, proof?: string) => {
		const payload = { ...illegalReport(review.id, `visitor${n}@example.org`), proof }
		const headers = { 'x-forwarded-for': '198.51.100.1' }
		const answer = await site.app.inject({ method: 'POST', url: createReport.url, payload, headers })
		return answer.statusCode === 201 ? 201 : answer.json().code
	}
	for (let n = 0; n < 5; n++) expect(await report(n)).toBe(201)
	expect(await report(5)).toBe('work_needed')
	const proof = solveWork(await site.call(getWorkChallenge, {}))
	expect(await report(5, proof)).toBe(201)
	expect(await report(6, proof)).toBe('work_needed')
})

test('of what visitors report about one thing a hundred reports wait, and all their senders are answered, in batches', async () => {
	const { site, ann, ben, mod, act, report } = await startWithPeople()
	await using _ = site
	const review = await writeReview(site, ann)
	for (let n = 0; n < 102; n++)
		await site.app.inject({
			method: 'POST',
			url: createReport.url,
			payload: illegalReport(review.id, `visitor${n}@example.org`),
		})
	await report('review', review.id, ben)
	const waiting = await site.call(listReports, { query: {} }, mod)
	expect(waiting.reports[0]?.reportCount).toBe(101)
	await act({ subject: 'review', subjectId: review.id, action: 'dismiss' })
	const { db } = site.services
	const countUnanswered = async () =>
		(await db.selectFrom('reports').select(['id', 'email']).where('awaits_answer', '=', true).execute()).length
	expect(await countUnanswered()).toBe(51)
	await thankAllReporters(site.services, site.app.log)
	expect(await countUnanswered()).toBe(0)
	const mails = async (n: number) => (await site.mailsTo(`visitor${n}@example.org`)).length
	expect([await mails(0), await mails(99), await mails(101)]).toEqual([1, 1, 0])
	expect(await db.selectFrom('reports').select('id').where('email', 'is not', null).execute()).toEqual([])
	const { notifications } = await site.call(listMyNotifications, { query: {} }, ben)
	expect(notifications.filter(({ kind }) => kind === 'moderation')).toHaveLength(1)
	// Whoever runs late finds nobody left to answer
	await thankAllReporters(site.services, site.app.log)
	expect(await mails(0)).toBe(1)
	await site.call(createReport, { body: illegalReport(review.id, 'later@example.org') })
})
