const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Says when a report is due: `due in 3 h`, `due in 20 min`, `5 h late`. */
export function formatDue(dueAt: string, nowMs: number): { words: string; isLate: boolean } {
	const leftMs = Date.parse(dueAt) - nowMs
	const isLate = leftMs <= 0
	const words = formatSpan(Math.abs(leftMs))
	return { words: isLate ? `${words} late` : `due in ${words}`, isLate }
}

function formatSpan(ms: number): string {
	if (ms < HOUR_MS) return `${Math.max(1, Math.round(ms / MINUTE_MS))} min`
	const hours = Math.round(ms / HOUR_MS)
	return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
