import type { TSchema } from 'typebox'
import * as Type from 'typebox'
import {
	BAD_LINK,
	BAD_TICKET,
	changeEmail,
	changePassword,
	deleteAccount,
	extractTokens,
	NO_TICKET,
	OTHER_IDENTITY,
	PROOF_FAILED,
	PROOF_NEEDED,
	reauthenticate,
	resetPassword,
	TOO_MANY_MAILS,
	verifyEmail,
	WRONG_PASSWORD,
} from '#contract/account.ts'
import { getUserActivity, NO_USER } from '#contract/activity.ts'
import {
	COMMENT_ALREADY_LIKED,
	createComment,
	deleteComment,
	likeComment,
	NOT_YOUR_COMMENT,
} from '#contract/comments.ts'
import { getDiary } from '#contract/diary.ts'
import type { Endpoint, Refusal } from '#contract/endpoint.ts'
import { CANNOT_FOLLOW_YOURSELF, follow } from '#contract/follows.ts'
import { GAME_NOT_FOUND } from '#contract/games.ts'
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
import {
	ALREADY_IN_LIST,
	addListGame,
	createList,
	deleteList,
	LIST_FULL,
	listLists,
	NOT_IN_LIST,
	NOT_YOUR_LIST,
	removeListGame,
	TOO_MANY_LISTS,
	updateList,
} from '#contract/lists.ts'
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
import { refreshTokens } from '#contract/session-tokens.ts'
import {
	BAD_TOKEN,
	EMAIL_TAKEN,
	INVALID_CREDENTIALS,
	login,
	register,
	SESSION_REVOKED,
	SIGN_IN_NEEDED,
	setUsername,
	TOO_MANY_SIGN_INS,
	USERNAME_CHOSEN,
	USERNAME_TAKEN,
} from '#contract/sessions.ts'
import { nullable, Uuid } from '#contract/shapes.ts'
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

const LIBRARY_OF_NOBODY: Refusals = {
	401: [{ ...SIGN_IN_NEEDED, error: LOG_IN_TO_KEEP_TRACK }],
	404: [USER_NOT_FOUND],
}

/**
 * The endpoint-specific refusals by status. `documented-refusals.ts` derives the rest from the
 * endpoint: invalid input, a missing session, `missing`, cursors and pages, sizes and rate limits.
 */
export const REFUSALS: ReadonlyMap<Endpoint, Refusals> = new Map<Endpoint, Refusals>([
	[register, { 409: [USERNAME_TAKEN, EMAIL_TAKEN] }],
	[login, { 401: [INVALID_CREDENTIALS], 429: [TOO_MANY_SIGN_INS] }],
	[refreshTokens, { 401: [BAD_TOKEN, SESSION_REVOKED] }],
	[extractTokens, { 401: [BAD_TICKET, NO_TICKET] }],
	[resetPassword, { 400: [BAD_LINK] }],
	[verifyEmail, { 400: [BAD_LINK] }],
	[changePassword, { 403: [WRONG_PASSWORD, PROOF_NEEDED], 429: [TOO_MANY_SIGN_INS] }],
	[changeEmail, { 403: [WRONG_PASSWORD, PROOF_NEEDED], 429: [TOO_MANY_SIGN_INS, TOO_MANY_MAILS] }],
	[
		reauthenticate,
		{ 400: [PROOF_FAILED], 403: [WRONG_PASSWORD, PROOF_NEEDED, OTHER_IDENTITY], 429: [TOO_MANY_SIGN_INS] },
	],
	[deleteAccount, { 403: [WRONG_PASSWORD], 429: [TOO_MANY_SIGN_INS] }],
	[startSocialSignIn, { 400: [REDIRECT_NOT_ALLOWED] }],
	[
		connectProvider,
		{
			400: [REDIRECT_NOT_ALLOWED],
			403: [EMAIL_UNCONFIRMED, PROOF_NEEDED],
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
	[createReview, { 404: [GAME_NOT_FOUND], 409: [{ ...REVIEW_EXISTS, extra: { reviewId: nullable(Uuid()) } }] }],
	[updateReview, { 403: [NOT_YOUR_REVIEW] }],
	[deleteReview, { 403: [NOT_YOUR_REVIEW_TO_DELETE] }],
	[listReviews, { 401: [SIGN_IN_NEEDED], 403: [NOT_YOUR_FEED], 404: [GAME_NOT_FOUND, USER_NOT_FOUND] }],
	[likeReview, { 409: [{ ...REVIEW_ALREADY_LIKED, extra: { likes: Type.Integer(), impressions: Type.Integer() } }] }],
	[createComment, { 404: [REVIEW_NOT_FOUND] }],
	[deleteComment, { 403: [NOT_YOUR_COMMENT] }],
	[likeComment, { 409: [{ ...COMMENT_ALREADY_LIKED, extra: { likes: Type.Integer() } }] }],
	[follow, { 400: [CANNOT_FOLLOW_YOURSELF], 404: [USER_NOT_FOUND] }],
	[createList, { 400: [ALREADY_IN_LIST, TOO_MANY_LISTS], 404: [GAME_NOT_FOUND] }],
	[listLists, { 404: [USER_NOT_FOUND] }],
	[updateList, { 400: [ALREADY_IN_LIST], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] }],
	[deleteList, { 403: [NOT_YOUR_LIST] }],
	[addListGame, { 400: [ALREADY_IN_LIST, LIST_FULL], 403: [NOT_YOUR_LIST], 404: [GAME_NOT_FOUND] }],
	[removeListGame, { 403: [NOT_YOUR_LIST], 404: [NOT_IN_LIST] }],
	[listLibrary, LIBRARY_OF_NOBODY],
	[getLibrarySummary, LIBRARY_OF_NOBODY],
	[getDiary, LIBRARY_OF_NOBODY],
	[getStats, LIBRARY_OF_NOBODY],
	[getYearInReview, LIBRARY_OF_NOBODY],
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
