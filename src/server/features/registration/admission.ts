import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import {
	INVITE_INVALID,
	INVITE_NEEDED,
	REGISTRATION_CLOSED,
	Reason,
	RULES_NOT_ACCEPTED,
} from '#contract/registration.ts'
import type { SiteSettings } from '#contract/site-settings.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { forbidden, invalidInput } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { requireProofOfWork } from './proof-of-work.ts'
import { consumeInvite } from './queries-invites.ts'

const ReasonShape = Type.Object({ reason: Reason })

/** What a person brings to a registration. */
export interface Credentials {
	reason?: string | null
	invite?: string | null
	proof?: string | null
	acceptedRules?: boolean | null
}

/** How a person may join: at once, or after a moderator's decision about a reason. */
export interface Admission {
	/** Null if the account begins at once. */
	reason: string | null
	/** The rules that the person has accepted; null if there are none. */
	rulesVersion: number | null
	/** Spends the invite and the proof, in the transaction that registers the person. Throws 403 if one was used meanwhile. */
	spend: (db: Db) => Promise<void>
}

/**
 * Decides how a person may join, as the settings say. An invite also stands for a moderator's approval. Throws 403 if
 * registration is closed or what it needs is missing, and 400 without a reason or accepted rules.
 */
export async function admit(
	services: Services,
	request: FastifyRequest,
	{ reason, invite, proof, acceptedRules }: Credentials,
): Promise<Admission> {
	const settings = await services.siteSettings.get()
	const { registration } = settings
	if (registration === 'closed') throw forbidden(REGISTRATION_CLOSED)
	if (registration === 'invite' && !invite) throw forbidden(INVITE_NEEDED)
	const isPending = registration === 'approval' && !invite
	const input = normalizeInput(ReasonShape, { reason: reason ?? '' }) as { reason: string }
	const problems = isPending ? findProblems(ReasonShape, input) : []
	const rulesVersion = toAcceptedRules(settings, acceptedRules)
	if (rulesVersion === undefined) problems.push({ path: 'acceptedRules', message: RULES_NOT_ACCEPTED })
	if (problems.length > 0 || rulesVersion === undefined) throw invalidInput(problems)
	const spendProof = await requireProofOfWork(services, request, proof, { isDear: isPending })
	return {
		reason: isPending ? input.reason : null,
		rulesVersion,
		async spend(db) {
			if (invite && registration !== 'open') await spendInvite(services, db, invite)
			await spendProof(db)
		},
	}
}

/** Uses an invite once. Throws 403 if it has expired, or as many people as it is for have used it. */
export async function spendInvite(services: Services, db: Db, code: string): Promise<void> {
	if (!(await consumeInvite(db, code, now(services)))) throw forbidden(INVITE_INVALID)
}

/** Returns the version of the rules that a person has accepted; null if there are none, undefined if they were not accepted. */
export function toAcceptedRules(
	{ rules, rulesVersion }: SiteSettings,
	accepted: boolean | null | undefined,
): number | null | undefined {
	if (rules === null) return null
	return accepted === true ? rulesVersion : undefined
}
