import type { FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { LIMITS } from '#contract/limits.ts'
import type { ReportSubject } from '#contract/report-reasons.ts'
import {
	ALREADY_REPORTED,
	confirmReport,
	createReport,
	DESCRIBE_REPORT,
	needsDescription,
	OWN_REPORT,
	REPORT_LOGIN_NEEDED,
	REPORTED_NOT_FOUND,
	TOO_MANY_REPORTS,
} from '#contract/reports.ts'
import { LOGIN_NEEDED } from '#contract/session-refusals.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findComment } from '#server/features/comments/queries.ts'
import { findList } from '#server/features/lists/queries.ts'
import { addReport, countReportsSince, lockCase } from '#server/features/moderation/queries-cases.ts'
import { findSubject } from '#server/features/moderation/queries-subjects.ts'
import { requireProofOfWork } from '#server/features/registration/proof-of-work.ts'
import { findReview } from '#server/features/reviews/queries.ts'
import { hashSubject } from '#server/features/sessions/attempt-limits.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { countSignInFailure } from '#server/features/sessions/queries-sign-in-limits.ts'
import { findUser } from '#server/features/users/queries.ts'
import type { App } from '#server/http/app-type.ts'
import { conflict, invalidInput, notFound, tooManyRequests, unauthorized } from '#server/http/errors.ts'
import { countByNetwork } from '#server/http/networks.ts'
import { ACCOUNTS_PER_NETWORK } from '#server/http/rate-limits.ts'
import type { Services } from '#server/services.ts'
import { countUnconfirmedSince } from './queries-unconfirmed.ts'
import { addUnconfirmed, confirmReportByToken } from './unconfirmed-reports.ts'

const DAY_SECONDS = 24 * 60 * 60

/** Registers the route with which anybody reports something. */
export function reportRoutes(app: App, services: Services): void {
	const { db } = services

	app.route({
		...createReport,
		async handler(request, reply) {
			const { subject, subjectId, reason, text, email, proof } = request.body
			const viewerId = request.viewer?.userId ?? null
			if (viewerId === null && (reason !== 'illegal' || email === undefined))
				throw unauthorized({ ...LOGIN_NEEDED, error: REPORT_LOGIN_NEEDED })
			if (needsDescription(reason) && !text) throw invalidInput([{ path: 'text', message: DESCRIBE_REPORT }])
			const sender =
				viewerId === null && email !== undefined ? hashSubject(services, `report:${toEmailKey(email)}`) : null
			// Whoever is blocked sees it as a visitor, and may report it
			if (!(await isVisible(db, subject, subjectId, viewerId)) && !(await isVisible(db, subject, subjectId, null)))
				throw notFound(REPORTED_NOT_FOUND)
			await limitByNetwork(services, request)
			const spendProof = viewerId === null ? await requireProofOfWork(services, request, proof) : undefined
			const since = new Date(services.clock() - DAY_SECONDS * 1000).toISOString()
			const id = uuidv7({ msecs: services.clock() })
			await inTransaction(db, async (transaction) => {
				await spendProof?.(transaction)
				const found = await findSubject(transaction, subject, subjectId)
				if (!found || found.hiding_action_id !== null) throw notFound(REPORTED_NOT_FOUND)
				if (found.author_id === viewerId) throw invalidInput([{ path: 'subjectId', message: OWN_REPORT }])
				if (services.config.confirmsAddresses && sender !== null && email && text) {
					const report = { id, subject, subjectId, reason, text, email, sender }
					const isAdded = await addUnconfirmed(services, transaction, report, request)
					const sent = await countReportsSince(transaction, { reporterId: null, sender }, since)
					const unconfirmed = await countUnconfirmedSince(transaction, sender, since)
					return requireUnderLimit(sent + unconfirmed + (isAdded ? 0 : 1))
				}
				await lockCase(transaction, { subject, subjectId, found })
				const isAdded = await addReport(transaction, {
					id,
					subjectId,
					reason,
					text: text || null,
					reporterId: viewerId,
					email: viewerId === null ? (email ?? null) : null,
					sender,
					at: now(services),
					snapshot: found.text,
				})
				// A visitor could find out with it what an address has reported
				if (!isAdded && viewerId !== null) throw conflict(ALREADY_REPORTED)
				const sent = await countReportsSince(transaction, { reporterId: viewerId, sender }, since)
				requireUnderLimit(sent + (isAdded ? 0 : 1))
			})
			reply.code(201)
			return { id }
		},
	})

	app.route({
		...confirmReport,
		async handler(request) {
			await confirmReportByToken(services, request.body.token)
			return { success: true as const }
		},
	})
}

/** Throws 429 if a sender has sent more reports than one may in a day. */
function requireUnderLimit(sent: number): void {
	if (sent > LIMITS.reportsPerDay) throw tooManyRequests(TOO_MANY_REPORTS, DAY_SECONDS)
}

/** Counts a report of a network. Throws 429 past the limit of its visitors, or past that of its accounts together. */
async function limitByNetwork(services: Services, { ip, viewer }: FastifyRequest): Promise<void> {
	const max = LIMITS.reportsPerDay * services.config.rateLimitFactor
	const [kind, limit] = viewer ? ['accounts', max * ACCOUNTS_PER_NETWORK] : ['visitors', max]
	const since = new Date(services.clock() - DAY_SECONDS * 1000).toISOString()
	const { isAllowed } = await countByNetwork(ip, limit, async (network, limit) => {
		const subject = `reports of ${kind}:${hashSubject(services, network)}`
		const { failures: reports } = await countSignInFailure(services.db, subject, now(services), since)
		return { isAllowed: reports <= limit }
	})
	if (!isAllowed) throw tooManyRequests(TOO_MANY_REPORTS, DAY_SECONDS)
}

/** Whether somebody (null: a visitor) sees what they report. */
async function isVisible(db: Db, subject: ReportSubject, id: string, viewerId: string | null): Promise<boolean> {
	switch (subject) {
		case 'review':
			return (await findReview(db, id, viewerId)) !== undefined
		case 'comment':
			return (await findComment(db, id, viewerId))?.user_id != null
		case 'list':
			return (await findList(db, id, viewerId)) !== undefined
		case 'user':
			return (await findUser(db, id, viewerId)) !== undefined
	}
}
