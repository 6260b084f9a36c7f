import { sql } from 'kysely'
import { LIBRARY_SORTS } from '#contract/library.ts'
import type { Db } from '#server/db/tables.ts'

/** A read call of the API. */
export interface ReadCall {
	/** Path and query. */
	url: string
	/** The caller; null for a visitor. */
	userId: string | null
}

/** The subjects of the read calls: the most popular ones, where reads cost the most. */
export interface Subjects {
	game: number
	author: { id: string; username: string }
	review: string
	list: string
	/** A comment, with or without replies. */
	comment: string
	/** Follows a fiftieth of all users. */
	reader: string
	/** Follows a hundred. */
	smallReader: string
	/** The code of a deleted account. */
	deletion: string
	/** What moderators decided about the reader, who is an admin. */
	action: string
	/** The code of an invite of the reader. */
	invite: string
}

/** Adds a preview of an account, whose id it has, with rows of each kind. */
async function addImport(db: Db, owner: string, rows: number): Promise<void> {
	await sql`insert into imports (id, user_id, source, hash, state, created_at) values (${owner}, ${owner}, 'csv', 'file', 'preview', now())
		on conflict do nothing`.execute(db)
	const item = { statuses: [], rating: null, platform: null, plays: [], sessions: [], review: null }
	await sql`insert into import_rows (import_id, row, line, title, item, match, effect, errors)
		select ${owner}, n, n, 'Game ' || n, ${JSON.stringify(item)}::jsonb, (array['sure', 'unsure', 'none'])[1 + n % 3],
			(array['add', 'change', 'leave'])[1 + n % 3], case when n % 9 = 0 then '[{"column": "Rating", "message": "?"}]' else '[]' end::jsonb
		from generate_series(1, ${rows}::int) n on conflict do nothing`.execute(db)
}

/** A day before all that is generated, whose rankings are recorded. */
const PAST_DAY = '2020-01-01'

/** Records rankings of a past day, with a hundred places each. */
async function addPastDay(db: Db): Promise<void> {
	await sql`insert into past_days (day) values (${PAST_DAY}) on conflict do nothing`.execute(db)
	for (const [table, id, from] of [
		['past_review_rankings', 'review_id', 'reviews'],
		['past_game_rankings', 'game_id', 'games'],
		['past_user_rankings', 'user_id', 'users'],
	] as const)
		await sql`insert into ${sql.table(table)} (day, period, place, ${sql.ref(id)}, count)
			select ${PAST_DAY}::date, period, row_number() over (partition by period order by id), id, 5
			from (select id from ${sql.table(from)} order by id limit 100) first, unnest(array['week', 'month', 'year', 'all']) period
			on conflict do nothing`.execute(db)
}

/** Adds what recommendations read: the weights of a thousand games, and neighbors of as many. */
async function addModel(db: Db): Promise<void> {
	await sql`insert into recommendation_models (fitted_at, people, likes) values (now(), 1, 1) on conflict do nothing`.execute(
		db,
	)
	const some = (from: 'asc' | 'desc') => sql`(select id from games order by id ${sql.raw(from)} limit 1000)`
	await sql`
		insert into game_weights (game_id, games, weights)
		select g.id, games, array_fill(0.01::real, array[100]) from ${some('asc')} g
			cross join (select array_agg(id) as games from (select id from ${some('asc')} o limit 100) o) o on conflict do nothing`.execute(
		db,
	)
	await sql`
		insert into game_neighbors (game_id, neighbors, similarities, people)
		select g.id, games, array_fill(0.1::real, array[50]), array_fill(9, array[50]) from ${some('asc')} g
			cross join (select array_agg(id) as games from (select id from ${some('desc')} o limit 50) o) o on conflict do nothing`.execute(
		db,
	)
}

