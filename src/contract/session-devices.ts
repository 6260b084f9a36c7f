import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { SuccessResponse, Time, Uuid } from './shapes.ts'

export const SESSION_NOT_FOUND = { code: 'session_not_found', error: 'This device is not logged in any more' } as const

/** A device on which an account is signed in. */
export const Device = Type.Object({
	id: Uuid(),
	/** Whether it is the one that asks. */
	current: Type.Boolean(),
	createdAt: Time(),
	lastUsedAt: Time(),
	/** Its browser and system in a few words, such as `Firefox on Windows`. */
	device: Type.String(),
})
export type Device = Static<typeof Device>

export const listSessions = endpoint({
	method: 'GET',
	url: '/api/auth/sessions',
	config: {
		summary: 'List the devices on which the own account is signed in, those used last first',
		auth: 'user',
		failure: 'Failed to load your devices',
	},
	schema: { response: { 200: Type.Object({ sessions: Type.Array(Device) }) } },
})

export const revokeSession = endpoint({
	method: 'DELETE',
	url: '/api/auth/sessions/:id',
	config: {
		summary: 'Sign out one device of the own account',
		auth: 'user',
		failure: 'Failed to log out the device. Please try again.',
		missing: SESSION_NOT_FOUND,
		limit: 'write',
	},
	schema: { params: Type.Object({ id: Uuid() }), response: { 200: SuccessResponse } },
})

export const revokeOtherSessions = endpoint({
	method: 'DELETE',
	url: '/api/auth/sessions',
	config: {
		summary: 'Sign out every device of the own account but the one that asks',
		auth: 'user',
		failure: 'Failed to log out the other devices. Please try again.',
		limit: 'write',
	},
	schema: { response: { 200: SuccessResponse } },
})
