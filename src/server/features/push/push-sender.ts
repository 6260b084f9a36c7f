import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { findNotifications } from '#server/features/notifications/queries.ts'
import { createDnsNetwork, type Network } from '#server/http/public-request.ts'
import type { VapidKeys } from '#server/lifecycle/vapid-keys.ts'
import { createDelivery, MAX_AGE_MS, type PushCounts } from './deliver.ts'
import { addDueDeliveries, claimDeliveries, type Delivery, findPushes, type Push } from './queries-deliveries.ts'
import { isAllowedEndpoint } from './send-push.ts'

/** Sends push messages about notifications. Every process of a site does, and each message goes to a device at most once. */
export interface PushSender {
	/** Returns whether a device's address may be used. */
	isAllowedEndpoint: (endpoint: string) => Promise<boolean>
	/** Sends what is due, for a few seconds. Resolves once this process is sending none. */
	run: (log: FastifyBaseLogger) => Promise<void>
	/** Ends what is being sent, within two seconds, and sends no more. */
	close: () => Promise<void>
	/** Counts the messages of this process so far by outcome. */
	countMessages: () => Readonly<PushCounts>
}

interface PushOptions {
	db: Db
	clock: () => number
	keys: VapidKeys
	contactEmail: string
	network?: Network | undefined
}

const SECOND_MS = 1000
const MAX_CONCURRENT = 32
/** A push service with so many messages on their way gets no more, as it may never answer; a claim takes as many at once. */
const MAX_CONCURRENT_PER_HOST = 4
const NOTIFICATIONS_PER_BATCH = 50
/** The next run continues. */
const MAX_NOTIFICATIONS_PER_RUN = 500
const MAX_CLAIMING_MS = 5 * SECOND_MS
const CLOSE_TIMEOUT_MS = 2 * SECOND_MS

/** Creates the sender of a process. */
export function createPushSender({ db, clock, network = createDnsNetwork(), ...site }: PushOptions): PushSender {
	const counts: PushCounts = { sent: 0, delayed: 0, lost: 0, dropped: 0 }
	const stopping = new AbortController()
	const deliver = createDelivery({ db, clock, ...site, network, stopping: stopping.signal }, counts)
	/** What is being sent, with the host that it is sent to. */
	const sending = new Map<Promise<void>, string>()
	let isClosing = false
	let running: Promise<void> | undefined
	let lastHost = ''
	const toTime = (ms: number) => new Date(ms).toISOString()

	async function run(log: FastifyBaseLogger): Promise<void> {
		for (let taken = 0; taken < MAX_NOTIFICATIONS_PER_RUN && !isClosing; taken += NOTIFICATIONS_PER_BATCH) {
			const at = clock()
			const request = { at: toTime(at), since: toTime(at - MAX_AGE_MS), limit: NOTIFICATIONS_PER_BATCH }
			if ((await addDueDeliveries(db, request)) < NOTIFICATIONS_PER_BATCH) break
		}
		try {
			const startedMs = performance.now()
			while (performance.now() - startedMs < MAX_CLAIMING_MS && !isClosing) {
				const claimed = await claim()
				if (claimed.length > 0) await start(claimed, log)
				if (sending.size === 0) break
				if (claimed.length === 0 || sending.size >= MAX_CONCURRENT) await Promise.race(sending.keys())
			}
		} finally {
			await Promise.all(sending.keys())
		}
	}

	/** Claims what there is room for, so that nothing that is claimed waits. */
	async function claim(): Promise<Delivery[]> {
		const hosts = Map.groupBy(sending.values(), (host) => host)
		const busy = [...hosts].filter(([, messages]) => messages.length >= MAX_CONCURRENT_PER_HOST)
		const claimed = await claimDeliveries(db, {
			at: toTime(clock()),
			afterHost: lastHost,
			except: busy.map(([host]) => host),
			limit: MAX_CONCURRENT - sending.size,
			perHost: MAX_CONCURRENT_PER_HOST,
		})
		lastHost = claimed.at(-1)?.host ?? lastHost
		return claimed
	}

	async function start(claimed: readonly Delivery[], log: FastifyBaseLogger): Promise<void> {
		const toKey = (one: Delivery | Push) => `${one.notification_id} ${one.subscription_id}`
		const pushes = new Map((await findPushes(db, claimed)).map((push) => [toKey(push), push]))
		const ids = [...new Set([...pushes.values()].map((push) => push.notification_id))]
		const rows = new Map((await findNotifications(db, ids)).map((row) => [row.id, row]))
		for (const delivery of claimed) {
			const job = deliver(delivery, pushes.get(toKey(delivery)), rows.get(delivery.notification_id), log)
				.catch((error: unknown) => log.error({ err: error }, 'the outcome of a push message was not stored'))
				.finally(() => sending.delete(job))
			sending.set(job, delivery.host)
		}
	}

	return {
		isAllowedEndpoint: (endpoint) => isAllowedEndpoint(endpoint, network),
		countMessages: () => counts,
		run(log) {
			running ??= run(log).finally(() => {
				running = undefined
			})
			return running
		},
		async close() {
			isClosing = true
			const timer = setTimeout(() => stopping.abort(), CLOSE_TIMEOUT_MS)
			await running?.catch(() => {})
			clearTimeout(timer)
		},
	}
}
