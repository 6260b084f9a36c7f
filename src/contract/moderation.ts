import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { MODERATION_REASONS, REPORT_REASONS, REPORT_SUBJECTS } from './report-reasons.ts'
import { ROLES } from './roles.ts'
import { nullable, oneOf, Time, Uuid } from './shapes.ts'
import { UserRef } from './users.ts'

/**
 * What moderators do. `remove` hides a text from all but its author and moderators; of a user it hides bio and picture.
 * `warn`, `suspend`, `ban` and `unban` are about the author of whatever is named; `unban` also ends a suspension.
 */
export const MODERATION_ACTIONS = [
	'dismiss',
	'mark_spoiler',
	'remove',
	'restore',
	'warn',
	'suspend',
	'ban',
	'unban',
] as const
export type ModerationAction = (typeof MODERATION_ACTIONS)[number]

/** The actions of moderators, and those of the site (`hold`: a text has a blocked word) and its operator (`delete`: an account). */
export const LOGGED_ACTIONS = [...MODERATION_ACTIONS, 'hold', 'delete'] as const
export type LoggedAction = (typeof LOGGED_ACTIONS)[number]

/** What moderators do to the catalog: they edit a game, and decide about a suggested one. The log has it beside the rest. */
export const CATALOG_ACTIONS = ['edit', 'accept', 'refuse', 'same'] as const
export type CatalogAction = (typeof CATALOG_ACTIONS)[number]

/** What an action on the catalog is about: its edit, or the suggestion. */
export const CATALOG_SUBJECTS = ['game', 'suggestion'] as const
export type CatalogSubject = (typeof CATALOG_SUBJECTS)[number]

/** How screens name what was done. */
export const ACTION_LABELS: Readonly<Record<LoggedAction | CatalogAction, string>> = {
	dismiss: 'Dismissed',
	mark_spoiler: 'Marked as a spoiler',
	remove: 'Removed',
	restore: 'Restored',
	warn: 'Warned',
	suspend: 'Suspended',
	ban: 'Banned',
	unban: 'Unbanned',
	hold: 'Held for a moderator',
	delete: 'Deleted',
	edit: 'Edited',
	accept: 'Added',
	refuse: 'Refused',
	same: 'Already here',
}

export const APPEAL_STATES = ['open', 'upheld', 'granted'] as const
export type AppealState = (typeof APPEAL_STATES)[number]

/** How screens name the state of an appeal. */
export const APPEAL_LABELS: Readonly<Record<AppealState, string>> = {
	open: 'Waiting',
	upheld: 'Decision kept',
	granted: 'Granted',
}

const appeal = {
	id: Uuid(),
	text: Type.String(),
	state: oneOf(APPEAL_STATES),
	createdAt: Time(),
	decidedAt: nullable(Time()),
}
const Appeal = Type.Object(appeal)

const action = {
	id: Uuid(),
	action: oneOf(LOGGED_ACTIONS),
	subject: oneOf(REPORT_SUBJECTS),
	subjectId: Uuid(),
	/** Null where none is needed: `dismiss`, `restore`, `unban`. */
	reason: nullable(oneOf(MODERATION_REASONS)),
	/** What the author is told beside the reason. */
	note: nullable(Type.String()),
	/** Null for the site itself, its operator, and an account that is gone. */
	moderator: nullable(UserRef),
	createdAt: Time(),
	/** The end of a suspension. */
	until: nullable(Time()),
	undoneAt: nullable(Time()),
	appeal: nullable(Appeal),
}

/** An entry of the log. */
export const Action = Type.Object(action)
export type Action = Static<typeof Action>

const Report = Type.Object({
	id: Uuid(),
	reason: oneOf(MODERATION_REASONS),
	text: nullable(Type.String()),
	/** Null for a visitor, for the site itself, for an account that is gone, and where it is withheld. */
	reporter: nullable(UserRef),
	/** Whether the reporter is named to admins only, as in reports about moderators and admins. */
	isWithheld: Type.Boolean(),
	/** Whether a visitor sent it, with an address that no call shows. */
	isVisitor: Type.Boolean(),
	/** Whether a visitor has confirmed the address; others are not answered. */
	isAddressConfirmed: Type.Boolean(),
	createdAt: Time(),
})