/** Returns the subjects in the generated data. */
export async function findSubjects(db: Db): Promise<Subjects> {
	const top = <T extends 'game_counts' | 'visible_users' | 'users' | 'review_counts' | 'lists'>(table: T) =>
		db.selectFrom(table)
	const game = await top('game_counts').select('id').orderBy('reviews_total', 'desc').limit(1).executeTakeFirstOrThrow()
	const author = await top('visible_users')
		.select(['id', 'username'])
		.orderBy('review_count', 'desc')
		.limit(1)
		.executeTakeFirstOrThrow()
	const review = await top('review_counts')
		.select('id')
		// Without the replies, which only some reviews have
		.orderBy(sql`comment_count - reply_count`, 'desc')
		.limit(1)
		.executeTakeFirstOrThrow()
	const { id: comment } = await db.selectFrom('comments').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
	const list = await top('lists').select('id').orderBy('game_count', 'desc').limit(1).executeTakeFirstOrThrow()
	const readers = await top('users')
		.select('id')
		.where('username', 'in', ['player_2', 'player_3'])
		.orderBy('username')
		.execute()
	const [reader, smallReader] = readers
	if (!reader || !smallReader) throw new Error('The database was not filled by this generator')
	// The generated data has no deleted account
	const deletion = 'BENC-HMAR-KBEN-CHMA'
	await db
		.insertInto('deletions')
		.values({ code: deletion, requested_at: new Date().toISOString(), completed_at: null })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await db.updateTable('users').set({ role: 'admin' }).where('id', 'in', [reader.id, smallReader.id]).execute()
	const action = reader.id
	await db
		.insertInto('moderation_actions')
		.values({
			id: action,
			action: 'warn',
			subject: 'user',
			subject_id: reader.id,
			author_id: reader.id,
			moderator_id: null,
			reason: 'spam',
			note: null,
			snapshot: null,
			title: null,
			created_at: new Date().toISOString(),
			until: null,
			was_spoiler: null,
		})
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await db
		.insertInto('site_settings')
		.values({ version: 1, name: 'Savepoint', rules: 'Be kind.', rules_version: 1, members_invite: false })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await addPastDay(db)
	const invite = 'benchmark'
	const at = new Date().toISOString()
	await db
		.insertInto('invites')
		.values({ code: invite, created_by: reader.id, uses: 1, created_at: at, expires_at: '2100-01-01T00:00:00.000Z' })
		.onConflict((conflict) => conflict.doNothing())
		.execute()
	await sql`
		update games set series = 'Bench', series_slug = 'bench'
		where id in (select id from games order by id limit 30) and series is null`.execute(db)
	await addModel(db)
	for (const [owner, rows] of [
		[reader.id, 60],
		[smallReader.id, 4_000],
	] as const)
		await addImport(db, owner, rows)
	return {
		game: game.id,
		author,
		review: review.id,
		list: list.id,
		comment,
		reader: reader.id,
		smallReader: smallReader.id,
		deletion,
		action,
		invite,
	}
}

