import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import {
	BAD_LINK,
	BAD_TICKET,
	changeEmail,
	changePassword,
	deleteAccount,
	extractTokens,
	forgotPassword,
	NO_TICKET,
	OTHER_IDENTITY,
	PROOF_FAILED,
	reauthenticate,
	resetPassword,
	TOO_MANY_MAILS,
	verifyEmail,
	WRONG_PASSWORD,
} from '#contract/account.ts'
import { getUserActivity, NO_USER } from '#contract/activity.ts'
import { LAST_ADMIN, setRole } from '#contract/admin.ts'
import {
	BOTH_REVIEWED,
	cancelImport,
	GAMES_GONE,
	IMPORT_ENDED,
	IMPORT_RUNNING,
	keepPairApart,
	mergePair,
	SAME_GAME,
	SOURCE_NOT_CONFIGURED,
	startImport,
} from '#contract/admin-catalog.ts'
import {
	ACTION_NOT_FOUND,
	ALREADY_APPEALED,
	ALREADY_UNDONE,
	APPEAL_SIGN_IN_NEEDED,
	APPEAL_TOO_LATE,
	createAppeal,
	getAppealableAction,
} from '#contract/appeals.ts'
import {
	blockUser,
	CANNOT_BLOCK_YOURSELF,
	CANNOT_MUTE_YOURSELF,
	muteUser,
	TOO_MANY_BLOCKS,
	TOO_MANY_MUTES,
} from '#contract/blocks.ts'
import {
	COMMENT_ALREADY_LIKED,
	COMMENT_NOT_FOUND,
	createComment,
	deleteComment,
	likeComment,
	listComments,
	listListComments,
	NOT_YOUR_COMMENT,
	NOT_YOUR_COMMENT_TO_EDIT,
	updateComment,
} from '#contract/comments.ts'
import { getDiary } from '#contract/diary.ts'
import type { Endpoint, Refusal } from '#contract/endpoint.ts'
import { CANNOT_FOLLOW_YOURSELF, follow } from '#contract/follows.ts'
import { GAME_NOT_FOUND } from '#contract/games.ts'
import {
	createInvite,
	INVITES_NOT_ALLOWED,
	listInvites,
	TOO_MANY_INVITES,
	TOO_MANY_INVITES_THIS_MONTH,
} from '#contract/invites.ts'
import {
	deleteLibraryEntry,
	getLibrarySummary,
	HAS_REVIEW,
	LIBRARY_FULL,
	listLibrary,
	RATING_OF_REVIEW,
	saveFavorites,
	saveLibraryEntry,
} from '#contract/library.ts'
import { LOG_IN_TO_KEEP_TRACK } from '#contract/library-entry.ts'
import { WRITE_QUOTA_EXCEEDED } from '#contract/limits.ts'
import {
	ALREADY_IN_LIST,
	addListGame,
	copyList,
	createList,
	deleteList,
	LIST_ALREADY_LIKED,
	LIST_FULL,
	LIST_NOT_FOUND,
	likeList,
	listLists,
	NOT_IN_LIST,
	NOT_YOUR_LIST,
	removeListGame,
	TOO_MANY_LISTS,
	updateList,
} from '#contract/lists.ts'
import { BAD_UNSUBSCRIBE_LINK, findMailSubscription, updateMailSubscription } from '#contract/mail-subscription.ts'
import {
	Action,
	ALREADY_DECIDED,
	CANNOT_RESTORE,
	decideAppeal,
	MODERATED_NOT_FOUND,
	NOT_ABOVE,
	NOT_BANNED,
	NOTHING_TO_RESTORE,
	OWN_ACTION,
	takeAction,
} from '#contract/moderation.ts'
import { markNotificationsRead, NO_NOTIFICATIONS } from '#contract/notifications.ts'
import {
	createPlay,
	createPlaySession,
	deletePlay,
	deletePlaySession,
	NOT_YOUR_PLAY,
	NOT_YOUR_PLAY_SESSION,
	PLAY_NOT_FOUND,
	PLAY_SESSION_NOT_FOUND,
	TOO_MANY_PLAY_SESSIONS,
	TOO_MANY_PLAYS,
	updatePlay,
	updatePlaySession,
} from '#contract/plays.ts'
import {
	GIF_OR_AVIF_TOO_MANY_PIXELS,
	NOT_A_PICTURE,
	PICTURE_BROKEN,
	PICTURE_FILE_TOO_LARGE,
	PICTURE_IN_PROGRESS,
	PICTURE_TOO_MANY_PIXELS,
	PICTURES_BUSY,
	PICTURES_UNAVAILABLE,
	updateProfile,
} from '#contract/profile.ts'
import { PUSH_ENDPOINT_REFUSED, PUSH_KEYS_REFUSED, subscribeToPush } from '#contract/push.ts'
import {
	ALREADY_REQUESTED,
	EMAIL_DOMAIN_BLOCKED,
	INVITE_INVALID,
	INVITE_NEEDED,
	REGISTRATION_CLOSED,
	REGISTRATION_PENDING,
	TOO_MANY_PENDING,
	TOO_MANY_UNCONFIRMED,
	WORK_NEEDED,
} from '#contract/registration.ts'
import { confirmRegistration } from '#contract/registration-requests.ts'
import {
	ALREADY_REPORTED,
	confirmReport,
	createReport,
	REPORT_SIGN_IN_NEEDED,
	REPORTED_NOT_FOUND,
	TOO_MANY_REPORTS,
} from '#contract/reports.ts'
import {
	DRAFT_CHANGED,
	deleteReviewDraft,
	ServerReviewDraft,
	saveReviewDraft,
	TOO_MANY_DRAFTS,
} from '#contract/review-drafts.ts'
import {
	createReview,
	deleteReview,
	likeReview,
	listReviews,
	NOT_YOUR_FEED,
	NOT_YOUR_REVIEW,
	NOT_YOUR_REVIEW_TO_DELETE,
	REVIEW_ALREADY_LIKED,
	REVIEW_EXISTS,
	REVIEW_NOT_FOUND,
	updateReview,
} from '#contract/reviews.ts'
import {
	AUTHENTICATOR_EXISTS,
	AUTHENTICATOR_NOT_FOUND,
	addPasskey,
	confirmAuthenticator,
	loginWithPasskey,
	loginWithSecondFactor,
	NO_SECOND_FACTOR,
	PASSKEY_EXISTS,
	PASSKEY_NOT_ADDED,
	PASSKEY_REFUSED,
	removeAuthenticator,
	removePasskey,
	renewRecoveryCodes,
	SECOND_STEP_EXPIRED,
	SecondStep,
	startAuthenticator,
	startPasskeyStep,
	TOO_MANY_PASSKEYS,
	WRONG_FACTOR,
} from '#contract/second-factor.ts'
import { refreshTokens } from '#contract/session-tokens.ts'
import {
	BAD_TOKEN,
	BANNED,
	Ban,
	EMAIL_TAKEN,
	INVALID_CREDENTIALS,
	login,
	register,
	SECOND_FACTOR_NEEDED,
	SESSION_REVOKED,
	SIGN_IN_NEEDED,
	SUSPENDED,
	setUsername,
	TOO_MANY_SIGN_INS,
	USERNAME_CHOSEN,
	USERNAME_TAKEN,
} from '#contract/sessions.ts'
import { nullable, Time, Uuid } from '#contract/shapes.ts'
import {
	blockDomains,
	getRules,
	NO_RULES,
	SETTINGS_CHANGED,
	SiteSettings,
	TOO_MANY_DOMAINS,
	updateSiteSettings,
} from '#contract/site-settings.ts'
import {
	ALREADY_CONNECTED,
	BAD_CONNECTION,
	BAD_SIGNED_REQUEST,
	CONNECTED_ELSEWHERE,
	completeConnection,
	connectProvider,
	deleteFacebookData,
	disconnectProvider,
	EMAIL_UNCONFIRMED,
	LAST_SIGN_IN_METHOD,
	PROVIDER_NOT_FOUND,
	PROVIDER_UNAVAILABLE,
	REDIRECT_NOT_ALLOWED,
	startSocialSignIn,
} from '#contract/social-login.ts'
import { getStats } from '#contract/stats.ts'
import { USER_NOT_FOUND } from '#contract/users.ts'
import { getYearInReview } from '#contract/year.ts'