/** What a moderator knows about the author of something. */
const Standing = Type.Object({
	role: oneOf(ROLES),
	memberSince: Time(),
	suspendedUntil: nullable(Time()),
	isBanned: Type.Boolean(),
	reviewCount: Type.Integer(),
	listCount: Type.Integer(),
	followerCount: Type.Integer(),
	/** Groups with open reports about things of this author, this one included. */
	openGroups: Type.Integer(),
	/** The newest ten actions about things of this author, other than dismissals. */
	actions: Type.Array(Action),
})

/** All reports of one thing. */
export const ReportGroup = Type.Object({
	subject: oneOf(REPORT_SUBJECTS),
	subjectId: Uuid(),
	/** Null if the account is gone. */
	author: nullable(UserRef),
	standing: nullable(Standing),
	/** The text when it was first reported; of a list the title, description and notes, of a user the name and bio. */
	snapshot: Type.String(),
	/** The text now; null if it is gone. */
	present: nullable(Type.String()),
	/** Where it stands on the site; null if it is gone. */
	path: nullable(Type.String()),
	/** What it is about: the game of a review, the game or the list that a comment is on. */
	title: nullable(Type.String()),
	/** The comment that a comment replies to. */
	parent: nullable(Type.Object({ id: Uuid(), user: nullable(UserRef), text: Type.String() })),
	/** The review or list that a comment is on, with the beginning of its text. */
	commented: nullable(
		Type.Object({ subject: oneOf(['review', 'list'] as const), user: nullable(UserRef), text: Type.String() }),
	),
	containsSpoilers: Type.Boolean(),
	isRemoved: Type.Boolean(),
	/** Whether it waits for a moderator because it has a blocked word. */
	isHeld: Type.Boolean(),
	/** The newest hundred. */
	reports: Type.Array(Report),
	reportCount: Type.Integer(),
	/** 24 hours after the first open report; null if none was ever sent. */
	dueAt: nullable(Time()),
	state: oneOf(['open', 'done'] as const),
	/** The newest twenty actions about this thing, the newest first. */
	actions: Type.Array(Action),
	/** Which actions this moderator may take now. */
	allowed: Type.Array(oneOf(MODERATION_ACTIONS)),
})
export type ReportGroup = Static<typeof ReportGroup>

export const ALREADY_DECIDED = {
	code: 'already_decided',
	error: 'Another moderator has just decided this',
} as const
export const NOT_ABOVE = {
	code: 'not_above',
	error: 'You cannot act on yourself, on other moderators or on admins',
} as const
export const OWN_ACTION = {
	code: 'own_action',
	error: 'Another moderator has to decide this appeal',
} as const
export const MODERATED_NOT_FOUND = { code: 'subject_not_found', error: 'This is no longer here' } as const
export const NOTHING_TO_RESTORE = { code: 'not_removed', error: 'This has not been removed' } as const
export const CANNOT_RESTORE = {
	code: 'cannot_restore',
	error: 'The author has since written another review of this game. Remove that one first.',
} as const
export const NOT_BANNED = { code: 'not_banned', error: 'This account is neither banned nor suspended' } as const
export const CHOOSE_END = 'Please choose when the suspension ends'
export const END_IN_PAST = 'The suspension must end in the future'
export const END_TOO_LATE = 'A suspension can last up to a year; a ban lasts longer'
export const CHOOSE_REASON = 'Please choose a reason'
export const ONLY_SPOILERS_OF_TEXTS = 'Only reviews and comments can be marked as spoilers'
const NOTE_TOO_LONG = `The note must be ${formatLimit(LIMITS.moderationNoteMax)} characters or less`

const note = Type.Optional(
	nullable(Type.String({ maxLength: LIMITS.moderationNoteMax, sentences: { maxLength: NOTE_TOO_LONG } })),
)

