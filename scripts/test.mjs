// `npm test`: installs what is missing, runs every suite and ends with a line of totals.
// `npm test -- types unit` runs only those. Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { chromium } from './chromium.mjs'
import { install, installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'
import { createProgress } from './progress.mjs'
import { runPlaywright, runVitestWithRetry } from './runners.mjs'
import { ensureBuilt } from './web-build.mjs'

const TIMEOUT_MS = 60 * 60_000
const SLOWEST_COUNT = 10

const suites = {
	build: { title: 'Build', run: () => runChecks(['../scripts/build.mjs']) },
	journeys: { title: 'Journeys in a browser', run: runJourneys },
	types: {
		title: 'Types: server without the DOM, web without Node, tests with both',
		run: () =>
			runChecks(...['server', 'web', 'test'].map((side) => ['typescript/bin/tsc', '-p', `tsconfig.${side}.json`])),
	},
	lint: {
		title: 'Lint, format and import boundaries',
		run: () => runChecks(['@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']),
	},
	unused: { title: 'Unused files, exports and dependencies', run: () => runChecks(['knip/bin/knip.js']) },
	lock: { title: 'The lock files are complete', run: () => runChecks(['../scripts/check-lock.mjs']) },
	mobile: { title: 'The app: client, projects, types', run: () => runChecks(['../scripts/mobile.mjs', 'check']) },
	unit: { title: 'Rules, API and pages', run: runUnitTests },
}

// The build comes first, because pages and journeys need it. Then two lanes run in parallel: the browser is mostly idle.
const lanes = [['journeys'], ['types', 'lint', 'unused', 'lock', 'mobile', 'unit']]

const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !(name in suites))
if (unknown.length) {
	console.error(`There is no suite called ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`)
	process.exit(1)
}
const isSelected = (name) => selected.length === 0 || selected.includes(name)

const progress = createProgress()
const total = { passed: 0, failed: 0, skipped: 0 }
const failedSuites = []
const tests = []
/** The first lines of the failure of each test that was retried, by test name. */
const retried = new Map()
/** The same of each test that failed. */
const failures = new Map()
let missingBrowser
try {
	await install()
	const browser = isSelected('journeys') ? await findBrowser() : undefined
	if (isSelected('build')) await runSuite('build')
	await Promise.all(
		lanes.map(async (lane) => {
			for (const name of lane) if (isSelected(name)) await runSuite(name, browser)
		}),
	)
} catch (error) {
	console.error(error.message)
	total.failed++
	failedSuites.push('install')
}

progress.end()
if (tests.length > 0) {
	console.log(`\nThe slowest ${SLOWEST_COUNT} tests:`)
	for (const { name, ms } of tests.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST_COUNT))
		console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}
if (failedSuites.length) console.log(`\nFailed: ${failedSuites.join(', ')}`)
for (const [name, reason] of retried) {
	if (failures.has(name)) continue
	console.log(`~ ${name} failed once and passed when retried, so the test or the site is flaky: ${reason}`)
}
for (const [name, reason] of failures) console.log(`✗ ${name}: ${reason}`)
console.log(`\n${formatCounts(total)}`)
if (missingBrowser) console.log(missingBrowser)
process.exit(total.failed ? 1 : 0)

async function runSuite(name, browser) {
	const startedMs = Date.now()
	const result = await suites[name].run(browser).catch(({ message }) => ({
		...{ passed: 0, failed: 1, skipped: 0 },
		failures: [{ name, error: message }],
	}))
	progress.finish(name)
	for (const kind of Object.keys(total)) total[kind] += result[kind]
	tests.push(...(result.tests ?? []))
	if (result.failed) failedSuites.push(name)
	for (const failure of result.failures ?? []) if (!failures.has(failure.name)) reportFailure(failure)
	const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
	progress.print(`${result.failed ? '✗' : '✓'} ${suites[name].title}: ${formatCounts(result)} (${seconds} s)`)
}

/** Counts an event of a test runner and reports failures immediately. */
function handleEvent(suite, event) {
	progress.count(suite, event)
	if (event.kind === 'test' && event.state === 'failed') reportFailure(event)
	if (event.kind !== 'retry') return
	retried.set(event.name, formatReason(event))
	progress.print(`\n~ ${formatFailure(event)}`)
}

function reportFailure({ name, error }) {
	failures.set(name, formatReason({ error }))
	progress.print(`\n✗ ${formatFailure({ name, error })}`)
}

function formatReason({ error }) {
	return stripVTControlCharacters(error ?? '')
		.trim()
		.split('\n')
		.slice(0, 3)
		.join(' ')
		.slice(0, 300)
}

function formatFailure({ name, error }) {
	const text = stripVTControlCharacters(error ?? '').trim()
	return `${name}\n${text.replaceAll(/^/gm, '    ')}\n`
}

function formatCounts({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs programs of installed packages, given as paths from node_modules. Each counts as one check. */
async function runChecks(...programs) {
	const result = { passed: 0, failed: 0, skipped: 0, failures: [] }
	for (const [program, ...args] of programs) {
		const { code, output } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], {
			env: { NO_COLOR: '1' },
			capture: true,
			timeoutMs: TIMEOUT_MS,
		})
		result[code === 0 ? 'passed' : 'failed']++
		if (code !== 0) result.failures.push({ name: [program, ...args].join(' '), error: output })
	}
	return result
}

async function runUnitTests() {
	// Rules and API do not need the client; tests that do report it themselves
	await ensureBuilt().catch(() => progress.print('The web client cannot be built, so tests of pages will fail.'))
	// Tests at the limits of time and load are sensitive to a busy machine too
	return runVitestWithRetry({ onEvent: (event) => handleEvent('unit', event) })
}

async function runJourneys(browser) {
	if (!browser) return { passed: 0, failed: 1, skipped: 0 }
	await ensureBuilt()
	await installMobile()
	// Browsers are sensitive to a busy machine, so failures are retried once and listed. `npm run flaky` retries nothing.
	return runPlaywright(['--retries=1'], browser, { onEvent: (event) => handleEvent('journeys', event) })
}

/** Finds the browser of the journeys. Without one the other suites still run, and the last line says what to install. */
async function findBrowser() {
	try {
		return await chromium()
	} catch ({ message }) {
		missingBrowser = message
		return undefined
	}
}
