import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { LIBRARY_STATUSES } from './library-entry.ts'
import { LIMITS } from './limits.ts'
import { GameList } from './lists.ts'
import { Review } from './reviews.ts'
import { nullable, oneOf, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

export const FEED_KINDS = ['review', 'log', 'list'] as const
const kindWords = FEED_KINDS.join('|')

/** Something that a followed user did: a review, a list, the log of a game and UTC day, or many logs of an hour as one. */
export const FeedItem = Type.Object({
	id: Uuid(),
	kind: oneOf([...FEED_KINDS, 'logs']),
	user: UserRef,
	createdAt: Time(),
	review: nullable(Review),
	log: nullable(
		Type.Object({
			game: GameRef,
			status: nullable(oneOf(LIBRARY_STATUSES)),
			rating: nullable(Type.Number()),
			isWished: Type.Boolean(),
			isLoved: Type.Boolean(),
		}),
	),
	list: nullable(GameList),
	/** Of `logs`: the first twelve games. */
	games: Type.Array(GameRef),
	/** Of `logs`: how many games there are; otherwise 1. */
	count: Type.Integer(),
})
export type FeedItem = Static<typeof FeedItem>

export const getFeed = endpoint({
	method: 'GET',
	url: '/api/feed',
	config: {
		summary: 'List the activity of users you follow, newest first, including from before you followed them',
		auth: 'user',
		failure: 'Failed to fetch the feed',
	},
	schema: {
		querystring: Type.Object({
			limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 30 })),
			cursor: Type.Optional(Type.String({ maxLength: 500 })),
			/** One or several kinds, separated by commas; `log` includes folded logs. */
			kinds: Type.Optional(Type.String({ pattern: `^(${kindWords})(,(${kindWords}))*$`, maxLength: 100 })),
		}),
		response: { 200: Type.Object({ items: Type.Array(FeedItem), nextCursor: nullable(Type.String()) }) },
	},
})
export type FeedPage = Static<(typeof getFeed)['schema']['response'][200]>