export const ActionInput = Type.Object({
	subject: oneOf(REPORT_SUBJECTS),
	subjectId: Uuid(),
	action: oneOf(MODERATION_ACTIONS),
	/** Needed but for `dismiss`, `restore` and `unban`. */
	reason: Type.Optional(nullable(oneOf(REPORT_REASONS, { sentences: { required: CHOOSE_REASON } }))),
	/** The author gets it with the reason. */
	note,
	/** Needed for `suspend`. */
	until: Type.Optional(nullable(Time())),
	/**
	 * The newest action about the thing that the moderator has seen, null for none. With it, a newer one answers 409; without
	 * it, one by another moderator of the last five minutes does.
	 */
	seen: Type.Optional(nullable(Uuid())),
})
export type ActionInput = Static<typeof ActionInput>

const ACTION_FAILED = 'Failed to take this action'

export const takeAction = endpoint({
	method: 'POST',
	url: '/api/moderation/actions',
	config: {
		summary: 'Act on a review, comment, list or user; closes its open reports and tells its author',
		auth: 'moderator',
		failure: ACTION_FAILED,
		missing: MODERATED_NOT_FOUND,
		refusals: {
			403: [NOT_ABOVE],
			404: [MODERATED_NOT_FOUND],
			409: [{ ...ALREADY_DECIDED, extra: { action: Action } }, CANNOT_RESTORE, NOTHING_TO_RESTORE, NOT_BANNED],
		},
		limit: 'moderation',
	},
	schema: { body: ActionInput, response: { 201: Action } },
})

/** How acting on one of several accounts ended. */
export const BULK_OUTCOMES = ['done', 'already_decided', 'not_allowed', 'not_found'] as const

export const takeBulkAction = endpoint({
	method: 'POST',
	url: '/api/moderation/actions/bulk',
	config: {
		summary: 'Ban accounts, or remove their posts of the last hours',
		auth: 'moderator',
		failure: ACTION_FAILED,
		needsProof: 'everyone',
		limit: 'moderation',
	},
	schema: {
		body: Type.Object({
			userIds: Type.Array(Uuid(), { minItems: 1, maxItems: LIMITS.accountsPerBulkAction }),
			action: oneOf(['ban', 'remove'] as const),
			reason: oneOf(REPORT_REASONS, { sentences: { required: CHOOSE_REASON } }),
			note,
			/** Of `remove`: how far back. */
			sinceHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: 24 })),
		}),
		response: {
			200: Type.Object({
				/** In the order of `userIds`. */
				results: Type.Array(
					Type.Object({
						userId: Uuid(),
						outcome: oneOf(BULK_OUTCOMES),
						/** How many actions were taken: a ban is one, and so is each removed text. */
						actions: Type.Integer(),
						/** Whether there is more of this account to remove: call again. */
						hasMore: Type.Boolean(),
					}),
				),
			}),
		},
	},
})
export type BulkActionInput = Static<(typeof takeBulkAction)['schema']['body']>

const QUEUE_FAILED = 'Failed to load the reports'
const cursor = Type.Optional(Type.String({ maxLength: 500 }))
const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.pageSize, default: 20 }))

export const listReports = endpoint({
	method: 'GET',
	url: '/api/moderation/reports',
	config: {
		summary: 'List reported content of other authors: open groups by due time, closed ones newest first',
		auth: 'moderator',
		failure: QUEUE_FAILED,
	},
	schema: {
		querystring: Type.Object({
			state: Type.Optional(oneOf(['open', 'done'] as const, { default: 'open' })),
			/** Only groups with a report for this reason. */
			reason: Type.Optional(oneOf(MODERATION_REASONS)),
			cursor,
			limit,
		}),
		response: { 200: Type.Object({ reports: Type.Array(ReportGroup), nextCursor: nullable(Type.String()) }) },
	},
})

export const countReports = endpoint({
	method: 'GET',
	url: '/api/moderation/reports/count',
	config: {
		summary: 'Count the reports, appeals and suggested games that wait for the calling moderator, up to 1,000',
		auth: 'moderator',
		failure: QUEUE_FAILED,
	},
	schema: {
		response: {
			200: Type.Object({
				/** Groups with open reports. */
				open: Type.Integer(),
				/** Those that are past their 24 hours. */
				overdue: Type.Integer(),
				appeals: Type.Integer(),
				/** Suggested games. */
				suggestions: Type.Integer(),
			}),
		},
	},
})

