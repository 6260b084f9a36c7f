const INTERVAL_MS = 10_000

/**
 * Shows the progress of suites that run in parallel: on a terminal as one line that is updated in place, elsewhere as a
 * line every ten seconds.
 */
export function createProgress(out = process.stdout) {
	const suites = new Map()
	const startedMs = Date.now()
	const isLive = out.isTTY && !process.env.CI
	let shown = ''

	function renderLine() {
		const parts = [...suites].map(
			([name, { done, total, unit, failed }]) =>
				`${name} ${done} of ${total} ${unit}${failed ? `, ${failed} failed` : ''}`,
		)
		return parts.length === 0 ? '' : `${Math.round((Date.now() - startedMs) / 1000)} s: ${parts.join(' · ')}`
	}

	function show() {
		const line = renderLine()
		if (line === '' || line === shown) return
		shown = line
		out.write(isLive ? `\r\x1b[K${line}` : `${line}\n`)
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
		/** Removes a finished suite from the line. */
		finish(name) {
			suites.delete(name)
		},
		/** Prints a text above the line. */
		print(text) {
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