/** A refusal, with the schemas of extra properties in its body. */
export interface DocumentedRefusal extends Refusal {
	readonly extra?: Readonly<Record<string, TSchema>>
}

export type Refusals = Readonly<
	Partial<Record<400 | 401 | 403 | 404 | 409 | 413 | 429 | 503, readonly DocumentedRefusal[]>>
>

const SECOND_STEP_NEEDED: DocumentedRefusal = { ...SECOND_FACTOR_NEEDED, extra: SecondStep.properties }

const ACCOUNT_BANNED: DocumentedRefusal = { ...BANNED, extra: Ban.properties }
/** Of every write of a suspended account. */
export const ACCOUNT_SUSPENDED: DocumentedRefusal = { ...SUSPENDED, extra: { until: Time() } }
const DECIDED: DocumentedRefusal = { ...ALREADY_DECIDED, extra: { action: Action } }

const LIBRARY_OF_NOBODY: Refusals = {
	401: [{ ...SIGN_IN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }],
	404: [USER_NOT_FOUND],
}

const PRESENT_DRAFT: DocumentedRefusal = { ...DRAFT_CHANGED, extra: { draft: nullable(ServerReviewDraft) } }

/**
 * The endpoint-specific refusals by status. `documented-refusals.ts` derives the rest from the
 * endpoint: invalid input, a missing session, `missing`, cursors and pages, sizes and rate limits.
 */
