import type { FastifyRequest } from 'fastify'
import * as Type from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { problems, tidy } from '#contract/problems.ts'
import { ProfileTexts } from '#contract/profile.ts'
import { Email } from '#contract/sessions.ts'
import type { SocialEnd } from '#contract/social-login-outcomes.ts'
import type { Db } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailConnected, mailVerification } from '#server/features/account/account-mails.ts'
import { placeholderName } from '#server/features/account/placeholder-names.ts'
import {
	accountOfPerson,
	addConnection,
	addNamelessAccount,
	addressHolder,
} from '#server/features/account/queries-connections.ts'
import { emailKey } from '#server/features/sessions/email-key.ts'
import { addTicket, type Ticket } from '#server/features/sessions/login-tickets.ts'
import { liveSession } from '#server/features/sessions/queries.ts'
import { lockAccount, type OwnAccount } from '#server/features/sessions/queries-accounts.ts'
import type { ProviderIdentity } from '#server/features/sessions/queries-login-tickets.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { now, type Services } from '#server/services.ts'
import type { Identity } from './provider.ts'

/** What came of it: an account and the person at the provider, or why not. */
export type Outcome = { userId: string; person: ProviderIdentity } | { refused: SocialEnd }

const EmailShape = Type.Object({ email: Email })
const SUBJECT = /^[\x21-\x7e]{1,255}$/

/**
 * The account that a person at a provider signs in to: theirs; else the one with their address, where the provider and
 * we both know that the address is theirs; else a new one, which has still to choose its username.
 */
export async function signInSocially(
	services: Services,
	identity: Identity,
	request: FastifyRequest,
): Promise<Outcome> {
	const person = personOf(identity)
	const known = await accountOfPerson(services.db, person)
	if (known !== undefined) return { userId: known, person }
	const email = emailOf(identity)
	if (email === undefined) return { refused: 'email_missing' }
	const holder = await addressHolder(services.db, emailKey(email))
	const userId = !holder
		? await registered(services, identity, email, request)
		: holder.isEmailVerified && identity.isEmailVerified
			? await joined(services, person, { userId: holder.id, emailKey: emailKey(email) }, request)
			: undefined
	// Where the address is taken, the same person may have come at the same moment by another tab
	const arrived = userId ?? (await accountOfPerson(services.db, person))
	return arrived === undefined ? { refused: 'email_registered' } : { userId: arrived, person }
}

/** The account whose owner has signed in again with a provider, to prove who they are. */
export async function signInAgain({ db }: Services, identity: Identity): Promise<Outcome> {
	const person = personOf(identity)
	const userId = await accountOfPerson(db, person)
	return userId === undefined ? { refused: 'other_identity' } : { userId, person }
}

/**
 * The ticket for what came back from a provider; undefined where what it relies on is gone meanwhile: the connection that
 * signs in, or the session that connects.
 */
export function issueTicket(services: Services, ticket: Ticket, person: ProviderIdentity): Promise<string | undefined> {
	return inTransaction(services.db, async (db) => {
		const { userId } = ticket
		if (!(await lockAccount(db, userId))) return undefined
		const isGood =
			ticket.purpose === 'connect'
				? await liveSession(db, { userId, sessionId: ticket.sessionId })
				: (await accountOfPerson(db, person)) === userId
		return isGood ? addTicket(db, ticket, services.clock()) : undefined
	})
}

/** Connects a person at a provider to the account of the session that asked for it. */
export async function connectPerson(
	services: Services,
	person: ProviderIdentity,
	connects: Viewer,
	request: FastifyRequest,
): Promise<Outcome> {
	const { userId } = connects
	const outcome = await inTransaction(services.db, (db) => addOwnConnection(db, person, connects, now(services)))
	if (typeof outcome === 'string') return { refused: outcome }
	if (outcome) mailConnected(services, outcome, person.provider, request)
	return { userId, person }
}

/** The account that the person is connected to now, null where they were before, or why not. */
async function addOwnConnection(
	db: Db,
	person: ProviderIdentity,
	connects: Viewer,
	at: string,
): Promise<OwnAccount | null | SocialEnd> {
	const account = await lockAccount(db, connects.userId)
	if (!account || !(await liveSession(db, connects))) return 'session_ended'
	if (account.email_verified_at === null) return 'email_unconfirmed'
	if (await addConnection(db, person, account.id, at)) return account
	const holder = await accountOfPerson(db, person)
	if (holder === undefined) return 'already_connected'
	return holder === account.id ? null : 'connected_elsewhere'
}

/** Connects a person to the account that has their address, if it still has and nobody of that provider is connected. */
async function joined(
	services: Services,
	person: ProviderIdentity,
	holder: { userId: string; emailKey: string },
	request: FastifyRequest,
): Promise<string | undefined> {
	const account = await inTransaction(services.db, async (db) => {
		const account = await lockAccount(db, holder.userId)
		if (account?.email_key !== holder.emailKey || account.email_verified_at === null) return undefined
		return (await addConnection(db, person, account.id, now(services))) ? account : undefined
	})
	if (account) mailConnected(services, account, person.provider, request)
	return account?.id
}

async function registered(services: Services, identity: Identity, email: string, request: FastifyRequest) {
	const at = now(services)
	const account = {
		id: uuidv7({ msecs: services.clock() }),
		username: placeholderName(),
		email,
		emailKey: emailKey(email),
		name: nameOf(identity),
		isEmailVerified: identity.isEmailVerified,
		at,
	}
	const isNew = await inTransaction(services.db, (db) => addWithPerson(db, account, identity)).catch(
		(error: unknown) => {
			if (error instanceof Overtaken) return false
			throw error
		},
	)
	if (!isNew) return undefined
	if (!identity.isEmailVerified) mailVerification(services, account, request, { isNew: true })
	return account.id
}

class Overtaken extends Error {}

async function addWithPerson(db: Db, account: Parameters<typeof addNamelessAccount>[1], identity: Identity) {
	if (!(await addNamelessAccount(db, account))) return false
	if (!(await addConnection(db, personOf(identity), account.id, account.at))) throw new Overtaken()
	return true
}

/** Who it is at the provider. Throws for an id that no provider gives. */
export function personOf({ provider, subject }: Identity) {
	if (!SUBJECT.test(subject)) throw new Error('The provider gave an id that is none')
	return { provider, subject }
}

function emailOf({ email }: Identity): string | undefined {
	const draft = tidy(EmailShape, { email })
	return problems(EmailShape, draft).length === 0 ? (draft as { email: string }).email : undefined
}

/** The name that the provider gave, where it is one that could be typed in the settings. */
function nameOf({ name }: Identity): string | null {
	const draft = tidy(ProfileTexts, { name })
	if (typeof name !== 'string' || problems(ProfileTexts, draft).length > 0) return null
	return (draft as { name: string }).name || null
}
