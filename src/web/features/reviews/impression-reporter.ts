import { LIMITS } from '#contract/limits.ts'
import { reportSeen } from '#contract/reviews.ts'
import { type ApiError, call, type Transport } from '#web/app/api-client.ts'

/** How long a batch is collected before it is sent. */
const REPORT_DELAY_MS = 2000

type Kind = 'impressions' | 'views'

interface ImpressionReporter {
	/** Records an impression of a review or a view of its page; repeats on the same UTC day are ignored. */
	record: (kind: Kind, reviewId: string) => void
	/** Sends the pending reports at once, because the page may be about to close. */
	flush: () => Promise<void>
}

/** Batches impressions and views in keepalive requests that outlive the page. A failed batch is retried with the next one. */
export function createImpressionReporter(transport: Transport, isOnline = () => navigator.onLine): ImpressionReporter {
	const recorded = new Set<string>()
	const pending: Record<Kind, Set<string>> = { impressions: new Set(), views: new Set() }
	let timer: ReturnType<typeof setTimeout> | undefined

	const schedule = () => {
		timer ??= setTimeout(() => void flush(), REPORT_DELAY_MS)
	}
	const takeBatch = (kind: Kind): string[] => {
		const ids = [...pending[kind]].slice(0, LIMITS.maxSeenPerReport)
		for (const id of ids) pending[kind].delete(id)
		return ids
	}
	async function flush(): Promise<void> {
		clearTimeout(timer)
		timer = undefined
		if (pending.impressions.size + pending.views.size === 0) return
		// An offline request would fail and log an error to the console; the `online` event flushes again.
		if (!isOnline()) return
		const body = { impressions: takeBatch('impressions'), views: takeBatch('views') }
		try {
			await call(transport, reportSeen, { body }, { keepalive: true })
		} catch (error) {
			// A rejected report would be rejected again, except when rate limited.
			const { status } = error as ApiError
			if (status >= 400 && status < 500 && status !== 429) return
			for (const kind of ['impressions', 'views'] as const) for (const id of body[kind]) pending[kind].add(id)
			return
		}
		if (pending.impressions.size + pending.views.size > 0) await flush()
	}

	return {
		flush,
		record(kind, reviewId) {
			const key = `${new Date().toISOString().slice(0, 10)} ${kind} ${reviewId}`
			if (recorded.has(key)) return
			recorded.add(key)
			pending[kind].add(reviewId)
			if (pending[kind].size >= LIMITS.maxSeenPerReport) void flush()
			else schedule()
		},
	}
}