export const REFUSALS: ReadonlyMap<Endpoint, Refusals> = new Map<Endpoint, Refusals>([
	[
		register,
		{
			400: [EMAIL_DOMAIN_BLOCKED],
			401: [SECOND_STEP_NEEDED],
			403: [ACCOUNT_BANNED, REGISTRATION_CLOSED, INVITE_NEEDED, INVITE_INVALID, WORK_NEEDED, TOO_MANY_PENDING],
			409: [USERNAME_TAKEN, EMAIL_TAKEN],
			429: [TOO_MANY_UNCONFIRMED],
		},
	],
	[
		confirmRegistration,
		{
			400: [BAD_LINK, EMAIL_DOMAIN_BLOCKED],
			403: [TOO_MANY_PENDING],
			409: [USERNAME_TAKEN, EMAIL_TAKEN, ALREADY_REQUESTED],
		},
	],
	[forgotPassword, { 403: [WORK_NEEDED] }],
	[createInvite, { 400: [TOO_MANY_INVITES, TOO_MANY_INVITES_THIS_MONTH], 403: [INVITES_NOT_ALLOWED] }],
	[listInvites, { 403: [INVITES_NOT_ALLOWED] }],
	[updateSiteSettings, { 409: [{ ...SETTINGS_CHANGED, extra: { settings: SiteSettings } }] }],
	[getRules, { 404: [NO_RULES] }],
	[blockDomains, { 400: [TOO_MANY_DOMAINS] }],
	[
		login,
		{
			401: [INVALID_CREDENTIALS, SECOND_STEP_NEEDED],
			403: [ACCOUNT_BANNED, REGISTRATION_PENDING],
			429: [TOO_MANY_SIGN_INS],
		},
	],
	[startPasskeyStep, { 401: [SECOND_STEP_EXPIRED] }],
	[
		loginWithSecondFactor,
		{ 401: [WRONG_FACTOR, SECOND_STEP_EXPIRED], 403: [ACCOUNT_BANNED], 429: [TOO_MANY_SIGN_INS] },
	],
	[loginWithPasskey, { 401: [PASSKEY_REFUSED], 403: [ACCOUNT_BANNED] }],
	[addPasskey, { 400: [PASSKEY_NOT_ADDED], 409: [PASSKEY_EXISTS, TOO_MANY_PASSKEYS] }],
	[removePasskey, { 400: [LAST_SIGN_IN_METHOD] }],
	[startAuthenticator, { 409: [AUTHENTICATOR_EXISTS] }],
	[
		confirmAuthenticator,
		{
			404: [AUTHENTICATOR_NOT_FOUND],
			409: [AUTHENTICATOR_EXISTS],
			429: [TOO_MANY_SIGN_INS],
		},
	],
	[removeAuthenticator, { 404: [AUTHENTICATOR_NOT_FOUND] }],
	[renewRecoveryCodes, { 409: [NO_SECOND_FACTOR] }],
	[refreshTokens, { 401: [BAD_TOKEN, SESSION_REVOKED] }],
	[extractTokens, { 401: [BAD_TICKET, NO_TICKET, SECOND_STEP_NEEDED], 403: [ACCOUNT_BANNED] }],
	[resetPassword, { 400: [BAD_LINK] }],
	[verifyEmail, { 400: [BAD_LINK] }],
	[changePassword, { 403: [WRONG_PASSWORD], 429: [TOO_MANY_SIGN_INS] }],
	[changeEmail, { 400: [EMAIL_DOMAIN_BLOCKED], 403: [WRONG_PASSWORD], 429: [TOO_MANY_SIGN_INS, TOO_MANY_MAILS] }],
	[
		reauthenticate,
		{
			400: [PROOF_FAILED],
			403: [WRONG_PASSWORD, WRONG_FACTOR, OTHER_IDENTITY],
			429: [TOO_MANY_SIGN_INS],
		},
	],
	[deleteAccount, { 403: [WRONG_PASSWORD], 429: [TOO_MANY_SIGN_INS] }],
	[startSocialSignIn, { 400: [REDIRECT_NOT_ALLOWED] }],
	[
		connectProvider,
		{
			400: [REDIRECT_NOT_ALLOWED],
			403: [EMAIL_UNCONFIRMED],
			409: [ALREADY_CONNECTED],
			503: [PROVIDER_UNAVAILABLE],
		},
	],
	[
		completeConnection,
		{ 400: [BAD_CONNECTION], 403: [EMAIL_UNCONFIRMED], 409: [ALREADY_CONNECTED, CONNECTED_ELSEWHERE] },
	],
	[disconnectProvider, { 400: [LAST_SIGN_IN_METHOD] }],
	[deleteFacebookData, { 400: [BAD_SIGNED_REQUEST], 404: [PROVIDER_NOT_FOUND] }],
	[
		updateProfile,
		{
			400: [NOT_A_PICTURE, PICTURE_BROKEN],
			413: [PICTURE_FILE_TOO_LARGE, PICTURE_TOO_MANY_PIXELS, GIF_OR_AVIF_TOO_MANY_PIXELS],
			429: [PICTURE_IN_PROGRESS],
			503: [PICTURES_BUSY, PICTURES_UNAVAILABLE],
		},
	],
	[setUsername, { 400: [USERNAME_CHOSEN], 409: [USERNAME_TAKEN] }],
	[getUserActivity, { 400: [NO_USER], 404: [USER_NOT_FOUND] }],
	[subscribeToPush, { 400: [PUSH_ENDPOINT_REFUSED, PUSH_KEYS_REFUSED] }],
	[markNotificationsRead, { 400: [NO_NOTIFICATIONS] }],
	[findMailSubscription, { 400: [BAD_UNSUBSCRIBE_LINK] }],
	[updateMailSubscription, { 400: [BAD_UNSUBSCRIBE_LINK] }],
	[setRole, { 409: [LAST_ADMIN] }],
	[startImport, { 409: [IMPORT_RUNNING, SOURCE_NOT_CONFIGURED] }],
	[cancelImport, { 409: [IMPORT_ENDED] }],
	[mergePair, { 404: [GAMES_GONE], 409: [SAME_GAME, BOTH_REVIEWED] }],
	[keepPairApart, { 404: [GAMES_GONE], 409: [SAME_GAME] }],
	[createReview, { 404: [GAME_NOT_FOUND], 409: [{ ...REVIEW_EXISTS, extra: { reviewId: nullable(Uuid()) } }] }],
	[saveReviewDraft, { 400: [TOO_MANY_DRAFTS], 409: [PRESENT_DRAFT] }],
	[deleteReviewDraft, { 409: [PRESENT_DRAFT] }],
	[updateReview, { 403: [NOT_YOUR_REVIEW] }],
	[deleteReview, { 403: [NOT_YOUR_REVIEW_TO_DELETE] }],
	[listReviews, { 401: [SIGN_IN_NEEDED], 403: [NOT_YOUR_FEED], 404: [GAME_NOT_FOUND, USER_NOT_FOUND] }],
	[likeReview, { 409: [{ ...REVIEW_ALREADY_LIKED, extra: { likes: Type.Integer(), impressions: Type.Integer() } }] }],
	[deleteComment, { 403: [NOT_YOUR_COMMENT] }],
	[updateComment, { 403: [NOT_YOUR_COMMENT_TO_EDIT] }],
	[listComments, { 404: [COMMENT_NOT_FOUND] }],
	[listListComments, { 404: [COMMENT_NOT_FOUND] }],
	[createComment, { 404: [REVIEW_NOT_FOUND, LIST_NOT_FOUND, COMMENT_NOT_FOUND] }],
	[likeComment, { 409: [{ ...COMMENT_ALREADY_LIKED, extra: { likes: Type.Integer() } }] }],
	[follow, { 400: [CANNOT_FOLLOW_YOURSELF], 404: [USER_NOT_FOUND] }],
	[blockUser, { 400: [CANNOT_BLOCK_YOURSELF, TOO_MANY_BLOCKS], 404: [USER_NOT_FOUND] }],
	[muteUser, { 400: [CANNOT_MUTE_YOURSELF, TOO_MANY_MUTES], 404: [USER_NOT_FOUND] }],
	[createList, { 400: [ALREADY_IN_LIST, TOO_MANY_LISTS], 404: [GAME_NOT_FOUND] }],
	[listLists, { 404: [USER_NOT_FOUND] }],
	[updateList, { 400: [ALREADY_IN_LIST], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] }],
	[deleteList, { 403: [NOT_YOUR_LIST] }],
	[addListGame, { 400: [ALREADY_IN_LIST, LIST_FULL], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] }],
	[likeList, { 409: [{ ...LIST_ALREADY_LIKED, extra: { likes: Type.Integer() } }] }],
	[copyList, { 400: [TOO_MANY_LISTS], 429: [WRITE_QUOTA_EXCEEDED] }],
	[removeListGame, { 403: [NOT_YOUR_LIST], 404: [NOT_IN_LIST] }],
	[listLibrary, LIBRARY_OF_NOBODY],
	[getLibrarySummary, LIBRARY_OF_NOBODY],
	[getDiary, LIBRARY_OF_NOBODY],
	[getStats, LIBRARY_OF_NOBODY],
	[getYearInReview, LIBRARY_OF_NOBODY],
	[
		createReport,
		{
			401: [{ ...SIGN_IN_NEEDED, error: REPORT_SIGN_IN_NEEDED }],
			403: [WORK_NEEDED],
			404: [REPORTED_NOT_FOUND],
			409: [ALREADY_REPORTED],
			429: [TOO_MANY_REPORTS],
		},
	],
	[confirmReport, { 400: [BAD_LINK], 404: [REPORTED_NOT_FOUND] }],
	[
		takeAction,
		{ 403: [NOT_ABOVE], 404: [MODERATED_NOT_FOUND], 409: [DECIDED, CANNOT_RESTORE, NOTHING_TO_RESTORE, NOT_BANNED] },
	],
	[decideAppeal, { 403: [OWN_ACTION, NOT_ABOVE], 409: [DECIDED, CANNOT_RESTORE] }],
	[getAppealableAction, { 401: [{ ...SIGN_IN_NEEDED, error: APPEAL_SIGN_IN_NEEDED }] }],
	[
		createAppeal,
		{
			401: [{ ...SIGN_IN_NEEDED, error: APPEAL_SIGN_IN_NEEDED }],
			404: [ACTION_NOT_FOUND],
			409: [ALREADY_APPEALED, ALREADY_UNDONE, APPEAL_TOO_LATE],
		},
	],
	[saveLibraryEntry, { 400: [RATING_OF_REVIEW, LIBRARY_FULL] }],
	[deleteLibraryEntry, { 409: [HAS_REVIEW] }],
	[saveFavorites, { 404: [GAME_NOT_FOUND] }],
	// Deleted meanwhile by another request
	[createPlay, { 400: [LIBRARY_FULL, TOO_MANY_PLAYS], 404: [PLAY_NOT_FOUND] }],
	[updatePlay, { 403: [NOT_YOUR_PLAY] }],
	[deletePlay, { 403: [NOT_YOUR_PLAY] }],
	[
		createPlaySession,
		{
			400: [LIBRARY_FULL, TOO_MANY_PLAY_SESSIONS],
			403: [NOT_YOUR_PLAY],
			404: [PLAY_NOT_FOUND, PLAY_SESSION_NOT_FOUND],
		},
	],
	[updatePlaySession, { 403: [NOT_YOUR_PLAY_SESSION, NOT_YOUR_PLAY], 404: [PLAY_NOT_FOUND] }],
	[deletePlaySession, { 403: [NOT_YOUR_PLAY_SESSION] }],
])
