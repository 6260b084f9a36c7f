import { sql } from 'kysely'
import { Check } from 'typebox/value'
import { expect, test } from 'vitest'
import { changeEmail } from '#contract/account.ts'
import { markRead } from '#contract/activity.ts'
import { blockUser, muteUser } from '#contract/blocks.ts'
import { createComment, likeComment } from '#contract/comments.ts'
import { AccountExport, exportAccount } from '#contract/export.ts'
import { follow } from '#contract/follows.ts'
import { saveFavorites, saveLibraryEntry } from '#contract/library.ts'
import { createList, likeList } from '#contract/lists.ts'
import { createPlay, createPlaySession } from '#contract/plays.ts'
import { DEFAULT_PREFERENCES, updatePreferences } from '#contract/preferences.ts'
import { updateProfile } from '#contract/profile.ts'
import { createReview, likeReview, listReviews, reportSeen } from '#contract/reviews.ts'
import { logout } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { plainPicture, toFile } from '#kit/pictures.ts'
import { PASSWORD, startSite } from '#kit/site.ts'
import { withoutTriggers } from '#kit/without-triggers.ts'
import { now } from '#server/clock.ts'
import { withoutStatementTimeout } from '#server/db/without-statement-timeout.ts'
import { addConnection } from '#server/features/account/queries-connections.ts'

const REVIEW_TEXT = 'Worth <b>every</b> "evening" — really.\nYes.'

