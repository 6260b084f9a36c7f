import { expect, test } from 'vitest'
import { createComment } from '#contract/comments.ts'
import { getGame } from '#contract/games.ts'
import { likeReview, listReviews } from '#contract/reviews.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import { login } from '#contract/sessions.ts'
import { PASSWORD, type Player, startSite, type TestSite, writeReview } from '#kit/site.ts'
import { recount } from '#server/db/recount.ts'
import { advanceWindows } from '#server/db/windows.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** How far the clock of each of two processes jumps. */
const JUMPS = [
	[3 * HOUR_MS, 0],
	[-5 * HOUR_MS, 2 * DAY_MS],
	[3 * DAY_MS, -2 * DAY_MS],
	[-3 * DAY_MS, -9 * HOUR_MS],
	[0, 6 * DAY_MS],
	[5 * HOUR_MS - 3 * HOUR_MS, 9 * HOUR_MS - 6 * DAY_MS],
] as const

test('two processes whose clocks jump by hours and days keep serving, and every count is right', {
	tags: ['trust-36'],
	timeout: 300_000,
}, async () => {
	await using one = await startSite({ env: { RATE_LIMIT_FACTOR: '5' } })
	await using two = await startSite({ beside: one, env: { RATE_LIMIT_FACTOR: '5' } })
	const sites = [one, two] as const
	const began = one.time.now
	const members = [await one.register('ann'), await two.register('ben')]
	const gameId = await one.addGame()

	for (const [index, jumps] of JUMPS.entries()) {
		for (const [process, site] of sites.entries()) {
			site.time.now += jumps[process] ?? 0
			await advanceWindows(site.services.db, site.time.now)
			await writeThrough(site, sites[1 - process] as TestSite, `${index}_${process}`, members)
		}
		expect(await recount(one.services.db)).toEqual([])
	}
	expect(sites.map((site) => site.time.now - began).every((ms) => ms < DAY_MS)).toBe(true)

	// A week later everything from the jumps has left the windows, and what is new counts
	for (let day = 0; day < 16; day++) {
		for (const site of sites) site.time.now += DAY_MS
		await advanceWindows(two.services.db, two.time.now)
	}
	for (const [index, site] of sites.entries()) await writeReview(site, await site.register(`late_${index}`), gameId)
	const { data } = await one.call(getGame, { params: { id: gameId } })
	expect(data).toMatchObject({ reviewsLastWeek: 2, totalReviews: 2 })
	expect(await recount(one.services.db)).toEqual([])
})

/** Does what people do through one process, which the other one serves too. Members keep their sessions. */
async function writeThrough(site: TestSite, other: TestSite, name: string, members: Player[]): Promise<void> {
	const author = await site.register(`author_${name}`)
	expect(await site.mailsTo(author.user.email)).toHaveLength(1)
	const review = await writeReview(site, author)
	// An access token is as old as the clocks are apart, so each process gets its own
	const body = { identifier: author.user.username, password: PASSWORD }
	const { tokens } = await other.call(login, { body })
	await other.call(likeReview, { params: { id: review.id } }, { ...author, ...tokens })
	await site.call(createComment, { body: { reviewId: review.id, content: 'Seen.' } }, author)
	const { reviews } = await other.call(listReviews, { query: { userId: author.user.id } })
	expect(reviews).toMatchObject([{ id: review.id, likes: 1, commentCount: 1 }])
	for (const member of members)
		Object.assign(member, (await site.call(refreshTokens, { body: { refreshToken: member.refreshToken } })).tokens)
}
