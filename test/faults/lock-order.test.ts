import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteAccount } from '#contract/account.ts'
import { listFollowingActivity, markRead } from '#contract/activity.ts'
import { blockUser, muteUser, unblockUser, unmuteUser } from '#contract/blocks.ts'
import { createComment, deleteComment, likeComment } from '#contract/comments.ts'
import { follow, unfollow } from '#contract/follows.ts'
import { saveLibraryEntry } from '#contract/library.ts'
import { copyList, createList, deleteList, likeList, unlikeList, updateList } from '#contract/lists.ts'
import { createPlaySession, deletePlaySession } from '#contract/plays.ts'
import { createReview, deleteReview, likeReview, updateReview } from '#contract/reviews.ts'
import { createImporter, lantern } from '#kit/imported-games.ts'
import { PASSWORD, type Player, startSite, type TestSite } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { advanceWindows } from '#server/db/windows.ts'
import { applyFeedCorrections } from '#server/features/activity/queries.ts'
import { createImpressionBuffer } from '#server/features/reviews/impression-buffer.ts'
import { ApiError } from '#web/app/api-client.ts'

const ROUNDS = Number(process.env.LOCK_ROUNDS ?? 2)
const PEOPLE = Number(process.env.LOCK_PEOPLE ?? 8)
const DEADLOCK_AFTER_MS = 100
/** However busy the machine is, writes wait for each other's locks until the server finds a deadlock, and are not refused. */
const PATIENT = { env: { DATABASE_CONNECTIONS: '100' }, limits: { statementTimeoutMs: 0 } } as const
const DAY_MS = 24 * 60 * 60 * 1000
const WRITTEN = { rating: 4, platform: 'PC', description: 'Worth every evening of it.' }

type Writer = (site: TestSite, stage: Stage, round: number) => Promise<unknown>

interface Stage {
	players: Player[]
	/** Reviews that stay, each by another player. */
	reviews: string[]
	seen: number
	gameId: number
}

/** What may be refused because somebody else was quicker; anything else fails the test. */
async function settle(calls: readonly Promise<unknown>[]): Promise<void> {
	for (const outcome of await Promise.allSettled(calls))
		if (outcome.status === 'rejected') {
			const { reason } = outcome
			if (!(reason instanceof ApiError) || ![400, 404, 409].includes(reason.status)) throw reason
		}
}

/** The values in another order each round. */
const shuffled = <T>(values: readonly T[], round: number): T[] =>
	values.map((_, index) => values[(index * 7 + round * 3) % values.length] as T)

/** Each player with another one, who changes with the round. */
const pairUp = (players: readonly Player[], round: number) =>
	players.flatMap((one, index) => {
		const other = players[(index + 1 + (round % (players.length - 1))) % players.length]
		return other && other !== one ? ([[one, other]] as const) : []
	})

