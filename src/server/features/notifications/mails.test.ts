// Which mails are sent when, and which never, over days of the injected clock.

import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { createComment } from '#contract/comments.ts'
import { follow } from '#contract/follows.ts'
import { listMyNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { updatePreferences } from '#contract/preferences.ts'
import { likeReview, unlikeReview } from '#contract/reviews.ts'
import { logInAgain } from '#kit/log-in.ts'
import { startMailServer } from '#kit/peers/mail-server.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { readConfig } from '#server/config.ts'
import { createUnsubscribeToken } from '#server/features/preferences/unsubscribe-tokens.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { createDelivery, type DeliverMail } from '#server/mail/delivery.ts'
import { queueDueMails } from './mails.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Registers someone with a confirmed address who is mailed about likes and comments. */
async function registerMailed(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	const mail = { mail: true }
	const notifications = { review_like: mail, comment: mail, reply: mail, follow: mail }
	await site.call(updatePreferences, { body: { notifications } }, player)
	return player
}

/** Lets time pass, runs the job, and returns the subjects of all mails about notifications to a person. */
async function runJob(site: TestSite, player: Player, afterMs = MINUTE_MS): Promise<string[]> {
	site.time.now += afterMs
	await queueDueMails(site.services, site.app.log)
	const mails = await site.mailsTo(player.user.email)
	return mails.filter(({ unsubscribeUrl }) => unsubscribeUrl).map(({ subject }) => subject)
}

/** Runs the job in a process that ends before it sends. */
async function queueWithoutSending({ services, app }: TestSite): Promise<void> {
	// The end of a delivery would send what is queued
	await services.mail.waitUntilIdle(app.log)
	await queueDueMails({ ...services, mail: { ...services.mail, wake: async () => {} } }, app.log)
	expect((await services.mail.measure()).count).toBe(1)
}

test('a burst of likes is one mail, the next one follows an hour later, and nothing is mailed twice', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const [ann, ben, cat, dan] = await Promise.all(['Ann', 'Ben', 'Cat', 'Dan'].map((name) => site.register(name)))
	if (!ann || !ben || !cat || !dan) throw new Error()
	const { id, game } = await writeReview(site, author)
	for (const fan of [ann, ben, cat, dan]) {
		site.time.now += 1000
		await site.call(likeReview, { params: { id } }, fan)
	}
	expect(await runJob(site, author, 30_000)).toEqual([])
	const first = `Dan, Cat and 2 others liked your review of ${game.name}`
	expect(await runJob(site, author)).toEqual([first])
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	site.time.now += 1000
	const content = 'So it is.'
	await site.call(createComment, { body: { reviewId: id, content } }, ben)
	expect(await runJob(site, author)).toEqual([first])
	expect(await runJob(site, author, 50 * MINUTE_MS)).toEqual([first])
	const second = `Ben commented on your review of ${game.name}, and 1 more`
	expect(await runJob(site, author, 9 * MINUTE_MS)).toEqual([first, second])
	expect(await runJob(site, author, 5 * HOUR_MS)).toEqual([first, second])
	const mail = (await site.mailsTo(author.user.email)).at(-1)
	expect(mail?.text).toContain(`“${content}”\nhttp://localhost:3000/reviews/${id}#comment-`)
	expect(mail?.text).toContain('Ann followed you\nhttp://localhost:3000/profile/Ann')
	expect(mail?.html).toContain('So it is.')
	// They stay unread on the site
	expect((await site.call(listMyNotifications, { query: {} }, await logInAgain(site, author))).unreadCount).toBe(3)
})

test('what was read or taken back meanwhile is not mailed', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { id } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, ann)
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	await site.call(markNotificationsRead, { body: { all: true } }, author)
	await site.call(likeReview, { params: { id } }, ben)
	await site.call(unlikeReview, { params: { id } }, ben)
	expect(await runJob(site, author)).toEqual([])
	// Read after it was queued, and before it was sent
	await site.call(likeReview, { params: { id } }, ben)
	site.time.now += MINUTE_MS
	await queueWithoutSending(site)
	await site.call(markNotificationsRead, { body: { all: true } }, author)
	expect(await runJob(site, author, HOUR_MS)).toEqual([])
})

test('a kind that is only mailed is in no bell, and each mail begins anew', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const off = { site: false }
	await site.call(updatePreferences, { body: { notifications: { review_like: off, list_like: off } } }, author)
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { id, game } = await writeReview(site, author)
	await site.call(likeReview, { params: { id } }, ann)
	const { notifications, unreadCount } = await site.call(listMyNotifications, { query: {} }, author)
	expect([notifications, unreadCount]).toEqual([[], 0])
	const first = `Ann liked your review of ${game.name}`
	expect(await runJob(site, author)).toEqual([first])
	await site.call(likeReview, { params: { id } }, ben)
	expect(await runJob(site, author, HOUR_MS)).toEqual([first, `Ben liked your review of ${game.name}`])
})

