import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, SuccessResponse, Time, Uuid } from './shapes.ts'
import { PROVIDERS } from './social-login-providers.ts'

export const SESSION_NOT_FOUND = { code: 'session_not_found', error: 'This device is no longer logged in' } as const

export const LOGIN_METHODS = ['password', 'passkey', ...PROVIDERS] as const
export type LoginMethod = (typeof LOGIN_METHODS)[number]

/** A device on which an account is logged in. */
export const Device = Type.Object({
	id: Uuid(),
	/** Whether it is the caller's own device. */
	current: Type.Boolean(),
	createdAt: Time(),
	lastUsedAt: Time(),
	/** Browser and operating system, such as `Firefox on Windows`. */
	device: Type.String(),
	/** How the device logged in; null if it did before this was recorded. */
	method: nullable(oneOf(LOGIN_METHODS)),
	/** Whether a second factor followed. A passkey is two factors at once, so none follows it. */
	secondFactor: Type.Boolean(),
})
export type Device = Static<typeof Device>

export const listSessions = endpoint({
	method: 'GET',
	url: '/api/auth/sessions',
	config: {
		summary: 'List the devices that are logged in to your account, most recently used first',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to load your devices',
	},
	schema: { response: { 200: Type.Object({ sessions: Type.Array(Device) }) } },
})

export const revokeSession = endpoint({
	method: 'DELETE',
	url: '/api/auth/sessions/:id',
	config: {
		summary: 'Log out one of your devices; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to log out the device. Please try again.',
		missing: SESSION_NOT_FOUND,
		needsProof: 'everyone',
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: SuccessResponse } },
})

export const revokeOtherSessions = endpoint({
	method: 'DELETE',
	url: '/api/auth/sessions',
	config: {
		summary: 'Log out all your other devices; needs a recent proof of identity',
		auth: 'user',
		failure: 'Failed to log out the other devices. Please try again.',
		needsProof: 'everyone',
		limit: 'write',
	},
	schema: { response: { 200: SuccessResponse } },
})
