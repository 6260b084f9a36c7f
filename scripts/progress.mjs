const INTERVAL_MS = 10_000

/**
 * Shows how far suites that run side by side are: on a terminal one line that changes in place, elsewhere a line every
 * ten seconds.
 */
export function createProgress(out = process.stdout) {
	const suites = new Map()
	const startedMs = Date.now()
	const isLive = out.isTTY && !process.env.CI
	let shown = ''

	function line() {
		const parts = [...suites].map(
			([name, { done, total, unit, failed }]) =>
				`${name} ${done} of ${total} ${unit}${failed ? `, ${failed} failed` : ''}`,
		)
		return parts.length === 0 ? '' : `${Math.round((Date.now() - startedMs) / 1000)} s: ${parts.join(' · ')}`
	}

	function show() {
		const now = line()
		if (now === '' || now === shown) return
		shown = now
		out.write(isLive ? `\r\x1b[K${now}` : `${now}\n`)
	}

	const timer = setInterval(show, isLive ? 500 : INTERVAL_MS)
	timer.unref()
	return {
		/** Counts an event of a test runner (see scripts/reporters). */
		count(name, event) {
			const suite = suites.get(name)
			if (event.kind === 'begin') suites.set(name, { done: 0, total: event.total, unit: event.unit, failed: 0 })
			if (event.kind === 'step' && suite) suite.done++
			if (event.kind === 'test' && event.state === 'failed' && suite) suite.failed++
		},
		/** Takes a suite that has ended out of the line. */
		finish(name) {
			suites.delete(name)
		},
		/** Prints a text above the line. */
		say(text) {
			if (isLive) out.write('\r\x1b[K')
			out.write(`${text}\n`)
			shown = ''
		},
		end() {
			clearInterval(timer)
			if (isLive) out.write('\r\x1b[K')
		},
	}
}
