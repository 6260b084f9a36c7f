import type { FastifyRequest } from 'fastify'
import { BAD_LINK } from '#contract/account.ts'
import { LIFETIMES, LIMITS } from '#contract/limits.ts'
import type { ReportReason, ReportSubject } from '#contract/report-reasons.ts'
import { REPORTED_NOT_FOUND } from '#contract/reports.ts'
import { now } from '#server/clock.ts'
import { createToken, hashToken } from '#server/db/secret-tokens.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailReportLink } from '#server/features/account/account-mails.ts'
import { addReport, isReportDropped, lockCase } from '#server/features/moderation/queries-cases.ts'
import { findSubject } from '#server/features/moderation/queries-subjects.ts'
import { hasRoomInNetworks, toHashes, toWaitingNetworks } from '#server/features/registration/waiting-networks.ts'
import { AppError, notFound } from '#server/http/errors.ts'
import type { Services } from '#server/services.ts'
import { addUnconfirmedReport, countUnconfirmedAbout, takeUnconfirmedReport } from './queries-unconfirmed.ts'

interface VisitorReport {
	id: string
	subject: ReportSubject
	subjectId: string
	reason: ReportReason
	text: string
	email: string
	sender: string
}

/**
 * Stores a visitor's report until its address is confirmed, and mails the link for that. Returns false if it is dropped: the
 * address has reported the thing, or too many of the network wait to, or of all visitors.
 */
export async function addUnconfirmed(
	services: Services,
	db: Db,
	{ subjectId, ...report }: VisitorReport,
	request: FastifyRequest,
): Promise<boolean> {
	const at = now(services)
	if (await isReportDropped(db, { subjectId, sender: report.sender })) return false
	const networks = toWaitingNetworks(services, request.ip)
	const limit = LIMITS.unconfirmedReportsPerThing * Math.max(1, services.config.rateLimitFactor)
	const count = (network: string) => countUnconfirmedAbout(db, { subjectId, network, at })
	if (!(await hasRoomInNetworks(db, networks, limit, count))) return false
	const token = createToken()
	await addUnconfirmedReport(db, {
		...report,
		subject_id: subjectId,
		token: hashToken(token),
		networks: toHashes(networks),
		created_at: at,
		expires_at: new Date(services.clock() + LIFETIMES.verifyLinkMs).toISOString(),
	})
	await mailReportLink(services, db, report, token, request)
	return true
}

/**
 * Confirms the address of a visitor's report, which moderators then get. Throws 400 if the link is invalid. It keeps working after
 * a 404, of a thing that is not there at the moment.
 */
export async function confirmReportByToken(services: Services, token: string): Promise<void> {
	const at = now(services)
	await inTransaction(services.db, async (db) => {
		const report = await takeUnconfirmedReport(db, token, at)
		if (!report) throw new AppError(400, BAD_LINK)
		const { id, subject, subject_id: subjectId, reason, text, email, sender } = report
		const found = await findSubject(db, subject, subjectId)
		if (!found || found.hiding_action_id !== null) throw notFound(REPORTED_NOT_FOUND)
		await lockCase(db, { subject, subjectId, found })
		const visitor = { reporterId: null, email, isEmailConfirmed: true, sender }
		await addReport(db, { id, subjectId, reason, text, ...visitor, at, snapshot: found.text })
	})
}