/** Lists every read call of the API, with every sort order and every filter that runs a distinct statement. */
export function listReadCalls({
	game,
	author,
	review,
	list,
	comment,
	reader,
	smallReader,
	deletion,
	action,
	invite,
}: Subjects): ReadCall[] {
	const since = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000).toISOString()
	const periods = ['week', 'month', 'year', 'all']
	const orders = ['createdAt', 'likes', 'rating', 'views'].flatMap((sortBy) =>
		['ASC', 'DESC'].map((order) => `sortBy=${sortBy}&order=${order}`),
	)
	const ofUser = [`userId=${author.id}`, `username=${author.username}`]
	const visited = [
		'/api/site',
		'/api/auth/proof',
		'/api/push/key',
		`/api/games/${game}`,
		`/api/games/${game}/history`,
		`/api/games/${game}/related`,
		'/api/series/bench',
		'/api/games/upcoming?month=2026-11',
		'/api/games/upcoming?month=2014-12&platform=PC&genre=Puzzle',
		'/api/games/upcoming?month=2014&from=2014-06-01',
		...periods.flatMap((period) => [
			`/api/games/popular?limit=12&page=1&period=${period}`,
			`/api/games/popular?limit=12&page=40&period=${period}`,
			`/api/reviews/popular-reviews?period=${period}`,
			`/api/reviews/popular-users?limit=12&page=1&period=${period}`,
			`/api/reviews/popular-users?limit=12&page=10&period=${period}`,
			`/api/reviews/popular-users?limit=12&page=1&period=${period}&withTopGames=true`,
			`/api/reviews/users/${author.id}/impressions?period=${period}`,
			`/api/games/popular?limit=12&page=2&period=${period}&asOf=${PAST_DAY}`,
			`/api/reviews/popular-reviews?period=${period}&asOf=${PAST_DAY}`,
			`/api/reviews/popular-users?limit=12&page=2&period=${period}&withTopGames=true&asOf=${PAST_DAY}`,
		]),
		...['golden', 'golden harbor', 'hollw signal', 'zz', 'th', 'xqzwv'].map(
			(query) => `/api/games/search?query=${encodeURIComponent(query)}`,
		),
		...['si', 'silent_harbor', 'silemt_harbor', 'nobody'].flatMap((name) => [
			`/api/users?username=${name}`,
			`/api/users/search?query=${name}`,
		]),
		`/api/users/${author.id}`,
		`/api/users/by-username/${author.username}`,
		...orders.flatMap((order) =>
			[
				'',
				`&gameId=${game}`,
				`&${ofUser[0]}`,
				`&${ofUser[1]}`,
				`&gameId=${game}&${ofUser[0]}`,
				'&platform=PC',
				'&platform=Abacus',
				'&minRating=4.5',
				'&maxRating=1',
				`&since=${since}`,
				`&since=${since}&minRating=4&platform=PC`,
				`&gameId=${game}&since=${since}&minRating=4&platform=PC`,
				'&search=golden%20rhythm',
				'&search=zzyzx',
				'&search=zq',
				'&search=of',
				`&gameId=${game}&search=zzyzx`,
				`&${ofUser[0]}&search=zzyzx`,
				`&${ofUser[0]}&since=${since}`,
			].map((filters) => `/api/reviews?limit=12&${order}${filters}`),
		),
		...orders.flatMap((order) => [
			`/api/reviews?limit=12&${order}&page=100`,
			`/api/reviews?limit=12&${order}&gameId=${game}&page=5`,
		]),
		`/api/reviews/${review}`,
		...ofUser.map((who) => `/api/reviews/activity?${who}`),
		`/api/comments/review/${review}`,
		`/api/comments/review/${review}?page=3`,
		`/api/comments/list/${list}`,
		`/api/comments/${comment}/replies`,
		`/api/follows/${author.id}/followers`,
		`/api/follows/${author.id}/following`,
		`/api/follows/${reader}/following?page=5`,
		...[
			'',
			...ofUser,
			`since=${since}`,
			'search=golden%20harbor',
			'search=zzyzx',
			'search=zq',
			`${ofUser[0]}&search=zzyzx&since=${since}`,
			'tag=golden',
			'tag=zzyzx',
			...periods.flatMap((period) =>
				['', '&page=10', '&tag=golden', '&tag=zzyzx', `&${ofUser[0]}`, `&since=${since}`, '&search=golden'].map(
					(filters) => `sortBy=popular&period=${period}${filters}`,
				),
			),
		].map((filters) => `/api/lists?includeGameCount=true&${filters}`),
		`/api/lists/${list}`,
		...LIBRARY_SORTS.flatMap((sortBy) =>
			['ASC', 'DESC'].flatMap((order) =>
				[
					'',
					'&status=played,finished&minRating=3',
					'&genre=Puzzle',
					'&search=golden',
					'&platform=PC&rated=true&wished=false',
					'&fromYear=2000&toYear=2019',
					'&letter=M',
				].map((filters) => `/api/library?${ofUser[0]}&sortBy=${sortBy}&order=${order}${filters}`),
			),
		),
		...ofUser.flatMap((who) => [
			`/api/library?${who}&page=3`,
			`/api/library/summary?${who}`,
			...[
				'',
				'&status=played,finished&minRating=3',
				'&genre=Puzzle&fromYear=2000&toYear=2019',
				'&search=golden&platform=PC',
			].map((filters) => `/api/library/facets?${who}${filters}`),
			`/api/library/diary?${who}`,
			`/api/library/diary?${who}&year=2026&month=11`,
			`/api/library/diary/days?${who}`,
			`/api/library/diary/days?${who}&year=2026`,
			`/api/library/stats?${who}`,
			`/api/library/stats?${who}&year=2026`,
			`/api/library/year?${who}&year=2026`,
		]),
		...[
			...periods.map((period) => `period=${period}`),
			...['rating', 'newest', 'oldest', 'name', 'mostPlayed', 'shortest', 'upcoming'].map(
				(sortBy) => `sortBy=${sortBy}`,
			),
			'genre=Puzzle&genre=Racing&platform=PC',
			'genre=Adventure&yearFrom=2000&yearTo=2009&minRating=3&sortBy=rating',
			'mode=Single-player&platform=Switch&sortBy=newest&page=3',
			'developer=Mossgate+Studio&sortBy=name',
			'publisher=Mossgate+Studio&developer=Nobody',
			'search=golden&sortBy=mostPlayed',
			'maxHours=10&genre=Puzzle&sortBy=shortest',
		].map((filters) => `/api/games?${filters}`),
		`/api/auth/data-deletion/${deletion}`,
		'/api/transparency',
		'/api/popularity',
		'/api/rules',
		`/api/invites/${invite}`,
		'/api/auth/facebook',
		'/api/auth/facebook/callback',
		'/api/imports/steam/callback',
	]
	const own = (userId: string): ReadCall[] =>
		[
			...['want', 'now&status=done', 'none'].map((status) => `/api/games?status=${status}`),
			'/api/notifications/unread-count',
			'/api/notifications',
			'/api/notifications?unreadOnly=true',
			'/api/reviews/drafts',
			`/api/reviews/drafts/${game}`,
			...['', 's', 'silent_h', 'zzyzx'].map((query) => `/api/users/mentionable?query=${query}`),
			'/api/auth/preferences',
			`/api/users/by-username/${author.username}`,
			'/api/auth/second-factor',
			...['', '?state=done', '?reason=spam'].map((query) => `/api/moderation/reports${query}`),
			'/api/moderation/reports/count',
			`/api/moderation/subjects/review/${review}`,
			...['', `?moderator=${userId}`, '?action=ban'].map((query) => `/api/moderation/log${query}`),
			...['', '?state=done'].map((query) => `/api/moderation/appeals${query}`),
			...['', '?state=done'].map((query) => `/api/moderation/game-suggestions${query}`),
			`/api/moderation/games/${game}`,
			'/api/games/lookup?query=lantern',
			'/api/admin/blocked-words',
			...['', '?role=admin', '?search=s', '?search=silent_h', '?search=zzyzx'].map(
				(query) => `/api/admin/people${query}`,
			),
			'/api/admin/accesses',
			...['30', '365'].map((days) => `/api/admin/numbers?days=${days}`),
			'/api/admin/work',
			'/api/admin/settings',
			'/api/admin/domains',
			'/api/admin/registrations',
			...['', '?everyone=true'].map((query) => `/api/invites${query}`),
			'/api/admin/catalog',
			'/api/admin/catalog/pairs',
			'/api/notifications/activities?limit=50',
			'/api/notifications/activities?limit=50&unreadOnly=true',
			'/api/blocks',
			'/api/blocks?page=2',
			'/api/mutes',
			...orders.map((order) => `/api/reviews?limit=12&followedBy=${userId}&${order}`),
			`/api/reviews?limit=12&followedBy=${userId}&search=zzyzx`,
			`/api/follows/status/${author.id}`,
			'/api/library?loved=true',
			'/api/library/summary',
			`/api/library/${game}`,
			'/api/feed',
			'/api/feed?kinds=log',
			'/api/feed/games',
			'/api/feed?kinds=review,list&limit=12',
			'/api/auth/me',
			'/api/auth/sessions',
			'/api/imports',
			`/api/imports/${userId}`,
			`/api/imports/${userId}/rows`,
			`/api/imports/${userId}/rows?state=unsure`,
			`/api/imports/${userId}/rows?state=failed`,
			`/api/imports/${userId}/rows?effect=change`,
			'/api/tokens',
			'/api/feeds/wishlist-address',
			'/api/games/upcoming?month=2014-11',
			'/api/play-sessions/latest?client=Launcher',
			'/api/play-sessions/unmatched',
			'/api/recommendations',
			'/api/next',
			'/api/next?source=backlog&time=evening',
			'/api/next?source=wishlist&platform=PC&mood=Puzzle',
			'/api/next?source=new&time=long&skip=1',
			'/api/auth/export',
			'/api/auth/username-required',
			'/api/auth/check-username?username=player_4',
			`/api/reviews?limit=12`,
			`/api/games/${game}`,
			`/api/reviews/${review}`,
			`/api/comments/review/${review}`,
			`/api/lists/${list}`,
			`/api/comments/list/${list}`,
			`/api/lists?userId=${userId}`,
			`/api/users/by-username/${author.username}`,
		].map((url) => ({ url, userId }))
	return [
		...visited.map((url) => ({ url, userId: null })),
		...own(reader),
		...own(smallReader),
		{ url: `/api/appeals/${action}`, userId: reader },
	]
}
