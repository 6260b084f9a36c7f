import { expect, test } from 'vitest'
import { getUnreadCount, getUserActivity, listFollowingActivity } from '#contract/activity.ts'
import { setBlockedWords } from '#contract/blocked-words.ts'
import { getDiary } from '#contract/diary.ts'
import { exportAccount } from '#contract/export.ts'
import { getFeed } from '#contract/feed.ts'
import { follow } from '#contract/follows.ts'
import { getGame } from '#contract/games.ts'
import { listLists } from '#contract/lists.ts'
import { notificationPath } from '#contract/notification-sentences.ts'
import { listMyNotifications } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { updatePreferences } from '#contract/preferences.ts'
import { getPopularReviews, listReviews } from '#contract/reviews.ts'
import { registerAdmin } from '#kit/admin.ts'
import { createImporter } from '#kit/imported-games.ts'
import { addJsonSource, applyAll, toItem, toPlay, uploadItems } from '#kit/imports.ts'
import { startSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import type { ImportedItem, ImportedList } from './sources/source.ts'

test('nothing of an import is news to anybody, and its days are those of the file', async () => {
	using _source = addJsonSource()
	await using site = await startSite()
	const { db } = site.services
	await createImporter(site).load('igdb', [
		{ sourceId: 'igdb:1', name: 'Lantern Hollow', platforms: ['PC'] },
		{ sourceId: 'igdb:2', name: 'Ember Rush', platforms: ['PC'] },
	])
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	await site.call(follow, { body: { followedId: ann.user.id } }, ben)
	const all = { site: true, mail: true, push: true }
	await site.call(updatePreferences, { body: { notifications: { mention: all, follow: all }, digest: 'daily' } }, ben)
	const { id: gameId } = await db
		.selectFrom('games')
		.select('id')
		.where('name', '=', 'Lantern Hollow')
		.executeTakeFirstOrThrow()
	const read = async () => ({
		feed: await site.call(getFeed, { query: {} }, ben),
		activity: await site.call(listFollowingActivity, { query: {} }, ben),
		ofAnn: await site.call(getUserActivity, { query: { userId: ann.user.id } }),
		unread: await site.call(getUnreadCount, {}, ben),
		notifications: await site.call(listMyNotifications, { query: {} }, ben),
		popular: await site.call(getPopularReviews, { query: {} }),
		weekly: await db
			.selectFrom('game_counts')
			.select(['id', 'reviews_week', 'reviews_month', 'reviews_year'])
			.orderBy('id')
			.execute(),
		ranked: await db
			.selectFrom('user_counts')
			.select(['id', 'impressions_week', 'activity_count'])
			.orderBy('id')
			.execute(),
		logs: await db.selectFrom('feed_logs').selectAll().execute(),
		mails: await db.selectFrom('outgoing_mails').select('id').orderBy('id').execute(),
		pushes: await db.selectFrom('push_deliveries').selectAll().execute(),
		atom: (await site.app.inject('/feeds/reviews.atom')).body,
		atomOfAnn: (await site.app.inject('/feeds/users/Ann.atom')).body,
	})
	const before = await read()

	const day = '2026-11-20'
	const items: ImportedItem[] = [
		toItem('Lantern Hollow', {
			...{ statuses: ['done'], rating: 4, lists: [{ key: 'l', position: 1, note: 'With @Ben' }] },
			review: {
				text: 'Played it with @Ben, a joy.',
				containsSpoilers: false,
				platform: 'PC',
				hours: null,
				writtenAt: `${day}T23:30:00Z`,
			},
			plays: [toPlay({ startedOn: '2026-11-01', endedOn: day, outcome: 'finished' })],
		}),
		toItem('Ember Rush', { statuses: ['playing'] }),
		{
			kind: 'list',
			key: 'l',
			title: 'With @Ben',
			description: 'For @Ben',
			visibility: 'public',
			isRanked: true,
			tags: [],
			createdAt: day,
		},
	]
	const run = await uploadItems(site, ann, items)
	expect(await applyAll(site, ann, run)).toMatchObject({ state: 'applied' })
	// Pages and feeds are stored for seconds
	site.time.now += 60_000
	expect(await read()).toEqual(before)
	expect(await recount(db)).toEqual([])
	const { notifications } = await site.call(listMyNotifications, { query: {} }, ann)
	expect(notifications.map(notificationPath)).toContain(paths.import(run.id))
	const { reviews } = await site.call(listReviews, { query: { gameId } })
	expect(reviews).toMatchObject([{ createdAt: `${day}T23:30:00.000Z`, mentions: [{ username: 'Ben' }] }])
	const { data: game } = await site.call(getGame, { params: { id: gameId } })
	expect(game).toMatchObject({
		averageRating: 4,
		ratingCount: 1,
		totalReviews: 1,
		statusCounts: { played: 1 },
	})
	const { items: diary } = await site.call(getDiary, { query: { userId: ann.user.id } })
	expect(diary.map(({ day, kind }) => `${day} ${kind}`).sort()).toEqual([
		'2026-11-01 started',
		`${day} ended`,
		`${day} reviewed`,
	])
})

test('what may not be published by hand is not published by an import', async () => {
	using _source = addJsonSource()
	await using site = await startSite()
	await createImporter(site).load('igdb', [
		{ sourceId: 'igdb:1', name: 'Lantern Hollow', platforms: ['PC'] },
		{ sourceId: 'igdb:2', name: 'Ember Rush', platforms: ['PC'] },
	])
	const [ann, admin] = [await site.register('Ann'), await registerAdmin(site)]
	await site.call(setBlockedWords, { body: { words: ['frobnicate', 'buy gold'] } }, admin)
	const review = { containsSpoilers: false, platform: 'PC', hours: null, writtenAt: null }
	const list: Omit<ImportedList, 'key' | 'title'> = {
		kind: 'list',
		description: null,
		visibility: 'public',
		isRanked: true,
		tags: [],
		createdAt: null,
	}
	const items: ImportedItem[] = [
		toItem('Lantern Hollow', {
			...{ rating: 4, review: { ...review, text: 'They FROBNICATE here all day.' } },
			lists: [
				{ key: 'tag', position: 1, note: null },
				{ key: 'note', position: 1, note: 'Buy  gold!' },
				{ key: 'clean', position: 1, note: 'Good' },
			],
		}),
		toItem('Ember Rush', { rating: 3, review: { ...review, text: 'Nothing of that kind in here.' } }),
		{ ...list, key: 'tag', title: 'One', tags: ['frobnicate'] },
		{ ...list, key: 'note', title: 'Two' },
		{ ...list, key: 'clean', title: 'Three' },
	]
	const run = await uploadItems(site, ann, items)
	const applied = await applyAll(site, ann, run)
	expect(applied.notCarried).toContain('A list with a word that is blocked here is private.')
	const readShown = async () => ({
		reviews: (await site.call(listReviews, { query: { username: 'Ann' } })).reviews.map(
			({ description }) => description,
		),
		lists: (await site.call(listLists, { query: { userId: ann.user.id } })).lists.map(({ title }) => title),
	})
	expect(await readShown()).toEqual({ reviews: ['Nothing of that kind in here.'], lists: ['Three'] })
	const mine = await site.call(exportAccount, {}, ann)
	expect(mine.reviewDrafts).toMatchObject([{ description: 'They FROBNICATE here all day.', rating: 4 }])
	expect(mine.lists).toHaveLength(3)
	// A later file changes what is public
	const later = [
		toItem('Lantern Hollow', { lists: [{ key: 'clean', position: 1, note: null }] }),
		toItem('Ember Rush', {
			review: { ...review, text: 'Now they frobnicate here, too.' },
			lists: [{ key: 'clean', position: 2, note: 'Let us frobnicate' }],
		}),
		{ ...list, key: 'clean', title: 'Three' },
	]
	const again = await applyAll(site, ann, await uploadItems(site, ann, later), { conflicts: 'theirs' })
	expect(again.notCarried).toContain(
		'Notes with a word that is blocked here were left out of a list that others can see.',
	)
	expect(await readShown()).toEqual({ reviews: ['Nothing of that kind in here.'], lists: ['Three'] })
	const three = (await site.call(exportAccount, {}, ann)).lists.find(({ title }) => title === 'Three')
	expect(three?.items.map(({ gameName, notes }) => [gameName, notes])).toEqual([
		['Lantern Hollow', 'Good'],
		['Ember Rush', ''],
	])
	expect(await recount(site.services.db)).toEqual([])
})