export const getModeratedSubject = endpoint({
	method: 'GET',
	url: '/api/moderation/subjects/:subject/:subjectId',
	config: {
		summary: 'Get content or an account with all that a moderator needs to act on it, reported or not',
		auth: 'moderator',
		failure: QUEUE_FAILED,
		missing: MODERATED_NOT_FOUND,
	},
	schema: {
		params: Type.Object({ subject: oneOf(REPORT_SUBJECTS), subjectId: Uuid() }),
		response: { 200: ReportGroup },
	},
})

const logged = {
	...action,
	/** The author of the thing, or the account itself; null if it is gone. */
	author: nullable(UserRef),
	/** As in `ReportGroup`. */
	title: nullable(Type.String()),
	path: nullable(Type.String()),
	/** The text when the action was taken; of an edit what it changed. */
	snapshot: nullable(Type.String()),
}

/** An entry of the log with what it is about: a text or an account. */
export const LoggedDecision = Type.Object(logged)
export type LoggedDecision = Static<typeof LoggedDecision>

/** An entry of the log with what it is about, which may be the catalog. */
export const LogEntry = Type.Object({
	...logged,
	action: oneOf([...LOGGED_ACTIONS, ...CATALOG_ACTIONS]),
	subject: oneOf([...REPORT_SUBJECTS, ...CATALOG_SUBJECTS]),
})
export type LogEntry = Static<typeof LogEntry>

export const listActions = endpoint({
	method: 'GET',
	url: '/api/moderation/log',
	config: {
		summary: 'List the actions of moderators, the operator and the site, newest first, with those on the catalog',
		auth: 'moderator',
		failure: 'Failed to load the log',
	},
	schema: {
		querystring: Type.Object({
			cursor,
			limit,
			/** The id of a moderator. */
			moderator: Type.Optional(Uuid()),
			action: Type.Optional(oneOf([...LOGGED_ACTIONS, ...CATALOG_ACTIONS])),
		}),
		response: { 200: Type.Object({ actions: Type.Array(LogEntry), nextCursor: nullable(Type.String()) }) },
	},
})

/** An appeal with what it is about. */
export const AppealEntry = Type.Object({
	...appeal,
	/** What the moderator who decided answered. */
	answer: nullable(Type.String()),
	decidedBy: nullable(UserRef),
	action: LoggedDecision,
	/** The text now; null if it is gone. */
	present: nullable(Type.String()),
	/** Whether this moderator may decide it: not who acted, unless there is no other. */
	canDecide: Type.Boolean(),
})
export type AppealEntry = Static<typeof AppealEntry>

const APPEALS_FAILED = 'Failed to load the appeals'
export const APPEAL_NOT_FOUND = { code: 'appeal_not_found', error: 'Appeal not found' } as const

export const listAppeals = endpoint({
	method: 'GET',
	url: '/api/moderation/appeals',
	config: { summary: 'List the appeals, the oldest open one first', auth: 'moderator', failure: APPEALS_FAILED },
	schema: {
		querystring: Type.Object({
			state: Type.Optional(oneOf(['open', 'done'] as const, { default: 'open' })),
			cursor,
			limit,
		}),
		response: { 200: Type.Object({ appeals: Type.Array(AppealEntry), nextCursor: nullable(Type.String()) }) },
	},
})

export const decideAppeal = endpoint({
	method: 'POST',
	url: '/api/moderation/appeals/:id',
	config: {
		summary: 'Decide an appeal; granting it undoes the action',
		auth: 'moderator',
		failure: 'Failed to decide the appeal',
		missing: APPEAL_NOT_FOUND,
		refusals: {
			403: [OWN_ACTION, NOT_ABOVE],
			409: [{ ...ALREADY_DECIDED, extra: { action: Action } }, CANNOT_RESTORE],
		},
		limit: 'moderation',
	},
	schema: {
		params: Type.Object({ id: Uuid() }),
		body: Type.Object({ decision: oneOf(['uphold', 'grant'] as const), note }),
		response: { 200: AppealEntry },
	},
})
