import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { follow, unfollow } from '#contract/follows.ts'
import { markNotificationsRead } from '#contract/notifications.ts'
import { type Digest, updatePreferences } from '#contract/preferences.ts'
import { likeReview } from '#contract/reviews.ts'
import { logInAgain } from '#kit/log-in.ts'
import { type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { now } from '#server/clock.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { queueDueDigests } from './mails.ts'

const DAY_MS = 24 * 60 * 60 * 1000

async function registerConfirmed(site: TestSite, username: string): Promise<Player> {
	const player = await site.register(username)
	await markEmailVerified(site.services.db, player.user.id, now(site.services))
	return player
}

/** Runs the job four times a day for some days, and returns the digests that a person has got so far. */
async function passDays(site: TestSite, player: Player, days: number) {
	for (let run = 0; run < days * 4; run++) {
		site.time.now += DAY_MS / 4
		await queueDueDigests(site.services, site.app.log)
		// Mails expire after a day
		await site.services.mail.waitUntilIdle(site.app.log)
	}
	return (await site.mailsTo(player.user.email)).filter(({ subject }) => subject.startsWith('Your '))
}

/** Lets a fan follow, however long ago they logged in. */
const followBy = async (site: TestSite, fan: Player, followed: Player) =>
	site.call(follow, { body: { followedId: followed.user.id } }, await logInAgain(site, fan))

const subjectsOf = (mails: { subject: string }[]) => mails.map(({ subject }) => subject)

test('a weekly digest has what is unread since the last one, and comes only where something happened', async () => {
	await using site = await startSite()
	const author = await registerConfirmed(site, 'Author')
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const { id, game } = await writeReview(site, author)
	expect(await passDays(site, author, 15)).toEqual([])
	await site.call(likeReview, { params: { id } }, await logInAgain(site, ann))
	await followBy(site, ann, author)
	const digests = await passDays(site, author, 8)
	expect(subjectsOf(digests)).toEqual([expect.stringMatching(/^Your week: Ann .+, and 1 more$/)])
	expect(digests[0]?.unsubscribeUrl).toMatch(/\/unsubscribe\?token=[\w-]{44}$/)
	expect(digests[0]?.text).toContain(`Ann liked your review of ${game.name}`)
	expect(digests[0]?.text).toContain('Ann followed you')
	expect(await passDays(site, author, 8)).toHaveLength(1)
	// An unread notification that goes on is news again
	await site.call(likeReview, { params: { id } }, await logInAgain(site, ben))
	const later = await passDays(site, author, 8)
	expect(subjectsOf(later).at(-1)).toBe(`Your week: Ben and Ann liked your review of ${game.name}`)
	expect(later.at(-1)?.text).not.toContain('followed')
	expect(await passDays(site, author, 15)).toHaveLength(2)
})

test('a daily digest comes once a day, and what is read or taken back is in none', async () => {
	await using site = await startSite()
	const author = await registerConfirmed(site, 'Author')
	await site.call(updatePreferences, { body: { digest: 'daily' } }, author)
	const [ann, ben, cat] = [await site.register('Ann'), await site.register('Ben'), await site.register('Cat')]
	await followBy(site, ann, author)
	expect(subjectsOf(await passDays(site, author, 1))).toEqual(['Your day: Ann followed you'])
	await followBy(site, ben, author)
	await site.call(markNotificationsRead, { body: { all: true } }, await logInAgain(site, author))
	expect(await passDays(site, author, 2)).toHaveLength(1)
	await followBy(site, cat, author)
	await site.call(unfollow, { params: { id: author.user.id } }, await logInAgain(site, cat))
	expect(await passDays(site, author, 2)).toHaveLength(1)
})

test('nobody gets a digest who chose none or whose address is not confirmed, and a change counts from then on', async () => {
	await using site = await startSite()
	const [quiet, unconfirmed] = [await registerConfirmed(site, 'Quiet'), await site.register('Unconfirmed')]
	await site.call(updatePreferences, { body: { digest: 'never' } }, quiet)
	const ann = await site.register('Ann')
	for (const followed of [quiet, unconfirmed]) await followBy(site, ann, followed)
	expect(await passDays(site, quiet, 8)).toEqual([])
	expect(await passDays(site, unconfirmed, 1)).toEqual([])
	const { db } = site.services
	expect(await db.selectFrom('notifications').select('digest_at').execute()).toEqual([
		{ digest_at: null },
		{ digest_at: null },
	])
	const change = async (digest: Digest) =>
		site.call(updatePreferences, { body: { digest } }, await logInAgain(site, quiet))
	await change('daily')
	await followBy(site, await site.register('Ben'), quiet)
	expect(subjectsOf(await passDays(site, quiet, 1))).toEqual(['Your day: Ben and Ann followed you'])
	await change('weekly')
	await followBy(site, await site.register('Cat'), quiet)
	expect((await passDays(site, quiet, 8)).at(-1)?.subject).toMatch(/^Your week: Cat, Ben and Ann/)
})

test('a digest lists 20 and says how many more there are, also of more than one batch', async () => {
	await using site = await startSite()
	const author = await registerConfirmed(site, 'Author')
	const ann = await site.register('Ann')
	await followBy(site, ann, author)
	await addNotifications(site, author, 949)
	const [digest, ...others] = await passDays(site, author, 8)
	expect(others).toEqual([])
	expect(digest?.text.match(/Ann followed you/g)).toHaveLength(20)
	expect(digest?.text).toContain('And 930 more\n')
	expect(await passDays(site, author, 8)).toHaveLength(1)
})

test('a site that was off sends one digest for all of it', async () => {
	await using site = await startSite()
	const author = await registerConfirmed(site, 'Author')
	await site.call(updatePreferences, { body: { digest: 'daily' } }, author)
	await followBy(site, await site.register('Ann'), author)
	await passDays(site, author, 1)
	await followBy(site, await site.register('Ben'), author)
	site.time.now += 6 * DAY_MS
	expect(subjectsOf(await passDays(site, author, 3)).slice(1)).toEqual(['Your day: Ben and Ann followed you'])
})

test('the times of digests are spread over the week and the day', async () => {
	await using site = await startSite()
	const { rows } = await sql<{ hour: number; day: number }>`
		select extract(hour from at)::int as hour, extract(isodow from at)::int as day
		from generate_series(1, 2000) n, next_digest(md5(n::text)::uuid, 'weekly', '2026-11-21T12:00:00Z') at`.execute(
		site.services.db,
	)
	for (const key of ['hour', 'day'] as const) {
		const sizes = [...Map.groupBy(rows, (row) => row[key]).values()].map(({ length }) => length)
		expect(sizes).toHaveLength(key === 'hour' ? 24 : 7)
		expect(Math.max(...sizes)).toBeLessThan(Math.min(...sizes) * 2)
	}
})

/** Copies the notification of a person, each about something else. */
async function addNotifications({ services }: TestSite, { user }: Player, count: number): Promise<void> {
	await sql`
		with copies as (
			insert into notifications (user_id, kind, target, actor_count, created_at, digest_at)
			select user_id, kind, gen_random_uuid(), 1, created_at, digest_at from notifications, generate_series(1, ${count}::int)
			where user_id = ${user.id} returning id, target
		)
		insert into notification_events (target, source, kind, user_id, notification_id, actor_id, created_at)
		select c.target, e.source, e.kind, e.user_id, c.id, e.actor_id, e.created_at from copies c, notification_events e
		where e.user_id = ${user.id}`.execute(services.db)
}
