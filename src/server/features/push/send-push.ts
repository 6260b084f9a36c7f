import type { PushMessage } from '#contract/push.ts'
import {
	InternalAddress,
	isPlainHttpsAddress,
	type Network,
	requestPublicly,
	resolvePublicHost,
} from '#server/http/public-request.ts'
import type { VapidKeys } from '#server/lifecycle/vapid-keys.ts'
import type { Push } from './queries-deliveries.ts'

/** How long a push service may take to answer. */
const TIMEOUT_MS = 5_000
const RESOLVE_TIMEOUT_MS = 3_000

/**
 * What became of a message: the push service has it; has refused it for now, after which a retry is safe; knows the device
 * no longer; or has not accepted it, or perhaps, after which it is given up.
 */
export type Outcome =
	| { kind: 'accepted' }
	| { kind: 'refused'; reason: string; retryAfterMs?: number }
	| { kind: 'gone' }
	| { kind: 'failed'; reason: string }

export interface SendOptions {
	keys: VapidKeys
	/** How push services can reach the operator: an address of a mailbox. */
	contactEmail: string
	network: Network
	/** Ends what is being sent. */
	stopping: AbortSignal
}

/** Returns whether a device's address may be used: over TLS on the default port, at a host on the public internet. */
export async function isAllowedEndpoint(endpoint: string, network: Network): Promise<boolean> {
	if (!isPlainHttpsAddress(endpoint)) return false
	try {
		await resolvePublicHost(endpoint, AbortSignal.timeout(RESOLVE_TIMEOUT_MS), network)
		return true
	} catch {
		// A name that cannot be resolved is answered alike: the answer tells nothing about names inside
		return false
	}
}

/** Sends a message to a device (RFC 8030), encrypted so that only its browser can read it (RFC 8291). */
export async function sendPush(
	{ endpoint, p256dh, auth }: Omit<Push, 'notification_id' | 'subscription_id'>,
	message: PushMessage,
	{ ttlSeconds, urgency }: { ttlSeconds: number; urgency: 'low' | 'normal' },
	{ keys, contactEmail, network, stopping }: SendOptions,
): Promise<Outcome> {
	if (!isPlainHttpsAddress(endpoint)) return { kind: 'gone' }
	// The library and what it imports, which most processes of a test never need
	const { default: webPush } = await import('web-push')
	const { cipherText } = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm')
	const { publicKey, privateKey } = keys
	const subject = `mailto:${contactEmail}`
	const headers = {
		...webPush.getVapidHeaders(new URL(endpoint).origin, subject, publicKey, privateKey, 'aes128gcm'),
		'content-type': 'application/octet-stream',
		'content-encoding': 'aes128gcm',
		'content-length': cipherText.length,
		ttl: ttlSeconds,
		urgency,
		// A message that waits at the push service is replaced by the next one about the same notification
		topic: message.tag.replaceAll('-', ''),
	}
	let isConnected = false
	try {
		const response = await requestPublicly(
			endpoint,
			{
				method: 'POST',
				headers,
				body: cipherText,
				signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
				onConnected: () => {
					isConnected = true
				},
			},
			network,
		)
		// The status says everything; the body is not read
		response.destroy()
		return toOutcome(response.statusCode ?? 0, response.headers['retry-after'])
	} catch (error) {
		if (error instanceof InternalAddress) return { kind: 'gone' }
		const reason = getReason(error)
		return isConnected ? { kind: 'failed', reason } : { kind: 'refused', reason }
	}
}

function toOutcome(status: number, retryAfter: string | undefined): Outcome {
	if (status >= 200 && status < 300) return { kind: 'accepted' }
	if (status === 404 || status === 410) return { kind: 'gone' }
	const reason = `status ${status}`
	if (status !== 429 && status < 500) return { kind: 'failed', reason }
	const seconds = Number(retryAfter)
	return Number.isFinite(seconds) && seconds > 0
		? { kind: 'refused', reason, retryAfterMs: seconds * 1000 }
		: { kind: 'refused', reason }
}

/** Returns the code or name of an error: its message can contain the address. */
function getReason(error: unknown): string {
	if (!(error instanceof Error)) return 'unknown'
	const { code } = error as NodeJS.ErrnoException
	return typeof code === 'string' ? code : error.name
}
