import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeEmail, deleteAccount, forgotPassword, getDeletion } from '#contract/account.ts'
import { createComment, likeComment } from '#contract/comments.ts'
import { exportAccount } from '#contract/export.ts'
import { follow } from '#contract/follows.ts'
import { createList, listLists } from '#contract/lists.ts'
import { updateProfile } from '#contract/profile.ts'
import { getProfile } from '#contract/profile-detail.ts'
import { createReview, getReview, likeReview, listReviews, reportSeen } from '#contract/reviews.ts'
import { getMe, refreshTokens } from '#contract/session-tokens.ts'
import { login, register } from '#contract/sessions.ts'
import { PROVIDERS } from '#contract/social-login-providers.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { PASSWORD, startSite, type TestSite } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { refreshRankings } from '#server/db/rankings.ts'
import { recount } from '#server/db/recount.ts'
import { deleteOrphanPictures } from '#server/features/media/orphan-pictures.ts'
import { createTicket } from '#server/features/sessions/login-tickets.ts'
import { addConnection } from './queries-connections.ts'
import { completeDeletions } from './queries-deletions.ts'

const REVIEW = { rating: 4, platform: 'PC', description: 'Worth every evening of it.' }

/** Returns the tables in which some row contains one of the words. */
async function findTablesContaining({ services: { db } }: TestSite, words: readonly string[]): Promise<string[]> {
	const { rows: tables } = await sql<{ name: string }>`
		select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
	const found: string[] = []
	for (const { name } of tables) {
		const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(db)
		if (rows.some(({ row }) => words.some((word) => row.toLowerCase().includes(word.toLowerCase())))) found.push(name)
	}
	return found
}

/** Returns the stored files of a picture. */
async function findPictureFiles({ services: { config } }: TestSite, picture: string): Promise<string[]> {
	const id = /\/pictures\/(.{22})/.exec(picture)?.[1] ?? picture
	const names = await readdir(path.join(config.dataDir, 'pictures'))
	return names.filter((name) => name.includes(id))
}

/** Registers two users who have interacted in every way with each other and with their own content. */
async function registerInteractingUsers(site: TestSite) {
	const [gone, stays] = [await site.register('Vanishing_1'), await site.register('Staying_1')]
	const [first, second] = [await site.addGame(), await site.addGame()]
	const own = await site.call(createReview, { body: { ...REVIEW, gameId: first } }, gone)
	const others = await site.call(createReview, { body: { ...REVIEW, gameId: first } }, stays)
	await site.call(createReview, { body: { ...REVIEW, gameId: second } }, gone)
	for (const player of [gone, stays])
		for (const review of [own, others]) {
			await site.call(likeReview, { params: { id: review.id } }, player).catch(() => undefined)
			const comment = await site.call(createComment, { body: { reviewId: review.id, content: 'Hm.' } }, player)
			for (const liker of [gone, stays]) await site.call(likeComment, { params: { id: comment.id } }, liker)
			await site.call(reportSeen, { body: { views: [review.id] } }, player)
		}
	await site.call(follow, { body: { followedId: stays.user.id } }, gone)
	await site.call(follow, { body: { followedId: gone.user.id } }, stays)
	for (const player of [gone, stays])
		await site.call(createList, { body: { title: 'Some', games: [{ gameId: first }, { gameId: second }] } }, player)
	await site.call(forgotPassword, { body: { email: gone.user.email } })
	await site.services.mail.waitUntilIdle(site.app.log)
	await site.refusal(login, { body: { identifier: 'Vanishing_1', password: 'Wrong1Horse' } })
	const picture = toFile(await plainPicture('png'))
	await site.call(
		updateProfile,
		{ body: { profilePicture: picture, name: 'Van Ishing', bio: 'Vanishing_1 plays.' } },
		gone,
	)
	await site.call(changeEmail, { body: { email: 'vanishing_1@example.net', currentPassword: PASSWORD } }, gone)
	await createTicket(
		site.services.db,
		{ purpose: 'sign-in', method: 'google', userId: gone.user.id, challenge: null },
		site.time.now,
	)
	for (const provider of PROVIDERS)
		await addConnection(
			site.services.db,
			{ provider, subject: `vanishing_1_at_${provider}` },
			gone.user.id,
			now(site.services),
		)
	// Reports of seen reviews are stored in batches; those of the authors do not count
	const seen = () => site.services.db.selectFrom('review_seen').selectAll().execute()
	await expect.poll(seen, { timeout: 60_000 }).toHaveLength(2)
	return { gone, stays, first, second, own, others }
}

test('a deleted account leaves no name, address or ID in any table or file, and all counters are correct', {
	tags: ['trust-35'],
}, async () => {
	await using site = await startSite()
	const { gone, stays, second, own, others } = await registerInteractingUsers(site)
	const words = [gone.user.id, gone.user.username, gone.user.email, 'Van Ishing']
	const picture = (await site.call(getMe, {}, gone)).user.profilePicture ?? ''
	expect(await findPictureFiles(site, picture)).toHaveLength(2)
	expect((await findTablesContaining(site, words)).sort()).toEqual(
		expect.arrayContaining([
			'comments',
			'follows',
			'login_tickets',
			'mail_tokens',
			'review_seen',
			'sessions',
			'social_accounts',
			'users',
		]),
	)
	const { confirmationCode } = await site.call(deleteAccount, { body: { password: PASSWORD } }, gone)
	await site.services.purges.resume()
	// Until then, IDs of those whose counts have changed wait there
	await refreshRankings(site.services.db)

	expect(await findTablesContaining(site, words)).toEqual([])
	await deleteOrphanPictures(site.services)
	expect(await findTablesContaining(site, [picture])).toEqual([])
	expect(await findPictureFiles(site, picture)).toEqual([])
	expect((await site.app.inject({ url: picture })).statusCode).toBe(404)
	expect(JSON.stringify(await site.call(exportAccount, {}, stays))).not.toMatch(/vanish|van ishing/i)
	expect(await recount(site.services.db)).toEqual([])
	expect((await site.refusal(getReview, { params: { id: own.id } })).status).toBe(404)
	expect((await site.refusal(getProfile, { params: { username: 'Vanishing_1' } })).status).toBe(404)
	expect(await site.call(getReview, { params: { id: others.id } })).toMatchObject({ commentCount: 1 })
	expect((await site.call(listReviews, { query: {} })).totalCount).toBe(1)
	expect((await site.call(listReviews, { query: { gameId: second } })).totalCount).toBe(0)
	expect((await site.call(listLists, { query: {} })).totalCount).toBe(1)
	const { user } = await site.call(getMe, {}, stays)
	expect(user).toMatchObject({ followerCount: 0, followingCount: 0, reviewCount: 1, listCount: 1 })
	expect((await site.mailsTo(gone.user.email)).at(-1)?.text).toContain(confirmationCode)
})

test('a deletion revokes all sessions at once and frees the email address', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const gameId = await site.addGame()
	await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	expect((await site.refusal(getMe, {}, ann)).code).toBe('session_revoked')
	expect((await site.refusal(createReview, { body: { ...REVIEW, gameId } }, ann)).status).toBe(401)
	expect((await site.refusal(refreshTokens, { body: { refreshToken: ann.refreshToken } })).status).toBe(401)
	expect((await site.refusal(login, { body: { identifier: 'Ann', password: PASSWORD } })).status).toBe(401)
	expect((await site.refusal(deleteAccount, { body: { password: PASSWORD } }, ann)).status).toBe(401)
	expect((await site.refusal(listReviews, { query: {} }, ann)).code).toBe('session_revoked')
	const body = { username: 'Ann_2', email: ann.user.email, password: PASSWORD }
	expect((await site.call(register, { body })).success).toBe(true)
})

test('a wrong or missing password deletes nothing', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	for (const body of [{ password: 'Wrong1Horse' }, { confirm: 'Ann' }, {}]) {
		const { status, code } = await site.refusal(deleteAccount, { body }, ann)
		expect([status, code]).toEqual([403, 'wrong_password'])
	}
	expect((await site.refusal(deleteAccount, { body: { password: PASSWORD } })).status).toBe(401)
	expect((await site.call(getMe, {}, ann)).user.username).toBe('Ann')
})

test('an account without a password is deleted by typing its username', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await site.services.db.updateTable('users').set({ password_hash: null }).execute()
	for (const body of [{ password: PASSWORD }, { confirm: 'Anne' }, {}]) {
		const { status, message } = await site.refusal(deleteAccount, { body }, ann)
		expect([status, message]).toEqual([400, 'Please type your username to confirm'])
	}
	expect((await site.call(deleteAccount, { body: { confirm: ' ann ' } }, ann)).success).toBe(true)
})

test('ten concurrent deletions count as one, and counters stay correct under concurrent activity', {
	tags: ['ci'],
}, async () => {
	await using site = await startSite()
	const { gone, stays, own, others } = await registerInteractingUsers(site)
	const newcomers = await Promise.all(
		Array.from({ length: 5 }, (_, n) =>
			site.call(register, { body: { username: `new_${n}`, email: `new_${n}@x.org`, password: PASSWORD } }),
		),
	)
	const outcomes = await Promise.all([
		...Array.from({ length: 10 }, () =>
			site.call(deleteAccount, { body: { password: PASSWORD } }, gone).then(
				() => 'deleted',
				({ status }: { status: number }) => status,
			),
		),
		...newcomers.flatMap(({ tokens, user }) => {
			const player = { user, password: PASSWORD, ...tokens }
			return [
				site.call(likeReview, { params: { id: own.id } }, player).catch(() => 'gone'),
				site.call(likeReview, { params: { id: others.id } }, player).catch(() => 'busy'),
				site.call(follow, { body: { followedId: gone.user.id } }, player).catch(() => 'gone'),
				site.call(createComment, { body: { reviewId: own.id, content: 'Oh.' } }, player).catch(() => 'gone'),
			]
		}),
	])
	expect(outcomes.filter((outcome) => outcome === 'deleted')).toHaveLength(1)
	expect(outcomes.slice(0, 10).filter((outcome) => outcome !== 'deleted')).toEqual(Array(9).fill(401))
	await site.services.purges.resume()
	expect(await recount(site.services.db)).toEqual([])
	expect((await site.call(getMe, {}, stays)).user.followerCount).toBe(0)
})

test('a code returns the progress of its deletion, and an unknown code a 404', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const { confirmationCode } = await site.call(deleteAccount, { body: { password: PASSWORD } }, ann)
	await site.services.purges.resume()
	expect(confirmationCode).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}$/)
	const params = { code: confirmationCode.toLowerCase() }
	const requestedAt = new Date(site.time.now).toISOString()
	const details = { requestedAt, completedAt: null, progress: 100, subject: 'account' }
	const processing = { success: true, confirmationCode, status: 'processing', ...details }
	expect(await site.call(getDeletion, { params })).toEqual(processing)
	await completeDeletions(site.services.db, requestedAt, requestedAt)
	expect(await site.call(getDeletion, { params })).toEqual(processing)
	const later = new Date(site.time.now + 1).toISOString()
	await completeDeletions(site.services.db, later, later)
	expect(await site.call(getDeletion, { params })).toEqual({ ...processing, status: 'completed', completedAt: later })
	for (const code of ['XXXX', '%00', "'; drop table users"]) {
		const refusal = await site.refusal(getDeletion, { params: { code } })
		expect([refusal.status, refusal.code]).toEqual([404, 'deletion_not_found'])
	}
})
