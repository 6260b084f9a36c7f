import { createECDH } from 'node:crypto'
import type { PushSubscription } from '#contract/push.ts'

/** Returns whether messages can be encrypted for a browser's keys: a point on the curve, and a secret of 16 bytes. */
export function areUsableKeys({ p256dh, auth }: PushSubscription['keys']): boolean {
	const pair = createECDH('prime256v1')
	pair.generateKeys()
	try {
		pair.computeSecret(Buffer.from(p256dh, 'base64url'))
	} catch {
		return false
	}
	return Buffer.from(auth, 'base64url').length === 16
}
