import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compileCacheEnv, pinnedNode, root, run } from './processes.mjs'

// A run that takes longer hangs
const TIMEOUT_MS = 60 * 60_000
const MAX_OUTPUT_LINES = 60

/** The tests that every change must pass. All others wait for `.ci/run`. */
export const UNIT_TESTS = ['--project=unit', '--tags-filter=!ci']
export const JOURNEYS = ['--project=desktop', '--grep-invert=@ci']

/**
 * Runs Vitest with the given arguments. Returns the numbers of passed, failed and skipped tests, the milliseconds of each
 * file, the tests that passed only when they were retried, and the failures, with their errors. A runner that crashed
 * or ran no test, unless it `mayBeEmpty`, counts as one failure. With `isQuiet` it prints nothing.
 */
export function runVitest(args, options) {
	const reporters = (report) => ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
	return runTests(
		'vitest/vitest.mjs',
		(report) => ['run', '--passWithNoTests', ...reporters(report), ...args],
		readVitestReport,
		options,
	)
}

/** Runs Playwright with the given arguments in the Chromium at `browser`. See `runVitest`. */
export function runPlaywright(args, browser, { env, ...options } = {}) {
	const reporter = `--reporter=${process.stdout.isTTY ? 'line' : 'list'},json`
	return runTests(
		'@playwright/test/cli.js',
		() => ['test', '--pass-with-no-tests', reporter, ...args],
		readPlaywrightReport,
		{
			...options,
			env: { CHROMIUM_PATH: browser, ...env },
		},
	)
}

async function runTests(
	program,
	getArgs,
	readReport,
	{ env = {}, isQuiet = false, mayBeEmpty = false, timeoutMs = TIMEOUT_MS } = {},
) {
	// Whatever the tests and their browsers leave in the temporary folder goes with it, also if this process is interrupted
	const folder = mkdtempSync(join(tmpdir(), 'savepoint-run-'))
	// A database server of root runs as another user
	chmodSync(folder, 0o711)
	const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
	process.once('exit', remove)
	try {
		const report = join(folder, 'report.json')
		const args = getArgs(report)
		const { code, output } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], {
			env: { ...compileCacheEnv, TMPDIR: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
			capture: isQuiet,
			timeoutMs,
		})
		const result = { passed: 0, failed: 0, skipped: 0, files: new Map(), retried: [], failures: [] }
		// A runner that crashed has written none
		if (existsSync(report)) readReport(JSON.parse(readFileSync(report, 'utf8')), result, args)
		if (result.failed === 0 && (code !== 0 || (result.passed === 0 && !mayBeEmpty))) {
			result.failed = 1
			result.failures.push({ name: program, error: describeCrash(code, output) })
		}
		return result
	} finally {
		process.off('exit', remove)
		remove()
	}
}

function describeCrash(code, output) {
	const end = stripVTControlCharacters(output).trimEnd().split('\n').slice(-MAX_OUTPUT_LINES).join('\n')
	if (code === 0) return `No test ran.\n${end}`
	return `The runner ended ${code === null ? 'by a signal or a timeout' : `with code ${code}`}.\n${end}`
}

function readVitestReport({ testResults }, result, args) {
	const filter = args.find((arg) => arg.startsWith('--tags-filter='))?.split('=')[1]
	const isSelected = (tags) =>
		filter === undefined || (filter.startsWith('!') ? !tags.includes(filter.slice(1)) : tags.includes(filter))
	for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
		const file = name.slice(root.length)
		result.files.set(file, (result.files.get(file) ?? 0) + endTime - startTime)
		const states = { passed: 'passed', failed: 'failed' }
		for (const { fullName, status, tags, failureMessages = [], retryReasons = [] } of assertionResults) {
			// Vitest reports the tests of other lanes as skipped
			if (!isSelected(tags)) continue
			const title = `${file} > ${fullName}`
			const state = states[status] ?? 'skipped'
			result[state]++
			if (state === 'failed') addError(result.failures, title, failureMessages)
			else if (retryReasons.length > 0 || failureMessages.length > 0) addError(result.retried, title, failureMessages)
		}
		// A file that fails to load has no failed test
		if (status !== 'failed' || assertionResults.some(({ status }) => status === 'failed')) continue
		result.failed++
		addError(result.failures, file, [message])
	}
}

function readPlaywrightReport({ suites, errors }, result) {
	const states = { expected: 'passed', flaky: 'passed', skipped: 'skipped', unexpected: 'failed' }
	function readSuite({ suites = [], specs = [] }) {
		for (const suite of suites) readSuite(suite)
		for (const { file, title, tests } of specs)
			for (const { projectName, status, results } of tests) {
				const name = `${projectName} ${file} > ${title}`
				result[states[status]]++
				result.files.set(
					file,
					results.reduce((sum, { duration }) => sum + duration, result.files.get(file) ?? 0),
				)
				const messages = results.flatMap(({ errors }) => errors.map(({ stack, message }) => stack ?? message))
				if (status === 'flaky') addError(result.retried, name, messages)
				if (status === 'unexpected') addError(result.failures, name, messages)
			}
	}
	for (const suite of suites) readSuite(suite)
	for (const { stack, message } of errors) {
		result.failed++
		addError(result.failures, 'outside of any test', [stack ?? message])
	}
}

function addError(list, name, messages) {
	list.push({ name, error: stripVTControlCharacters(messages.filter(Boolean).join('\n')) })
}
