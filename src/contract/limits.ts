/** Sizes, counts and times that bind both sides. Lengths are Unicode code points after trimming. */
export const LIMITS = {
	bodyBytes: 1024 * 1024,
	pageSize: 50,
	/** `page * limit` may not pass this many rows; cursors go further. */
	pagedRows: 10_000,
	searchMin: 2,
	searchMax: 200,
	usernameMin: 3,
	usernameMax: 30,
	passwordMin: 8,
	passwordMax: 256,
	/** Sessions of an account; another sign-in ends the one that was used least recently. */
	sessions: 50,
	emailMax: 254,
	bioMax: 500,
	nameMax: 80,
	reviewMin: 10,
	reviewMax: 20_000,
	platformMax: 80,
	timePlayedMax: 100_000,
	commentMax: 2_000,
	listTitleMax: 120,
	listDescriptionMax: 2_000,
	listNotesMax: 1_000,
	listGames: 500,
	/** Lists of one account. */
	lists: 1_000,
	/** Bodies of reviews, comments, lists and the like that one account sends in an hour. */
	writtenBytesAnHour: 16 * 1024 * 1024,
	/** Visitors of one network address that count for a review and day; for IPv6 the /64 network. */
	visitorsOfAddress: 3,
	/** Reviews in one report of what was seen. */
	seenAtOnce: 50,
	/** Activities marked as read in one call. */
	markedAtOnce: 100,
	/** Counts of what matches a combination of filters stop here. */
	countedRows: 10_000,
	/** And of what a search in texts matches, here. */
	countedMatches: 1_000,
	gameIdMax: 2_147_483_647,
	/** What Facebook signs of a person's wish to be deleted. */
	signedRequestMax: 4_000,
} as const

/** How long what the server gives out is good for. */
export const LIFETIMES = {
	accessTokenMs: 15 * 60 * 1000,
	refreshTokenMs: 30 * 24 * 60 * 60 * 1000,
	/** How long a spent refresh token still answers its successor, for clients that lost the answer. */
	refreshGraceMs: 10 * 1000,
	/** How long mailed links work. */
	resetLinkMs: 60 * 60 * 1000,
	verifyLinkMs: 24 * 60 * 60 * 1000,
	/** And the ticket that a social sign-in hands over. */
	loginTicketMs: 60 * 1000,
	/** How long a person may take at the provider of a social sign-in. */
	socialSignInMs: 10 * 60 * 1000,
	/** How long a session may add ways to sign in after its owner has proved who they are. */
	proofMs: 10 * 60 * 1000,
	/** A password reset disconnects providers that were connected within this time. */
	youngConnectionMs: 7 * 24 * 60 * 60 * 1000,
} as const

/** Formats a limit for a sentence: `20000` as `20,000`. */
// @__NO_SIDE_EFFECTS__
export function grouped(limit: number): string {
	return limit.toLocaleString('en-US')
}

export const TOO_MUCH_WRITTEN = {
	code: 'too_much_written',
	error: 'You have written very much in this hour. Please try again later.',
} as const
