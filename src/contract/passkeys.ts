import type { Static } from 'typebox'
import * as Type from 'typebox'

// What the Web Authentication API takes and returns, in its JSON form. Binary values are base64url.

const PASSKEY_INVALID = 'This passkey could not be read. Please try again.'
const sentences = {
	required: PASSKEY_INVALID,
	type: PASSKEY_INVALID,
	maxLength: PASSKEY_INVALID,
	pattern: PASSKEY_INVALID,
}
const Bytes = (maxLength: number) =>
	Type.String({ exact: true, minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', sentences })

const credential = {
	id: Bytes(1_400),
	rawId: Bytes(1_400),
	type: Type.String({ exact: true, maxLength: 20, pattern: '^public-key$', sentences }),
}

/** A new passkey, as `navigator.credentials.create` returns it. */
export const NewCredential = Type.Object({
	...credential,
	response: Type.Object({
		clientDataJSON: Bytes(4_000),
		attestationObject: Bytes(16_000),
		transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
	}),
})
export type NewCredential = Static<typeof NewCredential>

/** The use of a passkey, as `navigator.credentials.get` returns it. */
export const Assertion = Type.Object({
	...credential,
	response: Type.Object({
		clientDataJSON: Bytes(4_000),
		authenticatorData: Bytes(4_000),
		signature: Bytes(4_000),
		userHandle: Type.Optional(Type.String({ exact: true, maxLength: 200 })),
	}),
})
export type Assertion = Static<typeof Assertion>

const Descriptor = Type.Object({
	id: Type.String(),
	type: Type.String(),
	transports: Type.Optional(Type.Array(Type.String())),
})

/** The options of `navigator.credentials.create`. */
export const CreationOptions = Type.Object({
	challenge: Type.String(),
	rp: Type.Object({ id: Type.String(), name: Type.String() }),
	user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
	pubKeyCredParams: Type.Array(Type.Object({ type: Type.String(), alg: Type.Integer() })),
	timeout: Type.Integer(),
	attestation: Type.String(),
	excludeCredentials: Type.Array(Descriptor),
	authenticatorSelection: Type.Object({
		residentKey: Type.String(),
		requireResidentKey: Type.Boolean(),
		userVerification: Type.String(),
	}),
})

/** The options of `navigator.credentials.get`. Without `allowCredentials`, the person chooses among the passkeys of the site. */
export const RequestOptions = Type.Object({
	challenge: Type.String(),
	rpId: Type.String(),
	timeout: Type.Integer(),
	userVerification: Type.String(),
	allowCredentials: Type.Array(Descriptor),
})

const ENTER_CODE = 'Please enter the 6 digits from your app'
/** A code of an authenticator app; spaces are how some apps show it. */
export const OneTimeCode = Type.String({
	halfWidth: true,
	maxLength: 20,
	pattern: '^\\d{3} ?\\d{3}$',
	sentences: { required: ENTER_CODE, type: ENTER_CODE, pattern: ENTER_CODE, maxLength: ENTER_CODE },
})

const ENTER_RECOVERY_CODE = 'Please enter a recovery code, such as K7RT-M3WQ-9XBH-F4DN'
export const RecoveryCode = Type.String({
	halfWidth: true,
	maxLength: 40,
	pattern: '^[A-Za-z0-9 -]*$',
	sentences: {
		required: ENTER_RECOVERY_CODE,
		type: ENTER_RECOVERY_CODE,
		pattern: ENTER_RECOVERY_CODE,
		maxLength: ENTER_RECOVERY_CODE,
	},
})

/** One sentence for every wrong code and passkey: it tells a guesser nothing. */
export const WRONG_FACTOR = {
	code: 'wrong_second_factor',
	error: 'This did not work. Please check it and try again.',
} as const
