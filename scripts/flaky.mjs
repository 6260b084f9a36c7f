// `npm run flaky`: runs the tests of `npm test` ten times, the second half next to two busy loops, and fails if any test
// fails once. `npm run flaky -- 4` runs them four times.

import { spawn } from 'node:child_process'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'
import { pinnedNode } from './processes.mjs'
import { JOURNEYS, runPlaywright, runVitest, UNIT_TESTS } from './runners.mjs'
import { ensureBuilt } from './web-build.mjs'

const RUNS = 10
const BUSY_LOOPS = 2

const runs = Number(process.argv[2] ?? RUNS)
if (!Number.isInteger(runs) || runs < 1) {
	console.error('The number of runs must be a whole number from 1.')
	process.exit(1)
}

await install()
await ensureBuilt()
const browser = await chromium()
const failures = new Map()
for (let number = 1; number <= runs; number++) {
	const isBusy = number > Math.ceil(runs / 2)
	const startedMs = Date.now()
	const results = await underLoad(isBusy, async () => [
		await runVitest(UNIT_TESTS, { isQuiet: true }),
		await runPlaywright(JOURNEYS, browser, { isQuiet: true }),
	])
	const count = (kind) => results.reduce((sum, result) => sum + result[kind], 0)
	const seconds = Math.round((Date.now() - startedMs) / 1000)
	console.log(
		`Run ${number} of ${runs}${isBusy ? ', with busy loops' : ''}: ${count('passed')} passed, ${count('failed')} failed (${seconds} s)`,
	)
	for (const { name, error } of results.flatMap(({ failures }) => failures)) {
		failures.set(name, (failures.get(name) ?? 0) + 1)
		console.log(`\n✗ ${name}\n${error.replaceAll(/^/gm, '    ')}\n`)
	}
}
for (const [name, times] of failures) console.log(`${times} of ${runs} times: ${name}`)
process.exitCode = failures.size > 0 ? 1 : 0

/** Runs the work; with `isBusy` next to a busy loop for each of two cores. */
async function underLoad(isBusy, work) {
	const loops = isBusy
		? Array.from({ length: BUSY_LOOPS }, () => spawn(pinnedNode, ['-e', 'for (;;);'], { stdio: 'ignore' }))
		: []
	try {
		return await work()
	} finally {
		for (const loop of loops) loop.kill('SIGKILL')
	}
}
