import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { findProblems, normalizeInput } from '#contract/problems.ts'
import { ProfileFields } from '#contract/profile.ts'
import { INVITE_INVALID, TOO_MANY_UNCONFIRMED } from '#contract/registration.ts'
import { EMAIL_TAKEN, Email } from '#contract/sessions.ts'
import type { SocialLoginOutcome } from '#contract/social-login-outcomes.ts'
import { now } from '#server/clock.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailProviderConnected, mailVerification } from '#server/features/account/account-mails.ts'
import { addConfirmedRequest } from '#server/features/account/pending-registrations.ts'
import { createPlaceholderUsername } from '#server/features/account/placeholder-names.ts'
import {
	addAccountWithoutUsername,
	addConnection,
	findAccountByIdentity,
	findEmailOwner,
} from '#server/features/account/queries-connections.ts'
import { addUnconfirmedRequest } from '#server/features/account/unconfirmed-registrations.ts'
import { spendInvite } from '#server/features/registration/admission.ts'
import { isEmailDomainBlocked } from '#server/features/registration/email-domains.ts'
import { toHashes, toWaitingNetworks } from '#server/features/registration/waiting-networks.ts'
import { toEmailKey } from '#server/features/sessions/email-key.ts'
import { createTicket, type Ticket } from '#server/features/sessions/login-tickets.ts'
import { findActiveSession } from '#server/features/sessions/queries.ts'
import { type Account, lockAccount } from '#server/features/sessions/queries-accounts.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'
import { isIdentityPending } from '#server/features/sessions/queries-pending.ts'
import { AppError } from '#server/http/errors.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { Services } from '#server/services.ts'
import type { ProviderProfile } from './provider.ts'

/** The outcome of an attempt: an account and the provider identity, or an error. */
export type Outcome = { userId: string; identity: ProviderIdentity } | { error: SocialLoginOutcome }

const EmailShape = Type.Object({ email: Email })
const SUBJECT_PATTERN = /^[\x21-\x7e]{1,255}$/

/**
 * Logs in with a provider's profile. Returns the account linked to the identity; otherwise the one with the same email
 * address, if both the provider and this site have verified the address; otherwise a new one, which has yet to choose its
 * username. Returns the error `email_registered` for an account with an unverified address, or if the provider has not
 * verified the address of an existing account.
 */
export async function logInWithProvider(
	services: Services,
	profile: ProviderProfile,
	request: FastifyRequest,
	invite: string | null,
): Promise<Outcome> {
	const identity = toProviderIdentity(profile)
	const linkedUserId = await findAccountByIdentity(services.db, identity)
	if (linkedUserId !== undefined) return { userId: linkedUserId, identity }
	const email = parseEmail(profile)
	if (email === undefined) return { error: 'email_missing' }
	const owner = await findEmailOwner(services.db, toEmailKey(email))
	if (!owner) return registerWithProvider(services, { profile, identity, email, invite }, request)
	const userId =
		owner.isEmailVerified && profile.isEmailVerified
			? await connectByEmail(services, identity, { userId: owner.id, emailKey: toEmailKey(email) }, request)
			: undefined
	return userId === undefined ? findConcurrentLogin(services, identity) : { userId, identity }
}

/** The outcome if the address is taken: the same user may have logged in from another tab at the same moment. */
async function findConcurrentLogin({ db }: Services, identity: ProviderIdentity): Promise<Outcome> {
	const userId = await findAccountByIdentity(db, identity)
	return userId === undefined ? { error: 'email_registered' } : { userId, identity }
}

/** Returns the account linked to the identity with which its owner logged in again to reauthenticate. */
export async function reauthenticateWithProvider({ db }: Services, profile: ProviderProfile): Promise<Outcome> {
	const identity = toProviderIdentity(profile)
	const userId = await findAccountByIdentity(db, identity)
	return userId === undefined ? { error: 'other_identity' } : { userId, identity }
}

/**
 * Issues the ticket for a completed attempt; undefined if its basis has disappeared meanwhile: the connection that signs
 * in, or the session that connects.
 */
export function issueTicket(
	services: Services,
	ticket: Ticket,
	identity: ProviderIdentity,
): Promise<string | undefined> {
	return inTransaction(services.db, async (db) => {
		const { userId } = ticket
		if (!(await lockAccount(db, userId))) return undefined
		const isValid =
			ticket.purpose === 'connect'
				? await findActiveSession(db, { userId, sessionId: ticket.sessionId })
				: (await findAccountByIdentity(db, identity)) === userId
		return isValid ? createTicket(db, ticket, services.clock()) : undefined
	})
}

/** Links a provider identity to the viewer's account. */
export async function connectIdentity(
	services: Services,
	identity: ProviderIdentity,
	viewer: Viewer,
	request: FastifyRequest,
): Promise<Outcome> {
	const { userId } = viewer
	const outcome = await inTransaction(services.db, async (db) => {
		const outcome = await addOwnConnection(db, identity, viewer, now(services))
		if (typeof outcome === 'object' && outcome)
			await mailProviderConnected(services, db, outcome, identity.provider, request)
		return outcome
	})
	return typeof outcome === 'string' ? { error: outcome } : { userId, identity }
}

/** Returns the account that the identity is now linked to, null if it already was, or an error. */
async function addOwnConnection(
	db: Db,
	identity: ProviderIdentity,
	viewer: Viewer,
	at: string,
): Promise<Account | null | SocialLoginOutcome> {
	const account = await lockAccount(db, viewer.userId)
	if (!account || !(await findActiveSession(db, viewer))) return 'session_ended'
	if (account.email_verified_at === null) return 'email_unconfirmed'
	if (await addConnection(db, identity, account.id, at)) return account
	const ownerId = await findAccountByIdentity(db, identity)
	if (ownerId === undefined) return 'already_connected'
	return ownerId === account.id ? null : 'connected_elsewhere'
}

