import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { APPEAL_STATES, LOGGED_ACTIONS } from './moderation.ts'
import { MODERATION_REASONS, REPORT_SUBJECTS } from './report-reasons.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { nullable, oneOf, Time, Uuid } from './shapes.ts'

export const ACTION_NOT_FOUND = { code: 'action_not_found', error: 'This decision does not exist' } as const
export const ALREADY_APPEALED = { code: 'already_appealed', error: 'You have already appealed this decision' } as const
export const APPEAL_TOO_LATE = {
	code: 'appeal_too_late',
	error: 'Decisions can be appealed for six months',
} as const
export const ALREADY_UNDONE = { code: 'already_undone', error: 'This decision has been undone already' } as const
export const APPEAL_LOGIN_NEEDED = 'Please log in, or open the link in the mail about this decision'

const ENTER_APPEAL = 'Please say why the decision was wrong'

export const AppealInput = Type.Object({
	actionId: Uuid(),
	text: Type.String({
		minLength: 1,
		maxLength: LIMITS.appealTextMax,
		sentences: {
			required: ENTER_APPEAL,
			type: ENTER_APPEAL,
			minLength: ENTER_APPEAL,
			maxLength: `Your appeal must be ${formatLimit(LIMITS.appealTextMax)} characters or less`,
		},
	}),
	/** That of the link in the mail; needed from those who are banned and so cannot log in. */
	token: Type.Optional(Type.String({ maxLength: 100 })),
})
export type AppealInput = Static<typeof AppealInput>

/** What was done to something of the caller, and their appeal. */
export const AppealableAction = Type.Object({
	id: Uuid(),
	action: oneOf(LOGGED_ACTIONS),
	subject: oneOf(REPORT_SUBJECTS),
	subjectId: Uuid(),
	/** As in `ReportGroup` of the moderators. */
	title: nullable(Type.String()),
	/** Where it stands; null if it is gone or others than the caller have to see it removed. */
	path: nullable(Type.String()),
	/** The text when the decision was made. */
	snapshot: nullable(Type.String()),
	reason: nullable(oneOf(MODERATION_REASONS)),
	note: nullable(Type.String()),
	createdAt: Time(),
	until: nullable(Time()),
	undoneAt: nullable(Time()),
	appeal: nullable(
		Type.Object({
			id: Uuid(),
			text: Type.String(),
			state: oneOf(APPEAL_STATES),
			createdAt: Time(),
			decidedAt: nullable(Time()),
			/** What the moderator who decided wrote. */
			answer: nullable(Type.String()),
		}),
	),
	/** Until when it can be appealed. */
	appealableUntil: Time(),
	/** Whether the caller can still appeal. */
	canAppeal: Type.Boolean(),
})
export type AppealableAction = Static<typeof AppealableAction>

export const getAppealableAction = endpoint({
	method: 'GET',
	url: '/api/appeals/:actionId',
	config: {
		summary:
			'Get a decision about your account or a post of yours, and your appeal; the token of its mail works without a session',
		auth: 'anyone',
		tokenScope: 'never',
		failure: 'Failed to load the decision',
		missing: ACTION_NOT_FOUND,
		refusals: { 401: [{ ...LOGIN_NEEDED, error: APPEAL_LOGIN_NEEDED }] },
	},
	schema: {
		params: Type.Object({ actionId: Uuid() }),
		querystring: Type.Object({ token: Type.Optional(Type.String({ maxLength: 100 })) }),
		response: { 200: AppealableAction },
	},
})

export const createAppeal = endpoint({
	method: 'POST',
	url: '/api/appeals',
	config: {
		summary:
			'Appeal a decision about your account or a post of yours, once; the token of its mail works without a session',
		auth: 'anyone',
		tokenScope: 'never',
		failure: 'Failed to send your appeal',
		missing: ACTION_NOT_FOUND,
		loginNeeded: APPEAL_LOGIN_NEEDED,
		refusals: {
			401: [{ ...LOGIN_NEEDED, error: APPEAL_LOGIN_NEEDED }],
			404: [ACTION_NOT_FOUND],
			409: [ALREADY_APPEALED, ALREADY_UNDONE, APPEAL_TOO_LATE],
		},
		limit: 'report',
	},
	schema: { body: AppealInput, response: { 201: Type.Object({ id: Uuid() }) } },
})
