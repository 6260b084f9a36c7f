import type { FastifyBaseLogger } from 'fastify'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '#server/db/tables.ts'
import type { NotificationRow } from '#server/features/notifications/queries.ts'
import { composePushMessage } from './message.ts'
import {
	type Delivery,
	deleteDevice,
	failDelivery,
	finishDelivery,
	type Push,
	postponeDelivery,
} from './queries-deliveries.ts'
import { type Outcome, type SendOptions, sendPush } from './send-push.ts'

/** How many messages push services have accepted, have refused for now, and did not get; and how many nobody wanted anymore. */
export interface PushCounts {
	sent: number
	delayed: number
	lost: number
	dropped: number
}

interface DeliveryOptions extends SendOptions {
	db: Db
	clock: () => number
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
/** What is older is no longer news. */
export const MAX_AGE_MS = 24 * 60 * MINUTE_MS
const RETRY_DELAYS_MS = [10 * SECOND_MS, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS]
const MAX_RETRY_AFTER_MS = 60 * MINUTE_MS
/** A device to which so many messages in a row could not be sent is given up. */
const MAX_FAILURES = 5
const URGENT: ReadonlySet<NotificationKind> = new Set(['comment', 'reply', 'mention', 'moderation'])

/** Creates the function that sends a claimed message, unless nobody wants it anymore, and stores the outcome. */
export function createDelivery({ db, clock, ...options }: DeliveryOptions, counts: PushCounts) {
	const toTime = (ms: number) => new Date(ms).toISOString()

	async function send(
		delivery: Delivery,
		push: Push | undefined,
		row: NotificationRow | undefined,
		log: FastifyBaseLogger,
	): Promise<void> {
		const message = row && composePushMessage(row)
		const leftMs = Date.parse(delivery.created_at) + MAX_AGE_MS - clock()
		if (!push || !message || leftMs <= 0) {
			counts.dropped++
			return finishDelivery(db, delivery, { isAccepted: false })
		}
		const urgency = URGENT.has(row.kind) ? 'normal' : 'low'
		const ttlSeconds = Math.ceil(leftMs / SECOND_MS)
		await settle(delivery, await sendPush(push, message, { ttlSeconds, urgency }, options), log)
	}

	async function settle(delivery: Delivery, outcome: Outcome, log: FastifyBaseLogger): Promise<void> {
		if (outcome.kind === 'accepted') {
			counts.sent++
			return finishDelivery(db, delivery, { isAccepted: true })
		}
		if (outcome.kind === 'gone') {
			counts.dropped++
			return deleteDevice(db, delivery.subscription_id)
		}
		const { attempts } = delivery
		const delayMs = outcome.kind === 'refused' ? RETRY_DELAYS_MS[attempts - 1] : undefined
		if (outcome.kind === 'failed' || delayMs === undefined) {
			counts.lost++
			// The stop of this process says nothing about the device
			if (options.stopping.aborted) return finishDelivery(db, delivery, { isAccepted: false })
			log.warn({ reason: outcome.reason, attempt: attempts }, 'a push message was not sent')
			return failDelivery(db, delivery, MAX_FAILURES)
		}
		counts.delayed++
		const retryInMs = Math.min(Math.max(delayMs, outcome.retryAfterMs ?? 0), MAX_RETRY_AFTER_MS)
		log.info({ reason: outcome.reason, attempt: attempts, retryInMs }, 'a push message could not be sent yet')
		return postponeDelivery(db, delivery, toTime(clock() + retryInMs))
	}

	return send
}
