import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import {
	EMAIL_DOMAIN_BLOCKED,
	INVITE_INVALID,
	INVITE_NEEDED,
	Joining,
	PendingResponse,
	REGISTRATION_CLOSED,
	REGISTRATION_PENDING,
	TOO_MANY_PENDING,
	TOO_MANY_UNCONFIRMED,
	WORK_NEEDED,
} from './registration.ts'
import { BANNED, Ban, TOO_MANY_LOGINS } from './session-refusals.ts'
import { Tokens } from './session-tokens.ts'
import { nullable, oneOf, success } from './shapes.ts'
import { CurrentUser } from './users.ts'

/** The response of every call that logs in. */
export const LoginResponse = Type.Object({ success, user: CurrentUser, tokens: Tokens })

/** What confirms the second step of a login. */
export const FACTOR_METHODS = ['passkey', 'code', 'recovery_code'] as const
export type FactorMethod = (typeof FACTOR_METHODS)[number]

const INVALID_CREDENTIALS_MESSAGE = 'Invalid credentials'
export const INVALID_CREDENTIALS = { code: 'invalid_credentials', error: INVALID_CREDENTIALS_MESSAGE } as const
/** The credentials are right, and the account has a second factor. The body has the fields of `SecondStep`. */
export const SECOND_FACTOR_NEEDED = {
	code: 'second_factor_needed',
	error: 'Please confirm with your second step',
} as const
export const SecondStep = Type.Object({ ticket: Type.String(), methods: Type.Array(oneOf(FACTOR_METHODS)) })
export type SecondStep = Static<typeof SecondStep>
export const USERNAME_TAKEN = { code: 'username_taken', error: 'This username is already taken' } as const
/** An account that was deleted lately had it. */
export const USERNAME_UNAVAILABLE = { code: 'username_taken', error: 'This username is not available' } as const
export const EMAIL_TAKEN = { code: 'email_taken', error: 'An account with this email already exists' } as const
export const USERNAME_RESERVED = { code: 'username_reserved', error: 'This username is reserved' } as const
export const USERNAME_CHOSEN = { code: 'username_chosen', error: 'This account already has a username' } as const
export const USERNAME_AVAILABLE = 'This username is available'
export const PASSWORDS_DIFFER = 'Passwords do not match'
export const NAME_IN_PASSWORD = 'Your password contains your username or email. Please choose another.'
export const AUTH_FAILED = 'Authentication failed. Please try again.'

const USERNAME_TOO_SHORT = `Username must be at least ${LIMITS.usernameMin} characters`
const USERNAME_CHOICE_TOO_SHORT = `Username must be at least ${LIMITS.usernameMin} characters long`
const USERNAME_TOO_LONG = `Username must be ${LIMITS.usernameMax} characters or less`
const INVALID_USERNAME_CHARACTERS = 'Username can only contain letters, numbers, and underscores'
const INVALID_EMAIL = 'Please enter a valid email address'
export const PASSWORD_TOO_SHORT = `Password must be at least ${LIMITS.passwordMin} characters`
const PASSWORD_TOO_SIMPLE = 'Password must contain at least one uppercase letter, one lowercase letter, and one number'

const usernameRule = (short: string) => ({
	minLength: LIMITS.usernameMin,
	maxLength: LIMITS.usernameMax,
	pattern: '^[A-Za-z0-9_]*$',
	sentences: {
		required: short,
		type: short,
		minLength: short,
		maxLength: USERNAME_TOO_LONG,
		pattern: INVALID_USERNAME_CHARACTERS,
	},
})

/** A username chosen at registration. */
export const Username = Type.String(usernameRule(USERNAME_TOO_SHORT))

/** The username chosen by an account that has none yet. */
export const UsernameChoice = Type.Object({
	username: Type.String(usernameRule(USERNAME_CHOICE_TOO_SHORT)),
	/** Needed where the site has rules. */
	acceptedRules: Joining.acceptedRules,
})
export type UsernameChoice = Static<typeof UsernameChoice>

/**
 * An email address: the HTML standard's pattern with letters of all scripts. It rejects invisible characters and those
 * that compatibility normalization replaces: mail servers and this site would read such an address differently.
 */
export const Email = Type.String({
	maxLength: LIMITS.emailMax,
	pattern: `^(?!.{0,${LIMITS.emailMax}}(?:(?![\\p{Lu}\u00df\u03c2])\\p{CWKCF}|[\u0132\u013f\u01c4\u01c7\u01ca\u01f1\u03d2-\u03d4\u03f4\u03f9\u1fbb\u1fc9\u1fcb\u1fdb\u1feb\u1ff9\u1ffb\u2102-\u2145\uff21-\uff3a\u{1d400}-\u{1d7ca}]))[\\p{L}\\p{M}\\p{N}.!#$%&'*+/=?^_\`{|}~-]+@(?:[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?\\.)+[\\p{L}\\p{M}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?$`,
	sentences: { required: INVALID_EMAIL, type: INVALID_EMAIL, pattern: INVALID_EMAIL, maxLength: INVALID_EMAIL },
})

