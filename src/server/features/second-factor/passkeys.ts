import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { parse as parseUuid, stringify as stringifyUuid } from 'uuid'
import { LIFETIMES } from '#contract/limits.ts'
import type { Assertion, NewCredential } from '#contract/passkeys.ts'
import type { Db } from '#server/db/tables.ts'
import { getSiteOrigin } from '#server/http/origin.ts'
import type { Services } from '#server/services.ts'
import { type ChallengePurpose, createChallenge, isOpenChallenge, spendChallenge } from './challenges.ts'
import { findPasskey, listPasskeys, recordPasskeyUse } from './queries.ts'

type Transports = AuthenticatorTransport[]
type SiteServices = Pick<Services, 'config' | 'keys' | 'clock'>

/** The library takes a second and 20 MB to load, which sites without passkeys save. */
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256: what authenticators offer, and runtimes verify without warnings. */
const ALGORITHMS = [-8, -7, -257]
const SITE_NAME = 'Savepoint'
const UUID_BYTES = 16

/** The site as authenticators know it: a passkey works only for this origin and host name. */
function getRelyingParty(services: SiteServices, request: FastifyRequest): { id: string; origin: string } {
	// Parsing as a URL normalizes it: the default port is omitted
	const { hostname, origin } = new URL(getSiteOrigin(services.config, request))
	return { id: hostname, origin }
}

/** Returns the options with which a browser creates a passkey of the account, on an authenticator that has none of it yet. */
export async function createCreationOptions(
	services: SiteServices,
	db: Db,
	account: { id: string; username: string },
	purpose: ChallengePurpose,
	request: FastifyRequest,
) {
	const passkeys = await listPasskeys(db, account.id)
	const { generateRegistrationOptions } = await loadLibrary()
	const options = await generateRegistrationOptions({
		rpID: getRelyingParty(services, request).id,
		rpName: SITE_NAME,
		userID: Uint8Array.from(parseUuid(account.id)),
		userName: account.username,
		userDisplayName: account.username,
		challenge: Uint8Array.from(createChallenge(services.keys.passkeyChallenges, purpose, services.clock())),
		timeout: LIFETIMES.passkeyChallengeMs,
		attestationType: 'none',
		supportedAlgorithmIDs: ALGORITHMS,
		excludeCredentials: passkeys.map(toDescriptor),
		// Every passkey is a way in by itself: it is found without a name, and asks for a fingerprint or a PIN
		authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
	})
	return {
		challenge: options.challenge,
		rp: { id: options.rp.id ?? '', name: options.rp.name },
		user: options.user,
		pubKeyCredParams: options.pubKeyCredParams,
		timeout: LIFETIMES.passkeyChallengeMs,
		attestation: 'none',
		excludeCredentials: options.excludeCredentials ?? [],
		authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
	}
}

/** Verifies a new passkey; undefined if it answers another challenge, or was created for another site. */
export async function verifyCreation(
	services: SiteServices,
	db: Db,
	credential: NewCredential,
	purpose: ChallengePurpose,
	request: FastifyRequest,
) {
	const { id, origin } = getRelyingParty(services, request)
	const { verifyRegistrationResponse } = await loadLibrary()
	let challenge = ''
	const verification = await verifyRegistrationResponse({
		response: {
			...credential,
			type: 'public-key',
			clientExtensionResults: {},
			response: { ...credential.response, transports: credential.response.transports as Transports },
		},
		expectedChallenge: (answered) => {
			challenge = answered
			return isOpenChallenge(services.keys.passkeyChallenges, purpose, answered, services.clock())
		},
		expectedOrigin: origin,
		expectedRPID: id,
		requireUserVerification: true,
		supportedAlgorithmIDs: ALGORITHMS,
		// The library throws for whatever does not fit
	}).catch(() => undefined)
	if (!verification?.verified || !(await spendChallenge(db, challenge))) return undefined
	const { credential: verified } = verification.registrationInfo
	return {
		credentialId: verified.id,
		publicKey: Buffer.from(verified.publicKey),
		counter: verified.counter,
		transports: (credential.response.transports ?? []).filter((name) => /^[a-z-]+$/.test(name)),
	}
}

