// `npm test`: installs what is missing, runs every suite and closes with one line over all of them.
// `npm test -- types unit` runs some. Runs on any Node from 20.19 and uses nothing from node_modules itself.

import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureBuilt } from './web-build.mjs'
import { chromium } from './chromium.mjs'
import { install, installMobile } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'
import { createProgress } from './progress.mjs'
import { runPlaywright, runVitest } from './runners.mjs'

const TIMEOUT_MS = 60 * 60_000
const SLOWEST = 10

const suites = {
	build: { title: 'Build', run: () => checks(['../scripts/build.mjs']) },
	journeys: { title: 'Journeys in a browser', run: journeys },
	types: {
		title: 'Types: server without the DOM, web without Node, tests with both',
		run: () =>
			checks(...['server', 'web', 'test'].map((side) => ['typescript/bin/tsc', '-p', `tsconfig.${side}.json`])),
	},
	lint: {
		title: 'Lint, format and import boundaries',
		run: () => checks(['@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '.']),
	},
	unused: { title: 'Unused files, exports and dependencies', run: () => checks(['knip/bin/knip.js']) },
	lock: { title: 'The lock files are complete', run: () => checks(['../scripts/check-lock.mjs']) },
	mobile: { title: 'The app: client, projects, types', run: () => checks(['../scripts/mobile.mjs', 'check']) },
	unit: { title: 'Rules, API and pages', run: unit },
}

// The build comes first, because pages and journeys need it. Then two lanes fill both cores: a browser mostly waits.
const lanes = [['journeys'], ['types', 'lint', 'unused', 'lock', 'mobile', 'unit']]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in suites))
if (unknown.length) {
	console.error(`There is no suite called ${unknown.join(', ')}. The suites are: ${Object.keys(suites).join(', ')}.`)
	process.exit(1)
}
const isWanted = (name) => wanted.length === 0 || wanted.includes(name)

const progress = createProgress()
const total = { passed: 0, failed: 0, skipped: 0 }
const failedSuites = []
const tests = []
/** The tests that failed at first. */
const again = []
/** First lines of what failed, by name. */
const told = new Map()
let missingBrowser
try {
	await install()
	const browser = isWanted('journeys') ? await findBrowser() : undefined
	if (isWanted('build')) await runSuite('build')
	await Promise.all(
		lanes.map(async (lane) => {
			for (const name of lane) if (isWanted(name)) await runSuite(name, browser)
		}),
	)
} catch (error) {
	console.error(error.message)
	total.failed++
	failedSuites.push('install')
}

progress.end()
if (tests.length > 0) {
	console.log(`\nThe slowest ${SLOWEST} tests:`)
	for (const { name, ms } of tests.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST))
		console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}
if (failedSuites.length) console.log(`\nFailed: ${failedSuites.join(', ')}`)
for (const name of again) {
	if (told.has(name)) continue
	console.log(
		`~ ${name} failed at first and passed when tried again: a fault of the test or the site that chance shows.`,
	)
}
for (const [name, reason] of told) console.log(`✗ ${name}: ${reason}`)
console.log(`\n${sentence(total)}`)
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
	again.push(...(result.again ?? []))
	if (result.failed) failedSuites.push(name)
	for (const failure of result.failures ?? []) if (!told.has(failure.name)) tell(failure)
	const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
	progress.say(`${result.failed ? '✗' : '✓'} ${suites[name].title}: ${sentence(result)} (${seconds} s)`)
}

/** Counts an event of a test runner, and tells of a failure as soon as it is there. */
function note(suite, event) {
	progress.count(suite, event)
	if (event.kind === 'test' && event.state === 'failed') tell(event)
	if (event.kind === 'again') progress.say(`\n~ ${indented(event)}`)
}

function tell({ name, error }) {
	const text = stripVTControlCharacters(error ?? '').trim()
	told.set(name, text.split('\n').slice(0, 3).join(' ').slice(0, 300))
	progress.say(`\n✗ ${indented({ name, error })}`)
}

function indented({ name, error }) {
	const text = stripVTControlCharacters(error ?? '').trim()
	return `${name}\n${text.replaceAll(/^/gm, '    ')}\n`
}

function sentence({ passed, failed, skipped }) {
	return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Runs programs of installed packages (paths from node_modules), each counted as one check. */
async function checks(...programs) {
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

async function unit() {
	// Rules and API stand without the client; what needs it says so itself.
	await ensureBuilt().catch(() => progress.say('The web client cannot be built, so tests of pages will fail.'))
	return runVitest([], { onEvent: (event) => note('unit', event) })
}

async function journeys(browser) {
	if (!browser) return { passed: 0, failed: 1, skipped: 0 }
	await ensureBuilt()
	await installMobile()
	// A browser is at the mercy of a busy machine, so what fails is tried once more, and named. `npm run flaky` tries nothing again.
	return runPlaywright(['--retries=1'], browser, { onEvent: (event) => note('journeys', event) })
}

/** The browser of the journeys. Without one everything else still runs, and the last line says what to install. */
async function findBrowser() {
	try {
		return await chromium()
	} catch ({ message }) {
		missingBrowser = message
		return undefined
	}
}
