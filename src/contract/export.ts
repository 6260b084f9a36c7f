import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LibraryEntry } from './library-entry.ts'
import { Play, PlaySession } from './play.ts'
import { GameId, nullable, oneOf, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

const ExportedUser = Type.Object({ userId: Uuid(), username: Type.String(), since: Time() })
const { status, rating, isWished, isLoved } = LibraryEntry.properties
const Marks = { status, rating, isWished, isLoved }
const Game = { gameId: GameId(), gameName: Type.String() }

/** All stored data of an account, as documented in `docs/export.md`. Parts may be added; every other change increments `format`. */
export const AccountExport = Type.Object({
	format: oneOf(['savepoint-account-1']),
	exportedAt: Time(),
	account: Type.Object({
		id: Uuid(),
		username: Type.String(),
		email: Type.String(),
		emailVerifiedAt: nullable(Time()),
		name: nullable(Type.String()),
		bio: nullable(Type.String()),
		/** The picture itself as a `data:` URL. */
		picture: nullable(Type.String()),
		hasPassword: Type.Boolean(),
		createdAt: Time(),
	}),
	/** Providers connected for signing in; `id` is the person's id at the provider. */
	connectedAccounts: Type.Array(Type.Object({ provider: oneOf(PROVIDERS), id: Type.String(), connectedAt: Time() })),
	sessions: Type.Array(
		Type.Object({
			id: Uuid(),
			device: Type.String(),
			createdAt: Time(),
			lastUsedAt: Time(),
			/** When the owner last proved their identity. */
			provedAt: nullable(Time()),
			endedAt: nullable(Time()),
		}),
	),
	mailedLinks: Type.Array(
		Type.Object({
			purpose: oneOf(['reset-password', 'verify-email', 'change-email']),
			sentTo: Type.String(),
			createdAt: Time(),
			expiresAt: Time(),
		}),
	),
	signInAddresses: Type.Array(Type.Object({ hash: Type.String(), lastUsedAt: Time() })),
	following: Type.Array(ExportedUser),
	followers: Type.Array(ExportedUser),
	reviews: Type.Array(
		Type.Object({
			id: Uuid(),
			...Game,
			rating: Type.Number(),
			platform: Type.String(),
			timePlayed: nullable(Type.Integer()),
			description: Type.String(),
			likes: Type.Integer(),
			commentCount: Type.Integer(),
			views: Type.Integer(),
			impressions: Type.Integer(),
			createdAt: Time(),
			updatedAt: Time(),
		}),
	),
	likedReviews: Type.Array(Type.Object({ reviewId: Uuid(), ...Game, author: Type.String(), createdAt: Time() })),
	comments: Type.Array(
		Type.Object({
			id: Uuid(),
			reviewId: Uuid(),
			...Game,
			content: Type.String(),
			likes: Type.Integer(),
			createdAt: Time(),
		}),
	),
	likedComments: Type.Array(
		Type.Object({ commentId: Uuid(), reviewId: Uuid(), author: Type.String(), createdAt: Time() }),
	),
	lists: Type.Array(
		Type.Object({
			id: Uuid(),
			title: Type.String(),
			description: nullable(Type.String()),
			createdAt: Time(),
			updatedAt: Time(),
			items: Type.Array(Type.Object({ ...Game, order: Type.Integer(), notes: Type.String() })),
		}),
	),
	library: Type.Array(
		Type.Object({
			...Game,
			...Marks,
			platform: LibraryEntry.properties.platform,
			minutesPlayed: LibraryEntry.properties.minutesPlayed,
			playCount: Type.Integer(),
			lastPlayedOn: LibraryEntry.properties.lastPlayedOn,
			reviewId: nullable(Uuid()),
			createdAt: Time(),
			updatedAt: Time(),
		}),
	),
	/** `minutes` are as stated; null if only the sessions tell. */
	plays: Type.Array(Type.Object({ ...Play.properties, ...Game })),
	/** Sittings; `sessions` are the devices that are logged in. */
	playSessions: Type.Array(Type.Object({ ...PlaySession.properties, ...Game })),
	favorites: Type.Array(Type.Object({ ...Game, order: Type.Integer() })),
	/** What the followers' feeds show: the last change of a game's entry on each UTC day. */
	logs: Type.Array(Type.Object({ ...Game, day: Type.String({ format: 'date' }), ...Marks, createdAt: Time() })),
	readActivities: Type.Array(Type.Object({ activityId: Uuid(), userId: Uuid() })),
	seenReviews: Type.Array(
		Type.Object({ reviewId: Uuid(), day: Type.String({ format: 'date' }), opened: Type.Boolean() }),
	),
})
export type AccountExport = Static<typeof AccountExport>

export const exportAccount = endpoint({
	method: 'GET',
	url: '/api/auth/export',
	config: {
		summary: 'Download all data of your account as one file',
		auth: 'user',
		failure: 'Failed to get your data. Please try again.',
		limit: 'export',
	},
	schema: { response: { 200: AccountExport } },
})

/** Returns the file name of an export: `savepoint-mara-2026-11-21.json`. */
export function exportFileName(username: string, time: string): string {
	return `savepoint-${username}-${time.slice(0, 10)}.json`
}