test('a kind without a channel leaves no row', async () => {
	await using site = await startSite()
	const [author, ann] = [await site.register('Author'), await site.register('Ann')]
	await site.call(updatePreferences, { body: { notifications: { follow: { site: false } } } }, author)
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	const { db } = site.services
	expect(await db.selectFrom('notifications').select('id').execute()).toEqual([])
	expect(await db.selectFrom('notification_events').select('source').execute()).toEqual([])
})

test('an address that is not confirmed gets nothing, nor what happened before it was', async () => {
	await using site = await startSite()
	const [author, ann] = [await site.register('Author'), await site.register('Ann')]
	await site.call(updatePreferences, { body: { notifications: { follow: { mail: true } } } }, author)
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	expect(await runJob(site, author)).toEqual([])
	await markEmailVerified(site.services.db, author.user.id, now(site.services))
	expect(await runJob(site, author, HOUR_MS)).toEqual([])
})

test('a deleted account gets nothing', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const ann = await site.register('Ann')
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	site.time.now += MINUTE_MS
	await queueWithoutSending(site)
	await site.call(deleteAccount, { body: { password: author.password } }, author)
	expect(await runJob(site, author, HOUR_MS)).toEqual([])
	await site.services.purges.resume()
	expect(await site.services.db.selectFrom('notification_mails').selectAll().execute()).toEqual([])
})

test('mails have no spoilers', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { id: reviewId } = await writeReview(site, author)
	const other = await writeReview(site, author)
	await site.call(createComment, { body: { reviewId, content: 'It was ||the butler|| after all.' } }, ann)
	const flagged = { reviewId: other.id, content: 'The gardener did it.', containsSpoilers: true }
	await site.call(createComment, { body: flagged }, ben)
	await runJob(site, author)
	const mail = (await site.mailsTo(author.user.email)).at(-1)
	expect(mail?.text).toContain('“It was ▮▮▮ after all.”')
	expect(JSON.stringify(mail)).not.toMatch(/butler|gardener/)
})

test('a mail lists 20 notifications and says how many more there are', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const ann = await site.register('Ann')
	for (let n = 0; n < 23; n++) {
		const { id } = await writeReview(site, author)
		site.time.now += 100
		await site.call(likeReview, { params: { id } }, ann)
	}
	expect(await runJob(site, author)).toEqual([expect.stringMatching(/^Ann liked your review of .+, and 22 more$/)])
	const mail = (await site.mailsTo(author.user.email)).at(-1)
	expect(mail?.text.match(/Ann liked/g)).toHaveLength(20)
	expect(mail?.text).toContain('And 3 more\nhttp://localhost:3000/')
	expect(await runJob(site, author, 2 * HOUR_MS)).toHaveLength(1)
})

test('two processes at once mail each notification once', { tags: ['ci'] }, async () => {
	await using site = await startSite()
	await using beside = await startSite({ beside: site })
	await mailEachOnce(site, [site, beside])
})

test('runs at once mail each notification once', async () => {
	await using site = await startSite()
	await mailEachOnce(site, [site, site])
})

async function mailEachOnce(site: TestSite, processes: readonly TestSite[]): Promise<void> {
	const authors = await Promise.all(Array.from({ length: 8 }, (_, n) => registerMailed(site, `author_${n}`)))
	const ann = await site.register('Ann')
	for (const author of authors) {
		const { id } = await writeReview(site, author)
		await site.call(likeReview, { params: { id } }, ann)
		await site.call(follow, { body: { followedId: author.user.id } }, ann)
	}
	const dueAt = site.time.now + MINUTE_MS
	for (const { time } of processes) time.now = dueAt
	const runs = [...processes, ...processes].map(({ services, app }) => queueDueMails(services, app.log))
	await Promise.all(runs)
	await Promise.all(processes.map(({ services, app }) => services.mail.waitUntilIdle(app.log)))
	for (const author of authors) expect(await runJob(site, author, 2 * HOUR_MS)).toHaveLength(1)
}

