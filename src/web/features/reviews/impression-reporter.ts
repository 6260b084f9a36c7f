import { LIMITS } from '#contract/limits.ts'
import { reportSeen } from '#contract/reviews.ts'
import { type ApiError, call, type Transport } from '#web/app/api-client.ts'

/** How soon what was seen is told to the server; what is seen meanwhile goes along. */
const REPORT_DELAY_MS = 2000

type Kind = 'impressions' | 'views'

interface ImpressionReporter {
	/** Notes a review as seen (`impressions`) or its page as opened (`views`); a second time on a day says nothing. */
	record: (kind: Kind, reviewId: string) => void
	/** Tells the server what is waiting, at once: the page may be about to go. */
	flush: () => Promise<void>
}

/** Collects what the viewer saw and reports it in batches that outlive the page. What did not arrive waits for the next. */
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
		// A request without a network fails, and the browser's console says so; the way back online is an occasion, too.
		if (!isOnline()) return
		const body = { impressions: takeBatch('impressions'), views: takeBatch('views') }
		try {
			await call((request) => transport({ ...request, keepalive: true }), reportSeen, { body })
		} catch (error) {
			// What the server refused it would refuse again, except while it is busy.
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