test("an export contains all of an account's data, and of other users only their names", async () => {
	await using site = await startSite()
	const [ann, ben] = [await site.register('Ann'), await site.register('Ben')]
	const [first, second] = [await site.addGame({ name: 'Lantern Hollow' }), await site.addGame({ name: 'Ember Rush' })]
	const profile = { name: 'Ann A.', bio: 'Plays.', profilePicture: toFile(await plainPicture('png')) }
	await site.call(updateProfile, { body: profile }, ann)
	const written = { rating: 3.5, platform: 'PC', timePlayed: 12, description: REVIEW_TEXT }
	const own = await site.call(createReview, { body: { ...written, gameId: first } }, ann)
	const theirs = await site.call(
		createReview,
		{ body: { ...written, gameId: second, description: 'Bens own secret.' } },
		ben,
	)
	await site.call(likeReview, { params: { id: theirs.id } }, ann)
	await site.call(likeReview, { params: { id: own.id } }, ben)
	const comment = await site.call(createComment, { body: { reviewId: theirs.id, content: 'Hm.' } }, ann)
	const answer = await site.call(createComment, { body: { reviewId: own.id, content: 'Bens answer.' } }, ben)
	await site.call(likeComment, { params: { id: answer.id } }, ann)
	const games = [{ gameId: second, notes: 'First of all.' }, { gameId: first }]
	const list = await site.call(
		createList,
		{
			body: {
				title: 'Rainy',
				description: 'For rain.',
				games,
				visibility: 'unlisted',
				isRanked: false,
				tags: ['Calm'],
			},
		},
		ann,
	)
	const theirList = await site.call(createList, { body: { title: 'Bens own title' } }, ben)
	await site.call(likeList, { params: { id: theirList.id } }, ann)
	await site.call(likeList, { params: { id: list.id } }, ben)
	await site.call(follow, { body: { followedId: ben.user.id } }, ann)
	await site.call(follow, { body: { followedId: ann.user.id } }, ben)
	const cat = await site.register('Cat')
	await site.call(blockUser, { body: { userId: cat.user.id } }, ann)
	await site.call(muteUser, { body: { userId: ben.user.id } }, ann)
	site.time.now += 1000
	const news = await site.call(createReview, { body: { ...written, gameId: first } }, ben)
	await site.call(markRead, { body: { activities: [{ id: news.id, activityType: 'review' }] } }, ann)
	await site.call(reportSeen, { body: { views: [theirs.id] } }, ann)
	await site.call(changeEmail, { body: { email: 'new@example.net', currentPassword: PASSWORD } }, ann)
	const { tokens } = await site.call(login, { body: { identifier: 'Ann', password: PASSWORD } })
	await site.call(logout, { body: tokens })
	const day = '2026-11-20'
	await site.call(saveLibraryEntry, { params: { gameId: second }, body: { rating: 4, isLoved: true } }, ann)
	const playBody = {
		platform: 'PC',
		startedOn: '2026-03',
		endedOn: day,
		outcome: 'finished',
		minutes: 90,
		note: 'Again!',
	} as const
	const play = await site.call(createPlay, { params: { gameId: second }, body: playBody }, ann)
	const sitting = { day, minutes: 75, note: null, playId: play.id }
	const session = await site.call(createPlaySession, { params: { gameId: second }, body: sitting }, ann)
	await site.call(updatePreferences, { body: { digest: 'never' } }, ann)
	await site.call(saveFavorites, { body: { gameIds: [second, first] } }, ann)
	const person = { provider: 'google', subject: '1234' } as const
	await addConnection(site.services.db, person, ann.user.id, now(site.services))
	// Impressions of reviews are stored in batches
	const seen = () => site.services.db.selectFrom('review_seen').selectAll().execute()
	await expect.poll(seen, { timeout: 60_000 }).toHaveLength(1)

	const data = await site.call(exportAccount, {}, ann)
	expect(Check(AccountExport, data)).toBe(true)
	expect(data).toMatchObject({
		format: 'savepoint-account-1',
		account: {
			id: ann.user.id,
			username: 'Ann',
			email: 'Ann@example.org',
			emailVerifiedAt: null,
			name: 'Ann A.',
			bio: 'Plays.',
			hasPassword: true,
			createdAt: '2026-11-21T12:00:00.000Z',
		},
		connectedAccounts: [{ provider: 'google', id: '1234', connectedAt: '2026-11-21T12:00:01.000Z' }],
		sessions: [
			{ device: 'Unknown device', endedAt: null },
			{ device: 'Unknown device', endedAt: '2026-11-21T12:00:01.000Z' },
		],
		mailedLinks: [
			{ purpose: 'verify-email', sentTo: 'ann@example.org' },
			{ purpose: 'change-email', sentTo: 'new@example.net' },
		],
		signInAddresses: [{ lastUsedAt: '2026-11-21T12:00:01.000Z' }],
		following: [{ userId: ben.user.id, username: 'Ben', since: '2026-11-21T12:00:00.000Z' }],
		followers: [{ userId: ben.user.id, username: 'Ben', since: '2026-11-21T12:00:00.000Z' }],
		blockedUsers: [{ userId: cat.user.id, username: 'Cat', since: '2026-11-21T12:00:00.000Z' }],
		mutedUsers: [{ userId: ben.user.id, username: 'Ben', since: '2026-11-21T12:00:00.000Z' }],
		reviews: [
			{ id: own.id, gameId: first, gameName: 'Lantern Hollow', ...written, likes: 1, commentCount: 1, views: 0 },
		],
		likedReviews: [{ reviewId: theirs.id, gameId: second, gameName: 'Ember Rush', author: 'Ben' }],
		comments: [{ id: comment.id, reviewId: theirs.id, gameName: 'Ember Rush', content: 'Hm.', likes: 0 }],
		likedComments: [{ commentId: answer.id, reviewId: own.id, author: 'Ben' }],
		lists: [
			{
				id: list.id,
				title: 'Rainy',
				description: 'For rain.',
				...{ visibility: 'unlisted', isRanked: false, tags: ['Calm'], copiedFrom: null, likes: 1, commentCount: 0 },
				items: [
					{ gameId: second, gameName: 'Ember Rush', order: 0, notes: 'First of all.' },
					{ gameId: first, gameName: 'Lantern Hollow', order: 1, notes: '' },
				],
			},
		],
		likedLists: [{ listId: theirList.id, author: 'Ben' }],
		library: [
			{ gameId: first, gameName: 'Lantern Hollow', status: 'played', rating: 3.5, reviewId: own.id, isLoved: false },
			{
				...{ gameId: second, gameName: 'Ember Rush', status: 'finished', rating: 4, reviewId: null, isLoved: true },
				...{ minutesPlayed: 90, playCount: 1, lastPlayedOn: day },
			},
		],
		plays: [{ id: play.id, gameId: second, gameName: 'Ember Rush', ...playBody, isReplay: false }],
		playSessions: [{ id: session.id, gameId: second, gameName: 'Ember Rush', ...sitting, source: null }],
		favorites: [
			{ gameId: second, gameName: 'Ember Rush', order: 0 },
			{ gameId: first, gameName: 'Lantern Hollow', order: 1 },
		],
		games: [
			{ gameId: first, gameName: 'Lantern Hollow' },
			{ gameId: second, gameName: 'Ember Rush' },
		],
		logs: [{ gameId: second, day: '2026-11-21', status: 'finished', rating: 4, isWished: false, isLoved: true }],
		preferences: { ...DEFAULT_PREFERENCES, digest: 'never' },
		notificationMails: { lastSentAt: null, lastDigestUntil: null },
		readActivities: [{ activityId: news.id, userId: ben.user.id }],
		seenReviews: [{ reviewId: theirs.id, day: '2026-11-21', opened: true }],
	})
	expect(data.account.picture).toMatch(/^data:image\/webp;base64,UklGR[\w+/]+=*$/)
	expect(JSON.stringify(data)).not.toMatch(/Bens|Ben@|argon2/)
})

