import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { SUGGESTION_DECISIONS } from './game-suggestions.ts'
import { IMPORT_FROM, OWN_IMPORT_STATES } from './imports.ts'
import { LibraryEntry } from './library-entry.ts'
import { LIST_VISIBILITIES } from './lists.ts'
import { APPEAL_STATES, LOGGED_ACTIONS } from './moderation.ts'
import { NOTIFICATION_KINDS } from './notifications.ts'
import { Play, PlaySession } from './play.ts'
import { ReportedGame, ReportingClient } from './play-reports.ts'
import { Preferences } from './preferences.ts'
import { MODERATION_REASONS, REPORT_SUBJECTS } from './report-reasons.ts'
import { Passkey } from './second-factor.ts'
import { LOGIN_METHODS } from './session-devices.ts'
import { GameId, nullable, oneOf, Texts, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'
import { Token } from './tokens.ts'

const ExportedUser = Type.Object({ userId: Uuid(), username: Type.String(), since: Time() })
const { status, rating, isWished, isLoved } = LibraryEntry.properties
const Marks = { status, rating, isWished, isLoved }
const Game = { gameId: GameId(), gameName: Type.String() }
const Comment = {
	id: Uuid(),
	/** The comment that it replies to. */
	parentId: nullable(Uuid()),
	content: Type.String(),
	containsSpoilers: Type.Boolean(),
	likes: Type.Integer(),
	createdAt: Time(),
	editedAt: nullable(Time()),
}

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
		/** The UTC day on which the account was last here, and the one before; null if they are not known. */
		lastSeenOn: nullable(Type.String()),
		seenBeforeOn: nullable(Type.String()),
		/** The version of the site's rules that was accepted, and when; null if there were none. */
		rulesVersion: nullable(Type.Integer()),
		rulesAcceptedAt: nullable(Time()),
	}),
	/** Providers connected for logging in; `id` is the person's id at the provider. */
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
			/** How the device logged in; null if it did before this was recorded. */
			method: nullable(oneOf(LOGIN_METHODS)),
			secondFactor: Type.Boolean(),
		}),
	),
	/** Names and times only: what a passkey or an authenticator app proves an identity with is secret. */
	passkeys: Type.Array(Passkey),
	authenticator: nullable(Type.Object({ createdAt: Time() })),
	/** How many are left, and when they were made. */
	recoveryCodes: nullable(Type.Object({ left: Type.Integer(), createdAt: Time() })),
	/** Tokens for programs; what they log in with is stored as a hash only. */
	apiTokens: Type.Array(Token),
	/** When the address of the wishlist's calendar was made; null without one. The address itself is stored as a hash only. */
	wishlistCalendar: nullable(Type.Object({ createdAt: Time() })),
	/** Files that were imported; what they brought is in the other parts. */
	imports: Type.Array(
		Type.Object({
			id: Uuid(),
			source: oneOf(IMPORT_FROM),
			fileName: nullable(Type.String()),
			state: oneOf(OWN_IMPORT_STATES),
			createdAt: Time(),
			appliedAt: nullable(Time()),
			undoUntil: nullable(Time()),
		}),
	),
	/** Links that others can join with, for as long as they are stored. */
	invites: Type.Array(
		Type.Object({
			code: Type.String(),
			uses: Type.Integer(),
			used: Type.Integer(),
			createdAt: Time(),
			expiresAt: Time(),
			revokedAt: nullable(Time()),
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
	/** Devices that get push messages; `service` is the host of the push service. */
	pushDevices: Type.Array(Type.Object({ sessionId: Uuid(), service: Type.String(), createdAt: Time() })),
	signInAddresses: Type.Array(Type.Object({ hash: Type.String(), lastUsedAt: Time() })),
	following: Type.Array(ExportedUser),
	followers: Type.Array(ExportedUser),
	blockedUsers: Type.Array(ExportedUser),
	mutedUsers: Type.Array(ExportedUser),
	reviews: Type.Array(
		Type.Object({
			id: Uuid(),
			...Game,
			rating: Type.Number(),
			platform: Type.String(),
			timePlayed: nullable(Type.Integer()),
			description: Type.String(),
			containsSpoilers: Type.Boolean(),
			likes: Type.Integer(),
			commentCount: Type.Integer(),
			views: Type.Integer(),
			impressions: Type.Integer(),
			/** Its day in the diary. */
			day: Type.String({ format: 'date' }),
			createdAt: Time(),
			updatedAt: Time(),
		}),
	),
	/** What is typed of reviews and not published. */
	reviewDrafts: Type.Array(
		Type.Object({
			...Game,
			rating: nullable(Type.Number()),
			platform: nullable(Type.String()),
			timePlayed: nullable(Type.Integer()),
			description: Type.String(),
			containsSpoilers: Type.Boolean(),
			device: nullable(Type.String()),
			updatedAt: Time(),
		}),
	),
	likedReviews: Type.Array(Type.Object({ reviewId: Uuid(), ...Game, author: Type.String(), createdAt: Time() })),
	comments: Type.Array(Type.Object({ ...Comment, reviewId: Uuid(), ...Game })),
	listComments: Type.Array(Type.Object({ ...Comment, listId: Uuid() })),
	likedComments: Type.Array(
		Type.Object({
			commentId: Uuid(),
			reviewId: nullable(Uuid()),
			listId: nullable(Uuid()),
			author: Type.String(),
			createdAt: Time(),
		}),
	),
	lists: Type.Array(
		Type.Object({
			id: Uuid(),
			title: Type.String(),
			description: nullable(Type.String()),
			visibility: oneOf(LIST_VISIBILITIES),
			isRanked: Type.Boolean(),
			tags: Type.Array(Type.String()),
			/** The id of the list that it began as a copy of. */
			copiedFrom: nullable(Uuid()),
			likes: Type.Integer(),
			commentCount: Type.Integer(),
			createdAt: Time(),
			updatedAt: Time(),
			items: Type.Array(Type.Object({ ...Game, order: Type.Integer(), notes: Type.String() })),
		}),
	),
	likedLists: Type.Array(Type.Object({ listId: Uuid(), author: Type.String(), createdAt: Time() })),
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
	playSessions: Type.Array(
		Type.Object({
			...PlaySession.properties,
			...Game,
			/** When a program says that it began; null if it was entered here, or only the day is known. */
			startedAt: nullable(Time()),
		}),
	),
	/** The programs that report play time. */
	playClients: Type.Array(Type.Object({ ...ReportingClient.properties, lastKey: nullable(Type.String()) })),
	/** What programs call games that were matched or ignored by hand, wait to be matched, or have a running total. */
	clientGames: Type.Array(
		Type.Object({
			id: Uuid(),
			client: Type.String(),
			game: ReportedGame,
			/** The game that it means here; null if it is ignored or waits to be matched. */
			gameId: nullable(GameId()),
			isIgnored: Type.Boolean(),
			totalSeconds: nullable(Type.Integer()),
			reportedAt: Time(),
		}),
	),
	/** The reports that were counted, with the sessions that they made; null for one that was deleted. */
	playReports: Type.Array(Type.Object({ client: Type.String(), key: Type.String(), sessionId: nullable(Uuid()) })),
	/** The reports that wait until their game is matched. */
	unmatchedReports: Type.Array(
		Type.Object({
			clientGameId: Uuid(),
			key: Type.String(),
			platform: nullable(Type.String()),
			day: Type.String(),
			seconds: Type.Number(),
			startedAt: nullable(Time()),
			endedAt: nullable(Time()),
			/** Whether `seconds` are all that the program had counted by then. */
			isTotal: Type.Boolean(),
		}),
	),
	/** What programs said is being played, and until when it is shown. */
	playingNow: Type.Array(Type.Object({ ...Game, client: Type.String(), since: Time(), until: Time() })),
	favorites: Type.Array(Type.Object({ ...Game, order: Type.Integer() })),
	/** Games that are never recommended. */
	dismissals: Type.Array(Type.Object({ ...Game, createdAt: Time() })),
	/** Games that are not suggested to play next for 30 days. */
	postponements: Type.Array(Type.Object({ ...Game, createdAt: Time() })),
	/** The games of the library, lists, favorites and drafts, with what finds them on another site. */
	games: Type.Array(
		Type.Object({
			...Game,
			releaseYear: nullable(Type.Integer()),
			/** Their ids elsewhere, such as `igdb` and `steam`; `savepoint` are games that every Savepoint has. */
			externalIds: Type.Array(Type.Object({ source: Type.String(), id: Type.String() })),
		}),
	),
	/** What the followers' feeds show: the last change of a game's entry on each UTC day. */
	logs: Type.Array(Type.Object({ ...Game, day: Type.String({ format: 'date' }), ...Marks, createdAt: Time() })),
	/** What the account reported. */
	reports: Type.Array(
		Type.Object({
			subject: oneOf(REPORT_SUBJECTS),
			subjectId: Uuid(),
			reason: oneOf(MODERATION_REASONS),
			text: nullable(Type.String()),
			createdAt: Time(),
			closedAt: nullable(Time()),
		}),
	),
	/** The games that the account suggested, and what became of them. */
	gameSuggestions: Type.Array(
		Type.Object({
			name: Type.String(),
			releaseYear: nullable(Type.Integer()),
			platforms: Texts(),
			developers: Texts(),
			url: nullable(Type.String()),
			note: nullable(Type.String()),
			createdAt: Time(),
			decision: nullable(oneOf(SUGGESTION_DECISIONS)),
			gameId: nullable(GameId()),
			decidedAt: nullable(Time()),
		}),
	),
	/** What moderators decided about the account and what it wrote, with the text at that moment and the appeal. */
	decisions: Type.Array(
		Type.Object({
			action: oneOf(LOGGED_ACTIONS),
			subject: oneOf(REPORT_SUBJECTS),
			subjectId: Uuid(),
			reason: nullable(oneOf(MODERATION_REASONS)),
			note: nullable(Type.String()),
			text: nullable(Type.String()),
			createdAt: Time(),
			until: nullable(Time()),
			undoneAt: nullable(Time()),
			appeal: nullable(
				Type.Object({
					text: Type.String(),
					state: oneOf(APPEAL_STATES),
					createdAt: Time(),
					decidedAt: nullable(Time()),
					answer: nullable(Type.String()),
				}),
			),
		}),
	),
	notifications: Type.Array(
		Type.Object({
			kind: oneOf(NOTIFICATION_KINDS),
			/** The id of the review, comment, list or account that it is about. */
			about: Uuid(),
			actorCount: Type.Integer(),
			text: nullable(Type.String()),
			isRead: Type.Boolean(),
			createdAt: Time(),
		}),
	),
	preferences: Preferences,
	/** When the account last got mails about notifications, and until when the last digest tells. */
	notificationMails: Type.Object({ lastSentAt: nullable(Time()), lastDigestUntil: nullable(Time()) }),
	readActivities: Type.Array(Type.Object({ activityId: Uuid(), userId: Uuid() })),
	seenReviews: Type.Array(
		Type.Object({ reviewId: Uuid(), day: Type.String({ format: 'date' }), opened: Type.Boolean() }),
	),
})
export type AccountExport = Static<typeof AccountExport>

/** One file for programs, or an archive with the same file, tables and pages to read. */
export const EXPORT_FORMATS = ['json', 'zip'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exportAccount = endpoint({
	method: 'GET',
	url: '/api/auth/export',
	config: {
		summary:
			'Download all data of your account as one file, JSON or a ZIP archive with `format=zip`; needs a recent proof with your second factor if you have one',
		auth: 'user',
		failure: 'Failed to get your data. Please try again.',
		needsProof: 'withSecondFactor',
		limit: 'export',
		file: 'application/zip',
	},
	schema: {
		querystring: Type.Object({ format: Type.Optional(oneOf(EXPORT_FORMATS)) }),
		response: { 200: AccountExport },
	},
})

/** Returns the file name of an export: `savepoint-mara-2026-11-21.zip`. */
export function exportFileName(username: string, time: string, format: ExportFormat): string {
	return `savepoint-${username}-${time.slice(0, 10)}.${format}`
}
