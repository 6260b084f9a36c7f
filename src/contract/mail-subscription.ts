import type { Static } from 'typebox'
import * as Type from 'typebox'
import { endpoint } from './endpoint.ts'
import { oneOf, SecretToken } from './shapes.ts'

/** The mails that the link in each of them stops: the digest, and notifications as they happen. */
export const MAIL_PURPOSES = ['digest', 'notifications'] as const
export type MailPurpose = (typeof MAIL_PURPOSES)[number]

/** The link was altered, or its account is deleted. */
export const BAD_UNSUBSCRIBE_LINK = {
	code: 'bad_token',
	error: 'This link doesn’t work. You can choose which mails you get in your settings.',
} as const

export const MailSubscription = Type.Object({
	purpose: oneOf(MAIL_PURPOSES),
	isSubscribed: Type.Boolean(),
	/** Whether subscribing again restores what a link stopped. */
	canUndo: Type.Boolean(),
})
export type MailSubscription = Static<typeof MailSubscription>

// The token is in the body, because addresses end up in logs
export const findMailSubscription = endpoint({
	method: 'POST',
	url: '/api/mail-subscription',
	config: {
		summary: 'Look up which mails the link in a mail stops; changes nothing',
		auth: 'nobody',
		failure: 'Failed to look up the link. Please try again.',
		refusals: { 400: [BAD_UNSUBSCRIBE_LINK] },
		limit: 'check',
	},
	schema: { body: Type.Object({ token: SecretToken }), response: { 200: MailSubscription } },
})

export const updateMailSubscription = endpoint({
	method: 'PUT',
	url: '/api/mail-subscription',
	config: {
		summary: 'Stop the mails of a link, or resume them',
		auth: 'nobody',
		failure: 'Failed to change which mails you get. Please try again.',
		refusals: { 400: [BAD_UNSUBSCRIBE_LINK] },
		limit: 'write',
	},
	schema: {
		body: Type.Object({ token: SecretToken, isSubscribed: Type.Boolean() }),
		response: { 200: MailSubscription },
	},
})
