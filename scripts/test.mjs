// `npm test`: installs what is missing, runs every suite and closes with one line over all of them.
// `npm test -- types unit` runs some. Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.mjs'
import { chromium } from './chromium.mjs'
import { install, installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'

const resultsFolder = join(root, 'node_modules/.cache/savepoint')
const colors = process.stdout.isTTY && !process.env.NO_COLOR
// In a file or a log, colours are noise.
if (!colors) process.env.NO_COLOR = '1'
// A suite that takes this long hangs.
const timeoutMs = 60 * 60_000

const suites = {
	types: {
		title: 'Types: server without the DOM, web without Node, tests with both',
		run: () =>
			checks(...['server', 'web', 'test'].map((side) => ['typescript/bin/tsc', '-p', `tsconfig.${side}.json`])),
	},
	lint: {
		title: 'Lint, format and import boundaries',
		run: () =>
			checks(['@biomejs/biome/bin/biome', 'ci', `--colors=${colors ? 'force' : 'off'}`, '--error-on-warnings', '.']),
	},
	unused: { title: 'Unused files, exports and dependencies', run: () => checks(['knip/bin/knip.js']) },
	lock: { title: 'The lock files are whole', run: () => checks(['../scripts/check-lock.mjs']) },
	build: { title: 'Build', run: () => checks(['../scripts/build.mjs']) },
	mobile: {
		title: 'The app: its client, its projects, its types',
		run: () => checks(['../scripts/mobile.mjs', 'check']),
	},
	unit: { title: 'Rules, API and pages', run: vitest },
	journeys: { title: 'Journeys in a browser', run: playwright },
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length) {
	console.error(`There is no suite called ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`)
	process.exit(1)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failedSuites = []
try {
	await install()
	mkdirSync(resultsFolder, { recursive: true })
	for (const [name, suite] of Object.entries(suites)) {
		if (wanted.length && !wanted.includes(name)) continue
		console.log(`\n── ${suite.title} ${'─'.repeat(Math.max(0, 76 - suite.title.length))}`)
		const startedMs = Date.now()
		const result = await suite.run().catch((error) => {
			console.error(error.message)
			return { passed: 0, failed: 1, skipped: 0 }
		})
		for (const kind of Object.keys(total)) total[kind] += result[kind]
		if (result.failed) failedSuites.push(name)
		console.log(`${name}: ${sentence(result)} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`)
	}
} catch (error) {
	console.error(error.message)
	total.failed++
	failedSuites.push('install')
}

if (failedSuites.length) console.log(`\nFailed: ${failedSuites.join(', ')}`)
console.log(`\n${sentence(total)}`)
process.exit(total.failed ? 1 : 0)

function sentence({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs programs of installed packages (paths from node_modules), each counted as one check. */
async function checks(...programs) {
	const result = { passed: 0, failed: 0, skipped: 0 }
	for (const [program, ...args] of programs) {
		const { code } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], { timeoutMs })
		result[code === 0 ? 'passed' : 'failed']++
	}
	return result
}

async function vitest() {
	// Rules and API stand without the client; what needs it says so itself.
	await ensureBuilt().catch(() => console.error('The web client cannot be built, so tests of pages will fail.'))
	const file = join(resultsFolder, 'vitest.json')
	return countedRun(
		['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
		{},
		file,
		(report) => ({
			passed: report.numPassedTests,
			// A file that does not even load has no tests to count.
			failed:
				report.numFailedTests +
				report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
			skipped: report.numPendingTests + report.numTodoTests,
		}),
	)
}

async function playwright() {
	await ensureBuilt()
	await installMobile()
	const browser = await chromium()
	const file = join(resultsFolder, 'playwright.json')
	return countedRun(
		['@playwright/test/cli.js', 'test'],
		{ CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
		file,
		({ stats }) => ({
			passed: stats.expected,
			// A test that passes only at times has failed.
			failed: stats.unexpected + stats.flaky,
			skipped: stats.skipped,
		}),
	)
}

/** Runs a test runner and reads its report. A runner that crashed, or ran nothing, counts as a failure. */
async function countedRun([program, ...args], env, file, count) {
	rmSync(file, { force: true })
	const { code } = await run(pinnedNode, [join(root, 'node_modules', program), ...args], { env, timeoutMs })
	const result = existsSync(file) ? count(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 }
	if (result.failed === 0 && (code !== 0 || result.passed === 0)) {
		console.error(
			code === 0
				? 'No test ran.'
				: `The runner ended with ${code === null ? 'a signal or after its time' : `code ${code}`}.`,
		)
		result.failed = 1
	}
	return result
}
