import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveLibraryEntry } from '#contract/library.ts'
import { takeAction } from '#contract/moderation.ts'
import { notificationPath, notificationSentence } from '#contract/notification-sentences.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { updatePreferences } from '#contract/preferences.ts'
import { registerAdmin } from '#kit/admin.ts'
import { addCrowd } from '#kit/crowd.ts'
import { logInAgain } from '#kit/log-in.ts'
import { type Player, startSite, type TestSite } from '#kit/site.ts'
import { mergeGames } from '#server/catalog/merge-games.ts'
import { now } from '#server/clock.ts'
import { recount } from '#server/db/recount.ts'
import { queueDueMails } from '#server/features/notifications/mails.ts'
import { markEmailVerified } from '#server/features/sessions/queries-accounts.ts'
import { deleteOldReleases } from './queries-releases.ts'
import { tellReleases } from './tell-releases.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const TODAY = '2026-11-21'

const run = ({ services: { db, clock } }: TestSite, stopping?: AbortSignal) => tellReleases({ db, clock }, stopping)

const wish = (site: TestSite, player: Player, gameId: number) =>
	site.call(saveLibraryEntry, { params: { gameId }, body: { isWished: true } }, player)

async function readReleases(site: TestSite, player: Player): Promise<string[]> {
	const { notifications } = await site.call(listMyNotifications, { query: {} }, await logInAgain(site, player))
	return notifications.filter(({ kind }) => kind === 'release').map(({ game }) => game?.name ?? '')
}

const setDate = ({ services: { db } }: TestSite, gameId: number, release_date: string) =>
	db.updateTable('games').set({ release_date }).where('id', '=', gameId).execute()

test('who has a game on the wishlist is told on its day, once, and nobody else', async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const gameId = await site.addGame({ name: 'Lantern Hollow', releaseDate: '2026-11-22' })
	const monthOnly = await site.addGame({ releaseDate: '2026-11' })
	for (const id of [gameId, monthOnly]) await wish(site, ann, id)
	await site.call(saveLibraryEntry, { params: { gameId }, body: { status: 'backlog' } }, ben)
	await run(site)
	expect(await readReleases(site, ann)).toEqual([])
	// The day of the site begins at midnight in UTC
	site.time.now = Date.parse('2026-11-22T00:00:00Z')
	for (let times = 0; times < 3; times++) await run(site)
	const { notifications, unreadCount } = await site.call(
		listMyNotifications,
		{ query: {} },
		await logInAgain(site, ann),
	)
	expect(unreadCount).toBe(1)
	expect(notifications).toMatchObject([
		{
			kind: 'release',
			actors: [],
			actorCount: 0,
			game: { id: gameId, name: 'Lantern Hollow' },
			text: null,
			isRead: false,
		},
	])
	const [notification] = notifications
	if (!notification) throw new Error()
	expect(notificationSentence(notification)).toBe('Lantern Hollow, which you wished for, is out')
	expect(notificationPath(notification)).toBe(`/games/${gameId}`)
	expect(await readReleases(site, ben)).toEqual([])
	expect(await recount(site.services.db)).toEqual([])
})

test('what came out before is not told when it is wished for afterwards', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [old, recent, today] = await Promise.all(
		['1998-11-21', '2026-11-17', TODAY].map((releaseDate) => site.addGame({ name: `Of ${releaseDate}`, releaseDate })),
	)
	await run(site)
	for (const gameId of [old, recent, today]) await wish(site, ann, gameId ?? 0)
	await run(site)
	site.time.now += DAY_MS
	await run(site)
	expect(await readReleases(site, ann)).toEqual([])
})

test('a site that was off tells late, but not of what came out long before', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	for (const releaseDate of ['2026-11-17', '2026-11-18', '2026-11-20', TODAY])
		await wish(site, ann, await site.addGame({ name: releaseDate, releaseDate }))
	await run(site)
	expect((await readReleases(site, ann)).sort()).toEqual(['2026-11-18', '2026-11-20', TODAY])
})

test('a game that is delayed is told on its later day, and one whose date is corrected to an earlier one is not told again', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [delayed, corrected] = [
		await site.addGame({ name: 'Delayed', releaseDate: TODAY }),
		await site.addGame({ name: 'Corrected', releaseDate: TODAY }),
	]
	for (const gameId of [delayed, corrected]) await wish(site, ann, gameId)
	await setDate(site, delayed, '2026-11-23')
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Corrected'])
	await setDate(site, corrected, '2026-11-20')
	site.time.now += DAY_MS
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Corrected'])
	site.time.now += DAY_MS
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Delayed', 'Corrected'])
})