const writers: Readonly<Record<string, Writer>> = {
	async seen(site, stage, round) {
		const failures: unknown[] = []
		const log = { error: (facts: unknown) => failures.push(facts) } as unknown as FastifyBaseLogger
		const reports = createImpressionBuffer(site.services, log)
		for (const impressions of [shuffled(stage.reviews, round), stage.reviews.toReversed()]) {
			const visitor = ++stage.seen
			const ip = `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`
			const request = { headers: {}, ip, viewer: null, body: { impressions } }
			reports.report(request as unknown as Parameters<typeof reports.report>[0])
			await reports.flush()
		}
		expect(failures).toEqual([])
	},
	comments: (site, { players, reviews }, round) =>
		settle(
			shuffled(players, round).map((player, index) =>
				site.call(
					createComment,
					{ body: { reviewId: reviews[(index + round) % reviews.length] ?? '', content: 'So it is.' } },
					player,
				),
			),
		),
	mentions: (site, { players, reviews }, round) =>
		settle(
			players.flatMap((player, index) => {
				const others = shuffled(players, round + index).slice(0, 4)
				const text = `With ${others.map(({ user }) => `@${user.username}`).join(' and ')}.`
				const [own = '', another = ''] = [reviews[index], reviews[(index + 1 + round) % reviews.length]]
				return [
					site.call(updateReview, { params: { id: own }, body: { ...WRITTEN, description: text } }, player),
					site.call(createComment, { body: { reviewId: another, content: text } }, player),
				]
			}),
		),
	async likes(site, { players, reviews }, round) {
		const { rows } = await sql<{ id: string }>`select id from comments order by id desc limit 10`.execute(
			site.services.db,
		)
		await settle(
			shuffled(players, round).flatMap((player, index) => [
				site.call(likeReview, { params: { id: reviews[(index + round) % reviews.length] ?? '' } }, player),
				...rows.map(({ id }) => site.call(likeComment, { params: { id } }, player)),
			]),
		)
	},
	async follows(site, { players }, round) {
		const pairs = pairUp(players, round)
		await settle([
			...pairs.map(([one, other]) => site.call(follow, { body: { followedId: other.user.id } }, one)),
			...pairs.map(([one, other]) => site.call(unfollow, { params: { id: one.user.id } }, other)),
			...players.map(async (reader) => {
				const { activities } = await site.call(listFollowingActivity, { query: { unreadOnly: true } }, reader)
				if (activities.length === 0) return
				const marked = activities.map(({ id, activityType }) => ({ id, activityType }))
				await site.call(markRead, { body: { activities: marked } }, reader)
			}),
		])
	},
	async blocks(site, { players }, round) {
		const pairs = pairUp(players, round)
		await settle(
			pairs.flatMap(([one, other]) => [
				site.call(blockUser, { body: { userId: other.user.id } }, one),
				site.call(blockUser, { body: { userId: one.user.id } }, other),
				site.call(muteUser, { body: { userId: other.user.id } }, one),
			]),
		)
		await settle(
			pairs.flatMap(([one, other]) => [
				site.call(unblockUser, { params: { userId: one.user.id } }, other),
				site.call(unblockUser, { params: { userId: other.user.id } }, one),
				site.call(unmuteUser, { params: { userId: other.user.id } }, one),
			]),
		)
	},
	async lists(site, { players, gameId }, round) {
		const [owner, ...others] = shuffled(players, round)
		if (!owner) return
		const body = { title: 'One of many', games: [{ gameId }], description: `For @${others[0]?.user.username}` }
		const made = await Promise.all([1, 2].map(async () => (await site.call(createList, { body }, owner)).id))
		for (const ids of [made, made.toReversed()])
			await settle(
				ids.flatMap((id, index) => [
					site.call(
						updateList,
						{ params: { id }, body: { ...body, visibility: index === 0 ? 'private' : 'public' } },
						owner,
					),
					...others.flatMap((player) => [
						site.call(likeList, { params: { id } }, player),
						site.call(createComment, { body: { listId: id, content: 'Well chosen.' } }, player),
						site.call(unlikeList, { params: { id } }, player),
						site.call(copyList, { params: { id } }, player),
					]),
				]),
			)
		await settle([
			...made.map((id) => site.call(deleteList, { params: { id } }, owner)),
			...others.flatMap((player) => made.map((id) => site.call(likeList, { params: { id } }, player))),
		])
		await site.services.purges.resume()
	},
	async reviews(site, { players }, round) {
		const [owner, ...others] = shuffled(players, round)
		if (!owner) return
		const gameId = await site.addGame()
		for (let n = 0; n < 6; n++) {
			const { id } = await site.call(createReview, { body: { ...WRITTEN, gameId } }, owner)
			const like = (player: Player) => site.call(likeReview, { params: { id } }, player)
			const comment = { reviewId: id, content: 'Soon gone.' }
			await settle([
				...others.slice(0, 3).map(like),
				site.call(deleteReview, { params: { id } }, owner),
				...others.slice(3).map(like),
				...(n % 2 === 0 ? [] : others.map((player) => site.call(createComment, { body: comment }, player))),
			])
		}
		await site.services.purges.resume()
	},
	async imports(site, { players }, round) {
		const source = `source_${++names}`
		const load = (edition: number) =>
			createImporter(site).load(source, [lantern(source, { name: `The ${source}, edition ${edition}` })])
		await load(0)
		const { game_id: gameId } = await site.services.db
			.selectFrom('game_records')
			.select('game_id')
			.where('source', '=', source)
			.executeTakeFirstOrThrow()
		await Promise.all(
			players.map((player) => site.call(saveLibraryEntry, { params: { gameId }, body: { rating: 4 } }, player)),
		)
		// Enough to change the game's rating by time played
		const body = { day: '1999-01-01', minutes: 24 * 60, playId: null }
		const play = async (player: Player) => {
			const { id } = await site.call(createPlaySession, { params: { gameId }, body }, player)
			await site.call(deletePlaySession, { params: { id } }, player)
		}
		for (let edition = 1; edition <= 6; edition++) await settle([...shuffled(players, round).map(play), load(edition)])
	},
	async deletions(site, { players, reviews }, round) {
		const [victim, talker, other] = [players[round % players.length], players[0], players[1]]
		if (!victim || !talker || !other) return
		const doomed = await site.register(`doomed_${++names}`)
		const { id } = await site.call(createReview, { body: { ...WRITTEN, gameId: await site.addGame() } }, doomed)
		await settle([
			...reviews.map((reviewId) => site.call(createComment, { body: { reviewId, content: 'Soon gone.' } }, doomed)),
			...reviews.map((review) => site.call(likeReview, { params: { id: review } }, doomed)),
			...players.map((player) =>
				site.call(createComment, { body: { reviewId: id, content: `Soon gone, @${doomed.user.username}.` } }, player),
			),
			...players.map((player) => site.call(follow, { body: { followedId: doomed.user.id } }, player)),
		])
		const { rows } = await sql<{ id: string; by: string }>`
			select id, user_id as by from comments where user_id = any(${players.map(({ user }) => user.id)}::uuid[])
			and review_id <> ${id}::uuid order by created_at desc limit 10`.execute(site.services.db)
		await settle([
			...rows.map((comment) =>
				site.call(
					deleteComment,
					{ params: { id: comment.id } },
					players.find(({ user }) => user.id === comment.by),
				),
			),
			...(round % 2 === 0 ? [site.call(deleteReview, { params: { id } }, doomed)] : []),
		])
		await settle([
			site.call(deleteAccount, { body: { password: PASSWORD } }, doomed),
			...players.map((player) => site.call(likeReview, { params: { id } }, player)),
		])
		await site.services.purges.resume()
	},
	async windows(site, _stage, round) {
		await advanceWindows(site.services.db, site.time.now + round * DAY_MS)
		await applyFeedCorrections(site.services.db)
	},
}
let names = 0