/** Links an identity to the account with its email address, if it still has that address and no identity of the provider. */
async function connectByEmail(
	services: Services,
	identity: ProviderIdentity,
	owner: { userId: string; emailKey: string },
	request: FastifyRequest,
): Promise<string | undefined> {
	return inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, owner.userId)
		if (account?.email_key !== owner.emailKey || account.email_verified_at === null) return undefined
		if (!(await addConnection(db, identity, account.id, now(services)))) return undefined
		await mailProviderConnected(services, db, account, identity.provider, request)
		return account.id
	})
}

interface Newcomer {
	profile: ProviderProfile
	identity: ProviderIdentity
	email: string
	invite: string | null
}

/**
 * Creates an account, as the site's settings allow. Where a moderator decides, stores a request for one instead. An invite
 * counts once the account is there.
 */
async function registerWithProvider(
	services: Services,
	{ profile, identity, email, invite }: Newcomer,
	request: FastifyRequest,
): Promise<Outcome> {
	const { registration } = await services.siteSettings.get()
	if (registration === 'closed') return { error: 'registration_closed' }
	if (await isEmailDomainBlocked(services.db, email)) return { error: 'email_domain_blocked' }
	if (registration === 'invite' && invite === null) return { error: 'invite_needed' }
	if (registration === 'approval' && invite === null) return requestWithProvider(services, profile, email, request)
	const at = now(services)
	const account = {
		id: uuidv7({ msecs: services.clock() }),
		username: createPlaceholderUsername(),
		email,
		emailKey: toEmailKey(email),
		name: parseName(profile),
		isEmailVerified: profile.isEmailVerified,
		at,
	}
	const isNew = await inTransaction(services.db, async (db) => {
		if (invite !== null && registration !== 'open') await spendInvite(services, db, invite)
		if (!(await addAccountWithIdentity(db, account, profile))) return false
		if (!profile.isEmailVerified) await mailVerification(services, db, account, request, { isNew: true })
		return true
	}).catch((error: unknown) => {
		if (error instanceof IdentityTakenError) return false
		if (error instanceof AppError && error.code === INVITE_INVALID.code) return undefined
		throw error
	})
	if (isNew === undefined) return { error: 'invite_needed' }
	if (!isNew) return findConcurrentLogin(services, identity)
	request.securityEvent = { event: 'registered', user: account.id }
	return { userId: account.id, identity }
}

/**
 * Stores a request for an account, without a reason, which a provider does not ask for. An address that the provider has not
 * verified is confirmed by mail first.
 */
async function requestWithProvider(
	services: Services,
	profile: ProviderProfile,
	email: string,
	request: FastifyRequest,
): Promise<Outcome> {
	const identity = toProviderIdentity(profile)
	const { isEmailVerified } = profile
	if (await isIdentityPending(services.db, identity, toEmailKey(email))) return { error: 'registration_pending' }
	const waiting = {
		id: uuidv7({ msecs: services.clock() }),
		username: null,
		email,
		password_hash: null,
		name: parseName(profile),
		...identity,
		reason: null,
		rules_version: null,
	}
	const { name: siteName } = await services.siteSettings.get()
	const isConfirmedByMail = services.config.confirmsAddresses && !isEmailVerified
	try {
		await inTransaction(services.db, async (db) => {
			if (isConfirmedByMail) return addUnconfirmedRequest(services, db, waiting, siteName, request)
			const networks = toHashes(toWaitingNetworks(services, request.ip))
			await addConfirmedRequest(services, db, { ...waiting, email_verified: isEmailVerified, networks })
		})
	} catch (error) {
		if (!(error instanceof AppError)) throw error
		// Of the same person in another tab
		if (error.code === EMAIL_TAKEN.code) return { error: 'registration_pending' }
		return { error: error.code === TOO_MANY_UNCONFIRMED.code ? TOO_MANY_UNCONFIRMED.code : 'registration_closed' }
	}
	return { error: isConfirmedByMail ? 'registration_unconfirmed' : 'registration_pending' }
}

class IdentityTakenError extends Error {}

async function addAccountWithIdentity(
	db: Db,
	account: Parameters<typeof addAccountWithoutUsername>[1],
	profile: ProviderProfile,
) {
	if (!(await addAccountWithoutUsername(db, account))) return false
	if (!(await addConnection(db, toProviderIdentity(profile), account.id, account.at))) throw new IdentityTakenError()
	return true
}

/** Returns a profile's identity. Throws if the ID is not one that a provider could issue. */
export function toProviderIdentity({ provider, subject }: ProviderProfile) {
	if (!SUBJECT_PATTERN.test(subject)) throw new Error('The provider returned an invalid user ID')
	return { provider, subject }
}

function parseEmail({ email }: ProviderProfile): string | undefined {
	const input = normalizeInput(EmailShape, { email })
	return findProblems(EmailShape, input).length === 0 ? (input as { email: string }).email : undefined
}

/** Returns the provider's name for the user if it would be valid in the settings; otherwise null. */
function parseName({ name }: ProviderProfile): string | null {
	const input = normalizeInput(ProfileFields, { name })
	if (typeof name !== 'string' || findProblems(ProfileFields, input).length > 0) return null
	return (input as { name: string }).name || null
}