test('an export is a named file that is not cached, and requires a session', async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	const headers = { authorization: `Bearer ${ann.accessToken}` }
	const answer = await site.app.inject({ url: exportAccount.url, headers })
	expect(answer.headers).toMatchObject({
		'content-type': 'application/json; charset=utf-8',
		'content-disposition': 'attachment; filename="savepoint-Ann-2026-11-21.json"',
		'cache-control': 'no-store',
	})
	const data = answer.json()
	expect([data.reviews, data.lists, data.account.picture]).toEqual([[], [], null])
	expect((await site.refusal(exportAccount, {})).status).toBe(401)
	await site.call(logout, { body: { refreshToken: ann.refreshToken } })
	expect((await site.refusal(exportAccount, {}, ann)).code).toBe('session_revoked')
})

test('exports are limited to a few per minute', async () => {
	await using site = await startSite({ env: { RATE_LIMIT_FACTOR: '1' } })
	const ann = await site.register('Ann')
	for (let n = 0; n < 6; n++) await site.call(exportAccount, {}, ann)
	expect((await site.refusal(exportAccount, {}, ann)).status).toBe(429)
})

test('an export contains each of 20,000 reviews once, and other requests are served meanwhile', {
	tags: ['ci'],
}, async () => {
	await using site = await startSite()
	const ann = await site.register('Ann')
	await site.addGame()
	await withoutStatementTimeout(site.services.db, (db) =>
		sql`insert into games (source, source_id, facts_hash, name, created_at, updated_at)
			select 'many', n::text, '', 'Game ' || n, now(), now() from generate_series(1, 20000) n`.execute(db),
	)
	// This test needs no counts but zeros
	await withoutTriggers(site.services.db, async (db) => {
		await sql`insert into reviews (id, game_id, user_id, half_stars, platform, description, game_name, created_at, updated_at)
			select gen_random_uuid(), id, ${ann.user.id}, 7, 'PC', repeat('word ', 200), name,
				'2026-11-20'::timestamptz + (id / 7) * interval '1 second', now() from games where source = 'many'`.execute(db)
		await sql`insert into review_counts (id, game_id, user_id, created_at) select id, game_id, user_id, created_at from reviews`.execute(
			db,
		)
	})
	let isDone = false
	const others = (async () => {
		const latenciesMs: number[] = []
		while (!isDone) {
			const began = performance.now()
			await site.call(listReviews, { query: {} })
			latenciesMs.push(performance.now() - began)
		}
		return latenciesMs
	})()
	const { reviews } = await site.call(exportAccount, {}, ann)
	isDone = true
	expect([reviews.length, new Set(reviews.map(({ id }) => id)).size]).toEqual([20_000, 20_000])
	const times = reviews.map(({ createdAt }) => createdAt)
	expect(times).toEqual([...times].sort())
	// Served between the two hundred batches
	expect((await others).length).toBeGreaterThan(50)
})

