import {
	Integer,
	Array as List,
	Number as Numeric,
	Object as Shape,
	type Static,
	String as Text,
	Boolean as YesNo,
} from 'typebox'
import { endpoint } from './endpoint.ts'
import { GameId, nullable, oneOf, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

const ExportedUser = Shape({ userId: Uuid(), username: Text(), since: Time() })
const Game = { gameId: GameId(), gameName: Text() }

/** Everything that the site keeps of an account, as `docs/export.md` explains it. A change of its shape counts `format` up. */
export const AccountExport = Shape({
	format: oneOf(['savepoint-account-1']),
	exportedAt: Time(),
	account: Shape({
		id: Uuid(),
		username: Text(),
		email: Text(),
		emailVerifiedAt: nullable(Time()),
		name: nullable(Text()),
		bio: nullable(Text()),
		/** The picture itself as a `data:` address. */
		picture: nullable(Text()),
		hasPassword: YesNo(),
		createdAt: Time(),
	}),
	/** With which one logs in; the id is the person's there. */
	connectedAccounts: List(Shape({ provider: oneOf(PROVIDERS), id: Text(), connectedAt: Time() })),
	sessions: List(
		Shape({
			id: Uuid(),
			device: Text(),
			createdAt: Time(),
			lastUsedAt: Time(),
			/** When its owner last proved who they are. */
			provedAt: nullable(Time()),
			endedAt: nullable(Time()),
		}),
	),
	mailedLinks: List(
		Shape({
			purpose: oneOf(['reset-password', 'verify-email', 'change-email']),
			sentTo: Text(),
			createdAt: Time(),
			expiresAt: Time(),
		}),
	),
	signInAddresses: List(Shape({ hash: Text(), lastUsedAt: Time() })),
	following: List(ExportedUser),
	followers: List(ExportedUser),
	reviews: List(
		Shape({
			id: Uuid(),
			...Game,
			rating: Numeric(),
			platform: Text(),
			timePlayed: nullable(Integer()),
			description: Text(),
			likes: Integer(),
			commentCount: Integer(),
			views: Integer(),
			impressions: Integer(),
			createdAt: Time(),
			updatedAt: Time(),
		}),
	),
	likedReviews: List(Shape({ reviewId: Uuid(), ...Game, author: Text(), createdAt: Time() })),
	comments: List(
		Shape({
			id: Uuid(),
			reviewId: Uuid(),
			...Game,
			content: Text(),
			likes: Integer(),
			createdAt: Time(),
		}),
	),
	likedComments: List(Shape({ commentId: Uuid(), reviewId: Uuid(), author: Text(), createdAt: Time() })),
	lists: List(
		Shape({
			id: Uuid(),
			title: Text(),
			description: nullable(Text()),
			createdAt: Time(),
			updatedAt: Time(),
			items: List(Shape({ ...Game, order: Integer(), notes: Text() })),
		}),
	),
	readActivities: List(Shape({ activityId: Uuid(), userId: Uuid() })),
	seenReviews: List(Shape({ reviewId: Uuid(), day: Text({ format: 'date' }), opened: YesNo() })),
})
export type AccountExport = Static<typeof AccountExport>

export const exportAccount = endpoint({
	method: 'GET',
	url: '/api/auth/export',
	config: {
		summary: 'Download everything that the site keeps of the own account as one file',
		auth: 'user',
		failure: 'Failed to get your data. Please try again.',
		limit: 'export',
	},
	schema: { response: { 200: AccountExport } },
})

/** What the file of an export is called: `savepoint-mara-2026-11-21.json`. */
export function exportFileName(username: string, time: string): string {
	return `savepoint-${username}-${time.slice(0, 10)}.json`
}