const PAIRS: readonly (readonly string[])[] = [
	['seen', 'comments'],
	['seen', 'likes'],
	['seen', 'deletions'],
	['comments', 'deletions'],
	['likes', 'deletions'],
	['follows', 'deletions'],
	['mentions', 'deletions'],
	['lists', 'deletions'],
	['reviews', 'deletions'],
	['imports', 'deletions'],
	['blocks', 'follows'],
	['blocks', 'mentions'],
	['blocks', 'deletions'],
	['seen', 'comments', 'mentions', 'likes', 'lists', 'reviews', 'imports', 'follows', 'blocks', 'deletions', 'windows'],
]

for (const kinds of PAIRS)
	test(`${kinds.join(', ')} on two processes never wait for each other in a circle, and none is lost`, {
		tags: ['trust-51'],
		timeout: 3_600_000,
	}, async () => {
		await using site = await startSite()
		const { db } = site.services
		const { rows: known } = await sql<{ name: string; deadlocks: string }>`
				select current_database() as name, deadlocks from pg_stat_database where datname = current_database()`.execute(
			db,
		)
		const name = known[0]?.name ?? ''
		await sql`alter database ${sql.id(name)} set deadlock_timeout = ${sql.lit(DEADLOCK_AFTER_MS)}`.execute(db)
		const players = await Promise.all(Array.from({ length: PEOPLE }, () => site.register()))
		const gameId = await site.addGame()
		const reviews: string[] = []
		for (const player of players)
			reviews.push((await site.call(createReview, { body: { ...WRITTEN, gameId } }, player)).id)
		const stage: Stage = { players, reviews, seen: 0, gameId }
		{
			await using one = await startSite({ beside: site, ...PATIENT })
			await using two = await startSite({ beside: site, ...PATIENT })
			for (let round = 0; round < ROUNDS; round++)
				await Promise.all(
					[one, two].flatMap((process, index) =>
						kinds.map((kind) => writers[kind]?.(process, stage, round * 2 + index)),
					),
				)
		}
		await sql`alter database ${sql.id(name)} reset deadlock_timeout`.execute(db)
		// A connection has told its statistics when it is gone
		await expect
			.poll(
				async () => {
					const { rows } = await sql<{ n: number }>`
						select count(*)::int as n from pg_stat_activity
						where datname = current_database() and application_name = 'beside'`.execute(db)
					return rows[0]?.n
				},
				{ timeout: 60_000 },
			)
			.toBe(0)
		const { rows: after } = await sql<{ deadlocks: string }>`
				select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
		expect(Number(after[0]?.deadlocks) - Number(known[0]?.deadlocks)).toBe(0)
		const counts = await db.selectFrom('review_counts').select('impressions_total').where('id', 'in', reviews).execute()
		expect(counts.map(({ impressions_total }) => impressions_total)).toEqual(Array(PEOPLE).fill(stage.seen))
		expect(await recount(db)).toEqual([])
	})