// Where each reference to an account appears in its export, or why it does not. A new table must be listed here.
const EXPORTED_IN: Readonly<Record<string, keyof AccountExport | string>> = {
	'social_accounts.user_id': 'connectedAccounts',
	'sessions.user_id': 'sessions',
	'push_subscriptions.user_id': 'pushDevices',
	'known_addresses.user_id': 'signInAddresses',
	'mail_tokens.user_id': 'mailedLinks',
	'outgoing_mails.user_id': 'what the owner is about to get, sealed, for at most a day',
	'login_tickets.user_id': 'a secret of a few minutes',
	'passkeys.user_id': 'passkeys',
	'authenticators.user_id': 'authenticator',
	'recovery_codes.user_id': 'recoveryCodes',
	'tokens.user_id': 'apiTokens',
	'wishlist_calendars.user_id': 'wishlistCalendar',
	'imports.user_id': 'imports',
	'import_keys.user_id': 'what sources call plays, playSessions and lists',
	'invites.created_by': 'invites',
	'reviews.user_id': 'reviews',
	'review_drafts.user_id': 'reviewDrafts',
	'review_likes.user_id': 'likedReviews',
	'follows.follower_id': 'following',
	'follows.followed_id': 'followers',
	'blocks.blocker_id': 'blockedUsers',
	'blocks.blocked_id': 'who has blocked somebody is not told to them',
	'mutes.muter_id': 'mutedUsers',
	'mutes.muted_id': 'who has muted somebody is not told to them',
	'comments.user_id': 'comments',
	'comment_likes.user_id': 'likedComments',
	'lists.user_id': 'lists',
	'list_likes.user_id': 'likedLists',
	'library_entries.user_id': 'library, and with their entries plays and playSessions',
	'favorites.user_id': 'favorites',
	'dismissals.user_id': 'dismissals',
	'postponements.user_id': 'postponements',
	'play_clients.user_id': 'playClients, and with them clientGames, playReports and unmatchedReports',
	'playing_now.user_id': 'playingNow',
	'feed_logs.user_id': 'logs',
	'activities.user_id': 'the ids of reviews, comments and lists once more',
	'notifications.user_id': 'notifications',
	'preferences.user_id': 'preferences',
	'notification_mails.user_id': 'notificationMails',
	'activity_reads.reader_id': 'readActivities',
	'mentions.user_id': 'what others wrote; that they did is in notifications',
	'deletions.account_id': 'only of an account that is being deleted',
	'hidden_users.user_id': 'only of an account that is being deleted, or is banned',
	'ban_settlements.user_id': 'only of a banned account, while its texts are hidden',
	'removed_profiles.user_id': 'decisions, with the text',
	'moderation_cases.author_id': 'what others said about it; decisions are in decisions',
	'reports.reporter_id': 'reports',
	'game_suggestions.user_id': 'gameSuggestions',
	'game_suggestions.decided_by': 'the log of the site, about others',
	'moderation_actions.author_id': 'decisions',
	'moderation_actions.moderator_id': 'the log of the site, about others',
	'appeals.decided_by': 'the log of the site, about others',
	'feed_corrections.user_id': 'corrections of counts, for seconds',
	'user_visits.user_id': 'account',
	'user_counts.id': 'counts of what the export contains',
	'past_user_rankings.user_id': 'places in rankings of past days, which everybody can read',
}

test('every table that references an account is in the export, or has a reason not to be', async () => {
	await using site = await startSite()
	const { rows } = await sql<{ tied: string }>`
		select conrelid::regclass || '.' || attname as tied
		from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
		where contype = 'f' and confrelid = 'users'::regclass`.execute(site.services.db)
	expect(rows.map(({ tied }) => tied).sort()).toEqual(Object.keys(EXPORTED_IN).sort())
})
