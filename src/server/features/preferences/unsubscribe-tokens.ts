import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import { MAIL_PURPOSES, type MailPurpose } from '#contract/mail-subscription.ts'

const UUID_BYTES = 16
const MAC_BYTES = 16

/** What an unsubscribe link is about. */
export interface Unsubscription {
	userId: string
	purpose: MailPurpose
}

/**
 * Creates the token with which a mail's link stops mails of one purpose to one person. It works as long as the account
 * exists, for nothing else, and is the same in every mail.
 */
export function createUnsubscribeToken(key: KeyObject, { userId, purpose }: Unsubscription): string {
	const body = Buffer.concat([
		Buffer.from(userId.replaceAll('-', ''), 'hex'),
		Buffer.from([MAIL_PURPOSES.indexOf(purpose)]),
	])
	return Buffer.concat([body, createMac(key, body)]).toString('base64url')
}

/** Returns what a token is about; undefined if the site did not create it. */
export function readUnsubscribeToken(key: KeyObject, token: string): Unsubscription | undefined {
	const bytes = Buffer.from(token, 'base64url')
	const [body, mac] = [bytes.subarray(0, UUID_BYTES + 1), bytes.subarray(UUID_BYTES + 1)]
	const purpose = MAIL_PURPOSES[body[UUID_BYTES] ?? -1]
	if (purpose === undefined || mac.length !== MAC_BYTES || bytes.toString('base64url') !== token) return undefined
	if (!timingSafeEqual(mac, createMac(key, body))) return undefined
	const hex = body.toString('hex')
	const userId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
	return { userId, purpose }
}

function createMac(key: KeyObject, body: Buffer): Buffer {
	return createHmac('sha256', key).update(body).digest().subarray(0, MAC_BYTES)
}