test('a merge tells nobody twice, and the notification leads to the game that is left', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const [target, duplicate] = [
		await site.addGame({ name: 'Kept', releaseDate: TODAY }),
		await site.addGame({ name: 'Double', releaseDate: TODAY }),
	]
	await wish(site, ann, duplicate)
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Double'])
	await mergeGames(site.services.db, target, duplicate, { clock: site.services.clock })
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Kept'])
	const other = await site.addGame({ name: 'Third', releaseDate: '2026-11-01' })
	await mergeGames(site.services.db, other, target, { clock: site.services.clock })
	await setDate(site, other, TODAY)
	await run(site)
	expect(await readReleases(site, ann)).toEqual(['Third'])
})

test('the channels are those of the preferences, and banned people are not told', async () => {
	await using site = await startSite()
	const [mailed, silent, banned] = [
		await site.register('Mailed'),
		await site.register('Silent'),
		await site.register('Banned'),
	]
	await markEmailVerified(site.services.db, mailed.user.id, now(site.services))
	const gameId = await site.addGame({ name: 'Lantern Hollow', releaseDate: TODAY })
	for (const player of [mailed, silent, banned]) await wish(site, player, gameId)
	const choose = (player: Player, release: { site?: boolean; mail?: boolean }) =>
		site.call(updatePreferences, { body: { notifications: { release } } }, player)
	await choose(mailed, { mail: true })
	await choose(silent, { site: false })
	const ban = { subject: 'user', subjectId: banned.user.id, action: 'ban', reason: 'spam' } as const
	await site.call(takeAction, { body: ban }, await registerAdmin(site))
	await run(site)
	const stored = await site.services.db
		.selectFrom('notifications')
		.select('user_id')
		.where('kind', '=', 'release')
		.execute()
	expect(stored).toEqual([{ user_id: mailed.user.id }])
	site.time.now += 60_000
	await queueDueMails(site.services, site.app.log)
	const mails = (await site.mailsTo(mailed.user.email)).filter(({ subject }) => subject.includes('Lantern'))
	expect(mails.map(({ subject }) => subject.replace(/[\u2066-\u2069]/g, ''))).toEqual([
		'Lantern Hollow, which you wished for, is out',
	])
	expect(mails[0]?.text).toContain(`/games/${gameId}`)
})

test('two processes and stops in the middle tell each of very many people once', async () => {
	await using site = await startSite()
	const gameId = await site.addGame({ name: 'Lantern Hollow', releaseDate: TODAY })
	const people = await addCrowd(site.services.db, 2_300, now(site.services))
	await sql`
		insert into library_entries (user_id, game_id, is_wished, created_at, updated_at)
		select id, ${gameId}, true, now(), now() from unnest(${people}::uuid[]) id`.execute(site.services.db)
	await using other = await startSite({ beside: site })
	// Fails in the transaction of its second batch, as a kill would end it
	await sql`
		create function fail_at_half() returns trigger language plpgsql as $$ begin
			if (select count(*) from notifications where kind = 'release') > 900 then raise exception 'killed'; end if;
			return null;
		end $$`.execute(site.services.db)
	await sql`create trigger zzz_fail after insert on notifications for each statement execute function fail_at_half()`.execute(
		site.services.db,
	)
	try {
		await expect(run(site)).rejects.toThrow('killed')
	} finally {
		await sql`drop trigger zzz_fail on notifications`.execute(site.services.db)
		await sql`drop function fail_at_half()`.execute(site.services.db)
	}
	const count = async () =>
		(
			await sql<{ all: number; people: number }>`
			select count(*)::int as all, count(distinct user_id)::int as people from notifications where kind = 'release'`.execute(
				site.services.db,
			)
		).rows[0]
	expect(await count()).toEqual({ all: 500, people: 500 })
	await Promise.all([run(site), run(other), run(site)])
	expect(await count()).toEqual({ all: 2_300, people: 2_300 })
	await run(other)
	expect(await count()).toEqual({ all: 2_300, people: 2_300 })
	await deleteOldReleases(site.services.db, '2026-11-22')
	expect(await site.services.db.selectFrom('game_releases').selectAll().execute()).toEqual([])
})
