import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compileCacheEnv, pinnedNode, root, run } from './processes.mjs'

// A run that takes longer hangs
const TIMEOUT_MS = 60 * 60_000
const MAX_OUTPUT_LINES = 60
const MAX_RETRIED_FILES = 5

/** Runs Vitest with the given arguments. See `runTests`. */
export function runVitest(args, options) {
	const reporter = join(root, 'scripts/reporters/vitest.mjs')
	return runTests(['vitest/vitest.mjs', 'run', `--reporter=${reporter}`, ...args], options)
}

/**
 * Runs Vitest, then once more the files in which a test failed, by themselves. The events and the result are those of
 * Playwright with `--retries=1`: a test that failed once and then passed counts as passed and as retried. Nothing is
 * retried if more than `MAX_RETRIED_FILES` files failed, which is no accident.
 */
export async function runVitestWithRetry(options) {
	const { onEvent } = options
	const firstFailures = []
	const first = await runVitest([], {
		onEvent(event) {
			if (!isFailure(event)) return onEvent(event)
			firstFailures.push(event)
			if (event.file !== undefined) onEvent({ ...event, kind: 'retry' })
		},
	})
	if (firstFailures.length === 0) return first
	const files = [...new Set(firstFailures.map(({ file }) => file))]
	if (files.includes(undefined) || files.length > MAX_RETRIED_FILES) {
		for (const failure of firstFailures) onEvent(failure)
		return first
	}
	const failedBefore = new Set(firstFailures.map(({ name }) => name))
	const second = await runVitest(files, {
		onEvent: (event) => {
			if (event.kind === 'test' && (isFailure(event) || failedBefore.has(event.name))) onEvent(event)
		},
	})
	const failed = second.failed
	return {
		...first,
		passed: first.passed + Math.max(0, first.failed - failed),
		failed,
		failures: second.failures,
	}
}

const isFailure = ({ kind, state }) => kind === 'test' && state === 'failed'

/** Runs Playwright with the given arguments in the Chromium at `browser`. See `runTests`. */
export function runPlaywright(args, browser, { env, ...options } = {}) {
	const reporter = join(root, 'scripts/reporters/playwright.mjs')
	return runTests(['@playwright/test/cli.js', 'test', `--reporter=${reporter}`, ...args], {
		...options,
		env: { CHROMIUM_PATH: browser, ...env },
	})
}

/**
 * Runs a test runner of an installed package and passes the events of its reporter to `onEvent`. Returns the numbers of
 * passed, failed and skipped tests, the tests with their durations in milliseconds, and the failures with their errors. A
 * runner that crashed or ran no test counts as one failure with the end of its output.
 */
async function runTests([program, ...args], { env = {}, onEvent = () => {}, timeoutMs = TIMEOUT_MS } = {}) {
	const result = { passed: 0, failed: 0, skipped: 0, tests: [], failures: [] }
	const onMessage = (event) => {
		if (event.kind === 'test') {
			result[event.state]++
			result.tests.push({ name: event.name, ms: event.ms })
			if (event.state === 'failed') result.failures.push({ name: event.name, error: stripColors(event.error) })
		}
		onEvent(event)
	}
	const { code, output } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], {
		env: { NO_COLOR: '1', ...compileCacheEnv, ...env },
		capture: true,
		timeoutMs,
		onMessage,
	})
	if (result.failed === 0 && (code !== 0 || result.passed === 0)) {
		const reason =
			code === 0
				? 'No test ran.'
				: `The runner ended ${code === null ? 'by a signal or a timeout' : `with code ${code}`}.`
		const end = stripColors(output).trimEnd().split('\n').slice(-MAX_OUTPUT_LINES).join('\n')
		result.failed = 1
		result.failures.push({ name: program, error: `${reason}\n${end}` })
	}
	return result
}

const stripColors = (text = '') => stripVTControlCharacters(text)
