// `npm test`: installs what is missing, runs what every change must pass, and ends with a line of totals.
// `npm test -- types unit` runs only those suites, `npm test -- --changed` only what uncommitted changes concern.
// Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { install, installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'
import { JOURNEYS, runPlaywright, runVitest, UNIT_TESTS } from './runners.mjs'
import { ensureBuilt } from './web-build.mjs'

const TIMEOUT_MS = 60 * 60_000
const SLOWEST_COUNT = 10
const TICKS_PER_SECOND = 100

const isChanged = process.argv.includes('--changed')

const suites = {
	types: {
		title: 'Types: server without the DOM, web without Node, tests with both',
		run: () => runChecks(['typescript/bin/tsc', '-b']),
	},
	lint: {
		title: 'Lint, format and import boundaries',
		run: () => runChecks(['@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']),
	},
	unused: { title: 'Unused files, exports and dependencies', run: () => runChecks(['knip/bin/knip.js']) },
	lock: { title: 'The lock files are complete', run: () => runChecks(['../scripts/check-lock.mjs']) },
	build: { title: 'Build', run: () => runChecks(['../scripts/build.mjs']) },
	unit: {
		title: 'Rules, API and pages',
		run: () => (isChanged ? runTests('--project=unit', '--changed') : runTests(...UNIT_TESTS)),
	},
	journeys: {
		title: 'Journeys in a browser',
		run: () => (isChanged ? runJourneys('--project=desktop', '--only-changed') : runJourneys(...JOURNEYS)),
	},
	app: {
		title: 'The app: client, projects, types, journeys',
		run: async () => sum([await runChecks(['../scripts/mobile.mjs', 'check']), await runJourneys('--project=app')]),
	},
	'more-unit': {
		title: 'All other rules, API and pages',
		run: () => runTests('--project=unit', '--tags-filter=ci'),
	},
	'more-journeys': {
		title: 'All other journeys',
		run: async () => sum([await runJourneys('--project=desktop', '--grep=@ci'), await runJourneys('--project=phone')]),
	},
	faults: { title: 'Faults, floods and several processes', run: () => runTests('--project=faults', '--retry=1') },
}
/** What a change must pass before it is committed, in the order in which it runs: one core for each list, then the next. */
const EVERY_CHANGE = [[['types'], ['lint', 'unused', 'lock', 'build']], [['unit']], [['journeys']]]

const selected = process.argv.slice(2).filter((word) => word !== '--changed')
const unknown = selected.filter((name) => !(name in suites))
if (unknown.length) {
	console.error(`There is no suite called ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`)
	process.exit(1)
}

const startedMs = Date.now()
const total = createResult()
const failedSuites = []
try {
	await install()
	for (const lists of selected.length ? selected.map((name) => [[name]]) : EVERY_CHANGE)
		await Promise.all(
			lists.map(async (names) => {
				for (const name of names) await runSuite(name)
			}),
		)
} catch (error) {
	console.error(error.message)
	total.failed++
	failedSuites.push('install')
}
printSummary()
process.exit(total.failed ? 1 : 0)

async function runSuite(name) {
	const suiteStartedMs = Date.now()
	const result = await suites[name].run().catch(({ message }) => failOf(name, message))
	addTo(total, result)
	if (result.failed) failedSuites.push(name)
	const seconds = ((Date.now() - suiteStartedMs) / 1000).toFixed(1)
	console.log(`${result.failed ? '✗' : '✓'} ${suites[name].title}: ${formatCounts(result)} (${seconds} s)`)
}

/** Runs programs of installed packages, given as paths from node_modules. Each counts as one check. */
async function runChecks(...programs) {
	const result = createResult()
	for (const [program, ...args] of programs) {
		const { code, output } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], {
			env: { NO_COLOR: '1' },
			capture: true,
			timeoutMs: TIMEOUT_MS,
		})
		if (code !== 0) console.log(output)
		addTo(result, code === 0 ? { ...createResult(), passed: 1 } : failOf([program, ...args].join(' '), output))
	}
	return result
}

async function runTests(...args) {
	await ensureBuilt()
	return runVitest(args, { mayBeEmpty: isChanged })
}

async function runJourneys(...args) {
	const browser = await chromium()
	await ensureBuilt()
	if (args.includes('--project=app')) await installMobile()
	return runPlaywright(args, browser, { mayBeEmpty: isChanged })
}

function createResult() {
	return { passed: 0, failed: 0, skipped: 0, files: new Map(), retried: [], failures: [] }
}

function failOf(name, error) {
	return { ...createResult(), failed: 1, failures: [{ name, error }] }
}

function addTo(result, { passed, failed, skipped, files, retried, failures }) {
	result.passed += passed
	result.failed += failed
	result.skipped += skipped
	for (const [file, ms] of files) result.files.set(file, (result.files.get(file) ?? 0) + ms)
	result.retried.push(...retried)
	result.failures.push(...failures)
}

function sum(results) {
	const result = createResult()
	for (const one of results) addTo(result, one)
	return result
}

function printSummary() {
	const slowest = [...total.files].sort(([, one], [, other]) => other - one).slice(0, SLOWEST_COUNT)
	if (slowest.length > 0) console.log(`\nThe slowest ${slowest.length} files:`)
	for (const [file, ms] of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
	if (failedSuites.length) console.log(`\nFailed: ${failedSuites.join(', ')}`)
	for (const { name, error } of total.retried)
		console.log(`~ ${name} passed only when it was retried, so the test or the site is flaky: ${formatReason(error)}`)
	for (const { name, error } of total.failures) console.log(`✗ ${name}: ${formatReason(error)}`)
	const cpuSeconds = readCpuSeconds()
	const cpu = cpuSeconds === undefined ? '' : `, ${cpuSeconds} CPU-seconds`
	console.log(`\nIn ${Math.round((Date.now() - startedMs) / 1000)} s${cpu}:`)
	console.log(formatCounts(total))
}

function formatReason(error) {
	const [first = '', ...lines] = error.trim().split('\n')
	// Of a comparison, what was expected and what came instead
	const differences = lines.filter((line) => /^[-+] /.test(line) && !/^[-+] (Expected|Received) /.test(line))
	const rest = differences.length > 0 ? differences : lines.slice(0, 2)
	return [first, ...rest].join(' ').slice(0, 600)
}

function formatCounts({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Returns the time that this process and all ended children have used on the processors; undefined where /proc is missing. */
function readCpuSeconds() {
	try {
		const stat = readFileSync('/proc/self/stat', 'utf8')
		// utime, stime, cutime and cstime, after the name, which may contain anything
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		return Math.round(fields.slice(11, 15).reduce((ticks, text) => ticks + Number(text), 0) / TICKS_PER_SECOND)
	} catch {
		return undefined
	}
}