test('a process that ends before its mail is queued leaves it to the next one', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	await site.call(follow, { body: { followedId: author.user.id } }, await site.register('Ann'))
	site.time.now += MINUTE_MS
	const { mail } = site.services
	const add = () => Promise.reject(new Error('The process ended'))
	await expect(queueDueMails({ ...site.services, mail: { ...mail, add } }, site.app.log)).rejects.toThrow('ended')
	expect(await runJob(site, author)).toEqual(['Ann followed you'])
	expect(await runJob(site, author, 2 * HOUR_MS)).toHaveLength(1)
})

test('what is read while the mail server is out of order is not in the mail that it receives later', async () => {
	const delivered: string[] = []
	let isDown = false
	const deliver: DeliverMail = async ({ subject, text }) => {
		if (isDown) throw new Error('out of order')
		delivered.push(`${subject}\n${text}`)
	}
	await using site = await startSite({ deliver })
	const author = await registerMailed(site, 'Author')
	const [{ id, game }, ann, ben] = [
		await writeReview(site, author),
		await site.register('Ann'),
		await site.register('Ben'),
	]
	await site.services.mail.waitUntilIdle(site.app.log)
	isDown = true
	await site.call(follow, { body: { followedId: author.user.id } }, ann)
	await site.call(likeReview, { params: { id } }, ben)
	const sendDue = async () => {
		site.time.now += MINUTE_MS
		await queueDueMails(site.services, site.app.log)
		await site.services.mail.waitUntilIdle(site.app.log)
	}
	await sendDue()
	const again = await logInAgain(site, author)
	const { notifications } = await site.call(listMyNotifications, { query: {} }, again)
	const ids = notifications.filter(({ kind }) => kind === 'follow').map((row) => row.id)
	await site.call(markNotificationsRead, { body: { ids } }, again)
	delivered.length = 0
	isDown = false
	await sendDue()
	expect(delivered).toEqual([expect.stringContaining(`Ben liked your review of ${game.name}`)])
	expect(delivered[0]).not.toContain('Ann')
	await sendDue()
	expect(delivered).toHaveLength(1)
})

test('a mail server receives it once, with the headers of a one-click unsubscription', async () => {
	await using server = await startMailServer({ refusals: 1 })
	const config = readConfig({
		SMTP_URL: server.url,
		MAIL_FROM: 'no-reply@games.example',
		PUBLIC_URL: 'https://games.example',
	})
	await using site = await startSite({ env: { PUBLIC_URL: 'https://games.example' }, deliver: createDelivery(config) })
	const author = await registerMailed(site, 'Author')
	await site.services.mail.waitUntilIdle(site.app.log)
	await site.call(follow, { body: { followedId: author.user.id } }, await site.register('Ann'))
	for (let run = 0; run < 3; run++) await runJob(site, author)
	const mails = server.received.filter(({ raw }) => raw.includes('Subject: Ann followed you'))
	expect(mails.map(({ to }) => to)).toEqual([[author.user.email]])
	// Long headers are folded
	const [head = '', body = ''] = (mails[0]?.raw ?? '').split('\r\n\r\n')
	const headers = head.replaceAll(/\r\n\s+/g, ' ').split('\r\n')
	const token = createUnsubscribeToken(site.services.keys.unsubscribing, {
		userId: author.user.id,
		purpose: 'notifications',
	})
	expect(headers).toContain(`List-Unsubscribe: <https://games.example/unsubscribe?token=${token}>`)
	expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
	expect(headers).toContain('Auto-Submitted: auto-generated')
	expect(body).toBeDefined()
	// As mail programs send it
	const [, url = ''] = /^List-Unsubscribe: <https:\/\/games\.example([^>]+)>$/m.exec(headers.join('\n')) ?? []
	const click = { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
	expect((await site.app.inject({ ...click, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200)
	await site.call(follow, { body: { followedId: author.user.id } }, await site.register('Ben'))
	await runJob(site, author, 2 * HOUR_MS)
	expect(server.received.filter(({ raw }) => raw.includes('followed you'))).toHaveLength(1)
})

test('a message of a moderator is mailed at once, and cannot be unsubscribed from', async () => {
	await using site = await startSite()
	const author = await registerMailed(site, 'Author')
	const row = {
		user_id: author.user.id,
		kind: 'moderation',
		target: author.user.id,
		created_at: now(site.services),
	} as const
	await site.services.db
		.insertInto('notifications')
		.values({ ...row, text: 'Please read the rules.' })
		.execute()
	await queueDueMails(site.services, site.app.log)
	const mail = (await site.mailsTo(author.user.email)).at(-1)
	expect(mail).toMatchObject({ subject: 'A message from the moderators' })
	expect(mail?.unsubscribeUrl).toBeUndefined()
	expect(mail?.text).toContain('Please read the rules.')
	expect(mail?.text).not.toContain('unsubscribe')
})