/**
 * Returns the options with which a browser uses a passkey: any of the site, which asks for a fingerprint or PIN, or, for a
 * second step, one of the account.
 */
export async function createRequestOptions(
	services: SiteServices,
	purpose: ChallengePurpose,
	request: FastifyRequest,
	{ passkeys = [], isOnlyFactor }: { passkeys?: Awaited<ReturnType<typeof listPasskeys>>; isOnlyFactor: boolean },
) {
	const { generateAuthenticationOptions } = await loadLibrary()
	const options = await generateAuthenticationOptions({
		rpID: getRelyingParty(services, request).id,
		challenge: Uint8Array.from(createChallenge(services.keys.passkeyChallenges, purpose, services.clock())),
		timeout: LIFETIMES.passkeyChallengeMs,
		allowCredentials: passkeys.map(toDescriptor),
	})
	return {
		challenge: options.challenge,
		rpId: options.rpId ?? '',
		timeout: LIFETIMES.passkeyChallengeMs,
		userVerification: isOnlyFactor ? 'required' : 'preferred',
		allowCredentials: options.allowCredentials ?? [],
	}
}

/**
 * Verifies the use of a passkey of the account and records it. Returns false if the passkey belongs to another account,
 * answers another challenge or one that was answered before, was used for another site, or has not counted on since its
 * last use, as a copy of it would not.
 */
export async function verifyAssertion(
	services: SiteServices,
	db: Db,
	{ userId, assertion, purpose, isOnlyFactor }: AssertionCheck,
	request: FastifyRequest,
): Promise<boolean> {
	const passkey = await findPasskey(db, assertion.id)
	if (passkey?.user_id !== userId || !isOwnHandle(assertion, userId)) return false
	const { id, origin } = getRelyingParty(services, request)
	const { verifyAuthenticationResponse } = await loadLibrary()
	let challenge = ''
	const verification = await verifyAuthenticationResponse({
		response: { ...assertion, type: 'public-key', clientExtensionResults: {} },
		expectedChallenge: (answered) => {
			challenge = answered
			return isOpenChallenge(services.keys.passkeyChallenges, purpose, answered, services.clock())
		},
		expectedOrigin: origin,
		expectedRPID: id,
		// The counter is compared where it is stored, so that two uses at once cannot both pass
		credential: { id: assertion.id, publicKey: Uint8Array.from(passkey.public_key), counter: 0 },
		requireUserVerification: isOnlyFactor,
		// The library throws for whatever does not fit
	}).catch(() => undefined)
	if (!verification?.verified || !(await spendChallenge(db, challenge))) return false
	const at = new Date(services.clock()).toISOString()
	if (await recordPasskeyUse(db, passkey.id, verification.authenticationInfo.newCounter, at)) return true
	request.log.warn({ user: userId }, 'a passkey did not count on: it may be copied')
	return false
}

/** What an assertion must fit. */
export interface AssertionCheck {
	userId: string
	assertion: Assertion
	purpose: ChallengePurpose
	/** Whether nothing else confirms the person, so that the authenticator must have. */
	isOnlyFactor: boolean
}

/** Returns the account of a passkey, so that it can be locked before the passkey is verified. */
export async function findPasskeyOwner(db: Db, { id }: Assertion): Promise<string | undefined> {
	return (await findPasskey(db, id))?.user_id
}

/** The handle is the account's ID, which authenticators repeat if they found the passkey themselves. */
function isOwnHandle({ response: { userHandle } }: Assertion, userId: string): boolean {
	if (userHandle === undefined || userHandle === '') return true
	const bytes = Buffer.from(userHandle, 'base64url')
	return bytes.length === UUID_BYTES && stringifyUuid(bytes) === userId
}

function toDescriptor({ credential_id, transports }: { credential_id: string; transports: string[] }) {
	return { id: credential_id, type: 'public-key', transports: transports as Transports } as const
}