/** A new password; never trimmed, and one with all that `normalizePassword` makes equal to it. */
export const NewPassword = Type.String({
	exact: true,
	minLength: LIMITS.passwordMin,
	maxLength: LIMITS.passwordMax,
	pattern: '^(?=[\\s\\S]*[a-z])(?=[\\s\\S]*[A-Z])(?=[\\s\\S]*[0-9])',
	sentences: {
		required: PASSWORD_TOO_SHORT,
		type: PASSWORD_TOO_SHORT,
		minLength: PASSWORD_TOO_SHORT,
		maxLength: `Password must be ${LIMITS.passwordMax} characters or less`,
		pattern: PASSWORD_TOO_SIMPLE,
	},
})

export const Registration = Type.Object({
	username: Username,
	email: Email,
	password: NewPassword,
	confirmPassword: Type.Optional(nullable(Type.String({ exact: true, maxLength: LIMITS.passwordMax }))),
	...Joining,
})
export type Registration = Static<typeof Registration>

/** The form of a password that is hashed, so that keyboards which compose letters in different ways type the same one. */
export function normalizePassword(password: string): string {
	return password.normalize('NFKC')
}

/** In characters; shorter names are part of too many words. */
const MIN_NAME_LENGTH = 3

/** Whether a password contains the username or the part of the email before the @, ignoring case. */
export function containsName(password: string, { username, email }: { username: string; email: string }): boolean {
	const mailbox = email.slice(0, email.lastIndexOf('@'))
	const lower = normalizePassword(password).toLowerCase()
	return [username, mailbox, mailbox.split('+', 1)[0] ?? '']
		.map((name) => name.trim().toLowerCase())
		.some((name) => name.length >= MIN_NAME_LENGTH && lower.includes(name))
}

const ENTER_IDENTIFIER = 'Please enter your username or email'

export const Credentials = Type.Object({
	identifier: Type.String({
		minLength: 1,
		maxLength: LIMITS.emailMax,
		sentences: { required: ENTER_IDENTIFIER, type: ENTER_IDENTIFIER },
	}),
	password: Type.String({
		exact: true,
		minLength: LIMITS.passwordMin,
		maxLength: LIMITS.passwordMax,
		sentences: {
			required: PASSWORD_TOO_SHORT,
			type: PASSWORD_TOO_SHORT,
			minLength: PASSWORD_TOO_SHORT,
			maxLength: INVALID_CREDENTIALS_MESSAGE,
		},
	}),
})
export type Credentials = Static<typeof Credentials>

export const register = endpoint({
	method: 'POST',
	url: '/api/auth/register',
	config: {
		summary:
			'Create an account and log in. Where accounts need approval, the response is a 202, and the account starts once a moderator approves it',
		auth: 'nobody',
		failure: 'Registration failed',
		refusals: {
			400: [EMAIL_DOMAIN_BLOCKED],
			401: [{ ...SECOND_FACTOR_NEEDED, extra: SecondStep.properties }],
			403: [
				{ ...BANNED, extra: Ban.properties },
				REGISTRATION_CLOSED,
				INVITE_NEEDED,
				INVITE_INVALID,
				WORK_NEEDED,
				TOO_MANY_PENDING,
			],
			409: [USERNAME_TAKEN, EMAIL_TAKEN],
			429: [TOO_MANY_UNCONFIRMED],
		},
		limit: 'register',
		isIdempotentByKey: true,
	},
	schema: { body: Registration, response: { 201: LoginResponse, 202: PendingResponse } },
})

export const login = endpoint({
	method: 'POST',
	url: '/api/auth/login',
	config: {
		summary:
			'Log in with a username or email and a password; an account with a second factor gets a 401 with the ticket of the second step',
		auth: 'nobody',
		failure: 'Login failed',
		refusals: {
			401: [INVALID_CREDENTIALS, { ...SECOND_FACTOR_NEEDED, extra: SecondStep.properties }],
			403: [{ ...BANNED, extra: Ban.properties }, REGISTRATION_PENDING],
			429: [TOO_MANY_LOGINS],
		},
		limit: 'signIn',
	},
	schema: { body: Credentials, response: { 200: LoginResponse } },
})

export const checkUsername = endpoint({
	method: 'GET',
	url: '/api/auth/check-username',
	config: {
		summary: 'Check whether a username is available',
		auth: 'nobody',
		failure: 'Failed to check username availability',
		limit: 'check',
	},
	schema: {
		querystring: Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) }),
		response: { 200: Type.Object({ success, available: Type.Boolean(), message: Type.String() }) },
	},
})

export const getUsernameRequired = endpoint({
	method: 'GET',
	url: '/api/auth/username-required',
	config: {
		summary: 'Check whether your account still needs a username',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to check username requirements',
	},
	schema: { response: { 200: Type.Object({ success, needsUsernameSelection: Type.Boolean() }) } },
})

export const setUsername = endpoint({
	method: 'POST',
	url: '/api/auth/set-username',
	config: {
		summary: 'Choose the username of your account, if it has none yet',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to set username',
		refusals: { 400: [USERNAME_CHOSEN], 409: [USERNAME_TAKEN] },
		limit: 'write',
	},
	schema: { body: UsernameChoice, response: { 200: LoginResponse } },
})
