import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameRef } from './game-ref.ts'
import { nullable, Time } from './shapes.ts'
import { Taste } from './taste.ts'
import { publicUser, USER_LOOKUP_FAILED, USER_NOT_FOUND } from './users.ts'

/** The game that somebody's program says they play at this moment. */
export const PlayingNow = Type.Object({ game: GameRef, since: Time() })
export type PlayingNow = Static<typeof PlayingNow>

/**
 * A profile with the games pinned on it, up to five, in order. `isMuted` is whether the viewer has muted the user, null for
 * visitors and oneself.
 */
export const ProfileDetail = Type.Object({
	...publicUser,
	isFollowing: nullable(Type.Boolean()),
	isMuted: nullable(Type.Boolean()),
	favorites: Type.Array(GameRef),
	/** What a program of the user said in the last two hours that they play. */
	playingNow: nullable(PlayingNow),
	/** Null for visitors and oneself, under five shared games, and if one of both has turned it off. */
	taste: nullable(Taste),
})
export type ProfileDetail = Static<typeof ProfileDetail>

export const getProfile = endpoint({
	method: 'GET',
	url: '/api/users/by-username/:username',
	config: {
		summary: 'Get a user by username, ignoring case',
		auth: 'anyone',
		mayLagFor: 'visitors',
		failure: USER_LOOKUP_FAILED,
		missing: USER_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) }),
		response: { 200: ProfileDetail },
	},
})
