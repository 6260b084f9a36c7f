/** Limits that client and server share. Lengths are Unicode code points after trimming. */
export const LIMITS = {
	bodyBytes: 1024 * 1024,
	pageSize: 50,
	/** Maximum of `page * limit`; cursors can go further. */
	maxPagedRows: 10_000,
	searchMin: 2,
	searchMax: 200,
	usernameMin: 3,
	usernameMax: 30,
	/** Days after which the username of a deleted account is free again. */
	deletedUsernameDays: 180,
	passwordMin: 8,
	passwordMax: 256,
	/** A further login ends the least recently used session. */
	sessionsPerAccount: 50,
	passkeysPerAccount: 20,
	passkeyNameMax: 60,
	/** Recovery codes of an account that has a second factor. */
	recoveryCodes: 10,
	emailMax: 254,
	bioMax: 500,
	nameMax: 80,
	reviewMin: 10,
	reviewMax: 20_000,
	draftsPerAccount: 500,
	/** Days that a draft is stored after its last change. */
	draftDays: 365,
	/** Random numbers that versions of drafts begin with leave room for a billion changes below it. */
	draftVersionMax: 2_147_483_647,
	platformMax: 80,
	timePlayedMax: 100_000,
	commentMax: 2_000,
	listTitleMax: 120,
	listDescriptionMax: 2_000,
	listNotesMax: 1_000,
	tagsPerList: 5,
	listTagMax: 30,
	gamesPerList: 500,
	listsPerAccount: 1_000,
	gamesPerLibrary: 20_000,
	/** Games changed at once on the wall of a library. A change and its Undo are within the rate limit of writes. */
	gamesPerSelection: 50,
	playsPerGame: 500,
	playSessionsPerGame: 10_000,
	playNoteMax: 2_000,
	/** Minutes of a play: those of `timePlayedMax` hours. */
	playMinutesMax: 6_000_000,
	playSessionMinutesMax: 1_440,
	favorites: 5,
	blocksPerAccount: 5_000,
	mutesPerAccount: 5_000,
	/** Users whom one text mentions. */
	mentionsPerText: 20,
	/** Users who are offered while a mention is typed. */
	mentionableUsers: 8,
	/** Total size of the request bodies (reviews, comments, lists and the like) that an account may send per hour. */
	writtenBytesPerHour: 16 * 1024 * 1024,
	/** The same for drafts, which replace each other: a text of the longest kind, saved each second for half an hour. */
	draftBytesPerHour: 64 * 1024 * 1024,
	/** Devices per account that get push messages; a further one takes the place of the oldest. */
	pushSubscriptionsPerAccount: 20,
	pushEndpointMax: 2_048,
	/** Visitors per network address (per /64 network for IPv6) that are counted per review and day. */
	visitorsPerAddress: 3,
	/** Reviews in one report of seen reviews. */
	maxSeenPerReport: 50,
	/** Activities marked as read in one call. */
	maxMarkedPerCall: 100,
	/** Counts of unread notifications stop here. */
	maxCountedUnread: 1_000,
	/** Days that a notification is stored after its newest event. */
	notificationDays: 365,
	/** Counts of the rows that match a combination of filters stop here. */
	maxCountedRows: 10_000,
	/** Counts of text search matches stop here. */
	maxCountedMatches: 1_000,
	/** Days that a search of an admin among accounts is stored. */
	adminAccessDays: 90,
	reportTextMax: 2_000,
	/** Reports that a person, a visitor's address, or the visitors of a network can send in 24 hours. */
	reportsPerDay: 50,
	/** Open reports of visitors about one thing; it waits for a moderator with them, and further ones are dropped. */
	visitorReportsPerThing: 100,
	/** Reports of the visitors of a network about one thing whose address is not confirmed yet; further ones are dropped. */
	unconfirmedReportsPerThing: 5,
	moderationNoteMax: 1_000,
	appealTextMax: 2_000,
	/** Days that a removed text can be restored. */
	removedDays: 30,
	suspensionDays: 366,
	accountsPerBulkAction: 100,
	blockedWords: 1_000,
	blockedWordMax: 60,
	gameIdMax: 2_147_483_647,
	reasonMin: 10,
	reasonMax: 1_000,
	workProofMax: 1_000,
	inviteCodeMax: 40,
	usesPerInvite: 100,
	daysPerInvite: 90,
	openInvitesPerAccount: 100,
	/** Invites that a member may make in 30 days. */
	invitesPerMonth: 5,
	/** Requests for accounts that wait for a moderator at once. */
	pendingRegistrations: 1_000,
	pendingDays: 30,
	/** Requests for accounts of one network whose address is not confirmed yet; without a mail server, those that wait. */
	unconfirmedPerNetwork: 5,
	/** Confirmed requests of one network, as wide as limits know it, that wait for a moderator at once. */
	pendingPerNetwork: 100,
	registrationsPerDecision: 100,
	siteNameMax: 40,
	siteDescriptionMax: 300,
	rulesMax: 20_000,
	domainMax: 190,
	domainsPerCall: 1_000,
	blockedDomains: 10_000,
	/** Length of Facebook's signed data deletion request. */
	signedRequestMax: 4_000,
} as const

/** Lifetimes of tokens, links and tickets, in milliseconds. */
export const LIFETIMES = {
	accessTokenMs: 15 * 60 * 1000,
	refreshTokenMs: 30 * 24 * 60 * 60 * 1000,
	/** How long a session lasts, however much it is used. */
	sessionMs: 400 * 24 * 60 * 60 * 1000,
	/** How long a used refresh token still returns its successor, for clients that lost the response. */
	refreshGraceMs: 10 * 1000,
	resetLinkMs: 60 * 60 * 1000,
	verifyLinkMs: 24 * 60 * 60 * 1000,
	/** The ticket that a social login issues. */
	loginTicketMs: 60 * 1000,
	/** How long a person may take for the second step of a login. */
	secondStepMs: 5 * 60 * 1000,
	/** How long a person may take to use a passkey. */
	passkeyChallengeMs: 5 * 60 * 1000,
	/** How long the solution of a proof of work works. */
	workChallengeMs: 10 * 60 * 1000,
	/** How long a person may take at the provider during a social login. */
	socialLoginMs: 10 * 60 * 1000,
	/** How long a session may add login methods after a proof of identity. */
	proofMs: 10 * 60 * 1000,
	/** A password reset disconnects providers connected within this time. */
	recentConnectionMs: 7 * 24 * 60 * 60 * 1000,
} as const

/** How long a link that confirms an address works, in hours. */
export const VERIFY_LINK_HOURS = LIFETIMES.verifyLinkMs / (60 * 60 * 1000)

/** Formats a limit for a sentence: `20000` as `20,000`. */
// @__NO_SIDE_EFFECTS__
export function formatLimit(limit: number): string {
	const digits = String(limit)
	return digits.length > 3 ? `${formatLimit(Math.floor(limit / 1000))},${digits.slice(-3)}` : digits
}

export const WRITE_QUOTA_EXCEEDED = {
	code: 'too_much_written',
	error: 'You have posted too much in the last hour. Please try again later.',
} as const
