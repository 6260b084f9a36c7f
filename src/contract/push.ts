import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { LIMITS } from './limits.ts'
import { SuccessResponse, Uuid } from './shapes.ts'

/** Bytes of a P-256 point and of the secret that a browser adds, in unpadded base64url. */
const base64Url = (characters: number) => Type.String({ pattern: `^[A-Za-z0-9_-]{${characters}}$` })

/** The address of a browser at its push service. */
const PushEndpoint = Type.String({ maxLength: LIMITS.pushEndpointMax, pattern: '^https://[!-~]+$' })

/** A device as its browser describes it (`PushSubscription.toJSON`). */
export const PushSubscription = Type.Object({
	endpoint: PushEndpoint,
	keys: Type.Object({ p256dh: base64Url(87), auth: base64Url(22) }),
})
export type PushSubscription = Static<typeof PushSubscription>

/** What a push message contains, once the browser has decrypted it. */
export const PushMessage = Type.Object({
	title: Type.String(),
	body: Type.String(),
	/** The path of the page that it is about. */
	url: Type.String(),
	/** The notification; a message with the same tag replaces the one before. */
	tag: Uuid(),
})
export type PushMessage = Static<typeof PushMessage>

export const PUSH_ENDPOINT_REFUSED = {
	code: 'push_endpoint_refused',
	error: 'Messages can’t be sent to this address. It has to be one of a push service on the public internet.',
} as const

export const PUSH_KEYS_REFUSED = {
	code: 'push_keys_refused',
	error: 'The keys of this device are not valid.',
} as const

export const getPushKey = endpoint({
	method: 'GET',
	url: '/api/push/key',
	config: {
		summary: 'Get the public key (VAPID) with which browsers subscribe to push messages of this site',
		auth: 'nobody',
		failure: 'Failed to get the key for push messages',
	},
	schema: { response: { 200: Type.Object({ key: base64Url(87) }) } },
})

export const subscribeToPush = endpoint({
	method: 'POST',
	url: '/api/push/subscriptions',
	config: {
		summary: 'Send push messages to a device until the session ends; again for the same endpoint changes nothing',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to turn on push messages in this browser',
		refusals: { 400: [PUSH_ENDPOINT_REFUSED, PUSH_KEYS_REFUSED] },
		limit: 'write',
	},
	schema: { body: PushSubscription, response: { 200: SuccessResponse } },
})

export const unsubscribeFromPush = endpoint({
	method: 'DELETE',
	url: '/api/push/subscriptions',
	config: {
		summary: 'Stop push messages to one of your devices; also succeeds if there are none',
		auth: 'user',
		tokenScope: 'never',
		failure: 'Failed to turn off push messages in this browser',
		limit: 'write',
	},
	schema: { body: Type.Object({ endpoint: PushEndpoint }), response: { 200: SuccessResponse } },
})
