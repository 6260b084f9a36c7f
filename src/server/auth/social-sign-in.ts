import type { FastifyRequest } from 'fastify'
import { Object as Shape } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { Email } from '#contract/auth.ts'
import { problems, tidy } from '#contract/problems.ts'
import { ProfileTexts } from '#contract/profile.ts'
import type { SocialEnd } from '#contract/social-ends.ts'
import type { Db } from '../db/tables.ts'
import { now, type Services } from '../services.ts'
import { inTransaction } from '../transaction.ts'
import { mailConnected, mailVerification } from './account-mails.ts'
import { emailKey } from './email-key.ts'
import { placeholderName } from './placeholder-names.ts'
import { findOwnAccount, liveSession } from './queries.ts'
import { accountOfPerson, addConnection, addNamelessAccount, addressHolder, type Person } from './social-accounts.ts'
import type { Identity } from './social-providers.ts'
import type { Viewer } from './tokens.ts'

/** What came of it: an account, or why not; `connects` is whom the account's app has still to take up. */
export type Outcome = { userId: string; connects?: { person: Person; sessionId: string } } | { refused: SocialEnd }

const EmailShape = Shape({ email: Email })
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
	if (known !== undefined) return { userId: known }
	const email = emailOf(identity)
	if (email === undefined) return { refused: 'email_missing' }
	const holder = await addressHolder(services.db, emailKey(email))
	const userId = !holder
		? await registered(services, identity, email, request)
		: holder.isEmailVerified && identity.isEmailVerified
			? await joined(services, identity, holder.id, request)
			: undefined
	// where the address is taken, the same person may have come at the same moment by another tab
	const arrived = userId ?? (await accountOfPerson(services.db, person))
	return arrived === undefined ? { refused: 'email_registered' } : { userId: arrived }
}

/** Connects a person at a provider to the account of the session that asked for it. */
export async function connectPerson(
	services: Services,
	person: Person,
	connects: Viewer,
	request: FastifyRequest,
): Promise<Outcome> {
	const { db } = services
	if (!(await liveSession(db, connects))) return { refused: 'session_ended' }
	const { userId } = connects
	const account = await findOwnAccount(db, userId)
	if (!account) return { refused: 'session_ended' }
	if (account.email_verified_at === null) return { refused: 'email_unconfirmed' }
	if (!(await addConnection(db, person, userId, now(services)))) {
		const holder = await accountOfPerson(db, person)
		if (holder !== undefined) return holder === userId ? { userId } : { refused: 'connected_elsewhere' }
		return { refused: 'already_connected' }
	}
	mailConnected(services, account, person.provider, request)
	return { userId }
}

async function joined(services: Services, identity: Identity, userId: string, request: FastifyRequest) {
	const { db } = services
	if (!(await addConnection(db, personOf(identity), userId, now(services)))) return undefined
	const account = await findOwnAccount(db, userId)
	if (account) mailConnected(services, account, identity.provider, request)
	return userId
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
