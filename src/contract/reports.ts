import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BAD_LINK, CONFIRMATION_FAILED } from './account.ts'
import { endpoint } from './endpoint.ts'
import { formatLimit, LIMITS } from './limits.ts'
import { WORK_NEEDED, WorkProof } from './registration.ts'
import { REPORT_REASONS, REPORT_SUBJECTS, type ReportReason } from './report-reasons.ts'
import { LOGIN_NEEDED } from './session-refusals.ts'
import { Email } from './sessions.ts'
import { nullable, oneOf, SecretToken, success, Uuid } from './shapes.ts'

export const ALREADY_REPORTED = { code: 'already_reported', error: 'You have already reported this' } as const
export const REPORTED_NOT_FOUND = {
	code: 'reported_not_found',
	error: 'What you are reporting no longer exists',
} as const
export const TOO_MANY_REPORTS = {
	code: 'too_many_reports',
	error: 'You have reported a lot today. Please try again tomorrow.',
} as const
export const REPORT_LOGIN_NEEDED =
	'Please log in to report this. Without an account you can report illegal content with your email address.'
export const OWN_REPORT = 'You cannot report yourself'
export const DESCRIBE_REPORT = 'Please describe the problem'
const REPORT_TOO_LONG = `The description must be ${formatLimit(LIMITS.reportTextMax)} characters or less`

export const ReportInput = Type.Object({
	subject: oneOf(REPORT_SUBJECTS),
	subjectId: Uuid(),
	reason: oneOf(REPORT_REASONS, { sentences: { required: 'Please choose a reason' } }),
	/** Needed for `illegal` and `other`. */
	text: Type.Optional(Type.String({ maxLength: LIMITS.reportTextMax, sentences: { maxLength: REPORT_TOO_LONG } })),
	/** A visitor's address, which the answer is mailed to; ignored from those who are logged in. */
	email: Type.Optional(Email),
	/** A proof of work, which a visitor may need. */
	proof: Type.Optional(nullable(WorkProof)),
})
export type ReportInput = Static<typeof ReportInput>

/** Whether a report for this reason needs a description. */
export const needsDescription = (reason: ReportReason) => reason === 'illegal' || reason === 'other'

export const confirmReport = endpoint({
	method: 'POST',
	url: '/api/reports/confirm',
	config: {
		summary:
			"Confirm the address of a visitor's report with the token of a mailed link; moderators get the report then",
		auth: 'nobody',
		failure: CONFIRMATION_FAILED,
		refusals: { 400: [BAD_LINK], 404: [REPORTED_NOT_FOUND] },
		limit: 'signIn',
	},
	schema: { body: Type.Object({ token: SecretToken }), response: { 200: Type.Object({ success }) } },
})

export const createReport = endpoint({
	method: 'POST',
	url: '/api/reports',
	config: {
		summary:
			'Report a review, comment, list or user to the moderators; visitors can report illegal content with an email address, which they confirm by mail first. A second report by the same visitor is silently dropped',
		auth: 'anyone',
		tokenScope: 'never',
		failure: 'Failed to send the report',
		refusals: {
			401: [{ ...LOGIN_NEEDED, error: REPORT_LOGIN_NEEDED }],
			403: [WORK_NEEDED],
			404: [REPORTED_NOT_FOUND],
			409: [ALREADY_REPORTED],
			429: [TOO_MANY_REPORTS],
		},
		limit: 'report',
	},
	schema: { body: ReportInput, response: { 201: Type.Object({ id: Uuid() }) } },
})
