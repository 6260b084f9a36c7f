import { forgotPassword } from '#contract/account.ts'
import { listFollowingActivity, markRead } from '#contract/activity.ts'
import { createComment, likeComment } from '#contract/comments.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { follow } from '#contract/follows.ts'
import { getPopularGames } from '#contract/games.ts'
import { createList } from '#contract/lists.ts'
import { updateProfile } from '#contract/profile.ts'
import { createReview, deleteReview, likeReview, reportSeen } from '#contract/reviews.ts'
import { call, type Input, type ResponseBody } from '#web/app/api-client.ts'
import { plainPicture, toFile } from './pictures.ts'
import { createTransport, registerUser, type SiteProcess } from './site-process.ts'

type Address = Pick<SiteProcess, 'url'>

/** A member of a filled site. */
export interface Member {
	id: string
	token: string
	/** The address of the member's picture. */
	picture: string
}

/** What a filled site contains that later requests refer to. */
export interface FilledSite {
	members: [Member, Member, Member]
	reviewIds: string[]
}

/** Letters and marks that are special in PostgreSQL's text format, in SQL and in JSON. */
const ODD_TEXT = 'Tab\t, line\nfeed, \\N, \\., "quotes", \'more\', é漢🎮 and a backslash at the end \\'

/** Fills a site through its API with every kind of thing that people leave on it. */
export async function fillSite(site: Address): Promise<FilledSite> {
	const as =
		(token?: string) =>
		<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseBody<E>> =>
			call(createTransport(site, token), endpoint, input)
	const members: Member[] = []
	for (const [index, username] of ['ada', 'ben', 'cleo'].entries()) {
		const { id, token } = await registerUser(site, username)
		const picture = await plainPicture('png', 500, 500, `#${index}0${index}0c0`)
		const { user } = await as(token)(updateProfile, { body: { bio: ODD_TEXT, profilePicture: toFile(picture) } })
		members.push({ id, token, picture: user.profilePicture ?? '' })
	}
	const [ada, ben, cleo] = members as FilledSite['members']
	for (const [follower, followed] of [
		[ada, ben],
		[ben, ada],
		[cleo, ada],
	] as const)
		await as(follower.token)(follow, { body: { followedId: followed.id } })

	const { data } = await as()(getPopularGames, { query: { limit: 3, period: 'all' } })
	const reviewIds: string[] = []
	for (const [index, { id: gameId, platforms }] of data.games.entries())
		for (const member of [ada, ben]) {
			const body = { gameId, rating: 1.5 + index, platform: platforms[0] ?? '', description: `${ODD_TEXT} ${index}` }
			reviewIds.push((await as(member.token)(createReview, { body })).id)
		}
	const deleted = reviewIds.pop() ?? ''
	await as(ben.token)(deleteReview, { params: { id: deleted } })
	for (const reviewId of reviewIds) {
		await as(cleo.token)(likeReview, { params: { id: reviewId } })
		const comment = await as(cleo.token)(createComment, { body: { reviewId, content: ODD_TEXT } })
		await as(ada.token)(likeComment, { params: { id: comment.id } })
	}
	await as()(reportSeen, { body: { impressions: reviewIds, views: reviewIds.slice(0, 1) } })
	const games = data.games.map(({ id: gameId }, order) => ({ gameId, order, notes: ODD_TEXT }))
	await as(ada.token)(createList, { body: { title: 'All of them', description: ODD_TEXT, games } })
	const { activities } = await as(cleo.token)(listFollowingActivity, { query: { limit: 2 } })
	await as(cleo.token)(markRead, { body: { activities } })
	await as()(forgotPassword, { body: { email: 'ben@example.org' } })
	return { members: [ada, ben, cleo], reviewIds }
}
