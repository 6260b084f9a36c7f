import type { FastifyRequest } from 'fastify'
import { type ActionInput, ALREADY_DECIDED, type BULK_OUTCOMES, type BulkActionInput } from '#contract/moderation.ts'
import { AppError } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { listRecentTexts } from './queries-subjects.ts'
import { type Actor, takeAction } from './take-action.ts'

const HOUR_MS = 60 * 60 * 1000
/** Texts of one account that a call removes. */
const MAX_TEXTS = 200

interface Result {
	userId: string
	outcome: (typeof BULK_OUTCOMES)[number]
	actions: number
	hasMore: boolean
}

/** Bans accounts, or removes what they wrote lately, one action and one transaction each. Returns how each account ended. */
export async function takeBulkActions(
	services: Services,
	actor: Actor,
	{ userIds, action, reason, note, sinceHours = 24 }: BulkActionInput,
	request: FastifyRequest,
): Promise<Result[]> {
	const since = new Date(services.clock() - sinceHours * HOUR_MS).toISOString()
	const results: Result[] = []
	for (const userId of userIds) {
		const decision = { action, reason, ...(note ? { note } : {}) }
		const texts = action === 'ban' ? [] : await listRecentTexts(services.db, userId, since, MAX_TEXTS + 1)
		const inputs: ActionInput[] =
			action === 'ban'
				? [{ ...decision, subject: 'user', subjectId: userId }]
				: texts.slice(0, MAX_TEXTS).map(({ subject, id }) => ({ ...decision, subject, subjectId: id }))
		results.push({ userId, ...(await takeAll(services, actor, inputs, request)), hasMore: texts.length > MAX_TEXTS })
	}
	return results
}

async function takeAll(
	services: Services,
	actor: Actor,
	inputs: readonly ActionInput[],
	request: FastifyRequest,
): Promise<Pick<Result, 'outcome' | 'actions'>> {
	let actions = 0
	let outcome: Result['outcome'] = 'done'
	for (const input of inputs) {
		try {
			await takeAction(services, actor, input, { request })
			actions++
		} catch (error) {
			if (!(error instanceof AppError)) throw error
			outcome = toOutcome(error)
			// The others of this account would be refused as well
			if (outcome === 'not_allowed') break
		}
	}
	return { outcome: actions > 0 ? 'done' : outcome, actions }
}

function toOutcome({ statusCode, code }: AppError): Result['outcome'] {
	if (code === ALREADY_DECIDED.code) return 'already_decided'
	return statusCode === 403 ? 'not_allowed' : 'not_found'
}
