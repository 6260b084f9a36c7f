import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { APPEAL_STATES, LOGGED_ACTIONS } from './moderation.ts'
import { MODERATION_REASONS, REPORT_SUBJECTS } from './report-reasons.ts'
import { nullable, oneOf, Time } from './shapes.ts'

const Quarter = Type.Object({
	/** `2026-Q4`, in UTC. */
	quarter: Type.String(),
	reports: Type.Array(Type.Object({ reason: oneOf(MODERATION_REASONS), count: Type.Integer() })),
	actions: Type.Array(Type.Object({ action: oneOf(LOGGED_ACTIONS), count: Type.Integer() })),
	/** By the quarter in which they were sent. */
	appeals: Type.Array(Type.Object({ state: oneOf(APPEAL_STATES), count: Type.Integer() })),
})

/** An entry of the log without names, texts and addresses. */
const PublicAction = Type.Object({
	action: oneOf(LOGGED_ACTIONS),
	subject: oneOf(REPORT_SUBJECTS),
	reason: nullable(oneOf(MODERATION_REASONS)),
	createdAt: Time(),
	until: nullable(Time()),
	undoneAt: nullable(Time()),
	appeal: nullable(oneOf(APPEAL_STATES)),
})

export const getTransparency = endpoint({
	method: 'GET',
	url: '/api/transparency',
	config: {
		summary: 'Get the transparency report: numbers per quarter, and the moderation log without names, newest first',
		auth: 'anyone',
		mayLagFor: 'everyone',
		failure: 'Failed to load the transparency report',
	},
	schema: {
		querystring: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 500 })) }),
		response: {
			200: Type.Object({
				/** The newest first, up to 20; on the first page only. */
				quarters: Type.Array(Quarter),
				/** 50 a page, without dismissals. */
				actions: Type.Array(PublicAction),
				nextCursor: nullable(Type.String()),
			}),
		},
	},
})
export type Transparency = Static<(typeof getTransparency)['schema']['response'][200]>
